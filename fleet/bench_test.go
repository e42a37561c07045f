package fleet_test

import (
	"context"
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

// mint is a store that makes up the page of any app and remembers nothing, so
// that a benchmark needs no more memory the longer it runs.
type mint struct {
	pages
	even, odd fleet.Listing
	edition   int // of all pages; those of even and odd numbers differ
}

func newMint() *mint {
	m := &mint{pages: *newPages()}
	for _, l := range []struct {
		to       *fleet.Listing
		category string
		rating   string
	}{{&m.even, "CONTACTS", "4+"}, {&m.odd, "PURCHASES", "9+"}} {
		*l.to = fleet.Listing{Country: "us", Extractor: "test/1", AgeRatingSource: "page"}
		for _, say := range []func(*fleet.Listing){
			labelled("LINKED: LOCATION "+l.category, "TRACK: PURCHASES"), featured("voiceover"), rated(l.rating), versioned("1.0"),
		} {
			say(l.to)
		}
	}
	return m
}

// Scrape makes up a page.
func (m *mint) Scrape(_ context.Context, t fleet.Target) (fleet.Listing, error) {
	l, name := m.even, mintedName(t.ID)
	if m.edition%2 == 1 {
		l = m.odd
	}
	l.ID, l.Name = t.ID, &name
	return l, nil
}

func mintedName(id storage.AppID) string { return fmt.Sprintf("App %07d", id) }

func target(id storage.AppID) fleet.Target {
	return fleet.Target{ID: id, URL: url(id), Country: "us"}
}

// mintedFleet is a database with a fleet that was read from a mint, in a file.
type mintedFleet struct {
	*mint
	path string
}

// newMintedFleet makes a fleet of which every app was seen once. Only the first is
// really read: the others are made after it.
func newMintedFleet(b *testing.B, apps int) mintedFleet {
	b.Helper()
	f := mintedFleet{newMint(), filepath.Join(b.TempDir(), "auditor.db")}
	db := f.open(b)
	if _, err := f.library(db).Refresh(b.Context(), target(1), storage.TriggerImport); err != nil {
		b.Fatal(err)
	}
	const batch = 1000
	for from := 2; from <= apps; from += batch {
		err := db.Update(b.Context(), func(tx storage.Tx) error {
			for id := from; id < min(from+batch, apps+1); id++ {
				if err := likeTheFirst(tx, storage.AppID(id)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	f.size(b, db)
	return f
}

// likeTheFirst adds an app that is as the first one is.
func likeTheFirst(tx storage.Tx, id storage.AppID) error {
	app, err := tx.Apps().Get(1)
	if err != nil {
		return err
	}
	snapshot, err := storage.First(tx.Snapshots().List(storage.SnapshotQuery{App: 1, Limit: 1}))
	if err != nil {
		return err
	}
	features, err := storage.Collect(tx.Features().List(storage.FeatureQuery{App: 1}))
	if err != nil {
		return err
	}
	app.ID, app.Name, app.URL, snapshot.ID.App = id, mintedName(id), url(id), id
	for i := range features {
		features[i].App = id
	}
	if err := tx.Apps().Put(app); err != nil {
		return err
	}
	if err := tx.Snapshots().Put(snapshot); err != nil {
		return err
	}
	return tx.Features().Put(features...)
}

func (f mintedFleet) open(b *testing.B) *sqlite.Store {
	b.Helper()
	db, err := sqlite.Open(b.Context(), f.path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return db
}

func (f mintedFleet) library(db storage.Store) *fleet.Library {
	return fleet.New(fleet.Config{Store: db, Scraper: f.mint, Now: time.Now, Random: rand.Reader})
}

// size closes a database, which folds its log into the file, and returns how large
// that is.
func (f mintedFleet) size(b *testing.B, db *sqlite.Store) int64 {
	b.Helper()
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(f.path)
	if err != nil {
		b.Fatal(err)
	}
	return info.Size()
}

// grow calls do, each time with the number of calls before, and reports time and
// growth of the database for each of the apps that one call is about.
func (f mintedFleet) grow(b *testing.B, apps int, do func(db storage.Store, l *fleet.Library, turn int) error) {
	b.Helper()
	before := f.size(b, f.open(b))
	db := f.open(b)
	l := f.library(db)
	turn := 0
	for b.Loop() {
		if err := do(db, l, turn); err != nil {
			b.Fatal(err)
		}
		turn++
	}
	n := float64(turn * apps)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/n, "ns/app")
	b.ReportMetric(float64(f.size(b, db)-before)/n, "file-B/app")
}

// runAll does a bulk run of a job and returns it.
func runAll(ctx context.Context, db storage.Store, job runner.Job) (storage.Run, error) {
	runs := runner.New(runner.Config{Store: db, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{job}})
	defer runs.Stop(time.Minute)
	run, err := runs.Start(ctx, runner.Order{Runner: job.Name(), Initiator: runner.Manual})
	if err != nil {
		return run, err
	}
	return runs.Wait(ctx, run.ID)
}
