package tracked

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

// ChangelogReset is what a reset of the changelog removed.
type ChangelogReset struct {
	Snapshots int
	Reviews   int
	Apps      int // every tracked app; none has pending changes afterwards
}

// ResetChangelog deletes all changes and what users recorded about them, in one
// transaction. Each app keeps one snapshot, of the state that the App Store showed last,
// which becomes its first. The next refresh therefore finds only what changed since then.
// ResetChangelog fails with [runner.ErrBusy] while a run is in progress. It is a tool for
// developers.
func (s *Service) ResetChangelog(ctx context.Context) (ChangelogReset, error) {
	done, err := storage.Update(ctx, s.store, func(tx *storage.Tx) (done ChangelogReset, err error) {
		now := s.stamp()
		if err := runner.RequireIdle(tx, now); err != nil {
			return done, err
		}
		var ids []storage.AppID // collected first, because apps cannot be written while they are listed
		for app, err := range tx.Apps.List(storage.AppQuery{}) {
			if err != nil {
				return done, err
			}
			ids = append(ids, app.ID)
		}
		for _, id := range ids {
			removed, err := forgetChanges(tx, id)
			if err != nil {
				return done, fmt.Errorf("app %d: %w", id, err)
			}
			done.Snapshots += removed
		}
		done.Apps = len(ids)
		if done.Reviews, err = tx.Reviews.Clear(); err != nil {
			return done, err
		}
		return done, activity.Record(tx, s.random, storage.Activity{
			Type: "reset", Status: activity.OK, StartedAt: now, EndedAt: storage.NullTime(s.stamp()),
			Summary: storage.Text(fmt.Sprintf("Forgot what changed about %d apps", done.Apps)),
			Detail: activity.Detail(map[string]any{
				"mode": "dev-reset-changelog", "snapshotsRemoved": done.Snapshots, "reviewActionsRemoved": done.Reviews, "appsTouched": done.Apps,
			}),
		})
	})
	if err != nil {
		return ChangelogReset{}, fmt.Errorf("reset the changelog: %w", err)
	}
	return done, nil
}

// forgetChanges deletes all but one snapshot of an app, and returns how many it deleted.
func forgetChanges(tx *storage.Tx, id storage.AppID) (removed int, err error) {
	app, err := tx.Apps.Get(id)
	if err != nil {
		return 0, err
	}
	seen := app
	seen.ChangeCount, seen.ChangesAcknowledgedAt, seen.ChangesSnoozedUntil, seen.Pending = 0, 0, 0, 0
	if seen != app {
		if err := tx.Apps.Put(seen); err != nil {
			return 0, err
		}
	}
	var first storage.Snapshot
	var gone []storage.SnapshotID
	for s, err := range tx.Snapshots.List(storage.SnapshotQuery{App: id}) { // newest first
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
	notes, err := timeline.NotesOn(tx, id)
	if err != nil {
		return 0, err
	}
	// The entries of every snapshot are deleted, including those of the one that stays.
	if _, err := tx.Snapshots.Delete(gone...); err != nil {
		return 0, err
	}
	first.Entries, first.Changed = 0, false
	if first.Label.IsZero() {
		first.Label = app.LabelDigest
	}
	if err := tx.Snapshots.Put(first); err != nil {
		return 0, err
	}
	return len(gone) - 1, notes.Follow(tx, id)
}

// firstness ranks how well a snapshot serves as the first state of an app: a snapshot from
// the App Store with a label is best, then any other from the App Store.
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
