package fleet_test

import (
	"context"
	"crypto/rand"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// mintArchive has a capture of any app near each moment that an import aims at.
// Its pages are a mint's, each unlike the one before, and it remembers nothing.
type mintArchive struct{ *mint }

func (a mintArchive) Captures(_ context.Context, t fleet.Target, from, to storage.Time) ([]fleet.Capture, error) {
	var all []fleet.Capture
	for _, at := range fleet.HistoryTargets(to, 0, fleet.DefaultHistoryMonths) {
		if at >= from {
			all = append(all, fleet.Capture{At: at, URL: t.URL})
		}
	}
	return all, nil
}

func (a mintArchive) Replay(_ context.Context, t fleet.Target, c fleet.Capture) (fleet.Memento, error) {
	l := a.even
	if c.At.Std().Month()/3%2 == 1 { // they are three months apart
		l = a.odd
	}
	l.ID = t.ID
	return fleet.Memento{At: c.At, URL: "https://archive.example/" + c.At.Std().Format("20060102150405"), Listing: l}, nil
}

func (a mintArchive) Save(context.Context, fleet.Target) (string, error) {
	return "", &fleet.ArchiveError{Cause: fleet.ErrNoMemento}
}

// BenchmarkImport measures a run that imports the past of apps, of which every
// capture was read already: what is kept of a capture, with its place in the run.
func BenchmarkImport(b *testing.B) {
	const apps = 50
	f := newMintedFleet(b, apps)
	db := f.open(b)
	l := fleet.New(fleet.Config{Store: db, Scraper: f.mint, Archive: mintArchive{f.mint}, Now: time.Now, Random: rand.Reader})
	b.ReportAllocs()
	captures := 0
	for b.Loop() {
		run, err := runAll(b.Context(), db, l.HistoryJob())
		totals := fleet.HistoryTotalsOf(run)
		if err != nil || totals.Imported < 10*apps {
			b.Fatalf("the run is %+v, %v", run, err)
		}
		captures += totals.Imported + totals.Unchanged
		b.StopTimer()
		if _, err := l.RemoveAllHistory(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(captures), "ns/capture")
}
