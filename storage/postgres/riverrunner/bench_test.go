package riverrunner_test

import (
	"fmt"
	"testing"

	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
)

// BenchmarkStart measures the start of a run over 10,000 and over 100,000 items, without its
// end.
func BenchmarkStart(b *testing.B) {
	for _, items := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("items=%d", items), func(b *testing.B) {
			j := over(items)
			g := gated(j)
			r := join(b, pgtest.NewSchema(b), j)
			b.Cleanup(func() { close(g.Pass) })
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
		})
	}
}
