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

// removedAtOnce is how many apps lose their past in one transaction: a fleet's in
// one would keep all else from writing for minutes.
const removedAtOnce = 50

// RemoveAllHistory is [Library.RemoveHistory] for every app, some apps at a time:
// when it fails, what was deleted before stays so, and is in the number.
func (l *Library) RemoveAllHistory(ctx context.Context) (deleted int, err error) {
	began := l.stamp()
	for more := true; more; {
		n := 0
		if err = l.store.Update(ctx, func(tx storage.Tx) (err error) {
			if n, more, err = dropSome(tx, removedAtOnce); err != nil || more {
				return err
			}
			return l.tellOfRemoval(tx, "bulk", storage.App{}, began, deleted+n)
		}); err != nil {
			return deleted, err
		}
		deleted += n
	}
	return deleted, nil
}

// dropSome is dropArchived for so many apps, and says whether there may be more.
func dropSome(tx storage.Tx, apps int) (deleted int, more bool, err error) {
	for range apps {
		next, err := storage.First(tx.Snapshots().List(storage.SnapshotQuery{Source: storage.SourceWayback, Limit: 1}))
		if errors.Is(err, storage.ErrNotFound) {
			return deleted, false, nil
		}
		if err != nil {
			return 0, false, err
		}
		n, err := dropArchived(tx, next.ID.App)
		if err != nil {
			return 0, false, err
		}
		deleted += n
	}
	return deleted, true, nil
}

func (l *Library) tellOfRemoval(tx storage.Tx, mode string, app storage.App, began storage.Time, deleted int) error {
	return activity.Record(tx, l.random, storage.Activity{
		Type: historyActivity, Status: activity.OK, App: app.ID, AppName: storage.Text(app.Name),
		StartedAt: began, EndedAt: storage.NullTime(l.stamp()),
		Summary: storage.Text(fmt.Sprintf("%s: %d archived snapshots removed", cmp.Or(app.Name, "All apps"), deleted)),
		Detail:  detail(map[string]any{"mode": mode, "removed": true, "deleted": deleted}),
	})
}
