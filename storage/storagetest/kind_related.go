package storagetest

import (
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// shelf returns the nth shelf, in their bytewise order.
func shelf(n int) string {
	return []string{storage.ShelfMayAlsoLike, storage.ShelfMoreByDeveloper}[n%2]
}

// related returns an app on the nth shelf of another.
func related(app storage.AppID, n int, other storage.AppID) storage.RelatedApp {
	return storage.RelatedApp{App: app, Shelf: shelf(n), Related: other, Name: fmt.Sprint("App ", other), URL: "url"}
}

// placed returns a related app with its place on the shelf.
func placed(app storage.AppID, n int, other storage.AppID, position int) storage.RelatedApp {
	r := related(app, n, other)
	r.Position = position
	return r
}

func relatedApps() kind[storage.RelatedID, storage.RelatedApp, storage.RelatedQuery] {
	id := func(app storage.AppID, n int, other storage.AppID) storage.RelatedID {
		return storage.RelatedID{App: app, Shelf: shelf(n), Related: other}
	}
	return kind[storage.RelatedID, storage.RelatedApp, storage.RelatedQuery]{
		name:  "RelatedApps",
		table: storage.Tx.RelatedApps,
		key: func(r *storage.RelatedApp, n int) {
			r.App, r.Shelf, r.Related = storage.AppID(1+n%3), shelf(n), storage.AppID(1+n/3)
			if n == 3 {
				r.App, r.Related = storage.MaxAppID, storage.MaxAppID
			}
		},
		least:        func(r *storage.RelatedApp) { r.Name, r.URL = "name", "url" },
		parents:      putApps,
		orphans:      []storage.RelatedApp{related(4, 0, 1), related(storage.MaxAppID-1, 1, 1)},
		stockParents: putApps,
		stock: []storage.RelatedApp{
			placed(2, 1, 7, 10), placed(10, 0, 1, 0), placed(2, 1, 8, 9), placed(2, 0, 12, 3), placed(1, 1, 5, 1),
			placed(2, 0, 3, 3), placed(2, 0, 100, 3), placed(1, 0, 5, 2), placed(2, 1, 2, 10),
		},
		lookups: []lookup[storage.RelatedID, storage.RelatedQuery]{
			{
				name: "by app, shelf, position and related id",
				want: []storage.RelatedID{
					id(1, 0, 5), id(1, 1, 5), id(2, 0, 3), id(2, 0, 12), id(2, 0, 100), id(2, 1, 8), id(2, 1, 2),
					id(2, 1, 7), id(10, 0, 1),
				},
			},
			{
				name:  "of an app",
				query: storage.RelatedQuery{App: 1},
				want:  []storage.RelatedID{id(1, 0, 5), id(1, 1, 5)},
			},
			{
				name:  "on a shelf",
				query: storage.RelatedQuery{Shelf: shelf(0)},
				want:  []storage.RelatedID{id(1, 0, 5), id(2, 0, 3), id(2, 0, 12), id(2, 0, 100), id(10, 0, 1)},
			},
			{
				name:  "on a shelf of an app",
				query: storage.RelatedQuery{App: 2, Shelf: shelf(1)},
				want:  []storage.RelatedID{id(2, 1, 8), id(2, 1, 2), id(2, 1, 7)},
			},
			{name: "on no such shelf", query: storage.RelatedQuery{Shelf: "may%"}},
		},
	}
}
