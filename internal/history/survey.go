package history

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

const (
	// surveyGap is the longest time between two known states after sampling, if there are
	// captures. With weekly captures, a survey finds each label that lasted a year.
	surveyGap = 335 * 24 * time.Hour
	// endReach is the distance within which a known state replaces the first or the last
	// capture.
	endReach = 45 * 24 * time.Hour
	// Precision is the time range to which a survey dates a change, if there are captures.
	Precision = 7 * 24 * time.Hour
	// thinning is the minimum distance between two captures that a survey considers.
	thinning = Precision / 2
)

// survey is the progress of an import that compares states about a year apart, and then
// bisects the time between two that differ.
type survey struct {
	Captures map[string][]storage.Time `json:"captures"`         // moments by address
	Samples  []storage.Time            `json:"samples"`          // the captures about a year apart
	Open     *Found                    `json:"open,omitempty"`   // the change that is being dated
	Closed   []Found                   `json:"closed,omitempty"` // those that cannot be dated more exactly
}

// decided returns the progress after the outcome of the current page. If neither the page nor
// those near it are usable, the open change cannot be dated more exactly.
func (s survey) decided(outcome string) *survey {
	if s.Open != nil && outcome != Imported && outcome != Unchanged {
		s.Closed = append(slices.Clip(s.Closed), *s.Open)
	}
	s.Open = nil
	return &s
}

// newSurvey returns the survey of an app with these captures and known states, both in
// order of time.
func newSurvey(captures []archive.Capture, known []storage.Snapshot) *survey {
	s := &survey{Captures: make(map[string][]storage.Time)}
	var usable []archive.Capture
	for n, c := range captures {
		last := len(usable) - 1
		spaced := last < 0 || c.At.Sub(usable[last].At) >= thinning
		if spaced || n == len(captures)-1 {
			usable = append(usable, c)
			s.Captures[c.URL] = append(s.Captures[c.URL], c.At)
		}
	}
	s.Samples = samples(usable, known)
	return s
}

