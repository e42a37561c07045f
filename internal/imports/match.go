package imports

import (
	"cmp"
	"context"
	"errors"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// Rematched is an item for which another app was chosen.
type Rematched struct {
	Item            Item           `json:"item"`               // the item
	PreviousRemoved *storage.AppID `json:"previousAppRemoved"` // the ID of the previous app, if it was removed; otherwise nil
}

// ChangeMatch assigns the app at an address to an item. The app is read first; with an
// error nothing changes. The item's search text becomes edited, or the app's name when
// edited is empty.
//
// The previous app is removed if this import added it, no other item refers to it, and
// it is an orphan (see [device.IsOrphan]). Its notifications are marked as stale.
//
// The error wraps storage.ErrNotFound when there is no such item, or one of the
// sentinels of package fleet, or is [runner.ErrStopping].
func (s *Service) ChangeMatch(ctx context.Context, id storage.ImportItemID, url, edited string) (r Rematched, err error) {
	work, _, done, ok := s.work.Join(ctx)
	if !ok {
		return r, runner.ErrStopping
	}
	defer done()
	target, err := s.fleet.Resolve(work, url, "")
	if err != nil {
		return r, err
	}
	if _, err := s.item(work, id); err != nil {
		return r, err
	}
	reading, err := s.fleet.Read(work, target, storage.TriggerImport)
	if err != nil {
		return r, orStopping(ctx, work, err)
	}
	defer reading.Release()
	r, err = storage.Update(work, s.store, func(tx *storage.Tx) (Rematched, error) { return s.rematch(tx, id, reading, target, edited) })
	if errors.Is(err, storage.ErrInvalid) { // the observation cannot be stored
		err = &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err, Source: target.Source}
	}
	if err != nil {
		err = orStopping(ctx, work, err)
	}
	return r, err
}

func (s *Service) rematch(tx *storage.Tx, id storage.ImportItemID, reading *tracked.Reading, target fleet.Target, edited string) (r Rematched, err error) {
	now, err := tx.ImportItems.Get(id)
	if err != nil {
		return r, err
	}
	_, item, _, err := s.imported(tx, now, reading, func(item *storage.ImportItem) {
		item.URL, item.EditedQuery = storage.Text(target.URL), storage.Text(cmp.Or(edited, reading.Name()))
		item.Developer, item.IconURL, item.Country = "", "", "" // values of the previous app
	})
	if err != nil {
		return r, err
	}
	r.Item = itemOf(item)
	if now.App == 0 || now.App == item.App {
		return r, nil
	}
	if alone, err := alone(tx, s.stamp(), now.App, id.Import); err != nil || !alone {
		return r, err
	}
	if _, err := appdata.Remove(tx, now.App); err != nil {
		return r, err
	}
	r.PreviousRemoved = known(now.App)
	return r, notify.MarkStale(tx, now.App)
}

// alone reports whether an app was added by an import and nothing needs it any more.
func alone(tx *storage.Tx, now storage.Time, id storage.AppID, list string) (bool, error) {
	app, tracked, err := storage.Find(tx.Apps, id)
	if err != nil || !tracked {
		return false, err
	}
	from, err := tx.Imports.Get(list)
	if err != nil || app.FirstSeen < from.CreatedAt {
		return false, err
	}
	items, err := tx.ImportItems.Count(storage.ImportItemQuery{App: id, Limit: 1})
	if err != nil || items > 0 {
		return false, err
	}
	return device.IsOrphan(tx, now, app, "")
}
