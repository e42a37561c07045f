package fleet

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// ChangelogReset is what a reset of the changelog removed.
type ChangelogReset struct {
	Snapshots int
	Reviews   int
	Apps      int // all of them, which have no changes to look at now
}

// ResetChangelog forgets what changed, and what people said about it, in one
// transaction. The apps stay as they are; of each one snapshot stays, of the state
// that the store last showed, as if it were the first: so the next refresh finds
// what is new since then, and nothing else. It fails with [runner.ErrBusy] while
// anybody works on a run. It is for developers.
func (l *Library) ResetChangelog(ctx context.Context) (done ChangelogReset, err error) {
	err = l.store.Update(ctx, func(tx storage.Tx) error {
		now := l.stamp()
		done = ChangelogReset{}
		if err := runner.Idle(tx, now); err != nil {
			return err
		}
		var ids []storage.AppID // eight bytes of each: while apps are listed, none is written
		for app, err := range tx.Apps().List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			ids = append(ids, app.ID)
		}
		for _, id := range ids {
			removed, err := forgetChanges(tx, id)
			if err != nil {
				return fmt.Errorf("app %d: %w", id, err)
			}
			done.Snapshots += removed
		}
		done.Apps = len(ids)
		if done.Reviews, err = tx.Reviews().Clear(); err != nil {
			return err
		}
		return activity.Record(tx, l.random, storage.Activity{
			Type: "reset", Status: activity.OK, StartedAt: now, EndedAt: storage.NullTime(l.stamp()),
			Summary: storage.Text(fmt.Sprintf("Forgot what changed about %d apps", done.Apps)),
			Detail: detail(map[string]any{
				"mode": "dev-reset-changelog", "snapshotsRemoved": done.Snapshots, "reviewActionsRemoved": done.Reviews, "appsTouched": done.Apps,
			}),
		})
	})
	if err != nil {
		return ChangelogReset{}, fmt.Errorf("reset the changelog: %w", err)
	}
	return done, nil
}

// forgetChanges leaves of an app's snapshots one, and returns how many it removed.
func forgetChanges(tx storage.Tx, id storage.AppID) (removed int, err error) {
	app, err := tx.Apps().Get(id)
	if err != nil {
		return 0, err
	}
	seen := app
	seen.ChangeCount, seen.ChangesAcknowledgedAt, seen.ChangesSnoozedUntil, seen.Pending = 0, 0, 0, 0
	if seen != app {
		if err := tx.Apps().Put(seen); err != nil {
			return 0, err
		}
	}
	var first storage.Snapshot
	var gone []storage.SnapshotID
	for s, err := range tx.Snapshots().List(storage.SnapshotQuery{App: id}) { // newest first
		if err != nil {
			return 0, err
		}
		gone = append(gone, s.ID)
		if firstness(s) > firstness(first) {
			first = s
		}
	}
	if len(gone) == 0 {
		return 0, nil
	}
	if len(gone) == 1 && first.Entries == 0 && !first.Changed && first.Label == app.LabelDigest {
		return 0, nil
	}
	// With them go the entries of all, also of the one that comes back.
	if _, err := tx.Snapshots().Delete(gone...); err != nil {
		return 0, err
	}
	first.Entries, first.Changed = 0, false
	if first.Label.IsZero() {
		first.Label = app.LabelDigest
	}
	return len(gone) - 1, tx.Snapshots().Put(first)
}

// firstness says how well a snapshot does for the first state of an app: best one
// in which the store showed a label, then any other of the store's.
func firstness(s storage.Snapshot) int {
	switch {
	case s.ID.App == 0:
		return 0
	case s.Source != storage.SourceLive:
		return 1
	case s.Label.IsZero():
		return 2
	}
	return 3
}