// samples returns the captures to read so that no two neighbouring known states are more than
// surveyGap apart: the first and the last one, and some in between.
func samples(captures []archive.Capture, known []storage.Snapshot) (all []storage.Time) {
	if len(captures) == 0 {
		return nil
	}
	var points []storage.Time
	for _, k := range known {
		points = append(points, k.ID.At)
	}
	for _, end := range []archive.Capture{captures[0], captures[len(captures)-1]} {
		if !slices.ContainsFunc(points, func(at storage.Time) bool { return distance(at, end.At) <= endReach }) {
			points, all = append(points, end.At), append(all, end.At)
		}
	}
	slices.Sort(points)
	for n := 1; n < len(points); n++ {
		from, to := points[n-1], points[n]
		between := within(captures, from+1, to-1)
		parts := (to.Sub(from) + surveyGap - 1) / surveyGap
		for part := time.Duration(1); part < parts && len(between) > 0; part++ {
			moment := from.Add(to.Sub(from) / parts * part)
			all = append(all, slices.MinFunc(between, nearest(moment)).At)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// list returns the captures in order of time.
func (s *survey) list() []archive.Capture {
	var all []archive.Capture
	for url, moments := range s.Captures {
		for _, at := range moments {
			all = append(all, archive.Capture{At: at, URL: url})
		}
	}
	order.Sort(all, func(a, b archive.Capture) int { return cmp.Compare(a.At, b.At) })
	return all
}

// within returns the captures between two times, bounds included.
func within(captures []archive.Capture, from, to storage.Time) (all []archive.Capture) {
	for _, c := range captures {
		if from <= c.At && c.At <= to {
			all = append(all, c)
		}
	}
	return all
}

// nextOfSurvey reads the next page of the survey, and reports whether there was one.
func (i *importer) nextOfSurvey(ctx context.Context) (o TargetOutcome, more bool, err error) {
	if !i.Asked {
		if err := i.begin(ctx); err != nil {
			return o, false, err
		}
	}
	if !i.Any {
		if i.Saved {
			return o, false, nil
		}
		o, err = i.requestCapture(ctx, i.Began)
		return o, true, err
	}
	if n := len(i.Decided); n < len(i.Survey.Samples) {
		at := i.Survey.Samples[n]
		o, err = i.read(ctx, i.aim(at, at.Add(-surveyGap/2), at.Add(surveyGap/2)))
		return o, true, err
	}
	if i.Survey.Open == nil {
		if i.Survey, err = i.open(ctx); err != nil || i.Survey.Open == nil {
			return o, false, err
		}
	}
	from, to := i.Survey.Open.After+1, i.Survey.Open.At-1
	middle := from
	if untried := i.untried(from, to); len(untried) > 0 {
		middle = untried[len(untried)/2].At
	}
	o, err = i.read(ctx, i.aim(middle, from, to))
	return o, true, err
}

// begin asks the archive for the captures and plans the survey.
func (i *importer) begin(ctx context.Context) error {
	captures, err := i.captures(ctx)
	if err != nil {
		return err
	}
	known, err := storage.View(ctx, i.store, func(tx *storage.Tx) ([]storage.Snapshot, error) { return knownStates(tx, i.app.ID) })
	if err != nil {
		return err
	}
	next := i.progress
	next.Survey = newSurvey(captures, known)
	next.Asked, next.Any = true, len(next.Survey.Captures) > 0
	return i.advance(ctx, next, i.noteAsked(captures))
}

// aim returns the aim at a capture. If that is not usable, one near it will do.
func (i *importer) aim(at, from, to storage.Time) aim {
	all := i.untried(from, to)
	order.Sort(all, nearest(at))
	return aim{target: at, from: from, to: to, choice: choice{Near: all[:min(len(all), maxTries)]}}
}

// untried returns the captures between two times that were not tried yet.
func (i *importer) untried(from, to storage.Time) []archive.Capture {
	return slices.DeleteFunc(within(i.Survey.list(), from, to), func(c archive.Capture) bool { return slices.Contains(i.Used, c.At) })
}

// knownStates returns the stored snapshots of an app whose label is known, in order of time.
func knownStates(tx *storage.Tx, app storage.AppID) ([]storage.Snapshot, error) {
	all, err := storage.Collect(tx.Snapshots.List(storage.SnapshotQuery{App: app, Reverse: true}))
	return slices.DeleteFunc(all, func(s storage.Snapshot) bool { return s.Label.IsZero() }), err
}

// changes returns the changes of an app's label to or from an archived state. A change
// between two states from the App Store is dated by its refreshes and left out.
func changes(tx *storage.Tx, app storage.AppID) (all []Found, err error) {
	known, err := knownStates(tx, app)
	for n := 1; n < len(known) && err == nil; n++ {
		a, b := known[n-1], known[n]
		if a.Label == b.Label || a.Source != storage.SourceWayback && b.Source != storage.SourceWayback {
			continue
		}
		entries, failed := timeline.LabelChanges(tx, b.ID.App, a.Label, b.Label) // none if one of them only lacks detail
		if err = failed; len(entries) > 0 {
			all = append(all, Found{a.ID.At, b.ID.At})
		}
	}
	return all, err
}

// changes returns the changes that the stored states show.
func (i *importer) changes(ctx context.Context) ([]Found, error) {
	return storage.View(ctx, i.store, func(tx *storage.Tx) ([]Found, error) { return changes(tx, i.app.ID) })
}

// open returns the survey with Open set to the first change that can be dated more exactly,
// or to nil if there is none.
func (i *importer) open(ctx context.Context) (*survey, error) {
	next := *i.Survey
	all, err := i.changes(ctx)
	for _, c := range all {
		if c.At.Sub(c.After) > Precision && !slices.Contains(next.Closed, c) && len(i.untried(c.After+1, c.At-1)) > 0 {
			next.Open = &c
			break
		}
	}
	return &next, err
}

// result returns the result so far.
func (i *importer) result() Result {
	r := resultOf(i.app.ID, i.Decided)
	r.Pages = i.Pages
	r.Changes = append(r.Changes, i.found...)
	return r
}
