package fleet_test

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
)

func TestPausedAppIsNotRefreshed(t *testing.T) {
	t.Parallel()
	b := tracked(t, 3)
	changed, err := b.Pause(t.Context(), true, 2, 99)
	if err != nil || len(changed) != 1 || changed[0] != 2 {
		t.Fatalf("paused are %v, %v", changed, err)
	}
	if totals := b.sync(t); totals.Succeeded != 2 {
		t.Errorf("%d apps were refreshed, want 2", totals.Succeeded)
	}
	if changed, err = b.Pause(t.Context(), false, 2, 3); err != nil || len(changed) != 1 {
		t.Fatalf("resumed are %v, %v", changed, err)
	}
	if totals := b.sync(t); totals.Succeeded != 3 {
		t.Errorf("%d apps were refreshed, want 3", totals.Succeeded)
	}
}

func TestRestoreIsAllOrNothing(t *testing.T) {
	t.Parallel()
	b := tracked(t, 3)
	if _, err := b.Remove(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Restore(t.Context(), 2, 99); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("the error is %v", err)
	}
	if _, err := b.Detail(t.Context(), 2); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("an app was restored although another cannot be: %v", err)
	}
	if n, err := b.Restore(t.Context(), 2); n != 1 || err != nil {
		t.Errorf("%d were restored, %v", n, err)
	}
	if totals := b.sync(t); totals.Succeeded != 3 {
		t.Errorf("%d apps were refreshed, want 3", totals.Succeeded)
	}
	if _, err := b.Purge(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Restore(t.Context(), 2); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("the error is %v", err)
	}
	if removed, err := b.Removed(t.Context()); len(removed) != 0 || err != nil {
		t.Errorf("removed are %v, %v", removed, err)
	}
	if _, err := fleet.Tag("a,b"); !errors.Is(err, fleet.ErrTag) {
		t.Errorf("the error is %v", err)
	}
}

