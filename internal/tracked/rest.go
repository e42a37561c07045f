package tracked

import (
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

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
		if len(all) == 0 || !slices.ContainsFunc(all, transition.told) {
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

// told reports whether users are notified of any of the changes, were they not unstable: they are not of another
// spelling, and hardly of what a store changes for all apps.
func (t transition) told() bool {
	ofStore := func(e storage.Entry) bool { return e.StoreWide }
	return len(notify.OfChanges(storage.App{}, slices.DeleteFunc(slices.Clone(t.entries), ofStore))) > 0
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
