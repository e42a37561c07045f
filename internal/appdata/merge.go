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
		moveNotes, moveConcerns, moveVerdicts, moveShortlist, movePolicies, moveItems, movePair,
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
	verdict, decided, err := storage.Find(tx.Verdicts, storage.VerdictID{App: into, Origin: storage.OriginUser})
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

// move renames the records of a list and writes them. If another record has the new key of one,
// merge returns what becomes of the two; nil: the new keys are those that the records have.
func move[K comparable, R storage.Record[K], Q storage.Query[R]](
	t storage.Rows[K, R, Q], list Q, rename func(*R), merge func(moved, other R) R,
) error {
	records, err := storage.Collect(t.List(list))
	if err != nil {
		return err
	}
	for i := range records {
		rename(&records[i])
		if merge == nil {
			continue
		}
		other, there, err := storage.Find(t, storage.Key(records[i]))
		if err != nil {
			return err
		}
		if there {
			records[i] = merge(records[i], other)
		}
	}
	return t.Put(records...)
}

func moveNotes(tx *storage.Tx, from, into storage.AppID) error {
	return move(tx.Annotations, storage.AnnotationQuery{App: from}, func(a *storage.Annotation) { a.App = into }, nil)
}

// moveConcerns moves what was accepted of the other app, unless the same was decided of
// this one.
func moveConcerns(tx *storage.Tx, from, into storage.AppID) error {
	err := move(tx.Concerns, storage.ConcernQuery{App: from}, func(c *storage.Concern) { c.App = into },
		func(_, other storage.Concern) storage.Concern { return other })
	if errors.Is(err, storage.ErrNotSupported) {
		return nil
	}
	return err
}

// movePair moves the pair of an app to another one of the same store that has none.
func movePair(tx *storage.Tx, from, into storage.AppID) error {
	pairs, err := storage.Collect(tx.Pairs.List(storage.PairQuery{Of: from}))
	if errors.Is(err, storage.ErrNotSupported) || err == nil && (len(pairs) == 0 || from.IsNumber() != into.IsNumber()) {
		return nil
	}
	if err != nil {
		return err
	}
	had, err := tx.Pairs.Count(storage.PairQuery{Of: into})
	if err != nil || had > 0 {
		return err
	}
	moved := pairs[0]
	partner := moved.Partner(from)
	if _, err := tx.Pairs.Delete(moved.App); err != nil {
		return err
	}
	moved.App, moved.With = min(into, partner), max(into, partner)
	for i := range moved.Open {
		if moved.Open[i].ToldTo == from {
			moved.Open[i].ToldTo = into
		}
	}
	return tx.Pairs.Put(moved)
}

func moveVerdicts(tx *storage.Tx, from, into storage.AppID) error {
	return move(tx.Verdicts, storage.VerdictQuery{App: from}, func(v *storage.Verdict) { v.App = into },
		func(moved, other storage.Verdict) storage.Verdict {
			if other.UpdatedAt > moved.UpdatedAt {
				return other
			}
			return moved
		})
}

func moveShortlist(tx *storage.Tx, from, into storage.AppID) error {
	if _, err := tx.Shortlist.Delete(storage.ShortlistID{Source: from, Candidate: into}); err != nil { // it would replace itself
		return err
	}
	return move(tx.Shortlist, storage.ShortlistQuery{Source: from}, func(e *storage.ShortlistEntry) { e.Source = into },
		func(_, other storage.ShortlistEntry) storage.ShortlistEntry { return other })
}

func moveItems(tx *storage.Tx, from, into storage.AppID) error {
	return move(tx.ImportItems, storage.ImportItemQuery{App: from}, func(i *storage.ImportItem) { i.App = into }, nil)
}

// movePolicies moves the policy texts, and not their analysis, which is of the page of
// the first app. A text that both apps have spans the times of both.
func movePolicies(tx *storage.Tx, from, into storage.AppID) error {
	return move(tx.PolicyVersions, storage.PolicyVersionQuery{App: from}, func(v *storage.PolicyVersion) { v.ID.App = into },
		func(moved, other storage.PolicyVersion) storage.PolicyVersion {
			other.FirstFetched, other.LastFetched = min(moved.FirstFetched, other.FirstFetched), max(moved.LastFetched, other.LastFetched)
			return other
		})
}
