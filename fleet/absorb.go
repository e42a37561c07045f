package fleet

import (
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// Absorb makes one app of two that are the same, such as one that the store lists
// under another id now: notes, the shortlist, verdicts, snapshots and the texts of
// the policy of the first become the other's, what imports took for the first they
// take for the other, and the first is forgotten. Of two verdicts of one person the
// later counts, and of two entries for one candidate the second app's. The states
// of both stand in one order then, and are compared in it. An app that is to absorb
// itself stays as it is. The error wraps storage.ErrNotFound when one of them is not
// tracked.
func Absorb(tx storage.Tx, from, into storage.AppID) error {
	was, err := tx.Apps().Get(from)
	if err != nil || from == into {
		return err
	}
	if _, err := tx.Apps().Get(into); err != nil {
		return err
	}
	for _, move := range []func(tx storage.Tx, from, into storage.AppID) error{
		moveNotes, moveVerdicts, moveShortlist, movePolicies, moveItems,
	} {
		if err := move(tx, from, into); err != nil {
			return err
		}
	}
	moved, err := moveSnapshots(tx, from, into)
	if err != nil {
		return err
	}
	app, err := tx.Apps().Get(into)
	if err != nil {
		return err
	}
	app.SyncCount += moved
	app.ChangeCount += was.ChangeCount
	app.Pending |= was.Pending
	app.FirstSeen = min(app.FirstSeen, was.FirstSeen)
	mine := storage.VerdictID{App: into, Origin: storage.OriginUser}
	verdict, decided, err := lookUp(tx.Verdicts(), mine)
	if err != nil {
		return err
	}
	if decided {
		app.Decision = verdict.Decision
	}
	if err := tx.Apps().Put(app); err != nil {
		return err
	}
	_, err = Forget(tx, from)
	return err
}

// lookUp returns a record, and whether there is one.
func lookUp[K comparable, R storage.Record[K], Q any](t storage.Table[K, R, Q], key K) (record R, found bool, err error) {
	record, err = t.Get(key)
	if errors.Is(err, storage.ErrNotFound) {
		return record, false, nil
	}
	return record, err == nil, err
}

func moveNotes(tx storage.Tx, from, into storage.AppID) error {
	notes, err := storage.Collect(tx.Annotations().List(storage.AnnotationQuery{App: from}))
	if err != nil {
		return err
	}
	for i := range notes {
		notes[i].App = into
	}
	return tx.Annotations().Put(notes...)
}

func moveVerdicts(tx storage.Tx, from, into storage.AppID) error {
	verdicts, err := storage.Collect(tx.Verdicts().List(storage.VerdictQuery{App: from}))
	if err != nil {
		return err
	}
	for _, v := range verdicts {
		v.App = into
		other, there, err := lookUp(tx.Verdicts(), v.Key())
		if err != nil {
			return err
		}
		if there && other.UpdatedAt > v.UpdatedAt {
			continue
		}
		if err := tx.Verdicts().Put(v); err != nil {
			return err
		}
	}
	return nil
}

func moveShortlist(tx storage.Tx, from, into storage.AppID) error {
	entries, err := storage.Collect(tx.Shortlist().List(storage.ShortlistQuery{Source: from}))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Source = into; e.Candidate == into { // it would replace itself
			continue
		}
		if _, there, err := lookUp(tx.Shortlist(), e.Key()); err != nil {
			return err
		} else if there {
			continue
		}
		if err := tx.Shortlist().Put(e); err != nil {
			return err
		}
	}
	return nil
}

func moveItems(tx storage.Tx, from, into storage.AppID) error {
	items, err := storage.Collect(tx.ImportItems().List(storage.ImportItemQuery{App: from}))
	if err != nil {
		return err
	}
	for i := range items {
		items[i].App = into
	}
	return tx.ImportItems().Put(items...)
}
