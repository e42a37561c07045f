package e2e_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// BenchmarkStart measures how long the program takes until it answers requests,
// on a data folder that holds some apps.
func BenchmarkStart(b *testing.B) {
	from, dir := newStage(b), b.TempDir()
	var ids []storage.AppID
	for id := storage.AppID(1); id <= 100; id++ {
		from.Put(fakestore.App{ID: id})
		ids = append(ids, id)
	}
	first := start(b, dir, from)
	first.scrape(ids...)
	first.Stop()
	for b.Loop() {
		s := start(b, dir, from)
		b.StopTimer()
		s.Stop()
		b.StartTimer()
	}
}
