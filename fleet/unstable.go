package fleet

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// Something of an app is unstable from its second return, within returnSpan, to a state that it
// had in that time, until it has stayed unchanged for [changelog.UnstableSpan]. All its changes
// are recorded. Those while it is unstable are marked, and users are not notified of them but of
// the state in which it comes to rest.
//
// Of two labels that alternate, users are so notified twice: of the first change and of the
// first return, which looks like any other change. With the third return instead of the second,
// they would be notified three times, which is more than a label that says nothing new deserves.
//
// All of that follows from the entries of the app and, for its version, from its snapshots, so
// that it survives a restart and a restore. The row of the app has only when the time is over, for
// lists and so that a refresh without changes need not read entries.
const (
	returnSpan     = 14 * 24 * time.Hour
	unstableReturn = 2
)

// facet is something of an app that can be unstable by itself.
type facet struct {
	name string // as in "The … has come to rest"
	has  func(storage.Entry) bool
}

// ofLabel is the facet whose states are in the snapshots. Those of the others follow from what
// their entries say.
var ofLabel = facet{"privacy label", timeline.OfLabel}

// ofVersion is the facet that has no entries in the record: its transitions follow from the
// snapshots.
var ofVersion = facet{"version", func(e storage.Entry) bool { return e.Type == entryVersion }}

var facets = []facet{
	ofLabel,
	{"list of accessibility features", about(storage.CategoryAccessibility)},
	{"age rating", func(e storage.Entry) bool { return e.Category == storage.CategoryAgeRating && e.Feature == "" }},
	{"list of reasons for the age rating", func(e storage.Entry) bool { return e.Category == storage.CategoryAgeRating && e.Feature != "" }},
	{"use of the location in the background", about(storage.CategoryBackgroundLocation)},
	{"place in the store", about(storage.CategoryAvailability)},
	{"developer", aboutFact(storage.FactDeveloper)},
	{"name", aboutFact(storage.FactName)},
	{"bundle ID", aboutFact(storage.FactBundleID)},
	{"link to the privacy policy", aboutFact(storage.FactPolicy)},
	{"price", aboutFact(storage.FactPrice)},
	{"offer of in-app purchases", aboutFact(storage.FactIAP)},
	{"company or person behind it", aboutFact(storage.FactEntity)},
	{"difference between the stores", about(storage.CategoryPair)},
	ofVersion,
}

func about(category storage.EntryCategory) func(storage.Entry) bool {
	return func(e storage.Entry) bool { return e.Category == category }
}

func aboutFact(name string) func(storage.Entry) bool {
	return func(e storage.Entry) bool { return e.Category == storage.CategoryListing && e.Fact == name }
}

// hasStates reports whether the states of a facet are in the snapshots rather than in its entries.
func (f facet) hasStates() bool { return f.name == ofLabel.name }

// transition is the changes of a facet at one time.
type transition struct {
	at       storage.SnapshotID
	label    storage.Digest // of the snapshot
	archived bool           // the snapshot is from the web archive
	entries  []storage.Entry
}

// marked reports whether the facet was unstable.
func (t transition) marked() bool { return slices.ContainsFunc(t.entries, changelog.Unstable) }

// transitionsOf returns the changes of a facet that the App Store showed since a time, newest
// first. Those of an app since then are in changes, newest first.
func transitionsOf(tx *storage.Tx, app storage.AppID, of facet, since storage.Time, changes []storage.Change) ([]transition, error) {
	if of.name == ofVersion.name {
		return versionsOf(tx, app, since)
	}
	all := inFacet(of, changes)
	for i := range all {
		s, err := tx.Snapshots.Get(all[i].at)
		if err != nil {
			return nil, err
		}
		all[i].label, all[i].archived = s.Label, s.Source == storage.SourceWayback
	}
	return slices.DeleteFunc(all, func(t transition) bool { return t.archived }), nil
}

