package imports

import (
	"context"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// Add adds items to an import, and updates those that it already has, which are
// identified by their exact query. Each patch needs a query and, for a new item, a
// state. Fields that a patch does not set are unchanged, and so is an item whose app was
// removed. Add returns the items in the order of the patches. With an error, no item is
// added.
//
// The error wraps storage.ErrNotFound when there is no such import, storage.ErrInvalid
// when an item is invalid, or is [ErrFull].
func (s *Service) Add(ctx context.Context, list string, patches []Patch) ([]Item, error) {
	items, err := storage.Update(ctx, s.store, func(tx *storage.Tx) ([]Item, error) {
		into, err := tx.Imports.Get(list)
		if err != nil {
			return nil, fmt.Errorf("import %s: %w", list, err)
		}
		a := adding{tx: tx, list: into, now: s.stamp(), tracked: tracking(tx), at: make(map[string]int)}
		if len(patches) > fewAdded && into.Tally.Items() <= manyItems*len(patches) {
			if a.there, err = there(tx, list, patches); err != nil {
				return nil, err
			}
		}
		places := make([]int, len(patches))
		for n, p := range patches {
			if places[n], err = a.add(p); err != nil {
				return nil, err
			}
		}
		if a.list.Tally.Items() > MaxItems {
			return nil, ErrFull
		}
		if err := tx.Imports.Put(a.list); err != nil {
			return nil, err
		}
		if err := tx.ImportItems.Put(a.items...); err != nil {
			return nil, err
		}
		items := make([]Item, len(places))
		for n, place := range places {
			items[n] = itemOf(a.items[place])
		}
		return items, attachMore(tx, a.now, a.list, a.items...)
	})
	if err == nil {
		s.queued.Send()
	}
	return items, err
}

// adding is the state of [Service.Add].
type adding struct {
	tx      *storage.Tx
	list    storage.Import
	now     storage.Time
	tracked func(storage.AppID) (bool, error)

	there map[string]storage.ImportItem // the items that the import already has, by query; nil: look them up one by one

	items []storage.ImportItem
	at    map[string]int // index in items, by query
}

// fewAdded is how many items are looked up one by one. For more, reading the whole
// import once is faster, unless it has more than manyItems for each of them.
const (
	fewAdded  = 16
	manyItems = 32
)

// there returns the items of the import that the patches update, by query.
func there(tx *storage.Tx, list string, patches []Patch) (map[string]storage.ImportItem, error) {
	asked := make(map[string]bool, len(patches))
	for _, p := range patches {
		if p.Query != nil {
			asked[strings.TrimSpace(*p.Query)] = true
		}
	}
	has := make(map[string]storage.ImportItem)
	for item, err := range tx.ImportItems.List(storage.ImportItemQuery{Import: list}) {
		if err != nil {
			return nil, err
		}
		if _, known := has[item.Query]; asked[item.Query] && !known {
			has[item.Query] = item
		}
	}
	return has, nil
}

// find returns the item of the import with a query, and reports whether there is one.
func (a *adding) find(query string) (item storage.ImportItem, found bool, err error) {
	if a.there == nil {
		return find(a.tx, a.list.ID, query)
	}
	item, found = a.there[query]
	return item, found, nil
}

// add adds or updates an item, and returns its index.
func (a *adding) add(p Patch) (place int, err error) {
	if p.Query == nil || strings.TrimSpace(*p.Query) == "" {
		return 0, errNoQuery
	}
	query := strings.TrimSpace(*p.Query)
	place, seen := a.at[query]
	if !seen {
		item, found, err := a.find(query)
		if err != nil {
			return 0, err
		}
		if !found {
			item.ID = storage.ImportItemID{Import: a.list.ID, Seq: a.list.Tally.Items()}
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
