package tracked

import (
	"fmt"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
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
	if len(all) == 0 {
		return nil, nil
	}
	at := make(map[storage.SnapshotID]storage.Snapshot, len(all))
	between := storage.SnapshotQuery{App: app, From: all[len(all)-1].at.At, To: all[0].at.At, Changed: true}
	for s, err := range tx.Snapshots.List(between) {
		if err != nil {
			return nil, err
		}
		at[s.ID] = s
	}
	for i := range all {
		s := at[all[i].at]
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
		Type: entryVersion, Description: fmt.Sprintf("Updated from %s to %s", vocabulary.Version(string(from)), vocabulary.Version(string(to))),
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
