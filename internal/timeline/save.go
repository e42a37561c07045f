package timeline

import (
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/commitlog"
	"github.com/privacylabels/auditor/storage"
)

// Save stores a snapshot with its changes and, if the feed shows it, its place in the
// order of commits.
func Save(tx *storage.Tx, s storage.Snapshot, entries []storage.Entry) error {
	if err := tx.Snapshots.Put(s); err != nil {
		return err
	}
	if err := tx.Changes.Put(changesOf(s, entries)...); err != nil {
		return err
	}
	if !s.Changed {
		return nil
	}
	return commitlog.Add(tx, s.ID)
}

// changesOf returns the records of the changes of a snapshot.
func changesOf(s storage.Snapshot, entries []storage.Entry) []storage.Change {
	changes := make([]storage.Change, len(entries))
	for i, e := range entries {
		changes[i] = storage.Change{ID: storage.ChangeID{Snapshot: s.ID, Index: i}, Entry: changelog.Weigh(e), Changed: s.Changed}
	}
	return changes
}
