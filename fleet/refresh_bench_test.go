package fleet_test

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

const benchApps = 1000

// BenchmarkRefresh measures what is kept of a page that was read already: the
// transaction, and how much the database grows by it.
func BenchmarkRefresh(b *testing.B) {
	for _, changed := range []bool{false, true} {
		b.Run(fmt.Sprintf("changed=%v", changed), func(b *testing.B) {
			measure(b, 1, func(_ storage.Store, l *fleet.Library, p *pages, turn int) error {
				id := storage.AppID(turn%benchApps) + 1
				if changed {
					show(p, id, 1+turn/benchApps)
				}
				_, err := l.Refresh(b.Context(), target(id), storage.TriggerScheduled)
				return err
			})
		})
	}
}

// BenchmarkSync measures a run over a fleet in which nothing changed.
func BenchmarkSync(b *testing.B) {
	measure(b, benchApps, func(db storage.Store, l *fleet.Library, _ *pages, _ int) error {
		runs := runner.New(runner.Config{Store: db, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{l.SyncJob()}})
		run, err := runs.Start(b.Context(), runner.Order{Runner: fleet.SyncRunner, Initiator: runner.Manual})
		if err != nil {
			return err
		}
		_, err = runs.Wait(b.Context(), run.ID)
		return err
	})
}

// measure calls do, each time with the number of calls before, and reports time
// and growth of the database for each of the apps that one call is about.
func measure(b *testing.B, apps int, do func(db storage.Store, l *fleet.Library, p *pages, turn int) error) {
	path := filepath.Join(b.TempDir(), "auditor.db")
	p := newPages()
	library := func(db storage.Store) *fleet.Library {
		return fleet.New(fleet.Config{Store: db, Scraper: p, Now: time.Now, Random: rand.Reader})
	}
	open := func() *sqlite.Store {
		db, err := sqlite.Open(b.Context(), path)
		if err != nil {
			b.Fatal(err)
		}
		return db
	}
	db := open()
	for id := range storage.AppID(benchApps) {
		show(p, id+1, 0)
		if _, err := library(db).Refresh(b.Context(), target(id+1), storage.TriggerImport); err != nil {
			b.Fatal(err)
		}
	}
	before := closedSize(b, db, path)

	db = open()
	l := library(db)
	turn := 0
	for b.Loop() {
		if err := do(db, l, p, turn); err != nil {
			b.Fatal(err)
		}
		turn++
	}
	n := float64(turn * apps)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/n, "ns/app")
	b.ReportMetric(float64(closedSize(b, db, path)-before)/n, "file-B/app")
}

// show gives an app a state by number: even and odd ones differ.
func show(p *pages, id storage.AppID, number int) {
	category, rating := "CONTACTS", "4+"
	if number%2 == 1 {
		category, rating = "PURCHASES", "9+"
	}
	p.show(id, fmt.Sprintf("App %04d", id), labelled("LINKED: LOCATION "+category, "TRACK: PURCHASES"), featured("voiceover"), rated(rating), versioned("1.0"))
}

func target(id storage.AppID) fleet.Target {
	return fleet.Target{ID: id, URL: url(id), Country: "us"}
}

// closedSize closes a database, which folds its log into the file, and returns
// how large that is.
func closedSize(b *testing.B, db *sqlite.Store, path string) int64 {
	b.Helper()
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	return info.Size()
}