// inFacet returns the transitions of a facet among changes, without what is in the snapshots.
func inFacet(of facet, changes []storage.Change) (all []transition) {
	for _, c := range changes {
		if !of.has(c.Entry) {
			continue
		}
		if n := len(all); n > 0 && all[n-1].at == c.ID.Snapshot {
			all[n-1].entries = append(all[n-1].entries, c.Entry)
			continue
		}
		all = append(all, transition{at: c.ID.Snapshot, entries: []storage.Entry{c.Entry}})
	}
	return all
}

// changesSince returns the changes of an app since a time, newest first.
func changesSince(tx *storage.Tx, app storage.AppID, since storage.Time) ([]storage.Change, error) {
	return storage.Collect(tx.Changes.List(storage.ChangeQuery{App: app, From: max(since, 1), Changed: true}))
}

// versionsOf returns the changes of the version that the App Store showed since a time, newest
// first. Which of them are marked follows from those of the four weeks before.
func versionsOf(tx *storage.Tx, app storage.AppID, since storage.Time) ([]transition, error) {
	var all []transition // newest first
	var newer storage.Snapshot
	for s, err := range tx.Snapshots.List(storage.SnapshotQuery{App: app, From: max(since.Add(-2*returnSpan), 1)}) {
		if err != nil {
			return nil, err
		}
		if s.Source == storage.SourceWayback || s.AppVersion == "" {
			continue
		}
		if newer.AppVersion != "" && newer.AppVersion != s.AppVersion {
			all = append(all, transition{at: newer.ID, label: newer.Label, entries: []storage.Entry{versionEntry(s.AppVersion, newer.AppVersion)}})
		}
		newer = s
	}
	for i, t := range slices.Backward(all) {
		unstable, err := isUnstable(append([]transition{t}, all[i+1:]...), keysOfEntries)
		if err != nil {
			return nil, err
		}
		if unstable {
			t.entries[0] = changelog.MarkUnstable(t.entries[0])
		}
	}
	past := func(t transition) bool { return t.at.At < since }
	return slices.DeleteFunc(all, past), nil
}

// versionEntry returns the entry of a notification about a version, which is not part of the record.
func versionEntry(from, to storage.Text) storage.Entry {
	return storage.Entry{
		Type: entryVersion, Description: fmt.Sprintf("Updated from v%s to v%s", from, to),
		Subject: storage.Subject{From: string(from), To: string(to)},
	}
}

// state is a state of a facet, as far as entries tell: which elements of a list are there,
// unlike in the newest state, and the last value of anything else.
type state struct {
	other map[string]bool
	value string
}

// undo makes it the state before some entries.
func (s *state) undo(entries []storage.Entry) {
	for _, e := range entries {
		elements := elementsOf(e)
		for _, id := range elements {
			s.other[id] = !s.other[id]
		}
		if len(elements) == 0 && (e.From != "" || e.Fact != "") {
			s.value = e.From
		}
	}
}

