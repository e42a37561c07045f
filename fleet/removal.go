package fleet

import (
	"context"

	"github.com/privacylabels/auditor/storage"
)

// Remove forgets an app and all that hangs on it. Notifications and activity
// stay. It reports whether the app was tracked.
func (l *Library) Remove(ctx context.Context, id storage.AppID) (removed bool, err error) {
	err = l.store.Update(ctx, func(tx storage.Tx) (err error) {
		removed, err = Forget(tx, id)
		return err
	})
	return removed, err
}

// Forget is [Library.Remove] as part of a transaction. Items of imports that the
// app was taken for remember which one it was.
func Forget(tx storage.Tx, id storage.AppID) (removed bool, err error) {
	items, err := storage.Collect(tx.ImportItems().List(storage.ImportItemQuery{App: id}))
	if err != nil {
		return false, err
	}
	lists := make(map[string]storage.Import)
	for i, item := range items {
		list, known := lists[item.ID.Import]
		if !known {
			if list, err = tx.Imports().Get(item.ID.Import); err != nil {
				return false, err
			}
		}
		list.Tally.Add(item.Status, -1)
		list.Tally.Add(storage.ImportRemoved, 1)
		lists[list.ID] = list
		items[i].Status, items[i].RemovedApp, items[i].App, items[i].NextAttempt = storage.ImportRemoved, id, 0, 0
	}
	if err := tx.ImportItems().Put(items...); err != nil {
		return false, err
	}
	for _, list := range lists {
		if err := tx.Imports().Put(list); err != nil {
			return false, err
		}
	}
	n, err := tx.Apps().Delete(id)
	if err != nil {
		return false, err
	}
	_, err = tx.Settings().Delete(versionClock(id), mismatchClock(id))
	return n > 0, err
}
