package runner_test

import (
	"errors"
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
		lease storage.Lease
		want  error
	}{
		{"free lease", storage.Lease{Name: "runner/sync", Epoch: 3}, nil},
		{"held lease", storage.Lease{Name: "runner/wayback", Owner: "me", ExpiresAt: now + 1}, runner.ErrBusy},
		{"expired lease", storage.Lease{Name: "runner/sync", Owner: "me", ExpiresAt: now}, nil},
		{"lease of another kind", storage.Lease{Name: "health", Owner: "me", ExpiresAt: now + 1}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := storagetest.Strict(t, memory.New())
			err := s.Update(t.Context(), func(tx *storage.Tx) error {
				for _, err := range []error{
					tx.Leases.Put(tt.lease), tx.Runs.Put(left, paused, done),
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
