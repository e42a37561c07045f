package fleet_test

import (
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
