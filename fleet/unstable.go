package fleet

import (
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// A label, a list of accessibility features or an age rating is unstable from its second return,
// within returnSpan, to a state that it had in that time, until it has stayed unchanged for
// [changelog.UnstableSpan]. All its changes are recorded. Those while it is unstable are marked,
// and users are not notified of them but of the state in which it comes to rest.
//
// Of two labels that alternate, users are so notified twice: of the first change and of the
// first return, which looks like any other change. With the third return instead of the second,
// they would be notified three times, which is more than a label that says nothing new deserves.
//
// All of that follows from the entries of the app, so that it survives a restart and a restore.
// The row of the app has only when the time is over, for lists and so that a refresh without
// changes need not read entries.
const (
	returnSpan     = 14 * 24 * time.Hour
	unstableReturn = 2
)

// facet is something of an app that can be unstable by itself.
type facet struct {
	name     string
	category storage.EntryCategory
	notice   storage.NotificationType
	has      func(storage.Entry) bool
}

// ofLabel is the facet whose states are in the snapshots. Those of the others follow from what
// their entries say.
var ofLabel = facet{"privacy label", storage.CategoryPrivacyLabel, storage.NoticeLabelChanges, timeline.OfLabel}

var facets = []facet{
	ofLabel,
	{"list of accessibility features", storage.CategoryAccessibility, storage.NoticeAccessibilityChanges,
		func(e storage.Entry) bool { return e.Category == storage.CategoryAccessibility }},
	{"age rating", storage.CategoryAgeRating, storage.NoticeLabelChanges,
		func(e storage.Entry) bool { return e.Category == storage.CategoryAgeRating && e.Feature == "" }},
}

// transition is the changes of a facet at one time.
type transition struct {
	at      storage.SnapshotID
	entries []storage.Entry
}

// marked reports whether the facet was unstable.
func (t transition) marked() bool { return slices.ContainsFunc(t.entries, changelog.Unstable) }

// transitionsOf returns the changes of a facet that the App Store showed since a time, newest
// first. Zero for most means all of them.
func transitionsOf(tx *storage.Tx, app storage.AppID, of facet, since storage.Time, most int) ([]transition, error) {
	var all []transition
	for c, err := range tx.Changes.List(storage.ChangeQuery{App: app, From: max(since, 1), Changed: true}) {
		if err != nil {
			return nil, err
		}
		if !of.has(c.Entry) {
			continue
		}
		if n := len(all); n > 0 && all[n-1].at == c.ID.Snapshot {
			all[n-1].entries = append(all[n-1].entries, c.Entry)
			continue
		}
		s, err := tx.Snapshots.Get(c.ID.Snapshot)
		if err != nil {
			return nil, err
		}
		if len(all) == most && most > 0 {
			break
		}
		if s.Source != storage.SourceWayback {
			all = append(all, transition{c.ID.Snapshot, []storage.Entry{c.Entry}})
		}
	}
	return all, nil
}

// state is a state of a list of features or a rating, as far as entries tell: which features are
// there, unlike the newest state, and the last value.
type state struct {
	other map[string]bool
	value string
}

// undo makes it the state before some entries.
func (s *state) undo(entries []storage.Entry) {
	for _, e := range entries {
		if e.Feature != "" {
			s.other[e.Feature] = !s.other[e.Feature]
		} else if e.From != "" {
			s.value = e.From
		}
	}
}

// key identifies the state among those of the same facet.
func (s *state) key() string {
	var different []string
	for id, other := range s.other {
		if other {
			different = append(different, id)
		}
	}
	slices.Sort(different)
	return s.value + "\n" + strings.Join(different, "\n")
}

// keysOf returns what identifies the states of a facet, newest first: after each transition, and
// before the oldest.
func keysOf(tx *storage.Tx, of facet, label storage.Digest, all []transition) ([]string, error) {
	if of.category != ofLabel.category {
		now := state{other: make(map[string]bool)}
		for _, t := range slices.Backward(all) {
			for _, e := range t.entries {
				if e.Feature == "" {
					now.value = e.To
				}
			}
		}
		keys := []string{now.key()}
		for _, t := range all {
			now.undo(t.entries)
			keys = append(keys, now.key())
		}
		return keys, nil
	}
	keys := []string{label.String()}
	for _, t := range all[1:] {
		s, err := tx.Snapshots.Get(t.at)
		if err != nil {
			return nil, err
		}
		keys = append(keys, s.Label.String())
	}
	before, err := timeline.KnownBefore(tx, all[len(all)-1].at)
	return append(keys, before.Label.String()), err
}

// returns counts the states that were there before.
func returns(keys []string) (n int) {
	for i, key := range keys {
		if slices.Contains(keys[i+1:], key) {
			n++
		}
	}
	return n
}

// settle marks the changes of facets that are unstable now, and sets until when the app counts
// as unstable. The entries are those of an observation that is not stored yet.
func (s observation) settle(tx *storage.Tx, app *storage.App, found *differences, now storage.Time) error {
	for _, of := range facets {
		var news []storage.Entry
		for _, e := range found.notified {
			if of.has(e) {
				news = append(news, e)
			}
		}
		if len(news) == 0 {
			continue
		}
		unstable, err := s.unstable(tx, app.ID, of, news, now)
		if err != nil {
			return err
		}
		if !unstable {
			continue
		}
		app.UnstableUntil = storage.NullTime(now.Add(changelog.UnstableSpan))
		for _, entries := range [][]storage.Entry{found.notified, found.recorded} {
			for i, e := range entries {
				if of.has(e) {
					entries[i] = changelog.MarkUnstable(e)
				}
			}
		}
	}
	return nil
}

// unstable reports whether a facet that changed now is unstable.
func (s observation) unstable(tx *storage.Tx, app storage.AppID, of facet, news []storage.Entry, now storage.Time) (bool, error) {
	last, err := transitionsOf(tx, app, of, now.Add(-changelog.UnstableSpan)+1, 1)
	if err != nil || len(last) > 0 && last[0].marked() {
		return err == nil, err
	}
	past, err := transitionsOf(tx, app, of, now.Add(-returnSpan), 0)
	if rested := slices.IndexFunc(past, transition.marked); rested >= 0 {
		past = past[:rested] // it is counted anew since then
	}
	if err != nil || len(past) == 0 {
		return false, err
	}
	all := append([]transition{{storage.SnapshotID{App: app, At: now}, news}}, past...)
	keys, err := keysOf(tx, of, s.label.Digest, all)
	return err == nil && returns(keys) >= unstableReturn, err
}

// loud returns the entries of which users are notified at once.
func loud(entries []storage.Entry) []storage.Entry {
	return slices.DeleteFunc(slices.Clone(entries), changelog.Unstable)
}

// rested returns the notices about the facets of an app that have come to rest, after the time
// in which they were unstable is over, and ends that time on the row of the app. There is none
// about a facet that changed now.
func rested(tx *storage.Tx, app *storage.App, news []storage.Entry, now storage.Time) ([]notify.Notice, error) {
	if app.UnstableUntil == 0 || now < storage.Time(app.UnstableUntil) {
		return nil, nil
	}
	app.UnstableUntil = 0
	first, err := unstableSince(tx, app.ID)
	if err != nil || first == 0 {
		return nil, err
	}
	var notices []notify.Notice
	for _, of := range facets {
		if slices.ContainsFunc(news, of.has) {
			continue
		}
		all, err := transitionsOf(tx, app.ID, of, first, 0)
		if err != nil {
			return nil, err
		}
		last := slices.IndexFunc(all, func(t transition) bool { return !t.marked() })
		if last >= 0 {
			all = all[:last]
		}
		if len(all) == 0 {
			continue
		}
		changes, err := netChanges(tx, *app, of, all)
		if err != nil {
			return nil, err
		}
		said := storage.Entry{
			Type: storage.EntryModified, Category: of.category, Direction: storage.Neutral, Weight: changelog.Weigh(all[0].entries[0]).Weight,
			Description: "The " + of.name + " has come to rest: it has not changed for seven days",
		}
		if len(changes) == 0 {
			said.Description += ", and is as it was when you were notified last"
		}
		notices = append(notices, notify.Notice{App: app.ID, AppName: app.Name, Type: of.notice, Changes: append(changes, said)})
	}
	return notices, nil
}

// unstableSince returns when the app became unstable: the time of the oldest marked change that
// is not longer than the span before the next one. Zero: no change is marked.
func unstableSince(tx *storage.Tx, app storage.AppID) (since storage.Time, err error) {
	for c, err := range tx.Changes.List(storage.ChangeQuery{App: app, Changed: true}) {
		if err != nil {
			return 0, err
		}
		if since != 0 && since.Sub(c.ID.Snapshot.At) >= changelog.UnstableSpan {
			break
		}
		if c.Entry.Category != storage.CategoryPrivacyPolicy && changelog.Unstable(c.Entry) {
			since = c.ID.Snapshot.At
		}
	}
	return since, nil
}

// netChanges returns the difference of the state of a facet from the one of which users were
// notified last: that before the oldest transition.
func netChanges(tx *storage.Tx, app storage.App, of facet, all []transition) ([]storage.Entry, error) {
	if of.category == ofLabel.category {
		before, err := timeline.KnownBefore(tx, all[len(all)-1].at)
		if err != nil {
			return nil, err
		}
		return timeline.LabelChanges(tx, before.Label, app.LabelDigest)
	}
	was := state{other: make(map[string]bool)}
	entries := make(map[string]storage.Entry) // the newest of each feature
	for _, t := range all {
		was.undo(t.entries)
		for _, e := range t.entries {
			if _, known := entries[e.Feature]; !known {
				entries[e.Feature] = e
			}
		}
	}
	var changes []storage.Entry
	for _, t := range slices.Backward(all) {
		for _, e := range t.entries {
			if newest := entries[e.Feature]; e.Feature != "" && was.other[e.Feature] {
				changes = append(changes, unmarked(newest))
				delete(was.other, e.Feature)
			}
		}
	}
	if newest, ok := entries[""]; ok && newest.To != was.value {
		if of.category == storage.CategoryAgeRating {
			return changelog.DiffAgeRating(was.value, newest.To), nil
		}
		changes = append(changes, unmarked(newest)) // says what the status is now
	}
	return changes, nil
}

// unmarked returns an entry without what belongs to its place in the record.
func unmarked(e storage.Entry) storage.Entry {
	e.More = nil
	return e
}
