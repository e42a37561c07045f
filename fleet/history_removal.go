package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// RemoveHistory deletes what an app has from the web archive, compares again what
// followed it, and returns how many snapshots were deleted. That the archive was
// asked to capture the page stays recorded. The error wraps storage.ErrNotFound
// when the app is not tracked, or is the store's; then nothing was deleted.
func (l *Library) RemoveHistory(ctx context.Context, app storage.AppID) (deleted int, err error) {
	began := l.stamp()
	err = l.store.Update(ctx, func(tx storage.Tx) error {
		a, err := tx.Apps().Get(app)
		if err != nil {
			return fmt.Errorf("app %d: %w", app, err)
		}
		if deleted, err = dropArchived(tx, app); err != nil {
			return err
		}
		return l.tellOfRemoval(tx, "app", a, began, deleted)
	})
	return deleted, err
}

// RemoveAllHistory is [Library.RemoveHistory] for every app at once.
func (l *Library) RemoveAllHistory(ctx context.Context) (deleted int, err error) {
	began := l.stamp()
	err = l.store.Update(ctx, func(tx storage.Tx) error {
		deleted = 0
		for { // app by app, so that no more than one app's is in memory
			next, err := storage.First(tx.Snapshots().List(storage.SnapshotQuery{Source: storage.SourceWayback, Limit: 1}))
			if errors.Is(err, storage.ErrNotFound) {
				break
			}
			if err != nil {
				return err
			}
			n, err := dropArchived(tx, next.ID.App)
			if err != nil {
				return err
			}
			deleted += n
		}
		return l.tellOfRemoval(tx, "bulk", storage.App{}, began, deleted)
	})
	return deleted, err
}

func (l *Library) tellOfRemoval(tx storage.Tx, mode string, app storage.App, began storage.Time, deleted int) error {
	return activity.Record(tx, l.random, storage.Activity{
		Type: historyActivity, Status: activity.OK, App: app.ID, AppName: storage.Text(app.Name),
		StartedAt: began, EndedAt: storage.NullTime(l.stamp()),
		Summary: storage.Text(fmt.Sprintf("%s: %d archived snapshots removed", cmp.Or(app.Name, "All apps"), deleted)),
		Detail:  detail(map[string]any{"mode": mode, "removed": true, "deleted": deleted}),
	})
}
