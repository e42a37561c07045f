package history

import (
	"cmp"
	"context"
	"fmt"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// Remove deletes the snapshots of an app that are from the web archive, compares the
// snapshots after them again, and returns how many were deleted. Records of requests to
// capture the page stay. The error wraps [storage.ErrNotFound] if the app is not tracked, or
// is that of the database; in both cases nothing was deleted.
func (s *Service) Remove(ctx context.Context, app storage.AppID) (deleted int, err error) {
	began := s.stamp()
	err = s.store.Update(ctx, func(tx *storage.Tx) error {
		a, err := tx.Apps.Get(app)
		if err != nil {
			return fmt.Errorf("app %d: %w", app, err)
		}
		if deleted, err = removeStates(tx, app); err != nil {
			return err
		}
		return s.recordRemoval(tx, "app", a, began, deleted)
	})
	return deleted, err
}

// appsPerRemoval is the number of apps that [Service.RemoveAll] handles in one transaction.
// A single transaction for all apps would block other writes for minutes.
const appsPerRemoval = 50

// RemoveAll is [Service.Remove] for every app, in several transactions. The number includes
// the snapshots that were deleted before an error.
func (s *Service) RemoveAll(ctx context.Context) (deleted int, err error) {
	began := s.stamp()
	for more := true; more; {
		n := 0
		if err = s.store.Update(ctx, func(tx *storage.Tx) (err error) {
			if n, more, err = removeSome(tx); err != nil || more {
				return err
			}
			return s.recordRemoval(tx, "bulk", storage.App{}, began, deleted+n)
		}); err != nil {
			return deleted, err
		}
		deleted += n
	}
	return deleted, nil
}

// removeSome removes the archived states of some apps, and reports whether there may be more.
func removeSome(tx *storage.Tx) (deleted int, more bool, err error) {
	for range appsPerRemoval {
		next, found, err := storage.FindFirst(tx.Snapshots.List(storage.SnapshotQuery{Source: storage.SourceWayback, Limit: 1}))
		if err != nil || !found {
			return deleted, false, err
		}
		n, err := removeStates(tx, next.ID.App)
		if err != nil {
			return 0, false, err
		}
		deleted += n
	}
	return deleted, true, nil
}

func (s *Service) recordRemoval(tx *storage.Tx, mode string, app storage.App, began storage.Time, deleted int) error {
	return activity.Record(tx, s.random, storage.Activity{
		Type: activityType, Status: activity.OK, App: app.ID, AppName: storage.Text(app.Name),
		StartedAt: began, EndedAt: storage.NullTime(s.stamp()),
		Summary: storage.Text(fmt.Sprintf("%s: %d archived snapshots removed", cmp.Or(app.Name, "All apps"), deleted)),
		Detail:  activity.Detail(map[string]any{"mode": mode, "removed": true, "deleted": deleted}),
	})
}
