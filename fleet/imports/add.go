package imports

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// Add adds items to an import, and changes those that it has: an item is one with
// its query, exactly. Each is as its patch says, which needs a query and, for a new
// item, a state. What a patch does not say of an item that is there stays, and one
// whose app was removed stays as it is. The items come back in the order of the
// patches, all or, with an error, none.
//
// The error wraps storage.ErrNotFound when there is no such import,
// storage.ErrInvalid when an item cannot be so, or is [ErrFull].
func (i *Intake) Add(ctx context.Context, list string, patches []Patch) (items []Item, err error) {
	err = i.store.Update(ctx, func(tx storage.Tx) error {
		into, err := tx.Imports().Get(list)
		if err != nil {
			return fmt.Errorf("import %s: %w", list, err)
		}
		a := adding{tx: tx, list: into, now: i.stamp(), tracked: tracking(tx), at: make(map[string]int)}
		if len(patches) > fewAdded {
			if a.there, err = there(tx, list, patches); err != nil {
				return err
			}
		}
		places := make([]int, len(patches))
		for n, p := range patches {
			if places[n], err = a.add(p); err != nil {
				return err
			}
		}
		if a.list.Tally.Items() > MaxItems {
			return ErrFull
		}
		if err := tx.Imports().Put(a.list); err != nil {
			return err
		}
		if err := tx.ImportItems().Put(a.items...); err != nil {
			return err
		}
		if err := attachMore(tx, a.now, a.list, a.items...); err != nil {
			return err
		}
		items = make([]Item, len(places))
		for n, place := range places {
			items[n] = itemOf(a.items[place])
		}
		return nil
	})
	if err == nil {
		i.nudge()
	}
	return items, err
}

// adding is an import to which items are added, before they are written.
type adding struct {
	tx      storage.Tx
	list    storage.Import
	now     storage.Time
	tracked func(storage.AppID) (bool, error)

	there map[string]storage.ImportItem // what the import has of what is added, by query; nil: to be looked up

	items []storage.ImportItem
	at    map[string]int // place among the items, by query
}

// fewAdded is how many items are looked up one by one. Beyond, it is quicker to
// read through the import once.
const fewAdded = 16

// there returns the items of an import that patches are about, by query.
func there(tx storage.Tx, list string, patches []Patch) (map[string]storage.ImportItem, error) {
	asked := make(map[string]bool, len(patches))
	for _, p := range patches {
		if p.Query != nil {
			asked[strings.TrimSpace(*p.Query)] = true
		}
	}
	has := make(map[string]storage.ImportItem)
	for item, err := range tx.ImportItems().List(storage.ImportItemQuery{Import: list}) {
		if err != nil {
			return nil, err
		}
		if _, known := has[item.Query]; asked[item.Query] && !known {
			has[item.Query] = item
		}
	}
	return has, nil
}

// find returns the item of the import with a query.
func (a *adding) find(query string) (storage.ImportItem, error) {
	if a.there == nil {
		return found(a.tx, a.list.ID, query)
	}
	item, ok := a.there[query]
	if !ok {
		return item, storage.ErrNotFound
	}
	return item, nil
}

// add adds an item or changes one, and returns its place.
func (a *adding) add(p Patch) (place int, err error) {
	if p.Query == nil || strings.TrimSpace(*p.Query) == "" {
		return 0, errNoQuery
	}
	query := strings.TrimSpace(*p.Query)
	place, seen := a.at[query]
	if !seen {
		item, err := a.find(query)
		if errors.Is(err, storage.ErrNotFound) {
			item, err = storage.ImportItem{ID: storage.ImportItemID{Import: a.list.ID, Seq: a.list.Tally.Items()}}, nil
		}
		if err != nil {
			return 0, err
		}
		place = len(a.items)
		a.items, a.at[query] = append(a.items, item), place
	}
	item := &a.items[place]
	before := item.Status
	if before == storage.ImportRemoved {
		return place, nil
	}
	if err := p.apply(item, a.now, a.tracked); err != nil {
		return 0, err
	}
	count(&a.list, before, item.Status)
	return place, nil
}
