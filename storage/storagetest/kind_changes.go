package storagetest

import "github.com/privacylabels/auditor/storage"

func change(s storage.SnapshotID, index int) storage.Change {
	return storage.Change{
		ID:    storage.ChangeID{Snapshot: s, Index: index},
		Entry: storage.Entry{Type: storage.EntryAdded, Description: "Something was added"},
	}
}

// shownChange returns an entry of a snapshot that the feed shows.
func shownChange(s storage.SnapshotID, index int) storage.Change {
	c := change(s, index)
	c.Changed = true
	return c
}

func accessible(c storage.Change) storage.Change {
	c.Entry.Category = storage.CategoryAccessibility
	return c
}

func removed(c storage.Change) storage.Change {
	c.Entry.Type = storage.EntryRemoved
	return c
}

// putSnapshots writes the snapshots below which the samples and the stock of
// changes are.
func putSnapshots(tx storage.Tx) error {
	if err := putApps(tx); err != nil {
		return err
	}
	return tx.Snapshots().Put(
		shown(1, 1000), shown(storage.MaxAppID, maxTime),
		shown(1, 100), snapshot(2, 100), shown(10, 100), snapshot(1, 99), shown(2, 200),
	)
}

func changes() kind[storage.ChangeID, storage.Change, storage.ChangeQuery] {
	id := func(app storage.AppID, at storage.Time, index int) storage.ChangeID {
		return storage.ChangeID{Snapshot: storage.SnapshotID{App: app, At: at}, Index: index}
	}
	of := func(app storage.AppID, at storage.Time, index int) storage.Change {
		return change(storage.SnapshotID{App: app, At: at}, index)
	}
	seen := func(app storage.AppID, at storage.Time, index int) storage.Change {
		return shownChange(storage.SnapshotID{App: app, At: at}, index)
	}
	return kind[storage.ChangeID, storage.Change, storage.ChangeQuery]{
		name:  "Changes",
		table: storage.Tx.Changes,
		key: func(c *storage.Change, n int) {
			c.ID, c.Changed = id(1, 1000, n-1), true
			if n == 3 {
				c.ID = id(storage.MaxAppID, maxTime, 1<<31-1)
			}
		},
		least: func(c *storage.Change) { c.Entry.Type, c.Entry.Description = storage.EntryAdded, "text" },
		fix: func(c *storage.Change) {
			if string(c.Entry.More) == `{}` { // an entry has no members, or a nil More
				c.Entry.More = nil
			}
		},
		parents:      putSnapshots,
		orphans:      []storage.Change{of(1, 1001, 0), of(3, 1000, 0), of(9, 1000, 0)},
		stockParents: putSnapshots,
		stock: []storage.Change{
			accessible(seen(1, 100, 10)), of(2, 100, 0), seen(10, 100, 0), seen(1, 100, 9), accessible(of(1, 99, 0)), removed(seen(2, 200, 0)), of(1, 99, 2),
		},
		lookups: []lookup[storage.ChangeID, storage.ChangeQuery]{
			{
				name: "newest snapshot first, then by app and index",
				want: []storage.ChangeID{
					id(2, 200, 0), id(1, 100, 9), id(1, 100, 10), id(2, 100, 0), id(10, 100, 0), id(1, 99, 0), id(1, 99, 2),
				},
			},
			{
				name:  "of an app",
				query: storage.ChangeQuery{App: 1},
				want:  []storage.ChangeID{id(1, 100, 9), id(1, 100, 10), id(1, 99, 0), id(1, 99, 2)},
			},
			{
				name:  "from a moment on",
				query: storage.ChangeQuery{From: 100},
				want:  []storage.ChangeID{id(2, 200, 0), id(1, 100, 9), id(1, 100, 10), id(2, 100, 0), id(10, 100, 0)},
			},
			{
				name:  "up to a moment",
				query: storage.ChangeQuery{To: 99},
				want:  []storage.ChangeID{id(1, 99, 0), id(1, 99, 2)},
			},
			{
				name:  "at a moment, of an app",
				query: storage.ChangeQuery{App: 2, From: 100, To: 100},
				want:  []storage.ChangeID{id(2, 100, 0)},
			},
			{
				name:  "that the feed shows",
				query: storage.ChangeQuery{Changed: true},
				want:  []storage.ChangeID{id(2, 200, 0), id(1, 100, 9), id(1, 100, 10), id(10, 100, 0)},
			},
			{
				name:  "by everything at once",
				query: storage.ChangeQuery{App: 1, From: 100, To: 200, Changed: true},
				want:  []storage.ChangeID{id(1, 100, 9), id(1, 100, 10)},
			},
			{name: "of a type", query: storage.ChangeQuery{Type: storage.EntryRemoved}, want: []storage.ChangeID{id(2, 200, 0)}},
			{
				name:  "of a category, from a moment on",
				query: storage.ChangeQuery{Type: storage.EntryAdded, Category: storage.CategoryAccessibility, From: 100, Changed: true},
				want:  []storage.ChangeID{id(1, 100, 10)},
			},
			{name: "of an app without", query: storage.ChangeQuery{App: 3}},
		},
	}
}
