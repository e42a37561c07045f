package timeline

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/commitlog"
	"github.com/privacylabels/auditor/storage"
)

// KnownBefore returns the newest snapshot before a moment whose label is known,
// zero when there is none.
func KnownBefore(tx *storage.Tx, id storage.SnapshotID) (storage.Snapshot, error) {
	if id.At <= 1 { // no moment is earlier, and a zero bound means no bound
		return storage.Snapshot{}, nil
	}
	return firstKnown(tx.Snapshots.List(storage.SnapshotQuery{App: id.App, To: id.At - 1}))
}

// KnownAfter returns the oldest snapshot after a moment whose label is known,
// zero when there is none.
func KnownAfter(tx *storage.Tx, id storage.SnapshotID) (storage.Snapshot, error) {
	return firstKnown(tx.Snapshots.List(storage.SnapshotQuery{App: id.App, From: id.At + 1, Reverse: true}))
}

func firstKnown(list iter.Seq2[storage.Snapshot, error]) (storage.Snapshot, error) {
	for s, err := range list {
		if err != nil || !s.Label.IsZero() {
			return s, err
		}
	}
	return storage.Snapshot{}, nil
}

// After returns the oldest snapshot after a moment, zero when there is none.
func After(tx *storage.Tx, id storage.SnapshotID) (storage.Snapshot, error) {
	return first(tx, storage.SnapshotQuery{App: id.App, From: id.At + 1, Reverse: true})
}

// Newest returns the newest snapshot of an app, zero when there is none.
func Newest(tx *storage.Tx, app storage.AppID) (storage.Snapshot, error) {
	return first(tx, storage.SnapshotQuery{App: app})
}

// first returns the first snapshot that a query lists, zero when there is none.
func first(tx *storage.Tx, q storage.SnapshotQuery) (storage.Snapshot, error) {
	q.Limit = 1
	s, _, err := storage.FindFirst(tx.Snapshots.List(q))
	return s, err
}

// LastShown returns the label that the App Store showed last, zero when it is not known. It is
// not always that of the app, which an import may have replaced. Newest is the app's newest
// snapshot, and stored the label of the app, for which nothing more is read if they agree. An
// app without snapshots was restored without its past, so its label is the last one.
func LastShown(tx *storage.Tx, newest storage.Snapshot, stored storage.Digest) (storage.Digest, error) {
	if newest.Label == stored || newest.ID.App == 0 {
		return stored, nil
	}
	for s, err := range tx.Snapshots.List(storage.SnapshotQuery{App: newest.ID.App}) { // newest first
		if err != nil || !s.Label.IsZero() && s.Source != storage.SourceWayback {
			return s.Label, err
		}
	}
	return storage.Digest{}, nil
}

// IsFirst reports whether an app has no snapshot before a moment.
func IsFirst(tx *storage.Tx, id storage.SnapshotID) (bool, error) {
	if id.At <= 1 {
		return true, nil
	}
	earlier, err := Any(tx, storage.SnapshotQuery{App: id.App, To: id.At - 1})
	return !earlier, err
}

// Any reports whether a query finds a snapshot.
func Any(tx *storage.Tx, q storage.SnapshotQuery) (bool, error) {
	s, err := first(tx, q)
	return s.ID.App != 0, err
}

// LabelChanges returns the differences between two stored labels of an app, none when either
// is unknown. Apps of several stores may share a label, so the app decides in whose words they are.
func LabelChanges(tx *storage.Tx, of storage.AppID, older, newer storage.Digest) ([]storage.Entry, error) {
	return changesTo(tx, of, older, newer, func(store string, was, now storage.LabelBody) ([]storage.Entry, error) {
		return diff(store, was.Label, now.Label), nil
	})
}

// ChangesOf returns the changes of the label that a snapshot shows from the one before it.
//
// A page in another language, or of another year, may show less of a label. Its detail is then compared
// with the last one that the store showed as a whole.
func ChangesOf(tx *storage.Tx, of storage.SnapshotID, older, newer storage.Digest) ([]storage.Entry, error) {
	return changesTo(tx, of.App, older, newer, func(store string, was, now storage.LabelBody) ([]storage.Entry, error) {
		return since(tx, of, store, was.Label, now.Label)
	})
}

