package runner_test

import (
	"errors"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestCancelOpen(t *testing.T) {
	t.Parallel()
	const now = storage.Time(1000)
	left := storage.Run{ID: "1", Runner: "sync", Status: storage.RunRunning, StartedAt: 1, UpdatedAt: 2, Current: "x", Total: 2}
	paused := storage.Run{ID: "2", Runner: "policy", Status: storage.RunInterrupted, StartedAt: 1, UpdatedAt: 2, Control: "cancel", Reason: "throttled"}
	done := storage.Run{ID: "3", Runner: "sync", Status: storage.RunDone, StartedAt: 1, UpdatedAt: 2, EndedAt: 3}
	for _, tt := range []struct {
		name  string
		lease storage.Task
		want  error
	}{
		{"free lease", storage.Task{Kind: "runner", Subject: "sync", Attempts: 3}, nil},
		{"held lease", storage.Task{Kind: "runner", Subject: "wayback", Owner: "me", Due: now + 1}, runner.ErrBusy},
		{"expired lease", storage.Task{Kind: "runner", Subject: "sync", Owner: "me", Due: now}, nil},
		{"lease of another kind", storage.Task{Kind: "health", Owner: "me", Due: now + 1}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := storagetest.Strict(t, memory.New())
			err := s.Update(t.Context(), func(tx *storage.Tx) error {
				for _, err := range []error{
					tx.Tasks.Put(tt.lease), tx.Runs.Put(left, paused, done),
					tx.RunItems.Put(storage.RunItem{Run: "1", Subject: "5"}, storage.RunItem{Run: "2", Subject: "6"}),
				} {
					if err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Update(t.Context(), func(tx *storage.Tx) error { return runner.CancelOpen(tx, now) }); !errors.Is(err, tt.want) {
				t.Fatalf("error %v, want %v", err, tt.want)
			}
			want := []storage.Run{done, paused, left}
			items := 2
			if tt.want == nil {
				items = 0
				for i := range want[1:] {
					r := &want[i+1]
					r.Status, r.Control, r.Current, r.Reason, r.UpdatedAt, r.EndedAt = storage.RunCancelled, "", "", "", now, now
				}
			}
			err = s.View(t.Context(), func(tx *storage.Tx) error {
				got, err := storage.Collect(tx.Runs.List(storage.RunQuery{}))
				if err != nil {
					return err
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("runs (-want +got):\n%s", d)
				}
				n, err := tx.RunItems.Count(storage.RunItemQuery{})
				if n != items {
					t.Errorf("%d items, want %d", n, items)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestCancelListsItemsOnce cancels a run with more items than are deleted with one call. A
// transaction of PostgreSQL reads what it has deleted again with each list.
func TestCancelListsItemsOnce(t *testing.T) {
	t.Parallel()
	s := memory.New()
	items := make([]storage.RunItem, 2000)
	for i := range items {
		items[i] = storage.RunItem{Run: "1", Seq: i, Subject: "5"}
	}
	err := s.Update(t.Context(), func(tx *storage.Tx) error {
		if err := tx.Runs.Put(storage.Run{ID: "1", Runner: "sync", Status: storage.RunPaused, StartedAt: 1, UpdatedAt: 2, Total: len(items)}); err != nil {
			return err
		}
		return tx.RunItems.Put(items...)
	})
	if err != nil {
		t.Fatal(err)
	}
	var table counted
	err = s.Update(t.Context(), func(tx *storage.Tx) error {
		table = counted{runItems: tx.RunItems, lists: new(int), deleted: new(int)}
		tx.RunItems = table
		return runner.CancelOpen(tx, 1000)
	})
	if err != nil || *table.lists != 1 || *table.deleted != len(items) {
		t.Errorf("%v, with %d lists and %d deletions; want 1 and %d", err, *table.lists, *table.deleted, len(items))
	}
}

type runItems = storage.Rows[storage.RunItemID, storage.RunItem, storage.RunItemQuery]

// counted counts the lists of a table, and the records that are deleted by their keys.
type counted struct {
	runItems
	lists, deleted *int
}

func (c counted) List(q storage.RunItemQuery) iter.Seq2[storage.RunItem, error] {
	*c.lists++
	return c.runItems.List(q)
}

func (c counted) Delete(keys ...storage.RunItemID) (int, error) {
	n, err := c.runItems.Delete(keys...)
	*c.deleted += n
	return n, err
}
