package tracked_test

import (
	"crypto/rand"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// neighbour returns a bench of another process over the same store, whose clock is
// the same.
func (b *bench) neighbour(t testing.TB) *bench {
	t.Helper()
	other := &bench{&fleettest.Bench{Store: b.Store, Pages: fleettest.NewPages(), Clock: b.Clock}}
	other.Service = tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: other.Pages})
	t.Cleanup(func() { other.Stop(0) })
	return other
}

// keep refreshes an app and leaves the clock alone.
func (b *bench) keep(t testing.TB, id storage.AppID) tracked.Refresh {
	t.Helper()
	target, err := b.Pages.Resolve(fleettest.URL(id))
	if err != nil {
		t.Fatal(err)
	}
	found, err := b.Refresh(t.Context(), target, storage.TriggerManual)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// overtaken lets the neighbour refresh app 1 so many times while the bench has
// read its page and not kept it; from the second reading on the bench sees what the
// neighbour does.
func (b *bench) overtaken(t testing.TB, other *bench, times int) {
	b.Pages.After = func(storage.AppID) {
		if times--; times >= 0 {
			other.keep(t, 1)
		}
		b.Pages.Show(1, "App", fleettest.Labelled("LINKED: CONTACTS"))
	}
}

// What another process kept while a page was read is not followed by a page that
// may be older: the app is read again, once.
func TestRefreshThatIsOvertaken(t *testing.T) {
	t.Parallel()
	for times, want := range map[int]struct{ requests, snapshots int }{0: {1, 2}, 1: {2, 3}, 2: {2, 3}} {
		b := trackedApps(t, 1)
		other := b.neighbour(t)
		other.Pages.Show(1, "App", fleettest.Labelled("LINKED: CONTACTS"))
		before := b.Pages.Requests()
		b.overtaken(t, other, times)
		found := b.keep(t, 1)
		if found.ID != 1 || found.Name != "App" || len(found.Changes) != 0 || found.IsNew {
			t.Errorf("overtaken %d times: found %+v", times, found)
		}
		if n := b.Pages.Requests() - before; n != want.requests {
			t.Errorf("overtaken %d times: %d requests, want %d", times, n, want.requests)
		}
		rows := storagetest.All[storage.Snapshot](t, b.Store)
		changed := slices.DeleteFunc(slices.Clone(rows), func(s storage.Snapshot) bool { return !s.Changed })
		if len(rows) != want.snapshots || times > 0 && len(changed) != 1 || times == 0 && len(changed) != 0 {
			t.Errorf("overtaken %d times: the snapshots are %+v", times, rows)
		}
	}
}

// An app that is new here is not when it was tracked elsewhere meanwhile.
func TestTrackThatIsOvertaken(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	other := b.neighbour(t)
	b.Pages.Show(1, "App", fleettest.Labelled("LINKED: LOCATION"))
	other.Pages.Show(1, "App", fleettest.Labelled("LINKED: CONTACTS"))
	b.overtaken(t, other, 1)
	if found := b.keep(t, 1); found.IsNew || len(found.Changes) != 0 {
		t.Errorf("found %+v", found)
	}
	if app := b.App(t, 1); app.SyncCount != 2 || app.ChangeCount != 0 {
		t.Errorf("the app is %+v", app)
	}
}

// In a run, an app that another process has refreshed is done, and leaves no trace.
func TestSyncThatIsOvertaken(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 1)
	other := b.neighbour(t)
	other.Pages.Show(1, "App", fleettest.Labelled("LINKED: CONTACTS"))
	b.overtaken(t, other, 1)
	if got := b.sync(t); got != (tracked.SyncTotals{Attempted: 1, Succeeded: 1}) {
		t.Errorf("totals %+v", got)
	}
	if app := b.App(t, 1); app.SyncCount != 2 || app.ChangeCount != 1 || b.Pages.Requests() != 2 {
		t.Errorf("the app is %+v after %d requests", app, b.Pages.Requests())
	}
}

// A panic in an item ends its run and releases the lock of the app.
func TestLockAfterAPanic(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 1)
	var panics atomic.Bool
	apps := tracked.New(tracked.Config{
		Env: storage.Env{Store: b.Store, Random: rand.Reader, Now: func() time.Time {
			if panics.Load() {
				panic("ouch")
			}
			return b.Clock.Now()
		}},
		Scraper: b.Pages,
	})
	b.Panics(t, apps.SyncJob(), &panics)
}