// ChangesTo is ChangesOf with a newer label that was read already, of an app in a store that
// [StoreOf] returned.
func ChangesTo(tx *storage.Tx, of storage.SnapshotID, store string, older storage.Digest, newer storage.LabelBody) ([]storage.Entry, error) {
	if older.IsZero() || newer.Digest.IsZero() || older == newer.Digest {
		return nil, nil
	}
	was, err := tx.Labels.Get(older)
	if err != nil {
		return nil, err
	}
	return since(tx, of, store, was.Label, newer.Label)
}

// changesTo compares two stored labels of an app.
func changesTo(
	tx *storage.Tx, of storage.AppID, older, newer storage.Digest, compare func(store string, was, now storage.LabelBody) ([]storage.Entry, error),
) ([]storage.Entry, error) {
	if older.IsZero() || newer.IsZero() || older == newer {
		return nil, nil
	}
	now, err := tx.Labels.Get(newer)
	if err != nil {
		return nil, err
	}
	was, err := tx.Labels.Get(older)
	if err != nil {
		return nil, err
	}
	store, err := StoreOf(tx, of)
	if err != nil {
		return nil, err
	}
	return compare(store, was, now)
}

// since returns the changes of the label of a snapshot from the one before it, and those of its detail from
// the last whole one if that before lacks detail.
func since(tx *storage.Tx, of storage.SnapshotID, store string, was, now storage.Label) ([]storage.Entry, error) {
	entries := diff(store, was, now)
	if changelog.Detailed(was) || !changelog.Detailed(now) {
		return entries, nil
	}
	last, err := lastDetailed(tx, of)
	if err != nil {
		return nil, err
	}
	for _, e := range diff(store, last, now) {
		if e.Type == storage.EntryModified && has(was, e.PrivacyType, e.DataCategory) {
			entries = append(entries, e)
		}
	}
	return entries, nil
}

func diff(store string, older, newer storage.Label) []storage.Entry {
	if store == "" {
		return changelog.DiffLabels(older, newer)
	}
	return changelog.DiffLabelsIn(store, older, newer)
}

// maxBack is how many snapshots are looked through for a label: those of some years.
const maxBack = 1000

// lastDetailed returns the newest label that the store showed in whole detail before a moment, without types
// if there is none.
func lastDetailed(tx *storage.Tx, before storage.SnapshotID) (storage.Label, error) {
	if before.At <= 1 {
		return storage.Label{}, nil
	}
	seen := map[storage.Digest]bool{{}: true}
	for s, err := range tx.Snapshots.List(storage.SnapshotQuery{App: before.App, To: before.At - 1, Limit: maxBack}) { // newest first
		if err != nil {
			return storage.Label{}, err
		}
		if seen[s.Label] || s.Source == storage.SourceWayback {
			continue
		}
		seen[s.Label] = true
		body, err := tx.Labels.Get(s.Label)
		if err != nil || changelog.Detailed(body.Label) {
			return body.Label, err
		}
	}
	return storage.Label{}, nil
}

// has reports whether a label names a category in a privacy type.
func has(l storage.Label, privacyType, category string) bool {
	named := func(c storage.LabelCategory) bool { return c.Identifier == category }
	t, ok := l.Type(privacyType)
	return ok && (slices.ContainsFunc(t.Categories, named) ||
		slices.ContainsFunc(t.Purposes, func(p storage.Purpose) bool { return slices.ContainsFunc(p.Categories, named) }))
}

// StoreOf returns the store of an app, as [storage.App.Store] names it; empty: the app is not
// tracked, so that only its labels tell.
func StoreOf(tx *storage.Tx, id storage.AppID) (string, error) {
	app, err := tx.AppOrigin(id)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return "", nil
	case err != nil:
		return "", err
	}
	return app.Store(), nil
}

