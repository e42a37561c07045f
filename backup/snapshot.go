package backup

import (
	"iter"

	"github.com/privacylabels/auditor/storage"
)

// snapshotRecord adds the fields of a snapshot that the HTTP API does not show.
type snapshotRecord struct {
	storage.Snapshot
	Label     storage.Digest `json:"labelDigest,omitzero"`
	Entries   int            `json:"entries"`
	Extractor string         `json:"extractor"`
}

func snapshots(tx *storage.Tx) kind {
	k := form(memberSnapshots, tx.Snapshots,
		func(s storage.Snapshot) snapshotRecord { return snapshotRecord{s, s.Label, s.Entries, s.Extractor} },
		func(_ *facts, w snapshotRecord) (storage.Snapshot, error) {
			s := w.Snapshot
			s.Label, s.Entries, s.Extractor = w.Label, w.Entries, w.Extractor
			return s, nil
		})
	k.list = perApp(tx, func(app storage.AppID) iter.Seq2[storage.Snapshot, error] {
		return tx.Snapshots.List(storage.SnapshotQuery{App: app, Reverse: true})
	})
	k.refs = func(s storage.Snapshot) []ref {
		return append([]ref{{"id", memberApps, s.ID.App.String()}}, toLabel(s.Label)...)
	}
	return k
}

// changeRecord is the form of a change in a backup.
type changeRecord struct {
	Snapshot storage.SnapshotID `json:"snapshotId"`
	Index    int                `json:"index"`
	Changed  bool               `json:"changesDetected"`
	Entry    storage.Entry      `json:"entry"`
}

func changes(tx *storage.Tx) kind {
	k := form(memberOf("Changes"), tx.Changes,
		func(c storage.Change) changeRecord {
			return changeRecord{c.ID.Snapshot, c.ID.Index, c.Changed, c.Entry}
		},
		func(_ *facts, w changeRecord) (storage.Change, error) {
			return storage.Change{ID: storage.ChangeID{Snapshot: w.Snapshot, Index: w.Index}, Entry: w.Entry, Changed: w.Changed}, nil
		})
	k.canonical = true // for Entry
	k.list = perApp(tx, func(app storage.AppID) iter.Seq2[storage.Change, error] {
		return tx.Changes.List(storage.ChangeQuery{App: app})
	})
	return k
}

// relatedRecord adds the fields of a related app that the HTTP API does not show.
type relatedRecord struct {
	storage.RelatedApp
	Position int `json:"position"`
}

func relatedApps(tx *storage.Tx) kind {
	k := form(memberOf("RelatedApps"), tx.RelatedApps,
		func(r storage.RelatedApp) relatedRecord { return relatedRecord{r, r.Position} },
		func(_ *facts, w relatedRecord) (storage.RelatedApp, error) {
			w.RelatedApp.Position = w.Position
			return w.RelatedApp, nil
		})
	k.list = perApp(tx, func(app storage.AppID) iter.Seq2[storage.RelatedApp, error] {
		return tx.RelatedApps.List(storage.RelatedQuery{App: app})
	})
	k.refs = func(r storage.RelatedApp) []ref { return toSourceApp(r.App) }
	return k
}
