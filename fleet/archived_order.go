package fleet

import (
	"errors"
	"iter"
	"reflect"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// The snapshots of an app are compared by their labels in the order of time: each
// whose label is known with the newest earlier one whose label is.

// knownBefore returns the newest snapshot before a moment whose label is known,
// zero when there is none.
func knownBefore(tx storage.Tx, id storage.SnapshotID) (storage.Snapshot, error) {
	if id.At <= 1 { // no moment is earlier, and zero would be no bound
		return storage.Snapshot{}, nil
	}
	return firstKnown(tx.Snapshots().List(storage.SnapshotQuery{App: id.App, To: id.At - 1}))
}

// knownAfter returns the oldest snapshot after a moment whose label is known,
// zero when there is none.
func knownAfter(tx storage.Tx, id storage.SnapshotID) (storage.Snapshot, error) {
	return firstKnown(tx.Snapshots().List(storage.SnapshotQuery{App: id.App, From: id.At + 1, Reverse: true}))
}

func firstKnown(list iter.Seq2[storage.Snapshot, error]) (storage.Snapshot, error) {
	for s, err := range list {
		if err != nil || !s.Label.IsZero() {
			return s, err
		}
	}
	return storage.Snapshot{}, nil
}

// snapshotAfter returns the oldest snapshot after a moment, zero when there is none.
func snapshotAfter(tx storage.Tx, id storage.SnapshotID) (storage.Snapshot, error) {
	s, err := storage.First(tx.Snapshots().List(storage.SnapshotQuery{App: id.App, From: id.At + 1, Reverse: true, Limit: 1}))
	if errors.Is(err, storage.ErrNotFound) {
		return storage.Snapshot{}, nil
	}
	return s, err
}

// newestOf returns the newest snapshot of an app, zero when there is none.
func newestOf(tx storage.Tx, app storage.AppID) (storage.Snapshot, error) {
	s, err := storage.First(tx.Snapshots().List(storage.SnapshotQuery{App: app, Limit: 1}))
	if errors.Is(err, storage.ErrNotFound) {
		return storage.Snapshot{}, nil
	}
	return s, err
}

// isFirst says whether an app has no snapshot before a moment.
func isFirst(tx storage.Tx, id storage.SnapshotID) (bool, error) {
	if id.At <= 1 {
		return true, nil
	}
	earlier, err := exists(tx.Snapshots().List(storage.SnapshotQuery{App: id.App, To: id.At - 1, Limit: 1}))
	return !earlier, err
}

func exists[R any](list iter.Seq2[R, error]) (bool, error) {
	for _, err := range list {
		return err == nil, err
	}
	return false, nil
}

// labelChanges returns what changed between two labels that are kept; none when
// either is not known.
func labelChanges(tx storage.Tx, older, newer storage.Digest) ([]storage.Entry, error) {
	if older.IsZero() || newer.IsZero() || older == newer {
		return nil, nil
	}
	was, err := tx.Labels().Get(older)
	if err != nil {
		return nil, err
	}
	now, err := tx.Labels().Get(newer)
	if err != nil {
		return nil, err
	}
	return changelog.DiffLabels(was.Label, now.Label), nil
}

// compareAgain brings up to date what a snapshot tells of its label, after what
// comes before it was changed. The zero snapshot is none.
func compareAgain(tx storage.Tx, s storage.Snapshot) error {
	if s.ID.App == 0 {
		return nil
	}
	before, err := knownBefore(tx, s.ID)
	if err != nil {
		return err
	}
	first := false
	if before.ID.App == 0 {
		if first, err = isFirst(tx, s.ID); err != nil {
			return err
		}
	}
	label, err := labelChanges(tx, before.Label, s.Label)
	if err != nil {
		return err
	}
	told, err := storage.Collect(tx.Changes().List(storage.ChangeQuery{App: s.ID.App, From: s.ID.At, To: s.ID.At}))
	if err != nil {
		return err
	}
	var others []storage.Entry
	for _, c := range told {
		if !ofLabel(c.Entry) {
			others = append(others, c.Entry)
		}
	}
	now := s
	now.Changed = !first && (len(label) > 0 || slices.ContainsFunc(others, alwaysShown) || s.Changed && len(others) == len(told))
	now.Entries = len(label) + len(others)
	changes := changesOf(now, append(label, others...))
	same := func(a, b storage.Change) bool { return reflect.DeepEqual(a, b) }
	if now == s && slices.EqualFunc(changes, told, same) {
		return nil
	}
	if now != s {
		if err := tx.Snapshots().Put(now); err != nil {
			return err
		}
	}
	var gone []storage.ChangeID
	for n := len(changes); n < len(told); n++ {
		gone = append(gone, told[n].ID)
	}
	if _, err := tx.Changes().Delete(gone...); err != nil {
		return err
	}
	return tx.Changes().Put(changes...)
}

// ofLabel says whether an entry tells of a difference between labels.
func ofLabel(e storage.Entry) bool {
	switch e.Type {
	case storage.EntryAdded, storage.EntryRemoved, storage.EntryModified:
		return e.Category == "" || e.Category == storage.CategoryPrivacyLabel
	}
	return false
}

// alwaysShown says whether an entry that is not of a label makes its snapshot one
// that the feed shows. Of a policy, only who wrote the entry knows.
func alwaysShown(e storage.Entry) bool {
	return e.Category == storage.CategoryAccessibility || e.Category == storage.CategoryAgeRating
}
