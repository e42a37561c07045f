package e2e_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// A process that is killed while it refreshes leaves each app wholly as it was
// or wholly as it is. AUDITOR_KILLS says how often.
func TestKillDuringRefreshes(t *testing.T) {
	t.Parallel()
	const apps = 40
	kills := proctest.Count(t, "AUDITOR_KILLS", proctest.Effort(8, 20))
	r := rand.New(rand.NewPCG(7, 7))
	from := newStage(t)
	states := map[storage.AppID]state{}
	var ids []storage.AppID
	for i := range apps {
		id := storage.AppID(2_000_000 + i)
		ids = append(ids, id)
		states[id] = randomState(r)
		from.Put(states[id].app(r, id, false))
	}
	dir := t.TempDir()
	first := start(t, dir, from)
	first.scrape(ids...)
	first.Stop()

	changes := 0
	for kill := range kills {
		s := start(t, dir, from)
		ctx, cancel := context.WithTimeout(t.Context(), proctest.Busy)
		ended := make(chan error, 1)
		changing := rand.New(rand.NewPCG(7, uint64(kill))) // the goroutine's own
		go func() { ended <- s.refreshUntilKilled(ctx, func() { from.change(changing, states) }, ids) }()
		from.waitForPages(ctx, 1+r.IntN(2*apps))
		time.Sleep(time.Duration(r.IntN(8000)) * time.Microsecond) // anywhere between one page and the next
		s.Kill()
		if err := <-ended; err != nil {
			t.Errorf("kill %d: %v", kill, err)
		}
		cancel()
		changes = examine(t, dir, apps)
		if t.Failed() {
			t.Fatalf("after kill %d", kill)
		}
	}
	if changes == 0 {
		t.Error("no change was recorded, so nothing was tested")
	}
	t.Logf("%d kills, %d changes recorded", kills, changes)
}

// waitForPages returns when so many more pages were asked for.
func (s *stage) waitForPages(ctx context.Context, more int) {
	for before := s.served.Load(); s.served.Load() < before+int64(more) && ctx.Err() == nil; {
		time.Sleep(200 * time.Microsecond)
	}
}

// change gives every app another state.
func (s *stage) change(r *rand.Rand, states map[storage.AppID]state) {
	for id, now := range states {
		next := now.evolve(r)
		states[id] = next
		s.Put(next.app(r, id, false))
	}
}

// refreshUntilKilled refreshes the apps over and over, between changes, until
// the process is gone.
func (s *service) refreshUntilKilled(ctx context.Context, change func(), ids []storage.AppID) error {
	for {
		change()
		status, body, err := s.call(ctx, "POST", "/api/scrape", urls(ids))
		switch {
		case err != nil && gone(err):
			return nil
		case err != nil:
			return err
		case status != 200:
			return fmt.Errorf("status %d: %s", status, body)
		}
	}
}

// examine opens a database that is not in use, fails the test if it is not whole,
// and returns how many changes it holds.
func examine(t *testing.T, dir string, apps int) (changes int) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(dir, "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	faults, err := db.Check(t.Context())
	if err != nil || len(faults) > 0 {
		t.Errorf("the database is not whole: %v %v", faults, err)
	}
	err = db.View(t.Context(), func(tx *storage.Tx) error {
		tracked := 0
		for app, err := range tx.Apps.List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			tracked++
			n, err := examineApp(t, tx, app)
			if err != nil {
				return err
			}
			changes += n
		}
		if tracked != apps {
			t.Errorf("%d apps are tracked, want %d", tracked, apps)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

// examineApp fails the test unless all records of an app fit
// together, and returns how many changes it has.
func examineApp(t *testing.T, tx *storage.Tx, app storage.App) (int, error) {
	snapshots, err := storage.Collect(tx.Snapshots.List(storage.SnapshotQuery{App: app.ID}))
	if err != nil {
		return 0, err
	}
	entries := map[storage.SnapshotID]int{}
	for c, err := range tx.Changes.List(storage.ChangeQuery{App: app.ID}) {
		if err != nil {
			return 0, err
		}
		entries[c.ID.Snapshot]++
	}
	live, archived, changed, total := 0, 0, 0, 0
	var label storage.Digest // the newest that is known
	for _, s := range snapshots {
		if label.IsZero() {
			label = s.Label
		}
		// No state, and never shown: a request to the archive, or what became of a policy.
		noted := s.Source == storage.SourceLive && (s.TriggeredBy == storage.TriggerWayback || s.TriggeredBy == "")
		switch {
		case s.Source == storage.SourceWayback:
			archived++
		case !noted:
			live++
		}
		if s.Changed {
			changed++
		}
		if s.Entries != entries[s.ID] || s.Changed != (s.Entries > 0 && !noted) {
			t.Errorf("snapshot %v says %d entries (changed: %v) and has %d", s.ID, s.Entries, s.Changed, entries[s.ID])
		}
		total += s.Entries
	}
	features, err := tx.Features.Count(storage.FeatureQuery{App: app.ID})
	if err != nil {
		return 0, err
	}
	if archived > 0 {
		changed = app.ChangeCount // what the archive adds is no news
	}
	if app.SyncCount != live || app.ChangeCount != changed || app.AccessibilityCount != features {
		t.Errorf("app %d counts %d snapshots, %d changed, %d features; there are %d, %d, %d",
			app.ID, app.SyncCount, app.ChangeCount, app.AccessibilityCount, live, changed, features)
	}
	if len(snapshots) > 0 && (label != app.LabelDigest || snapshots[0].ID.At < app.LastSynced) {
		t.Errorf("app %d is not in the state of its newest snapshots", app.ID)
	}
	return total, nil
}
