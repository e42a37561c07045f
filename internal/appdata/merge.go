package appdata

import (
	"errors"

	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

// Merge merges an app into another, and removes it: notes, accepted concerns, shortlist entries, verdicts,
// snapshots, policy texts and items of imports become the other's. Of two verdicts of
// one person the later counts, and of two shortlist entries for one candidate the other
// app's. The snapshots of both are then compared in one order. An app that is merged
// into itself stays as it is. The error wraps [storage.ErrNotFound] when one of them is
// not tracked.
func Merge(tx *storage.Tx, from, into storage.AppID) error {
	was, err := tx.Apps.Get(from)
	if err != nil || from == into {
		return err
	}
	if _, err := tx.Apps.Get(into); err != nil {
		return err
	}
	notes, err := timeline.NotesOn(tx, from, into)
	if err != nil {
		return err
	}
	if err := notes.Edit(func(e storage.Entry) (storage.Entry, error) { return renamed(e, from, into) }); err != nil {
		return err
	}
	for _, move := range []func(tx *storage.Tx, from, into storage.AppID) error{
		moveNotes, moveConcerns, moveVerdicts, moveShortlist, movePolicies, moveItems,
	} {
		if err := move(tx, from, into); err != nil {
			return err
		}
	}
	moved, err := moveSnapshots(tx, from, into)
	if err != nil {
		return err
	}
	if err := notes.Follow(tx, into); err != nil {
		return err
	}
	app, err := tx.Apps.Get(into)
	if err != nil {
		return err
	}
	app.SyncCount += moved
	app.ChangeCount += was.ChangeCount
	app.Pending |= was.Pending
	app.FirstSeen = min(app.FirstSeen, was.FirstSeen)
	verdict, decided, err := lookUp(tx.Verdicts, storage.VerdictID{App: into, Origin: storage.OriginUser})
	if err != nil {
		return err
	}
	if decided {
		app.Decision = verdict.Decision
	}
	if err := tx.Apps.Put(app); err != nil {
		return err
	}
	_, err = Remove(tx, from)
	return err
}

// lookUp returns a record and reports whether it exists.
func lookUp[K comparable, R storage.Record[K], Q storage.Query[R]](t storage.Table[K, R, Q], key K) (record R, found bool, err error) {
	record, err = t.Get(key)
	if errors.Is(err, storage.ErrNotFound) {
		return record, false, nil
	}
	return record, err == nil, err
}

func moveNotes(tx *storage.Tx, from, into storage.AppID) error {
	notes, err := storage.Collect(tx.Annotations.List(storage.AnnotationQuery{App: from}))
	if err != nil {
		return err
	}
	for i := range notes {
		notes[i].App = into
	}
	return tx.Annotations.Put(notes...)
}

// moveConcerns moves what was accepted of the other app, unless the same was decided of
// this one.
func moveConcerns(tx *storage.Tx, from, into storage.AppID) error {
	concerns, err := storage.Collect(tx.Concerns.List(storage.ConcernQuery{App: from}))
	if errors.Is(err, storage.ErrNotSupported) {
		return nil
	}
	for _, c := range concerns {
		c.App = into
		if _, there, err := lookUp(tx.Concerns, c.Key()); err != nil {
			return err
		} else if there {
			continue
		}
		if err := tx.Concerns.Put(c); err != nil {
			return err
		}
	}
	return err
}

func moveVerdicts(tx *storage.Tx, from, into storage.AppID) error {
	verdicts, err := storage.Collect(tx.Verdicts.List(storage.VerdictQuery{App: from}))
	if err != nil {
		return err
	}
	for _, v := range verdicts {
		v.App = into
		other, there, err := lookUp(tx.Verdicts, v.Key())
		if err != nil {
			return err
		}
		if there && other.UpdatedAt > v.UpdatedAt {
			continue
		}
		if err := tx.Verdicts.Put(v); err != nil {
			return err
		}
	}
	return nil
}

func moveShortlist(tx *storage.Tx, from, into storage.AppID) error {
	entries, err := storage.Collect(tx.Shortlist.List(storage.ShortlistQuery{Source: from}))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Source = into; e.Candidate == into { // it would replace itself
			continue
		}
		if _, there, err := lookUp(tx.Shortlist, e.Key()); err != nil {
			return err
		} else if there {
			continue
		}
		if err := tx.Shortlist.Put(e); err != nil {
			return err
		}
	}
	return nil
}

func moveItems(tx *storage.Tx, from, into storage.AppID) error {
	items, err := storage.Collect(tx.ImportItems.List(storage.ImportItemQuery{App: from}))
	if err != nil {
		return err
	}
	for i := range items {
		items[i].App = into
	}
	return tx.ImportItems.Put(items...)
}
