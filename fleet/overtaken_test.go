package fleet_test

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// neighbour returns a bench of another process over the same store, whose clock is
// the same.
func (b *bench) neighbour(t testing.TB) *bench {
	t.Helper()
	other := &bench{store: b.store, pages: newPages(), clock: b.clock}
	other.Library = fleet.New(fleet.Config{Store: b.store, Scraper: other.pages, Now: b.clock.Now, Random: rand.Reader})
	t.Cleanup(func() { other.Stop(0) })
	return other
}

// keep refreshes an app and leaves the clock alone.
func (b *bench) keep(t testing.TB, id storage.AppID) fleet.Refresh {
	t.Helper()
	target, err := b.pages.Resolve(url(id))
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
	b.pages.after = func(storage.AppID) {
		if times--; times >= 0 {
			other.keep(t, 1)
		}
		b.pages.show(1, "App", labelled("LINKED: CONTACTS"))
	}
}

// What another process kept while a page was read is not followed by a page that
// may be older: the app is read again, once.
func TestRefreshThatIsOvertaken(t *testing.T) {
	t.Parallel()
	for times, want := range map[int]struct{ requests, snapshots int }{0: {1, 2}, 1: {2, 3}, 2: {2, 3}} {
		b := tracked(t, 1)
		other := b.neighbour(t)
		other.pages.show(1, "App", labelled("LINKED: CONTACTS"))
		before := b.pages.requests()
		b.overtaken(t, other, times)
		found := b.keep(t, 1)
		if found.ID != 1 || found.Name != "App" || len(found.Changes) != 0 || found.IsNew {
			t.Errorf("overtaken %d times: found %+v", times, found)
		}
		if n := b.pages.requests() - before; n != want.requests {
			t.Errorf("overtaken %d times: %d requests, want %d", times, n, want.requests)
		}
		rows := all(t, b.store, storage.Tx.Snapshots)
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
	b.pages.show(1, "App", labelled("LINKED: LOCATION"))
	other.pages.show(1, "App", labelled("LINKED: CONTACTS"))
	b.overtaken(t, other, 1)
	if found := b.keep(t, 1); found.IsNew || len(found.Changes) != 0 {
		t.Errorf("found %+v", found)
	}
	if app := b.app(t, 1); app.SyncCount != 2 || app.ChangeCount != 0 {
		t.Errorf("the app is %+v", app)
	}
}

// In a run, an app that another process has refreshed is done, and leaves no trace.
func TestSyncThatIsOvertaken(t *testing.T) {
	t.Parallel()
	b := tracked(t, 1)
	other := b.neighbour(t)
	other.pages.show(1, "App", labelled("LINKED: CONTACTS"))
	b.overtaken(t, other, 1)
	if got := b.sync(t); got != (fleet.SyncTotals{Attempted: 1, Succeeded: 1}) {
		t.Errorf("totals %+v", got)
	}
	if app := b.app(t, 1); app.SyncCount != 2 || app.ChangeCount != 1 || b.pages.requests() != 2 {
		t.Errorf("the app is %+v after %d requests", app, b.pages.requests())
	}
}

// What an import of the past keeps is no refresh of the app.
func TestImportDuringARefresh(t *testing.T) {
	t.Parallel()
	p := newPast(t, 1)
	p.pages.after = func(storage.AppID) { p.history(t, 1) } // which asks for a capture
	before := p.pages.requests()
	p.keep(t, 1)
	if n := p.pages.requests() - before; n != 1 || len(all(t, p.store, storage.Tx.Snapshots)) != 3 {
		t.Errorf("%d requests, %d snapshots", n, len(all(t, p.store, storage.Tx.Snapshots)))
	}
}

// A panic in the midst of an item ends its run, and not every later turn at the app.
func TestTurnsAfterAPanic(t *testing.T) {
	t.Parallel()
	for _, name := range []string{fleet.SyncRunner, fleet.HistoryRunner} {
		p := newPast(t, 1)
		var panics atomic.Bool
		p.Library = fleet.New(fleet.Config{Store: p.store, Scraper: p.pages, Archive: p.archive, Random: rand.Reader, Now: func() time.Time {
			if panics.Load() {
				panic("ouch")
			}
			return p.clock.Now()
		}})
		p.runs = runner.New(runner.Config{
			Store: p.store, Now: p.clock.Now, Random: rand.Reader, Jobs: []runner.Job{p.SyncJob(), p.HistoryJob()},
		})
		for _, want := range []storage.RunStatus{storage.RunFailed, storage.RunDone} {
			panics.Store(want == storage.RunFailed)
			// The end of the run is told at the time that it has, and asks no clock.
			run, err := p.runs.Start(t.Context(), runner.Order{Runner: name, Initiator: runner.Manual})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			got, err := p.runs.Wait(ctx, run.ID)
			cancel()
			if got.Status != want || errors.Is(err, runner.ErrFailed) != (want == storage.RunFailed) {
				t.Errorf("%s: the run is %+v, %v; want it %s", name, got, err, want)
			}
		}
		p.runs.Stop(0)
	}
}
