package imports

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// Item is an item of an import, as people see it.
type Item struct {
	storage.ImportItem
	Import     string         `json:"importId"`
	App        *storage.AppID `json:"appId"`        // nil: none that is tracked
	RemovedApp *storage.AppID `json:"removedAppId"` // nil: none
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

// change changes an item and what is counted on its import, and completes the
// import if finish says so and it is due. The item as it is now comes back.
func (i *Intake) change(tx storage.Tx, id storage.ImportItemID, finish bool, how func(*storage.ImportItem) error) (storage.ImportItem, error) {
	item, err := tx.ImportItems().Get(id)
	if err != nil {
		return item, fmt.Errorf("item %v: %w", id, err)
	}
	list, err := tx.Imports().Get(id.Import)
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
	if err := tx.ImportItems().Put(item); err != nil {
		return before, err
	}
	if finish && list.CompletedAt == 0 && list.Tally.Matched+list.Tally.Queued == 0 {
		return item, i.complete(tx, &list)
	}
	if list.CompletedAt != 0 && item.Status == storage.ImportImported && item.App != 0 && item.App != before.App { // a late one
		if err := i.link(tx, list, item.App); err != nil {
			return item, err
		}
	}
	return item, tx.Imports().Put(list)
}

// count moves an item of an import from one state to another; from the empty one
// when it is new. There is something to do again when it is to be imported.
func count(list *storage.Import, from, to storage.ImportStatus) {
	list.Tally.Add(from, -1)
	list.Tally.Add(to, 1)
	list.Total = max(list.Total, list.Tally.Items())
	if from != to && (to == storage.ImportQueued || to == storage.ImportMatched) {
		list.CompletedAt = 0
	}
}

// item returns an item as it is.
func (i *Intake) item(ctx context.Context, id storage.ImportItemID) (item storage.ImportItem, err error) {
	err = i.store.View(ctx, func(tx storage.Tx) error {
		item, err = tx.ImportItems().Get(id)
		return err
	})
	return item, err
}

// moved says whether somebody changed what is to be done about an item.
func moved(from, to storage.ImportItem) bool {
	return from.Status != to.Status || from.URL != to.URL || from.EditedQuery != to.EditedQuery || from.Query != to.Query
}
