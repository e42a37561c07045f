package backup

import (
	"fmt"
	"iter"

	"github.com/privacylabels/auditor/storage"
)

const (
	memberSnapshots = "snapshots"
	memberChanges   = "changes" // what snapshots tell
)

// snapshotRecord is a snapshot with what the interface does not show of it.
type snapshotRecord struct {
	storage.Snapshot
	Label     storage.Digest `json:"labelDigest,omitzero"`
	Entries   int            `json:"entries"`
	Extractor string         `json:"extractor"`
}

func snapshots() kind {
	return rows[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery, snapshotRecord]{
		at: memberSnapshots, table: storage.Tx.Snapshots, id: storage.SnapshotID.String,
		list: perApp(func(tx storage.Tx, app storage.AppID) iter.Seq2[storage.Snapshot, error] {
			return tx.Snapshots().List(storage.SnapshotQuery{App: app, Reverse: true})
		}),
		pack: func(s storage.Snapshot) snapshotRecord { return snapshotRecord{s, s.Label, s.Entries, s.Extractor} },
		unpack: func(_ *facts, w snapshotRecord) (storage.Snapshot, error) {
			s := w.Snapshot
			s.Label, s.Entries, s.Extractor = w.Label, w.Entries, w.Extractor
			return s, nil
		},
		refs: func(s storage.Snapshot) []ref {
			to := []ref{{memberApps, s.ID.App.String()}}
			if !s.Label.IsZero() {
				to = append(to, ref{memberLabels, s.Label.String()})
			}
			return to
		},
	}
}

// changeRecord is a change: an entry, and where it belongs.
type changeRecord struct {
	Snapshot storage.SnapshotID `json:"snapshotId"`
	Index    int                `json:"index"`
	Changed  bool               `json:"changesDetected"`
	Entry    storage.Entry      `json:"entry"`
}

func changes() kind {
	return rows[storage.ChangeID, storage.Change, storage.ChangeQuery, changeRecord]{
		at: memberChanges, table: storage.Tx.Changes, id: storage.ChangeID.String, raw: true,
		list: perApp(func(tx storage.Tx, app storage.AppID) iter.Seq2[storage.Change, error] {
			return tx.Changes().List(storage.ChangeQuery{App: app})
		}),
		pack: func(c storage.Change) changeRecord {
			return changeRecord{c.ID.Snapshot, c.ID.Index, c.Changed, c.Entry}
		},
		unpack: func(_ *facts, w changeRecord) (storage.Change, error) {
			return storage.Change{ID: storage.ChangeID{Snapshot: w.Snapshot, Index: w.Index}, Entry: w.Entry, Changed: w.Changed}, nil
		},
		refs: func(c storage.Change) []ref { return []ref{{memberSnapshots, c.ID.Snapshot.String()}} },
	}
}

// relatedRecord is a related app with its place on the shelf.
type relatedRecord struct {
	storage.RelatedApp
	Position int `json:"position"`
}

func relatedApps() kind {
	return hung(rows[storage.RelatedID, storage.RelatedApp, storage.RelatedQuery, relatedRecord]{
		at: "relatedApps", table: storage.Tx.RelatedApps,
		list: perApp(func(tx storage.Tx, app storage.AppID) iter.Seq2[storage.RelatedApp, error] {
			return tx.RelatedApps().List(storage.RelatedQuery{App: app})
		}),
		pack: func(r storage.RelatedApp) relatedRecord { return relatedRecord{r, r.Position} },
		unpack: func(_ *facts, w relatedRecord) (storage.RelatedApp, error) {
			w.RelatedApp.Position = w.Position
			return w.RelatedApp, nil
		},
		id: func(r storage.RelatedID) string { return fmt.Sprintf("%d-%s-%d", r.App, r.Shelf, r.Related) },
	}, func(r storage.RelatedApp) storage.AppID { return r.App })
}
