package history

import (
	"errors"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// state is a state of an app that was read from the archive and can be stored.
type state struct {
	snapshot storage.Snapshot // without the fields that depend on other snapshots
	label    storage.LabelBody
}

// newState returns the state that a page shows: its label and its listing, because nothing else
// on an old page is compared. The error is an [*archive.Error] that wraps [fleet.ErrLayout].
func newState(m archive.Memento, app storage.AppID) (state, error) {
	invalid := func(err error) (state, error) {
		return state{}, &archive.Error{Cause: fleet.ErrLayout, Err: err}
	}
	if m.Listing.ID != 0 && m.Listing.ID != app {
		return invalid(fmt.Errorf("the page is of app %d", m.Listing.ID))
	}
	if m.Listing.Label == nil || !m.Listing.Label.Known() {
		return invalid(errors.New("no privacy label found"))
	}
	label, err := changelog.BodyOf(*m.Listing.Label)
	if err != nil {
		return invalid(err)
	}
	s := state{
		label: label,
		snapshot: storage.Snapshot{
			ID: storage.SnapshotID{App: app, At: m.At}, Source: storage.SourceWayback, TriggeredBy: storage.TriggerWayback,
			Label: label.Digest, ArchiveURL: storage.Text(m.URL), Listing: tracked.Recorded(m.Listing), Extractor: m.Listing.Extractor,
		},
	}
	if err := errors.Join(storage.Validate(s.label), storage.Validate(s.snapshot)); err != nil {
		return invalid(err)
	}
	return s, nil
}

// position is the place of a state among the snapshots of its app.
type position struct {
	before storage.Snapshot // the newest earlier snapshot with a label; zero: none
	first  bool             // there is no earlier snapshot
	taken  bool             // a snapshot has the same time, or covers the aim
}

// positionOf returns the position of a state. The error is errRemoved if the app is no longer
// tracked.
func positionOf(tx *storage.Tx, id storage.SnapshotID, a aim) (p position, err error) {
	if err := checkTracked(tx, id.App); err != nil {
		return p, err
	}
	p.taken, err = timeline.Any(tx, storage.SnapshotQuery{App: id.App, From: id.At, To: id.At})
	if err == nil && !p.taken && a.covers {
		p.taken, err = timeline.Any(tx, storage.SnapshotQuery{App: id.App, From: a.from, To: a.to, Source: storage.SourceWayback})
	}
	if err != nil {
		return p, err
	}
	if p.before, err = timeline.KnownBefore(tx, id); err != nil {
		return p, err
	}
	p.first, err = timeline.IsFirst(tx, id)
	return p, err
}

// checkTracked returns errRemoved if an app is no longer tracked.
func checkTracked(tx *storage.Tx, app storage.AppID) error {
	_, err := tx.AppOrigin(app)
	if errors.Is(err, storage.ErrNotFound) {
		return errRemoved
	}
	return err
}

// changes returns the differences of a state from the one before it.
func (s state) changes(tx *storage.Tx, at position) ([]storage.Entry, error) {
	if at.before.Label.IsZero() {
		return nil, nil
	}
	label, stored, err := storage.Find(tx.Labels, s.label.Digest) // its texts may be from another page
	if err != nil {
		return nil, err
	}
	if !stored {
		label = s.label
	}
	store, err := timeline.StoreOf(tx, s.snapshot.ID.App)
	if err != nil {
		return nil, err
	}
	entries, err := timeline.ChangesTo(tx, s.snapshot.ID, store, at.before.Label, label)
	return timeline.Between(at.before, s.snapshot, entries), err
}

// insert stores a state at its position and compares the next snapshot with it.
func (s state) insert(tx *storage.Tx, at position) error {
	notes, err := timeline.NotesOn(tx, s.snapshot.ID.App)
	if err != nil {
		return err
	}
	if err := s.put(tx, at); err != nil {
		return err
	}
	return notes.Follow(tx, s.snapshot.ID.App)
}

func (s state) put(tx *storage.Tx, at position) error {
	if _, err := timeline.SaveLabel(tx, s.label); err != nil {
		return err
	}
	entries, err := s.changes(tx, at)
	if err != nil {
		return err
	}
	snapshot := s.snapshot
	snapshot.Entries, snapshot.Changed = len(entries), len(entries) > 0
	if err := timeline.Save(tx, snapshot, entries); err != nil {
		return err
	}
	after, err := timeline.KnownAfter(tx, snapshot.ID)
	if err != nil {
		return err
	}
	if err := timeline.Recompare(tx, after); err != nil || !at.first {
		return err
	}
	// The snapshot that was the first of the app no longer is.
	second, err := timeline.After(tx, snapshot.ID)
	if err != nil || second.ID == after.ID {
		return err
	}
	return timeline.Recompare(tx, second)
}

// removeStates deletes the snapshots of an app that are from the archive, and compares
// the snapshots after them again. It returns how many were deleted.
func removeStates(tx *storage.Tx, app storage.AppID) (int, error) {
	err := noteArchive(tx, app, func(_ storage.App, known *storage.AppArchive) error {
		known.AskedAt, known.FirstAt = 0, 0
		return nil
	})
	if err != nil {
		return 0, err
	}
	archived, err := storage.Collect(tx.Snapshots.List(storage.SnapshotQuery{App: app, Source: storage.SourceWayback}))
	if err != nil || len(archived) == 0 {
		return 0, err
	}
	notes, err := timeline.NotesOn(tx, app)
	if err != nil {
		return 0, err
	}
	ids := make([]storage.SnapshotID, len(archived))
	for i, s := range archived {
		ids[i] = s.ID
	}
	n, err := tx.Snapshots.Delete(ids...)
	if err != nil {
		return 0, err
	}
	var last storage.SnapshotID
	for _, id := range slices.Backward(ids) {
		after, err := timeline.KnownAfter(tx, id)
		if err != nil {
			return 0, err
		}
		if after.ID == last {
			continue
		}
		if err := timeline.Recompare(tx, after); err != nil {
			return 0, err
		}
		last = after.ID
	}
	first, err := timeline.After(tx, storage.SnapshotID{App: app})
	if err != nil {
		return 0, err
	}
	if err := timeline.Recompare(tx, first); err != nil {
		return 0, err
	}
	return n, notes.Follow(tx, app)
}
