package imports_test

import (
	"context"
	"fmt"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// counted is a store that counts how often items are listed.
type counted struct {
	storage.Store
	lists int
}

func (c *counted) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	return c.Store.Update(ctx, func(tx *storage.Tx) error {
		seen := *tx
		seen.ImportItems = countedItems{tx.ImportItems, c}
		return fn(&seen)
	})
}

type countedItems struct {
	storage.Rows[storage.ImportItemID, storage.ImportItem, storage.ImportItemQuery]
	*counted
}

func (c countedItems) List(q storage.ImportItemQuery) iter.Seq2[storage.ImportItem, error] {
	c.lists++
	return c.Rows.List(q)
}

// Many items are added to an import that has many in one reading of it: with a
// search for each, a long list took minutes, and all other writing waited.
func TestAddMany(t *testing.T) {
	t.Parallel()
	store := &counted{Store: memory.New()}
	b := benchOn(t, store, newShop())
	list := b.begin()
	many := func(from, to int, status storage.ImportStatus) (patches []imports.Patch) {
		for n := from; n < to; n++ {
			patches = append(patches, item(fmt.Sprintf(" app %d ", n), status))
		}
		return patches
	}
	first := b.add(list, many(0, 300, storage.ImportUnmatched)...)
	again := b.add(list, many(200, 500, storage.ImportSkipped)...)
	if store.lists > 2 {
		t.Errorf("the items were listed %d times for two additions", store.lists)
	}
	if diff := cmp.Diff(first[200:], again[:100]); diff != "" {
		t.Errorf("items that were there (-want +got):\n%s", diff)
	}
	if got, _ := b.list(list); got.ItemCount != 500 || got.Unmatched != 500 || got.Tally.Skipped != 300 {
		t.Errorf("the import is %+v", got)
	}
	b.sound()
}
