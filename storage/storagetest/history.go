package storagetest

import (
	"github.com/privacylabels/auditor/storage"
)

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
func putSnapshots(tx *storage.Tx) error {
	if err := putApps(tx); err != nil {
		return err
	}
	return tx.Snapshots.Put(
		shown(1, 1000), shown(storage.MaxAppID, maxTime),
		shown(1, 100), snapshot(2, 100), shown(10, 100), snapshot(1, 99), shown(2, 200),
	)
}

func changes() golden[storage.ChangeID, storage.Change, storage.ChangeQuery] {
	id := func(app storage.AppID, at storage.Time, index int) storage.ChangeID {
		return storage.ChangeID{Snapshot: storage.SnapshotID{App: app, At: at}, Index: index}
	}
	of := func(app storage.AppID, at storage.Time, index int) storage.Change {
		return change(storage.SnapshotID{App: app, At: at}, index)
	}
	seen := func(app storage.AppID, at storage.Time, index int) storage.Change {
		return shownChange(storage.SnapshotID{App: app, At: at}, index)
	}
	return golden[storage.ChangeID, storage.Change, storage.ChangeQuery]{
		before: putSnapshots,
		records: []storage.Change{
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
			{name: "up to a moment", query: storage.ChangeQuery{To: 99}, want: []storage.ChangeID{id(1, 99, 0), id(1, 99, 2)}},
			{name: "at a moment, of an app", query: storage.ChangeQuery{App: 2, From: 100, To: 100}, want: []storage.ChangeID{id(2, 100, 0)}},
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
			{
				name:  "from an app on, by app",
				query: storage.ChangeQuery{FromApp: 2},
				want:  []storage.ChangeID{id(2, 200, 0), id(2, 100, 0), id(10, 100, 0)},
			},
			{name: "of apps on a device that has none", query: storage.ChangeQuery{Of: storage.Members{Device: "device-1"}}},
			{
				name:  "from an app on, up to a moment",
				query: storage.ChangeQuery{FromApp: 1, To: 100, Changed: true},
				want:  []storage.ChangeID{id(1, 100, 9), id(1, 100, 10), id(10, 100, 0)},
			},
		},
	}
}

// noted returns a note that is there to be exported.
func noted(id storage.AnnotationID, app storage.AppID, at storage.Time) storage.Annotation {
	return storage.Annotation{
		ID: id, App: app, Body: "a note", Visibility: storage.VisibilityExport, CreatedAt: at, Origin: storage.OriginUser,
	}
}

func hidden(a storage.Annotation) storage.Annotation {
	a.Visibility = storage.VisibilityPrivate
	return a
}

func deleted(at storage.NullTime, a storage.Annotation) storage.Annotation {
	a.DeletedAt = at
	return a
}

func annotations() golden[storage.AnnotationID, storage.Annotation, storage.AnnotationQuery] {
	return golden[storage.AnnotationID, storage.Annotation, storage.AnnotationQuery]{
		before: putApps,
		records: []storage.Annotation{
			noted(20, 1, 100), hidden(noted(3, 2, 100)), deleted(150, noted(100, 1, 100)), noted(1000, 1, 99),
			deleted(151, hidden(noted(7, 1, 101))), hidden(noted(9, 1, 1000)), noted(8, 10, 1),
		},
		lookups: []lookup[storage.AnnotationID, storage.AnnotationQuery]{
			{name: "newest first, then by id, highest first", want: []storage.AnnotationID{9, 7, 100, 20, 3, 1000, 8}},
			{name: "by id, highest first", query: storage.AnnotationQuery{ByID: true}, want: []storage.AnnotationID{1000, 100, 20, 9, 8, 7, 3}},
			{name: "of an app", query: storage.AnnotationQuery{App: 1}, want: []storage.AnnotationID{9, 7, 100, 20, 1000}},
			{name: "of a visibility", query: storage.AnnotationQuery{Visibility: storage.VisibilityPrivate}, want: []storage.AnnotationID{9, 7, 3}},
			{name: "not deleted", query: storage.AnnotationQuery{Present: true}, want: []storage.AnnotationID{9, 20, 3, 1000, 8}},
			{name: "deleted by a time", query: storage.AnnotationQuery{DeletedBy: 150}, want: []storage.AnnotationID{100}},
			{name: "deleted before any was", query: storage.AnnotationQuery{DeletedBy: 149}},
			{name: "deleted and not deleted", query: storage.AnnotationQuery{Present: true, DeletedBy: 1000}},
			{
				name:  "by everything at once",
				query: storage.AnnotationQuery{App: 1, Visibility: storage.VisibilityExport, Present: true, ByID: true},
				want:  []storage.AnnotationID{1000, 20},
			},
		},
	}
}

