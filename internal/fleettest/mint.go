package fleettest

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
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// Mint is a scraper that generates the page of any app and stores nothing, so that the
// memory of a benchmark does not grow.
type Mint struct {
	Pages
	Even, Odd fleet.Listing
	Edition   int           // of all pages; odd and even editions differ
	Ahead     time.Duration // of the service's clock
}

// NewMint returns a mint.
func NewMint() *Mint {
	listing := func(category, rating string) fleet.Listing {
		l := fleet.Listing{Country: "us", Extractor: "test/1", AgeRatingSource: "page"}
		for _, say := range []func(*fleet.Listing){
			Labelled("LINKED: LOCATION "+category, "TRACK: PURCHASES"), Featured("voiceover"), Rated(rating), Versioned("1.0"),
		} {
			say(&l)
		}
		return l
	}
	return &Mint{Pages: *NewPages(), Even: listing("CONTACTS", "4+"), Odd: listing("PURCHASES", "9+")}
}

// Scrape generates a page.
func (m *Mint) Scrape(_ context.Context, t fleet.Target) (fleet.Listing, error) {
	l, name := m.Even, mintedName(t.ID)
	if m.Edition%2 == 1 {
		l = m.Odd
	}
	l.ID, l.Name = t.ID, &name
	return l, nil
}

func mintedName(id storage.AppID) string { return fmt.Sprintf("App %07d", id) }

// Target returns the target of an app.
func Target(id storage.AppID) fleet.Target {
	return fleet.Target{ID: id, URL: URL(id), Country: "us"}
}

// Minted is a database file with a generated fleet.
type Minted struct {
	*Mint
	path string
}

// NewMinted returns a database whose apps were each observed once. Only the first app is
// refreshed; the others are copies of it.
func NewMinted(b *testing.B, apps int) Minted {
	b.Helper()
	f := Minted{NewMint(), filepath.Join(b.TempDir(), "auditor.db")}
	db := f.Open(b)
	if _, err := f.Service(db).Refresh(b.Context(), Target(1), storage.TriggerImport); err != nil {
		b.Fatal(err)
	}
	const batch = 1000
	for from := 2; from <= apps; from += batch {
		err := db.Update(b.Context(), func(tx *storage.Tx) error {
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

// likeTheFirst adds a copy of the first app.
func likeTheFirst(tx *storage.Tx, id storage.AppID) error {
	app, err := tx.Apps.Get(1)
	if err != nil {
		return err
	}
	snapshot, err := storage.First(tx.Snapshots.List(storage.SnapshotQuery{App: 1, Limit: 1}))
	if err != nil {
		return err
	}
	features, err := storage.Collect(tx.Features.List(storage.FeatureQuery{App: 1}))
	if err != nil {
		return err
	}
	app.ID, app.Name, app.URL, snapshot.ID.App = id, mintedName(id), URL(id), id
	for i := range features {
		features[i].App = id
	}
	if err := tx.Apps.Put(app); err != nil {
		return err
	}
	if err := tx.Snapshots.Put(snapshot); err != nil {
		return err
	}
	return tx.Features.Put(features...)
}

// Dir returns the folder of the database, as the program's data folder.
func (f Minted) Dir() string { return filepath.Dir(f.path) }

// Open opens the database.
func (f Minted) Open(b *testing.B) *sqlite.Store {
	b.Helper()
	db, err := sqlite.Open(b.Context(), f.path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return db
}

// Service returns a service over a database.
func (f Minted) Service(db storage.Store) *tracked.Service {
	now := func() time.Time { return time.Now().Add(f.Ahead) }
	return tracked.New(tracked.Config{Env: storage.Env{Store: db, Now: now, Random: rand.Reader}, Scraper: f.Mint})
}

// size closes a database, which writes its WAL to the file, and returns the size of the
// file.
func (f Minted) size(b *testing.B, db *sqlite.Store) int64 {
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

// Grow calls do, each time with the number of previous calls, and reports the time and
// the growth of the database for each app of a call.
func (f Minted) Grow(b *testing.B, apps int, do func(db storage.Store, l *tracked.Service, turn int) error) {
	b.Helper()
	before := f.size(b, f.Open(b))
	db := f.Open(b)
	l := f.Service(db)
	turn := 0
	report := cost.PerOp(b)
	for b.Loop() {
		if err := do(db, l, turn); err != nil {
			b.Fatal(err)
		}
		turn++
	}
	report()
	n := float64(turn * apps)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/n, "ns/app")
	b.ReportMetric(float64(f.size(b, db)-before)/n, "file-B/app")
}

// RunAll executes a job and returns its run.
func RunAll(ctx context.Context, db storage.Store, job runner.Job) (storage.Run, error) {
	runs := runner.New(runner.Config{Store: db, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{job}})
	defer runs.Stop(time.Minute)
	run, err := runs.Start(ctx, runner.StartOptions{Runner: job.Name(), Initiator: runner.Manual})
	if err != nil {
		return run, err
	}
	return runs.Wait(ctx, run.ID)
}
