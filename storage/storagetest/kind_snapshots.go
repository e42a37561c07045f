package storagetest

import (
	"github.com/privacylabels/auditor/storage"
)

// snapshot returns a live snapshot that hangs on an app alone.
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

func putAppsAndLabels(tx storage.Tx) error {
	if err := putLabels(tx); err != nil {
		return err
	}
	return putApps(tx)
}

func snapshots() kind[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery] {
	unlabelled := snapshot(1, 5)
	unlabelled.Label = digest(3)
	id := func(app storage.AppID, at storage.Time) storage.SnapshotID {
		return storage.SnapshotID{App: app, At: at}
	}
	return kind[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery]{
		name:  "Snapshots",
		table: storage.Tx.Snapshots,
		key: func(s *storage.Snapshot, n int) {
			s.ID = id(storage.AppID(1+n%2), storage.Time(1000+n/2))
			if n == 3 {
				s.ID = id(storage.MaxAppID, maxTime)
			}
		},
		least:        func(s *storage.Snapshot) { s.Source = storage.SourceLive },
		fix:          fixSnapshot,
		parents:      putAppsAndLabels,
		orphans:      []storage.Snapshot{snapshot(4, 5), unlabelled},
		stockParents: putAppsAndLabels,
		stock: []storage.Snapshot{
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
			{
				name:  "of an app",
				query: storage.SnapshotQuery{App: 1},
				want:  []storage.SnapshotID{id(1, 200), id(1, 100), id(1, 90)},
			},
			{
				name:  "of an app, turned round",
				query: storage.SnapshotQuery{App: 1, Reverse: true},
				want:  []storage.SnapshotID{id(1, 90), id(1, 100), id(1, 200)},
			},
			{
				name:  "from a moment on",
				query: storage.SnapshotQuery{From: 200},
				want:  []storage.SnapshotID{id(2, 1001), id(3, 1000), id(1, 200)},
			},
			{
				name:  "up to a moment",
				query: storage.SnapshotQuery{To: 90},
				want:  []storage.SnapshotID{id(1, 90), id(2, 90)},
			},
			{
				name:  "at a moment",
				query: storage.SnapshotQuery{From: 100, To: 100},
				want:  []storage.SnapshotID{id(1, 100), id(2, 100), id(10, 100)},
			},
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
			{
				name:  "of a source",
				query: storage.SnapshotQuery{Source: storage.SourceWayback},
				want:  []storage.SnapshotID{id(1, 90), id(2, 90)},
			},
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

func fixSnapshot(s *storage.Snapshot) {
	s.Source = storage.SourceWayback
	s.Label = digest(2)
}
