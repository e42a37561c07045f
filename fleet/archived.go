package fleet

import (
	"errors"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// archivedState is a state of an app that was read from the archive, fit to be kept.
type archivedState struct {
	snapshot storage.Snapshot // without what depends on the others
	label    storage.LabelBody
}

// newArchivedState makes a state of a page. Only the label counts: what else an
// old page says was compared with nothing. The error is an [*ArchiveError] that
// wraps [ErrLayout].
func newArchivedState(m Memento, app storage.AppID) (archivedState, error) {
	unfit := func(err error) (archivedState, error) {
		return archivedState{}, &ArchiveError{Cause: ErrLayout, Err: err}
	}
	if m.Listing.ID != 0 && m.Listing.ID != app {
		return unfit(fmt.Errorf("the page is of app %d", m.Listing.ID))
	}
	if m.Listing.Label == nil || !m.Listing.Label.Known() {
		return unfit(errors.New("the page tells no label"))
	}
	digest, err := changelog.Digest(*m.Listing.Label)
	if err != nil {
		return unfit(err)
	}
	s := archivedState{
		label: storage.LabelBody{Digest: digest, Label: *m.Listing.Label},
		snapshot: storage.Snapshot{
			ID: storage.SnapshotID{App: app, At: m.At}, Source: storage.SourceWayback, TriggeredBy: storage.TriggerWayback,
			Label: digest, ArchiveURL: storage.Text(m.URL), Extractor: m.Listing.Extractor,
		},
	}
	if err := errors.Join(s.label.Validate(), s.snapshot.Validate()); err != nil {
		return unfit(err)
	}
	return s, nil
}

// standing is where a state would stand among those of its app.
type standing struct {
	before storage.Snapshot // the newest earlier one whose label is known; zero: there is none
	first  bool             // none is earlier
	taken  bool             // the moment, or the target that the state is to stand for
}

// standingOf returns where a state would stand. The error is errRemoved when
// there is no such app any more.
func standingOf(tx storage.Tx, id storage.SnapshotID, target storage.Time) (s standing, err error) {
	if _, err := tx.Apps().Get(id.App); errors.Is(err, storage.ErrNotFound) {
		return s, errRemoved
	} else if err != nil {
		return s, err
	}
	if s.taken, err = exists(tx.Snapshots().List(storage.SnapshotQuery{
		App: id.App, From: target.Add(-historyDrift), To: target.Add(historyDrift), Source: storage.SourceWayback, Limit: 1,
	})); err != nil {
		return s, err
	}
	if !s.taken {
		if s.taken, err = exists(tx.Snapshots().List(storage.SnapshotQuery{App: id.App, From: id.At, To: id.At, Limit: 1})); err != nil {
			return s, err
		}
	}
	if s.before, err = knownBefore(tx, id); err != nil {
		return s, err
	}
	s.first, err = isFirst(tx, id)
	return s, err
}

// changes returns what a state adds to the one before it.
func (s archivedState) changes(tx storage.Tx, at standing) ([]storage.Entry, error) {
	if at.before.Label.IsZero() || at.before.Label == s.label.Digest {
		return nil, nil
	}
	label, err := tx.Labels().Get(s.label.Digest) // its texts may be those of another page
	if errors.Is(err, storage.ErrNotFound) {
		label, err = s.label, nil
	}
	if err != nil {
		return nil, err
	}
	before, err := tx.Labels().Get(at.before.Label)
	if err != nil {
		return nil, err
	}
	return changelog.DiffLabels(before.Label, label.Label), nil
}

// insert keeps a state where it stands, and compares the one after it with it.
func (s archivedState) insert(tx storage.Tx, at standing) error {
	if err := keepLabel(tx, s.label); err != nil {
		return err
	}
	entries, err := s.changes(tx, at)
	if err != nil {
		return err
	}
	snapshot := s.snapshot
	snapshot.Entries, snapshot.Changed = len(entries), len(entries) > 0
	if err := tx.Snapshots().Put(snapshot); err != nil {
		return err
	}
	if err := tx.Changes().Put(changesOf(snapshot, entries)...); err != nil {
		return err
	}
	after, err := knownAfter(tx, snapshot.ID)
	if err != nil {
		return err
	}
	if err := compareAgain(tx, after); err != nil || !at.first {
		return err
	}
	// What was the first one is an ordinary one from now on.
	second, err := snapshotAfter(tx, snapshot.ID)
	if err != nil || second.ID == after.ID {
		return err
	}
	return compareAgain(tx, second)
}

// dropArchived deletes what an app has from the archive, and compares again what
// followed it. It returns how many states were deleted.
func dropArchived(tx storage.Tx, app storage.AppID) (int, error) {
	archived, err := storage.Collect(tx.Snapshots().List(storage.SnapshotQuery{App: app, Source: storage.SourceWayback}))
	if err != nil || len(archived) == 0 {
		return 0, err
	}
	gone := make([]storage.SnapshotID, len(archived))
	for i, s := range archived {
		gone[i] = s.ID
	}
	n, err := tx.Snapshots().Delete(gone...)
	if err != nil {
		return 0, err
	}
	var last storage.SnapshotID
	for _, id := range slices.Backward(gone) {
		after, err := knownAfter(tx, id)
		if err != nil {
			return 0, err
		}
		if after.ID == last {
			continue
		}
		if err := compareAgain(tx, after); err != nil {
			return 0, err
		}
		last = after.ID
	}
	first, err := snapshotAfter(tx, storage.SnapshotID{App: app})
	if err != nil {
		return 0, err
	}
	return n, compareAgain(tx, first)
}
