package backup

import (
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// snapshotRecord adds the fields of a snapshot that the HTTP API does not show.
type snapshotRecord struct {
	storage.Snapshot
	Label     storage.Digest `json:"labelDigest,omitzero"`
	Entries   int            `json:"entries"`
	Extractor string         `json:"extractor"`

	RecordedAt storage.Time     `json:"recordedAt,omitzero"`
	Listing    storage.Listing  `json:"listing,omitzero"`
	Page       storage.PageRead `json:"page,omitzero"`
}

func snapshots(k kind, tx *storage.Tx) kind {
	k = formed(k,
		func(s storage.Snapshot) snapshotRecord {
			return snapshotRecord{s, s.Label, s.Entries, s.Extractor, s.RecordedAt, s.Listing, s.Page}
		},
		func(_ *facts, w snapshotRecord) (storage.Snapshot, error) {
			s := w.Snapshot
			s.Label, s.Entries, s.Extractor, s.RecordedAt, s.Listing, s.Page = w.Label, w.Entries, w.Extractor, w.RecordedAt, w.Listing, w.Page
			return s, nil
		})
	k.list = perApp(k, tx, func(app storage.AppID) any { return storage.SnapshotQuery{App: app, Reverse: true} })
	k.refs = on(func(s storage.Snapshot) []ref {
		return append([]ref{{"id", memberApps, s.ID.App.String()}}, toLabel(s.Label)...)
	})
	return k
}

// changeRecord is the form of a change in a backup.
type changeRecord struct {
	Snapshot storage.SnapshotID `json:"snapshotId"`
	Index    int                `json:"index"`
	Changed  bool               `json:"changesDetected"`
	Entry    storage.Entry      `json:"entry"`
}

func changes(k kind, tx *storage.Tx) kind {
	k = formed(k,
		func(c storage.Change) changeRecord {
			return changeRecord{c.ID.Snapshot, c.ID.Index, c.Changed, c.Entry}
		},
		func(_ *facts, w changeRecord) (storage.Change, error) {
			return storage.Change{ID: storage.ChangeID{Snapshot: w.Snapshot, Index: w.Index}, Entry: w.Entry, Changed: w.Changed}, nil
		})
	k.canonical = true // for Entry
	k.list = perApp(k, tx, func(app storage.AppID) any { return storage.ChangeQuery{App: app} })
	k.unknownType = on(func(c storage.Change) bool { return !slices.Contains(storage.EntryTypes(), c.Entry.Type) })
	return k
}

// relatedRecord adds the fields of a related app that the HTTP API does not show.
type relatedRecord struct {
	storage.RelatedApp
	Position int `json:"position"`
}

func relatedApps(k kind, tx *storage.Tx) kind {
	k = formed(k,
		func(r storage.RelatedApp) relatedRecord { return relatedRecord{r, r.Position} },
		func(_ *facts, w relatedRecord) (storage.RelatedApp, error) {
			w.RelatedApp.Position = w.Position
			return w.RelatedApp, nil
		})
	k.list = perApp(k, tx, func(app storage.AppID) any { return storage.RelatedQuery{App: app} })
	k.refs = on(func(r storage.RelatedApp) []ref { return toSourceApp(r.App) })
	return k
}
