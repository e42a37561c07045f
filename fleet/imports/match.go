package imports

import (
	"cmp"
	"context"
	"errors"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// Rematched is an item that another app was chosen for.
type Rematched struct {
	Item            Item           `json:"item"`
	PreviousRemoved *storage.AppID `json:"previousAppRemoved"` // the app it was taken for before, if that went; else nil
}

// ChangeMatch takes an item for the app at an address, which is read first: with
// an error nothing has changed. What the item is searched for from now on is
// edited, or the app's name when that is empty.
//
// The app that it was taken for goes, if it came with this import, no other item
// stands for it, and it is an orphan as [device.IsOrphan] says. Its notifications
// are marked as stale.
//
// The error wraps storage.ErrNotFound when there is no such item, one of the
// sentinels of package fleet, or is [runner.ErrStopping].
func (i *Intake) ChangeMatch(ctx context.Context, id storage.ImportItemID, url, edited string) (r Rematched, err error) {
	work, _, done, ok := i.work.Join(ctx)
	if !ok {
		return r, runner.ErrStopping
	}
	defer done()
	target, err := i.fleet.Resolve(work, url, "")
	if err != nil {
		return r, err
	}
	if _, err := i.item(work, id); err != nil {
		return r, err
	}
	reading, err := i.fleet.Read(work, target, storage.TriggerImport)
	if err != nil {
		return r, orStopping(ctx, work, err)
	}
	defer reading.Release()
	err = i.update(work, func(tx storage.Tx) (err error) {
		r, err = i.rematch(tx, id, reading, target, edited)
		return err
	})
	if errors.Is(err, storage.ErrInvalid) { // what was read cannot be kept
		err = &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err}
	}
	if err != nil {
		return r, orStopping(ctx, work, err)
	}
	return r, nil
}

func (i *Intake) rematch(tx storage.Tx, id storage.ImportItemID, reading *fleet.Reading, target fleet.Target, edited string) (r Rematched, err error) {
	now, err := tx.ImportItems().Get(id)
	if err != nil {
		return r, err
	}
	item, _, err := i.imported(tx, now, reading, func(item *storage.ImportItem) {
		item.URL, item.EditedQuery = storage.Text(target.URL), storage.Text(cmp.Or(edited, reading.Name()))
		item.Developer, item.IconURL, item.Country = "", "", "" // of the other app
	})
	if err != nil {
		return r, err
	}
	r.Item = itemOf(item)
	if now.App == 0 || now.App == item.App {
		return r, nil
	}
	if alone, err := alone(tx, now.App, id.Import); err != nil || !alone {
		return r, err
	}
	if _, err := fleet.Forget(tx, now.App); err != nil {
		return r, err
	}
	r.PreviousRemoved = known(now.App)
	return r, notify.MarkStale(tx, now.App)
}

// alone says whether an app came with an import and nothing keeps it any more.
func alone(tx storage.Tx, id storage.AppID, list string) (bool, error) {
	app, err := tx.Apps().Get(id)
	if err != nil {
		return false, unlessNotFound(err)
	}
	from, err := tx.Imports().Get(list)
	if err != nil || app.FirstSeen < from.CreatedAt {
		return false, err
	}
	items, err := tx.ImportItems().Count(storage.ImportItemQuery{App: id, Limit: 1})
	if err != nil || items > 0 {
		return false, err
	}
	return device.IsOrphan(tx, app, "")
}
