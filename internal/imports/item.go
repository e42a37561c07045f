package imports

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// Item is an item of an import, as the API shows it.
type Item struct {
	storage.ImportItem
	Import     string         `json:"importId"`     // the ID of the import
	App        *storage.AppID `json:"appId"`        // the ID of the tracked app; nil: none
	RemovedApp *storage.AppID `json:"removedAppId"` // the ID of the app that was removed again; nil: none
}

func itemOf(i storage.ImportItem) Item {
	return Item{ImportItem: i, Import: i.ID.Import, App: known(i.App), RemovedApp: known(i.RemovedApp)}
}

func known(app storage.AppID) *storage.AppID {
	if app == 0 {
		return nil
	}
	return &app
}

// change changes an item and the counts of its import, and completes the import if
// finish is set and no items are left. It returns the changed item.
func (s *Service) change(tx *storage.Tx, id storage.ImportItemID, finish bool, how func(*storage.ImportItem) error) (storage.ImportItem, error) {
	item, err := tx.ImportItems.Get(id)
	if err != nil {
		return item, fmt.Errorf("item %v: %w", id, err)
	}
	list, err := tx.Imports.Get(id.Import)
	if err != nil {
		return item, err
	}
	before := item
	if err := how(&item); err != nil {
		return before, err
	}
	if item == before {
		return item, nil
	}
	count(&list, before.Status, item.Status)
	if err := tx.ImportItems.Put(item); err != nil {
		return before, err
	}
	if finish && list.CompletedAt == 0 && list.Tally.Matched+list.Tally.Queued == 0 {
		return item, s.complete(tx, &list)
	}
	if err := tx.Imports.Put(list); err != nil {
		return before, err
	}
	if item.Status == before.Status && item.App == before.App {
		return item, nil
	}
	return item, attachMore(tx, s.stamp(), list, item)
}

// count moves an item of an import from one state to another, or from the empty state if
// it is new. An import with an item to be imported is no longer complete.
func count(list *storage.Import, from, to storage.ImportStatus) {
	list.Tally.Add(from, -1)
	list.Tally.Add(to, 1)
	list.Total = max(list.Total, list.Tally.Items())
	if from != to && (to == storage.ImportQueued || to == storage.ImportMatched) {
		list.CompletedAt = 0
	}
}

// item returns a stored item.
func (s *Service) item(ctx context.Context, id storage.ImportItemID) (storage.ImportItem, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (storage.ImportItem, error) { return tx.ImportItems.Get(id) })
}

// moved reports whether the pending work on an item has changed. The zero item is one that was
// removed.
func moved(from, to storage.ImportItem) bool {
	return from.Status != to.Status || from.URL != to.URL || from.EditedQuery != to.EditedQuery || from.Query != to.Query
}
