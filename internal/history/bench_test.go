package history_test

import (
	"context"
	"crypto/rand"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
)

// mintArchive has four captures a year of any app, the same ones on every day. Its pages
// are a mint's, another one in odd years, and it remembers nothing.
type mintArchive struct{ *fleettest.Mint }

func (a mintArchive) Captures(_ context.Context, t fleet.Target, from, to storage.Time) ([]archive.Capture, error) {
	var all []archive.Capture
	for quarter := range 4 * 5 {
		at := storage.TimeOf(time.Date(2021, time.Month(3*quarter+1), 15, 0, 0, 0, 0, time.UTC))
		if from <= at && at <= to {
			all = append(all, archive.Capture{At: at, URL: t.URL})
		}
	}
	return all, nil
}

func (a mintArchive) Replay(_ context.Context, t fleet.Target, c archive.Capture) (archive.Memento, error) {
	l := a.Even
	if c.At.Std().Year()%2 == 1 {
		l = a.Odd
	}
	l.ID = t.ID
	return archive.Memento{At: c.At, URL: "https://archive.example/" + c.At.Std().Format("20060102150405"), Listing: l}, nil
}

func (a mintArchive) Save(context.Context, fleet.Target) (string, error) {
	return "", &archive.Error{Cause: archive.ErrNoMemento}
}

// BenchmarkImport measures a run that imports the past of apps, of which every
// capture was read already: what is kept of a capture, with its place in the run.
func BenchmarkImport(b *testing.B) {
	const apps = 50
	f := fleettest.NewMinted(b, apps)
	db := f.Open(b)
	l := history.New(history.Config{Env: storage.Env{Store: db, Now: time.Now, Random: rand.Reader}, Archive: mintArchive{f.Mint}})
	b.ReportAllocs()
	captures := 0
	for b.Loop() {
		run, err := fleettest.RunAll(b.Context(), db, l.Job())
		totals := history.TotalsOf(run)
		if err != nil || totals.Imported < 9*apps {
			b.Fatalf("the run is %+v with %+v, %v", run, totals, err)
		}
		captures += totals.Imported + totals.Unchanged
		b.StopTimer()
		if _, err := l.RemoveAll(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(captures), "ns/capture")
}
