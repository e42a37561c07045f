package memory

import (
	"cmp"

	"github.com/privacylabels/auditor/storage"
)

// The tables of lists that are taken in.
type (
	importTable     = table[string, storage.Import, storage.ImportQuery]
	importItemTable = table[storage.ImportItemID, storage.ImportItem, storage.ImportItemQuery]
)

func (t *tx) importItems() *importItemTable {
	place := func(a, b storage.ImportItem) int {
		return cmp.Or(cmp.Compare(a.ID.Import, b.ID.Import), cmp.Compare(a.ID.Seq, b.ID.Seq))
	}
	return &importItemTable{
		tx: t, name: "import item", rows: &t.state.importItems,
		order: func(q storage.ImportItemQuery, a, b storage.ImportItem) int {
			if q.Queue {
				return flip(q.Reverse, cmp.Or(cmp.Compare(a.NextAttempt, b.NextAttempt), place(a, b)))
			}
			return flip(q.Reverse, place(a, b))
		},
		match: func(q storage.ImportItemQuery, i storage.ImportItem) bool {
			return wanted(q.Import, i.ID.Import) && wanted(q.Query, i.Query) && wanted(q.App, i.App) && wanted(q.Status, i.Status) &&
				(q.DueBy == 0 || storage.Time(i.NextAttempt) <= q.DueBy) && (!q.Waits || i.NextAttempt > 0)
		},
		page: func(q storage.ImportItemQuery) (int, int) { return q.Limit, 0 },
		orphan: func(i storage.ImportItem) bool {
			return !t.state.imports.has(i.ID.Import) || i.App != 0 && !t.state.apps.has(i.App)
		},
	}
}

// unname takes apps that are gone off the items that name them.
func (t *tx) unname(gone map[storage.AppID]bool) {
	for key, i := range t.state.importItems.byKey {
		if gone[i.App] {
			i.App = 0
			t.state.importItems.own(t.state.revision)[key] = i
		}
	}
}

func (t *tx) Imports() storage.Table[string, storage.Import, storage.ImportQuery] {
	return &importTable{
		tx: t, name: "import", rows: &t.state.imports,
		order: func(_ storage.ImportQuery, a, b storage.Import) int {
			return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
		},
		match: func(q storage.ImportQuery, i storage.Import) bool { return wanted(q.Device, i.Device) },
		page:  func(q storage.ImportQuery) (int, int) { return q.Limit, 0 },
		fell: func(gone map[string]bool) error {
			_, err := t.importItems().removeAll(func(i storage.ImportItem) bool { return gone[i.ID.Import] })
			return err
		},
	}
}

func (t *tx) ImportItems() storage.Table[storage.ImportItemID, storage.ImportItem, storage.ImportItemQuery] {
	return t.importItems()
}
