package imports

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/storage"
)

// List is an import with the number of items in each group.
type List struct {
	storage.Import
	Matched   int `json:"matched"`   // the number of items for which an app was chosen
	Unmatched int `json:"unmatched"` // the number of items that were not found, skipped, removed again, or that failed
	Imported  int `json:"imported"`  // the number of items whose app is tracked. They also count as matched
	Queued    int `json:"queued"`    // the number of items that wait for the search or the refresh
	Errored   int `json:"errored"`   // the number of items with an error
	Removed   int `json:"removed"`   // the number of items whose app was removed again
	ItemCount int `json:"itemCount"` // number of items
}

func listOf(i storage.Import) List {
	t := i.Tally
	return List{
		Import: i, Matched: t.Matched + t.Imported + t.Queued, Unmatched: t.Unmatched + t.Skipped + t.Failed + t.Removed,
		Imported: t.Imported, Queued: t.Queued + t.PendingSearch, Errored: t.Failed, Removed: t.Removed, ItemCount: t.Items(),
	}
}

// Details are an import and its items, in the order in which they were added.
type Details struct {
	Import List   `json:"import"` // the import
	Items  []Item `json:"items"`  // the items
}

// Lists returns all imports, newest first.
func (s *Service) Lists(ctx context.Context) ([]List, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) ([]List, error) {
		lists := []List{}
		for list, err := range tx.Imports.List(storage.ImportQuery{}) {
			if err != nil {
				return nil, err
			}
			lists = append(lists, listOf(list))
		}
		return lists, nil
	})
}

// Show returns an import with its items. The error wraps storage.ErrNotFound when there
// is no such import.
func (s *Service) Show(ctx context.Context, id string) (Details, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (d Details, err error) {
		list, err := tx.Imports.Get(id)
		if err != nil {
			return d, err
		}
		d = Details{Import: listOf(list), Items: []Item{}}
		for item, err := range tx.ImportItems.List(storage.ImportItemQuery{Import: id}) {
			if err != nil {
				return d, err
			}
			d.Items = append(d.Items, itemOf(item))
		}
		return d, nil
	})
}

// Start describes a new import.
type Start struct {
	Source storage.ImportSource
	Label  storage.Text // name of the source; may be empty
	Total  int          // expected number of items; zero: unknown
	Device storage.Text // ID of the device that has the apps; it need not exist
}

// Begin creates an import without items. The error wraps storage.ErrInvalid when the
// source is unknown or the total is negative.
func (s *Service) Begin(ctx context.Context, start Start) (List, error) {
	now := s.stamp()
	id, err := storage.NewID(now, s.random)
	if err != nil {
		return List{}, err
	}
	list := storage.Import{ID: id, CreatedAt: now, Source: start.Source, SourceLabel: start.Label, Total: start.Total, Device: start.Device}
	err = s.store.Update(ctx, func(tx *storage.Tx) error { return tx.Imports.Put(list) })
	return listOf(list), err
}

// Forget removes an import and its items. If apps is set, it also removes every app of
// an item, even if another import has it too. It returns the number of removed apps. The
// error wraps storage.ErrNotFound when there is no such import.
func (s *Service) Forget(ctx context.Context, id string, apps bool) (removed int, err error) {
	now := s.stamp()
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (int, error) {
		if _, err := tx.Imports.Get(id); err != nil {
			return 0, fmt.Errorf("import %s: %w", id, err)
		}
		named := make(map[storage.AppID]bool)
		for item, err := range tx.ImportItems.List(storage.ImportItemQuery{Import: id}) {
			if err != nil {
				return 0, err
			}
			if apps && item.App != 0 {
				named[item.App] = true
			}
		}
		if _, err := tx.Imports.Delete(id); err != nil {
			return 0, err
		}
		for _, app := range slices.Sorted(maps.Keys(named)) {
			if _, err := appdata.PutAside(tx, app, now); err != nil {
				return 0, err
			}
		}
		return len(named), nil
	})
}
