package storagetest

import (
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

func item(run string, seq int) storage.RunItem {
	return storage.RunItem{Run: run, Seq: seq, Subject: fmt.Sprint(seq)}
}

func done(i storage.RunItem) storage.RunItem {
	i.Done = true
	return i
}

func putRuns(tx storage.Tx) error {
	return tx.Runs().Put(bulk("r1"), bulk("r2"), bulk("R"), bulk(awkward))
}

func runItems() kind[storage.RunItemID, storage.RunItem, storage.RunItemQuery] {
	id := func(run string, seq int) storage.RunItemID { return storage.RunItemID{Run: run, Seq: seq} }
	return kind[storage.RunItemID, storage.RunItem, storage.RunItemQuery]{
		name:  "RunItems",
		table: storage.Tx.RunItems,
		key: func(i *storage.RunItem, n int) {
			i.Run, i.Seq = "r1", n
			if n == 3 {
				i.Run, i.Seq = awkward, 1<<31-1
			}
		},
		least:        func(i *storage.RunItem) { i.Subject = "s" },
		parents:      putRuns,
		orphans:      []storage.RunItem{item("r3", 0), item("r", 1)},
		stockParents: putRuns,
		stock: []storage.RunItem{
			item("r1", 10), done(item("r2", 0)), done(item("r1", 0)), item("r1", 9), item("R", 1), item("r2", 2), done(item("r2", 1)),
		},
		lookups: []lookup[storage.RunItemID, storage.RunItemQuery]{
			{
				name: "by run and place",
				want: []storage.RunItemID{
					id("R", 1), id("r1", 0), id("r1", 9), id("r1", 10), id("r2", 0), id("r2", 1), id("r2", 2),
				},
			},
			{
				name:  "of a run",
				query: storage.RunItemQuery{Run: "r1"},
				want:  []storage.RunItemID{id("r1", 0), id("r1", 9), id("r1", 10)},
			},
			{
				name:  "not done",
				query: storage.RunItemQuery{Pending: true},
				want:  []storage.RunItemID{id("R", 1), id("r1", 9), id("r1", 10), id("r2", 2)},
			},
			{
				name:  "not done, of a run",
				query: storage.RunItemQuery{Run: "r2", Pending: true},
				want:  []storage.RunItemID{id("r2", 2)},
			},
			{name: "of no run that is there", query: storage.RunItemQuery{Run: "r"}},
		},
	}
}