// elementsOf returns the elements of a list that an entry says are there now, or no longer.
func elementsOf(e storage.Entry) (ids []string) {
	added, removed := changelog.DescriptorsIn(e)
	for _, d := range slices.Concat(added, removed) {
		ids = append(ids, d.String())
	}
	if len(ids) == 0 && e.Feature != "" {
		ids = []string{e.Feature}
	}
	return ids
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

// keysOfEntries returns what identifies the states of a facet whose states follow from its
// entries, newest first: after each transition, and before the oldest.
func keysOfEntries(all []transition) ([]string, error) {
	now := state{other: make(map[string]bool)}
	for _, t := range slices.Backward(all) {
		for _, e := range t.entries {
			if len(elementsOf(e)) == 0 {
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

// labelStates finds the states of a label.
type labelStates struct{ tx *storage.Tx }

// keys is keysOfEntries for labels.
func (l labelStates) keys(all []transition) ([]string, error) {
	var keys []string
	for _, t := range all {
		keys = append(keys, t.label.String())
	}
	before, err := timeline.KnownBefore(l.tx, all[len(all)-1].at)
	return append(keys, before.Label.String()), err
}

// isUnstable reports whether a facet is unstable after the newest of its transitions, which are
// newest first.
func isUnstable(all []transition, keysOf func([]transition) ([]string, error)) (bool, error) {
	now, past := all[0].at.At, all[1:]
	if len(past) > 0 && past[0].marked() && now.Sub(past[0].at.At) < changelog.UnstableSpan {
		return true, nil
	}
	// After a rest, it is counted anew.
	if ends := slices.IndexFunc(past, func(t transition) bool { return t.marked() || now.Sub(t.at.At) > returnSpan }); ends >= 0 {
		past = past[:ends]
	}
	if len(past) < unstableReturn { // each return needs a transition away and one back
		return false, nil
	}
	keys, err := keysOf(all[:len(past)+1])
	return err == nil && returns(keys) >= unstableReturn, err
}

// canBeUnstable reports whether there are enough transitions before another one for isUnstable to
// report true.
func canBeUnstable(past []transition) bool {
	return len(past) >= unstableReturn || slices.ContainsFunc(past, transition.marked)
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
// as unstable. The label is that of the app, and the changes are not stored yet. Others are lists in
// which the same facets are marked.
func settle(tx *storage.Tx, app *storage.App, label storage.Digest, now storage.Time, changes []storage.Entry, others ...[]storage.Entry) error {
	since := now.Add(-returnSpan)
	lately := sync.OnceValues(func() ([]storage.Change, error) { return changesSince(tx, app.ID, since) })
	for _, of := range facets {
		var news []storage.Entry
		for _, e := range changes {
			if of.has(e) {
				news = append(news, e)
			}
		}
		if len(news) == 0 {
			continue
		}

		var earlier []storage.Change
		if of.name != ofVersion.name {
			var err error
			if earlier, err = lately(); err != nil {
				return err
			}
			if !canBeUnstable(inFacet(of, earlier)) {
				continue
			}
		}
		past, err := transitionsOf(tx, app.ID, of, since, earlier)
		if err != nil {
			return err
		}

		keysOf := keysOfEntries
		if of.hasStates() {
			keysOf = labelStates{tx}.keys
		}
		newest := transition{at: storage.SnapshotID{App: app.ID, At: now}, label: label, entries: news}
		unstable, err := isUnstable(append([]transition{newest}, past...), keysOf)
		if err != nil {
			return err
		}
		if !unstable {
			continue
		}
		app.UnstableUntil = storage.NullTime(now.Add(changelog.UnstableSpan))
		for _, entries := range append(others, changes) {
			for i, e := range entries {
				if of.has(e) {
					entries[i] = changelog.MarkUnstable(e)
				}
			}
		}
	}
	return nil
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
	last := storage.Time(app.UnstableUntil).Add(-changelog.UnstableSpan)
	app.UnstableUntil = 0
	versions, err := versionsOf(tx, app.ID, last.Add(-2*returnSpan))
	if err != nil {
		return nil, err
	}
	first, err := unstableSince(tx, app.ID, versions)
	if err != nil || first == 0 {
		return nil, err
	}
	changed, err := changesSince(tx, app.ID, first)
	if err != nil {
		return nil, err
	}
	var notices []notify.Notice
	for _, of := range facets {
		if slices.ContainsFunc(news, of.has) {
			continue
		}
		all, err := transitionsOf(tx, app.ID, of, first, changed)
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
		notices = append(notices, restingNotice(*app, of, changes, all[0].entries[0])...)
	}
	return notices, nil
}

// restingNotice returns the notice that a facet has come to rest, with the changes from the state
// of which users were notified last. There is none about something of which they never are.
func restingNotice(app storage.App, of facet, changes []storage.Entry, newest storage.Entry) []notify.Notice {
	said := storage.Entry{
		Type: storage.EntryModified, Category: newest.Categorized().Category, Subject: storage.Subject{Fact: newest.Fact},
		Direction: storage.Neutral, Weight: changelog.Weigh(newest).Weight,
		Description: "The " + of.name + " has come to rest: it has not changed for seven days",
	}
	if of.name == ofVersion.name {
		said.Type, said.Category = entryVersion, ""
	} else if len(changes) == 0 {
		said.Description += ", and is as it was when you were notified last"
	}
	notices := ofVersions(app, said)
	if len(notices) == 0 {
		notices = notify.OfChanges(app, []storage.Entry{said})
	}
	for i := range notices {
		notices[i].Changes = append(changes, said)
	}
	return notices
}

// unstableSince returns when the app became unstable: the time of the oldest marked change that
// is not longer than the span before the next one. Zero: no change is marked. The versions are
// newest first.
func unstableSince(tx *storage.Tx, app storage.AppID, versions []transition) (since storage.Time, err error) {
	versions = slices.DeleteFunc(slices.Clone(versions), func(t transition) bool { return !t.marked() })
	takeVersions := func(after storage.Time) {
		for len(versions) > 0 && versions[0].at.At >= after && (since == 0 || since.Sub(versions[0].at.At) < changelog.UnstableSpan) {
			since, versions = versions[0].at.At, versions[1:]
		}
	}
	for c, err := range tx.Changes.List(storage.ChangeQuery{App: app, Changed: true}) {
		if err != nil {
			return 0, err
		}
		at := c.ID.Snapshot.At
		takeVersions(at)
		if since != 0 && since.Sub(at) >= changelog.UnstableSpan {
			return since, nil
		}
		if c.Entry.Category != storage.CategoryPrivacyPolicy && changelog.Unstable(c.Entry) {
			since = at
		}
	}
	takeVersions(0)
	return since, nil
}

// netChanges returns the difference of the state of a facet from the one of which users were
// notified last: that before the oldest transition.
func netChanges(tx *storage.Tx, app storage.App, of facet, all []transition) ([]storage.Entry, error) {
	if of.hasStates() {
		before, err := timeline.KnownBefore(tx, all[len(all)-1].at)
		if err != nil {
			return nil, err
		}
		return timeline.LabelChanges(tx, app.ID, before.Label, app.LabelDigest)
	}
	was := state{other: make(map[string]bool)}
	for _, t := range all {
		was.undo(t.entries)
	}
	changes := netDescriptors(all, was.other)
	var values []storage.Entry
	for _, t := range all { // newest first
		for _, e := range t.entries {
			switch {
			case was.other[e.Feature]:
				changes = append(changes, unmarked(e))
				delete(was.other, e.Feature)
			case len(elementsOf(e)) == 0 && values == nil:
				values = append([]storage.Entry{}, restated(e, was.value)...)
			}
		}
	}
	slices.Reverse(changes)
	return append(changes, values...), nil
}

// restated returns the entry about the value that another one says is the newest, from an earlier
// value, or none if they are the same.
func restated(newest storage.Entry, from string) []storage.Entry {
	switch {
	case newest.To == from:
		return nil
	case newest.Category == storage.CategoryAgeRating:
		return changelog.DiffAgeRating(from, newest.To)
	case newest.Category == storage.CategoryListing:
		return []storage.Entry{changelog.ListingEntry(newest.Fact, from, newest.To)}
	case newest.Type == entryVersion:
		return []storage.Entry{versionEntry(storage.Text(from), storage.Text(newest.To))}
	}
	return []storage.Entry{unmarked(newest)} // says what the status is now
}

// netDescriptors returns the difference of the reasons for an age rating, of which those in differs
// are there now and were not before the transitions, or the other way around.
func netDescriptors(all []transition, differs map[string]bool) []storage.Entry {
	var older, newer storage.RatingDescriptors
	for _, t := range all {
		for _, e := range t.entries {
			added, removed := changelog.DescriptorsIn(e)
			for _, d := range added {
				if differs[d.String()] {
					newer.Items = append(newer.Items, d)
					delete(differs, d.String())
				}
			}
			for _, d := range removed {
				if differs[d.String()] {
					older.Items = append(older.Items, d)
					delete(differs, d.String())
				}
			}
		}
	}
	return changelog.DiffDescriptors(&older, &newer)
}

// unmarked returns an entry without what belongs to its place in the record.
func unmarked(e storage.Entry) storage.Entry {
	e.More = nil
	return e
}
