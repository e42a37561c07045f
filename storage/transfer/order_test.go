package transfer_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/transfer"
)

// noting is a store that notes in which order snapshots are written.
type noting struct {
	storage.Store
	put *[]storage.SnapshotID
}

func (n noting) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	return n.Store.Update(ctx, func(tx *storage.Tx) error {
		return fn(tx.Wrap(func(kind storage.Kind, rows storage.AnyRows) storage.AnyRows {
			if kind.Name() == "Snapshots" {
				return notingRows{rows, n.put}
			}
			return rows
		}))
	})
}

type notingRows struct {
	storage.AnyRows
	put *[]storage.SnapshotID
}

func (r notingRows) Put(records ...any) error {
	for _, record := range records {
		*r.put = append(*r.put, record.(storage.Snapshot).ID)
	}
	return r.AnyRows.Put(records...)
}

// TestMoveKeepsAppsTogether moves the history of several apps. Each is written in one piece, the
// oldest first, or the target would write the course of an app for each of its snapshots.
func TestMoveKeepsAppsTogether(t *testing.T) {
	t.Parallel()
	from := memory.New()
	var want, got []storage.SnapshotID
	update(t, from, func(tx *storage.Tx) error {
		var errs []error
		for app := storage.AppID(1); app <= 3; app++ {
			errs = append(errs, tx.Apps.Put(storage.App{ID: app, Name: "App", URL: "https://apps.apple.com/us/app/id1", FirstSeen: 1}))
			for at := storage.Time(1); at <= 3; at++ {
				id := storage.SnapshotID{App: app, At: at}
				errs = append(errs, tx.Snapshots.Put(storage.Snapshot{ID: id, Source: storage.SourceLive, Extractor: "test/1"}))
				want = append(want, id)
			}
		}
		return errors.Join(errs...)
	})
	to := noting{memory.New(), &got}
	if _, err := transfer.Move(t.Context(), from, to); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("snapshots in the order in which they were written (-want +got):\n%s", diff)
	}
}
