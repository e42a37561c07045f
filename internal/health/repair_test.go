package health_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// Labels that nothing shows are deleted, and nothing else is.
func TestOrphanedLabelsAreDeleted(t *testing.T) {
	t.Parallel()
	for _, n := range []int{2, 3, 17, 18, 19, 50} {
		s := openSQLite(t, newPath(t))
		plant(t, s, n)
		c := checker(t, s, nil)
		r := check(t, c)
		want := []health.Repaired{}
		if n > 2 {
			want = append(want, health.Repaired{Kind: "orphaned_labels", Affected: n - 2})
		}
		if diff := cmp.Diff(want, r.Heals); diff != "" || r.Checks.Orphans["labels"] != n-2 || len(r.SkippedHeals) > 0 || !r.Healthy {
			t.Errorf("of %d labels: %+v; repaired (-want +got):\n%s", n, r, diff)
		}
		if diff := cmp.Diff([]int{1, 2}, labels(t, s)); diff != "" {
			t.Errorf("of %d labels are left (-want +got):\n%s", n, diff)
		}
		if r = check(t, c); len(r.Heals) != 0 || r.Status != "ok" {
			t.Errorf("once more: %+v", r)
		}
		err := s.View(t.Context(), func(tx *storage.Tx) error {
			apps, err := tx.Apps.Count(storage.AppQuery{})
			snapshots, failed := tx.Snapshots.Count(storage.SnapshotQuery{})
			if apps != 1 || snapshots != 1 {
				t.Errorf("%d apps and %d snapshots are left", apps, snapshots)
			}
			return errors.Join(err, failed)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestLabelBatches(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, newPath(t))
	plant(t, s, 1030)
	c := checker(t, s, nil)
	r := check(t, c)
	if len(r.Heals) != 1 || r.Heals[0].Affected != 1024 || len(r.SkippedHeals) != 1 || r.SkippedHeals[0].Reason != "more" {
		t.Errorf("repaired %+v, skipped %+v", r.Heals, r.SkippedHeals)
	}
	if r = check(t, c); len(r.Heals) != 1 || r.Heals[0].Affected != 4 || len(r.SkippedHeals) != 0 {
		t.Errorf("the next time: repaired %+v, skipped %+v", r.Heals, r.SkippedHeals)
	}
}

// A run that is under way is not made to wait; one that is paused is no reason.
func TestLabelsDuringARun(t *testing.T) {
	t.Parallel()
	for status, busy := range map[storage.RunStatus]bool{
		storage.RunRunning: true, storage.RunPaused: false, storage.RunDone: false,
	} {
		s := openSQLite(t, newPath(t))
		plant(t, s, 5)
		run(t, s, status)
		set(t, s, "healthCheckIntegrityEnabled", "true")
		r := check(t, checker(t, s, nil))
		left, heals, integrity := []health.Left{}, 1, ""
		if busy {
			left, heals, integrity = append(left, health.Left{Kind: "orphaned_labels", Reason: "bulk-active"}), 0, "bulk-active"
		}
		if diff := cmp.Diff(left, r.SkippedHeals); diff != "" || len(r.Heals) != heals || r.Checks.Database.Integrity.Skipped != integrity {
			t.Errorf("beside a run that is %s: %+v, left (-want +got):\n%s", status, r, diff)
		}
	}
}

// A label that is shown again meanwhile stays.
func TestLabelUsedAgain(t *testing.T) {
	t.Parallel()
	inner := openSQLite(t, newPath(t))
	plant(t, inner, 5)
	s := storagetest.Faulty(inner, storagetest.Faults{View: func(int) error { return nil }, After: func(commit int) error {
		if commit == 1 { // of the lease, before any check
			update(t, inner, func(tx *storage.Tx) error {
				return tx.Snapshots.Put(storage.Snapshot{ID: storage.SnapshotID{App: 1, At: start + 1}, Source: storage.SourceLive, Label: digest(4)})
			})
		}
		return nil
	}})
	if r := check(t, checker(t, s, nil)); len(r.Heals) != 1 || r.Heals[0].Affected != 2 {
		t.Errorf("repaired %+v", r.Heals)
	}
	if diff := cmp.Diff([]int{1, 2, 4}, labels(t, inner)); diff != "" {
		t.Errorf("labels left (-want +got):\n%s", diff)
	}
}

// A repair is done even if another one failed.
func TestRepairsOfServices(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, newPath(t))
	plant(t, s, 4)
	repair := func(kind string, n int, err error) health.Repair {
		return health.Repair{Kind: kind, Do: func(context.Context) (int, error) { return n, err }}
	}
	stuck := errors.New("stuck")
	c := checker(t, storagetest.Faulty(s, storagetest.Faults{Before: storagetest.Nth(2)}), func(c *health.Config) {
		c.Repairs = []health.Repair{repair("notes", 3, nil), repair("nothing", 0, nil), repair("half", 2, stuck), repair("none", 0, stuck), repair("last", 1, nil)}
	})
	r := check(t, c)
	if diff := cmp.Diff([]health.Repaired{{Kind: "notes", Affected: 3}, {Kind: "half", Affected: 2}, {Kind: "last", Affected: 1}}, r.Heals); diff != "" {
		t.Errorf("repaired (-want +got):\n%s", diff)
	}
	want := []health.Left{{Kind: "orphaned_labels", Reason: "failed"}, {Kind: "half", Reason: "failed"}, {Kind: "none", Reason: "failed"}}
	if diff := cmp.Diff(want, r.SkippedHeals); diff != "" || r.Status != "partial" || !r.Healthy {
		t.Errorf("%s, healthy %t, left (-want +got):\n%s", r.Status, r.Healthy, diff)
	}
	if got := labels(t, s); len(got) != 4 {
		t.Errorf("labels left: %v", got)
	}
}