// Between returns the changes of a snapshot since the one before it: those of its label, and if
// both are from the archive those of its listing. Where either is from the archive, each change
// has a member "between" with the times of both.
func Between(before, s storage.Snapshot, label []storage.Entry) []storage.Entry {
	if before.ID.App == 0 || before.Source != storage.SourceWayback && s.Source != storage.SourceWayback {
		return label
	}
	entries := slices.Clone(label)
	if before.Source == s.Source {
		entries = append(entries, changelog.DiffListings(before.Listing, s.Listing)...)
	}
	for i := range entries {
		entries[i].More = fmt.Appendf(nil, `{"between":{"after":%d,"at":%d}}`, before.ID.At, s.ID.At)
	}
	return entries
}

// Recompare updates the changes of a snapshot after the snapshots before it changed. If
// the feed shows it, or did, it gets a new place in the order of commits.
// It does nothing for the zero snapshot.
func Recompare(tx *storage.Tx, s storage.Snapshot) error {
	if s.ID.App == 0 {
		return nil
	}
	before, err := KnownBefore(tx, s.ID)
	if err != nil {
		return err
	}
	isFirst := false
	if before.ID.App == 0 {
		if isFirst, err = IsFirst(tx, s.ID); err != nil {
			return err
		}
	}
	label, err := ChangesOf(tx, s.ID, before.Label, s.Label)
	if err != nil {
		return err
	}
	compared := Between(before, s, label)
	stored, err := storage.Collect(tx.Changes.List(storage.ChangeQuery{App: s.ID.App, From: s.ID.At, To: s.ID.At}))
	if err != nil {
		return err
	}
	var others []storage.Entry
	unstable := false
	for _, c := range stored {
		if !OfLabel(c.Entry) && !(s.Source == storage.SourceWayback && c.Entry.Category == storage.CategoryListing) {
			others = append(others, c.Entry)
			continue
		}
		unstable = unstable || changelog.Unstable(c.Entry)
	}
	for i, e := range label {
		if unstable {
			label[i] = changelog.MarkUnstable(e)
		}
	}
	now := s
	now.Changed = !isFirst && (len(compared) > 0 || slices.ContainsFunc(others, alwaysShown) || s.Changed && len(others) == len(stored))
	now.Entries = len(compared) + len(others)
	changes := changesOf(now, append(compared, others...))
	same := func(a, b storage.Change) bool { return reflect.DeepEqual(a, b) }
	if now == s && slices.EqualFunc(changes, stored, same) {
		return nil
	}
	if now != s {
		if err := tx.Snapshots.Put(now); err != nil {
			return err
		}
	}
	var gone []storage.ChangeID
	for n := len(changes); n < len(stored); n++ {
		gone = append(gone, stored[n].ID)
	}
	if _, err := tx.Changes.Delete(gone...); err != nil {
		return err
	}
	if err := tx.Changes.Put(changes...); err != nil || !now.Changed && !s.Changed {
		return err
	}
	return commitlog.Add(tx, s.ID)
}

// OfLabel reports whether an entry is a difference between labels.
func OfLabel(e storage.Entry) bool {
	switch e.Type {
	case storage.EntryAdded, storage.EntryRemoved, storage.EntryModified:
		return e.Category == "" || e.Category == storage.CategoryPrivacyLabel || e.Category == storage.CategorySecurityPractice
	}
	return false
}

// alwaysShown reports whether an entry, not of a label, always puts its snapshot in
// the feed. For an entry about a policy, only its writer decides.
func alwaysShown(e storage.Entry) bool {
	switch e.Category {
	case storage.CategoryAccessibility, storage.CategoryAgeRating, storage.CategoryBackgroundLocation, storage.CategoryAvailability,
		storage.CategoryListing, storage.CategoryPair:
		return true
	}
	return false
}

// NextMoment returns the time at which to store a state observed now: after the newest
// snapshot, whatever the clock says, so that snapshots are in the order of observation.
func NextMoment(newest storage.Snapshot, now storage.Time) storage.Time {
	return max(now, newest.ID.At+1)
}
