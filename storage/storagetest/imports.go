package storagetest

import (
	"github.com/privacylabels/auditor/storage"
)

func batch(id string, at storage.Time) storage.Import {
	return storage.Import{ID: id, CreatedAt: at, Source: storage.ImportFile}
}

func putImports(tx *storage.Tx) error {
	if err := putApps(tx); err != nil {
		return err
	}
	return tx.Imports.Put(batch("i1", 1), batch("i2", 1), batch("I", 1), batch(awkward, 1))
}

// wantedApp returns an item of an import.
func wantedApp(list string, seq int, status storage.ImportStatus) storage.ImportItem {
	return storage.ImportItem{ID: storage.ImportItemID{Import: list, Seq: seq}, Query: "Maps", Status: status}
}

func isApp(app storage.AppID, i storage.ImportItem) storage.ImportItem {
	i.App = app
	return i
}

func notBefore(at storage.NullTime, i storage.ImportItem) storage.ImportItem {
	i.NextAttempt = at
	return i
}

func importItems() golden[storage.ImportItemID, storage.ImportItem, storage.ImportItemQuery] {
	const queued, matched = storage.ImportQueued, storage.ImportMatched
	id := func(list string, seq int) storage.ImportItemID { return storage.ImportItemID{Import: list, Seq: seq} }
	other := wantedApp("i1", 2, matched)
	other.Query = "maps"
	return golden[storage.ImportItemID, storage.ImportItem, storage.ImportItemQuery]{
		before: putImports,
		records: []storage.ImportItem{
			notBefore(90, wantedApp("i1", 10, queued)), isApp(2, wantedApp("i2", 0, matched)), isApp(1, wantedApp("i1", 0, queued)),
			notBefore(90, wantedApp("i1", 9, queued)), isApp(2, notBefore(100, wantedApp("I", 1, queued))), other,
		},
		lookups: []lookup[storage.ImportItemID, storage.ImportItemQuery]{
			{
				name: "by import and place",
				want: []storage.ImportItemID{id("I", 1), id("i1", 0), id("i1", 2), id("i1", 9), id("i1", 10), id("i2", 0)},
			},
			{
				name:  "of an import",
				query: storage.ImportItemQuery{Import: "i1"},
				want:  []storage.ImportItemID{id("i1", 0), id("i1", 2), id("i1", 9), id("i1", 10)},
			},
			{name: "of these words", query: storage.ImportItemQuery{Import: "i1", Query: "maps"}, want: []storage.ImportItemID{id("i1", 2)}},
			{name: "of other words", query: storage.ImportItemQuery{Import: "i1", Query: "map"}},
			{name: "of an app", query: storage.ImportItemQuery{App: 2}, want: []storage.ImportItemID{id("I", 1), id("i2", 0)}},
			{
				name:  "of an import, in a state",
				query: storage.ImportItemQuery{Import: "i1", Status: queued},
				want:  []storage.ImportItemID{id("i1", 0), id("i1", 9), id("i1", 10)},
			},
			{
				name:  "the queue",
				query: storage.ImportItemQuery{Status: queued, Queue: true},
				want:  []storage.ImportItemID{id("i1", 0), id("i1", 9), id("i1", 10), id("I", 1)},
			},
			{
				name:  "what is due of it",
				query: storage.ImportItemQuery{Status: queued, Queue: true, DueBy: 90},
				want:  []storage.ImportItemID{id("i1", 0), id("i1", 9), id("i1", 10)},
			},
			{
				name:  "what waits of it",
				query: storage.ImportItemQuery{Status: queued, Queue: true, Waits: true},
				want:  []storage.ImportItemID{id("i1", 9), id("i1", 10), id("I", 1)},
			},
			{
				name:  "the queue, from its end",
				query: storage.ImportItemQuery{Status: queued, Queue: true, Reverse: true},
				want:  []storage.ImportItemID{id("I", 1), id("i1", 10), id("i1", 9), id("i1", 0)},
			},
			{
				name:  "of an import, from its end",
				query: storage.ImportItemQuery{Import: "i1", Reverse: true},
				want:  []storage.ImportItemID{id("i1", 10), id("i1", 9), id("i1", 2), id("i1", 0)},
			},
			{name: "of no import that is there", query: storage.ImportItemQuery{Import: "i"}},
		},
	}
}