// snapshot returns a live snapshot whose only parent is an app.
func snapshot(app storage.AppID, at storage.Time) storage.Snapshot {
	return storage.Snapshot{ID: storage.SnapshotID{App: app, At: at}, Source: storage.SourceLive}
}

// shown returns a snapshot that the feed shows.
func shown(app storage.AppID, at storage.Time) storage.Snapshot {
	s := snapshot(app, at)
	s.Changed = true
	return s
}

// archived returns a snapshot from the web archive.
func archived(s storage.Snapshot) storage.Snapshot {
	s.Source = storage.SourceWayback
	return s
}

func putAppsAndLabels(tx *storage.Tx) error {
	if err := putLabels(tx); err != nil {
		return err
	}
	return putApps(tx)
}

func snapshots() golden[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery] {
	unlabelled := snapshot(1, 5)
	unlabelled.Label = digest(3)
	id := func(app storage.AppID, at storage.Time) storage.SnapshotID {
		return storage.SnapshotID{App: app, At: at}
	}
	return golden[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery]{
		before: putAppsAndLabels,
		records: []storage.Snapshot{
			archived(shown(2, 90)), snapshot(1, 200), snapshot(10, 100), shown(1, 100), snapshot(2, 100), shown(3, 1000),
			archived(snapshot(1, 90)), shown(2, 1001),
		},
		lookups: []lookup[storage.SnapshotID, storage.SnapshotQuery]{
			{
				name: "newest first, then by app",
				want: []storage.SnapshotID{
					id(2, 1001), id(3, 1000), id(1, 200), id(1, 100), id(2, 100), id(10, 100), id(1, 90), id(2, 90),
				},
			},
			{
				name:  "the order turned round",
				query: storage.SnapshotQuery{Reverse: true},
				want: []storage.SnapshotID{
					id(2, 90), id(1, 90), id(10, 100), id(2, 100), id(1, 100), id(1, 200), id(3, 1000), id(2, 1001),
				},
			},
			{name: "of an app", query: storage.SnapshotQuery{App: 1}, want: []storage.SnapshotID{id(1, 200), id(1, 100), id(1, 90)}},
			{
				name:  "of an app, turned round",
				query: storage.SnapshotQuery{App: 1, Reverse: true},
				want:  []storage.SnapshotID{id(1, 90), id(1, 100), id(1, 200)},
			},
			{
				name:  "by app, newest first",
				query: storage.SnapshotQuery{FromApp: 2},
				want:  []storage.SnapshotID{id(2, 1001), id(2, 100), id(2, 90), id(3, 1000), id(10, 100)},
			},
			{
				name:  "by app, oldest first",
				query: storage.SnapshotQuery{FromApp: 2, To: 1000, Reverse: true},
				want:  []storage.SnapshotID{id(2, 90), id(2, 100), id(3, 1000), id(10, 100)},
			},
			{name: "from a moment on", query: storage.SnapshotQuery{From: 200}, want: []storage.SnapshotID{id(2, 1001), id(3, 1000), id(1, 200)}},
			{name: "up to a moment", query: storage.SnapshotQuery{To: 90}, want: []storage.SnapshotID{id(1, 90), id(2, 90)}},
			{name: "at a moment", query: storage.SnapshotQuery{From: 100, To: 100}, want: []storage.SnapshotID{id(1, 100), id(2, 100), id(10, 100)}},
			{
				name:  "between moments, turned round",
				query: storage.SnapshotQuery{From: 91, To: 999, Reverse: true},
				want:  []storage.SnapshotID{id(10, 100), id(2, 100), id(1, 100), id(1, 200)},
			},
			{name: "between moments the wrong way round", query: storage.SnapshotQuery{From: 200, To: 90}},
			{
				name:  "that the feed shows",
				query: storage.SnapshotQuery{Changed: true},
				want:  []storage.SnapshotID{id(2, 1001), id(3, 1000), id(1, 100), id(2, 90)},
			},
			{name: "of a source", query: storage.SnapshotQuery{Source: storage.SourceWayback}, want: []storage.SnapshotID{id(1, 90), id(2, 90)}},
			{
				name: "by everything at once",
				query: storage.SnapshotQuery{
					App: 2, From: 90, To: 1000, Changed: true, Source: storage.SourceWayback, Reverse: true,
				},
				want: []storage.SnapshotID{id(2, 90)},
			},
			{name: "of an app without", query: storage.SnapshotQuery{App: storage.MaxAppID}},
		},
	}
}
