package imports

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// List is an import, and how many of its items are where.
type List struct {
	storage.Import
	Matched   int `json:"matched"`   // it is known which app is meant
	Unmatched int `json:"unmatched"` // no app comes of them: not found, not wanted, not to be read, removed again
	Imported  int `json:"imported"`  // the app is tracked; they are among the matched
	Queued    int `json:"queued"`    // they wait for the store, to be searched for or read
	Errored   int `json:"errored"`
	Removed   int `json:"removed"`
	ItemCount int `json:"itemCount"`
}

func listOf(i storage.Import) List {
	t := i.Tally
	return List{
		Import: i, Matched: t.Matched + t.Imported + t.Queued, Unmatched: t.Unmatched + t.Skipped + t.Failed + t.Removed,
		Imported: t.Imported, Queued: t.Queued + t.PendingSearch, Errored: t.Failed, Removed: t.Removed, ItemCount: t.Items(),
	}
}

// Details are an import and its items, in the order in which they came.
type Details struct {
	Import List   `json:"import"`
	Items  []Item `json:"items"`
}

// Lists returns all imports, newest first.
func (i *Intake) Lists(ctx context.Context) (lists []List, err error) {
	err = i.store.View(ctx, func(tx storage.Tx) error {
		lists = []List{}
		for list, err := range tx.Imports().List(storage.ImportQuery{}) {
			if err != nil {
				return err
			}
			lists = append(lists, listOf(list))
		}
		return nil
	})
	return lists, err
}

// Show returns an import with its items. The error wraps storage.ErrNotFound when
// there is none.
func (i *Intake) Show(ctx context.Context, id string) (d Details, err error) {
	err = i.store.View(ctx, func(tx storage.Tx) error {
		list, err := tx.Imports().Get(id)
		if err != nil {
			return err
		}
		d = Details{Import: listOf(list), Items: []Item{}}
		for item, err := range tx.ImportItems().List(storage.ImportItemQuery{Import: id}) {
			if err != nil {
				return err
			}
			d.Items = append(d.Items, itemOf(item))
		}
		return nil
	})
	return d, err
}

// Start is what is known of an import when it begins.
type Start struct {
	Source storage.ImportSource
	Label  storage.Text // what the source is called; empty: nothing
	Total  int          // items that it is to have; zero: not known
	Device storage.Text // whose apps they are; it need not be there
}

// Begin begins an import without items. The error wraps storage.ErrInvalid when
// the source is not known or the total is negative.
func (i *Intake) Begin(ctx context.Context, s Start) (List, error) {
	now := i.stamp()
	id, err := storage.NewID(now, i.random)
	if err != nil {
		return List{}, err
	}
	list := storage.Import{ID: id, CreatedAt: now, Source: s.Source, SourceLabel: s.Label, Total: s.Total, Device: s.Device}
	err = i.store.Update(ctx, func(tx storage.Tx) error { return tx.Imports().Put(list) })
	return listOf(list), err
}

// Forget removes an import and its items and, if apps, every app that one of them
// stands for, also where another import has it. It returns how many apps those
// were. The error wraps storage.ErrNotFound when there is no such import.
func (i *Intake) Forget(ctx context.Context, id string, apps bool) (removed int, err error) {
	err = i.store.Update(ctx, func(tx storage.Tx) error {
		removed = 0
		if _, err := tx.Imports().Get(id); err != nil {
			return fmt.Errorf("import %s: %w", id, err)
		}
		var named []storage.AppID
		seen := make(map[storage.AppID]bool)
		for item, err := range tx.ImportItems().List(storage.ImportItemQuery{Import: id}) {
			if err != nil {
				return err
			}
			if apps && item.App != 0 && !seen[item.App] {
				seen[item.App] = true
				named = append(named, item.App)
			}
		}
		if _, err := tx.Imports().Delete(id); err != nil {
			return err
		}
		for _, app := range named {
			if _, err := fleet.Forget(tx, app); err != nil {
				return err
			}
		}
		removed = len(named)
		return nil
	})
	return removed, err
}
