package riverrunner_test

import (
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// BenchmarkStart measures the start of a run over 10,000 items, and its end.
func BenchmarkStart(b *testing.B) {
	j := over(10_000)
	g := gated(j)
	r := join(b, newURL(b), j)
	b.Cleanup(func() { close(g.pass) })
	for b.Loop() {
		if run := start(b, r); run.Status != storage.RunRunning {
			b.Fatalf("%+v", run)
		}
		b.StopTimer()
		if _, err := r.Cancel(b.Context(), "test"); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
