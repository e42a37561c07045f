package backup_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// After a restore the changes are in the order of time, and a cursor from before is
// refused rather than answered with something else.
func TestRestoreBeginsAChangelog(t *testing.T) {
	t.Parallel()
	for name, open := range backends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			fleet(t, s, 12)
			v, changes := newService(t, s), changelog.New(storage.Env{Store: s, Now: now.Std})
			bundle := export(t, v)
			var last changelog.Cursor
			for range 2 {
				restore(t, v, bundle, false)
				page, err := changes.After(t.Context(), changelog.Beginning, changelog.MaxFeedLimit)
				if err != nil || page.Next.Check() != nil || page.More {
					t.Fatalf("after a restore: cursor %q, %v, more %v", page.Next, err, page.More)
				}
				var want, got []storage.SnapshotID
				for _, record := range dumpOf(t, s)["snapshots"] {
					if snapshot := record.(storage.Snapshot); snapshot.Changed {
						want = append(want, snapshot.ID)
					}
				}
				slices.Reverse(want) // newest first
				for _, c := range page.Changes {
					got = append(got, c.ID)
				}
				if diff := cmp.Diff(want, got); diff != "" || len(got) == 0 {
					t.Errorf("%d changes (-want +got):\n%s", len(got), diff)
				}
				if _, err := changes.After(t.Context(), last, 1); last != "" && !errors.Is(err, changelog.ErrStaleCursor) {
					t.Errorf("the cursor of the restore before: %v, want %v", err, changelog.ErrStaleCursor)
				}
				last = page.Next
			}
			if err := v.StartOver(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := changes.After(t.Context(), last, 1); !errors.Is(err, changelog.ErrStaleCursor) {
				t.Errorf("a cursor from before starting over: %v, want %v", err, changelog.ErrStaleCursor)
			}
		})
	}
}