// A page of removed apps goes on where the one before ends, the last removed app first.
func TestRemovedPages(t *testing.T) {
	t.Parallel()
	b := tracked(t, 5)
	for id := range storage.AppID(5) {
		b.Clock.Add(time.Minute)
		if _, err := b.Remove(t.Context(), id+1); err != nil {
			t.Fatal(err)
		}
	}
	for offset, want := range map[int][]storage.AppID{0: {5, 4}, 2: {3, 2}, 4: {1}, 5: nil, 90: nil} {
		page, err := b.RemovedPage(t.Context(), 2, offset)
		var got []storage.AppID
		for _, app := range page.Apps {
			got = append(got, app.App)
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil || page.Total != 5 {
			t.Errorf("from %d: total %d, %v (-want +got):\n%s", offset, page.Total, err, diff)
		}
	}
}

// Apps are removed together, also more than a transaction takes.
func TestRemoveAll(t *testing.T) {
	t.Parallel()
	b := tracked(t, 3)
	ids := []storage.AppID{1}
	for id := storage.AppID(1000); id < 1250; id++ {
		ids = append(ids, id)
	}
	removed, err := b.RemoveAll(t.Context(), append(ids, 3)...)
	if diff := cmp.Diff([]storage.AppID{1, 3}, removed.Apps); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if totals := b.sync(t); totals.Succeeded != 1 {
		t.Errorf("%d apps were refreshed, want 1", totals.Succeeded)
	}
	if n, err := b.Restore(t.Context(), removed.Apps...); n != 2 || err != nil {
		t.Errorf("%d were restored, %v", n, err)
	}
}

// What was removed together comes back together, except what was restored or added again since.
func TestRestoreRemoval(t *testing.T) {
	t.Parallel()
	const apps = 45 // more than a transaction takes
	b := tracked(t, apps)
	var ids []storage.AppID
	for id := range storage.AppID(apps) {
		ids = append(ids, id+1)
	}
	if _, err := b.RemoveAll(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	b.Clock.Add(time.Second)
	together, err := b.RemoveAll(t.Context(), ids...)
	if err != nil || len(together.Apps) != apps-1 {
		t.Fatalf("%d were removed, %v", len(together.Apps), err)
	}
	b.Clock.Add(time.Second)

	if _, err := b.Restore(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	b.Observe(t, 3, "App", fleettest.Labelled("LINKED: LOCATION"))
	if n, err := b.RestoreRemoval(t.Context(), together.At); n != apps-3 || err != nil {
		t.Errorf("%d were restored, %v", n, err)
	}
	size, err := b.On().Size(t.Context())
	if size != apps-1 || err != nil {
		t.Errorf("%d apps are tracked, %v", size, err)
	}
	if n, err := b.RestoreRemoval(t.Context(), together.At); n != 0 || !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("a second time %d were restored, %v", n, err)
	}
}

// A refresh must not bring back an app that is removed while its page is read, also if it had to read the
// page again.
func TestRefreshLeavesARemovedAppAlone(t *testing.T) {
	t.Parallel()
	for name, meanwhile := range map[string]func(t *testing.T, b, other *bench, reading int) error{
		"removed": func(t *testing.T, b, _ *bench, _ int) error {
			_, err := b.Remove(t.Context(), 1)
			return err
		},
		"refreshed elsewhere, then removed": func(t *testing.T, b, other *bench, reading int) error {
			if other.keep(t, 1); reading > 1 {
				t.Errorf("the page was read %d times", reading)
			}
			_, err := b.Remove(t.Context(), 1)
			return err
		},
		"tracked anew, then removed": func(t *testing.T, b, other *bench, _ int) error {
			_, err := b.Remove(t.Context(), 1)
			b.Clock.Add(time.Minute)
			other.keep(t, 1)
			_, again := b.Remove(t.Context(), 1)
			return errors.Join(err, again)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := tracked(t, 2)
			other := b.neighbour(t)
			other.Pages.Show(1, "App", fleettest.Labelled("LINKED: CONTACTS"))
			reading := 0
			b.Pages.After = func(id storage.AppID) {
				if id != 1 {
					return
				}
				reading++
				if err := meanwhile(t, b, other, reading); err != nil {
					t.Error(err)
				}
			}
			results, err := b.Track(t.Context(), fleet.TrackRequest{IDs: []storage.AppID{1, 2}, Resync: true})
			if err != nil || len(results) != 2 {
				t.Fatalf("%d results, %v", len(results), err)
			}
			if !errors.Is(results[0].Err, fleet.ErrRemoved) || results[1].Outcome != fleet.OutcomeSuccess {
				t.Errorf("the results are %+v", results)
			}
			if _, err := b.Detail(t.Context(), 1); !errors.Is(err, storage.ErrNotFound) {
				t.Errorf("the removed app is tracked again: %v", err)
			}
		})
	}
}

// An app that is removed between two readings of its page, because another process refreshed it
// during the first one, stays removed.
func TestRefreshReadsNoRemovedAppAgain(t *testing.T) {
	t.Parallel()
	b := tracked(t, 1)
	other := b.neighbour(t)
	other.Pages.Show(1, "App", fleettest.Labelled("LINKED: CONTACTS"))
	b.Pages.After = func(storage.AppID) { other.keep(t, 1) }
	removing := &removing{Store: b.Store, remove: func() {
		if _, err := other.Remove(t.Context(), 1); err != nil {
			t.Error(err)
		}
	}}
	s := fleet.New(fleet.Config{Env: storage.Env{Store: removing, Now: b.Clock.Now, Random: rand.Reader}, Scraper: b.Pages})
	t.Cleanup(func() { s.Stop(0) })
	target, err := b.Pages.Resolve(fleettest.URL(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Refresh(t.Context(), target, storage.TriggerManual); !errors.Is(err, fleet.ErrRemoved) {
		t.Errorf("the error is %v", err)
	}
	if n, err := b.On().Size(t.Context()); n != 0 || err != nil {
		t.Errorf("%d apps are tracked, %v", n, err)
	}
}

// removing is a store that removes an app once a transaction has failed.
type removing struct {
	storage.Store
	remove func()
}

func (r *removing) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	err := r.Store.Update(ctx, fn)
	if err != nil {
		r.remove()
	}
	return err
}
