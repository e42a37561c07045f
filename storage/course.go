package storage

import (
	"cmp"
	"iter"
	"sort"
)

// Course is what the record tells of one app over time, by day: which labels it showed, and which
// way it changed. Statistics are counted from it, so that they need not read every snapshot.
type Course struct {
	Group  CourseGroup
	Spans  []Span  // in the order of time
	Shifts []Shift // by day and direction
}

// CourseGroup is what statistics group apps by, as it was observed last.
type CourseGroup struct {
	App         AppID    `db:"id,key"`
	Source      Text     `db:"source"` // empty: the main one
	Developer   Text     `db:"developer"`
	Country     string   `db:"country"`
	PriceAmount *float64 `db:"price_amount"`
	HasIAP      *bool    `db:"has_iap"`
	GenreName   Text     `db:"genre_name"`
	AgeRating   Text     `db:"age_rating"`
	Risk        Risk     `db:"risk"`
}

// Day is a day in UTC, counted from 1970-01-01.
type Day int64

const dayLength = 24 * 60 * 60 * 1000 // in milliseconds

// DayOf returns the day of a time.
func DayOf(t Time) Day { return Day(t / dayLength) }

// Start returns the first moment of the day.
func (d Day) Start() Time { return Time(d) * dayLength }

// Span is consecutive observations with the same label.
type Span struct {
	Label    Digest // zero: the page had none
	Unlisted bool   // the store no longer listed the app
	Days     []Day  // on which there was an observation, each once, in the order of time
}

// Shift is how many changes that the feed shows an app had on a day.
type Shift struct {
	Day       Day
	Direction Direction // empty: the entry is not weighed
	Count     int
}

// IsRead reports whether a page was read for a snapshot. Others only carry an entry.
func (s Snapshot) IsRead() bool { return !s.Label.IsZero() || s.Extractor != "" || s.AppVersion != "" }

// Unlists reports whether a change says that the store no longer lists the app. Its snapshot is an
// observation, whatever else it shows.
func (c Change) Unlists() bool {
	return c.Entry.Category == CategoryAvailability && c.Entry.To == Unlisted
}

// AppendSpan adds an observation after those in spans.
func AppendSpan(spans []Span, label Digest, unlisted bool, day Day) []Span {
	if n := len(spans); n > 0 && spans[n-1].Label == label && spans[n-1].Unlisted == unlisted {
		last := &spans[n-1]
		if last.Days[len(last.Days)-1] != day {
			last.Days = append(last.Days, day)
		}
		return spans
	}
	return append(spans, Span{label, unlisted, []Day{day}})
}

// ShiftsOf counts changes, which are in any order.
func ShiftsOf(changes []Change) []Shift {
	var shifts []Shift
	for _, c := range changes {
		if c.Changed {
			shifts = append(shifts, Shift{DayOf(c.ID.Snapshot.At), c.Entry.weighed(), 1})
		}
	}
	sort.Slice(shifts, func(i, j int) bool {
		a, b := shifts[i], shifts[j]
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Direction, b.Direction)) < 0
	})
	counted := shifts[:0]
	for _, s := range shifts {
		if n := len(counted); n > 0 && counted[n-1].Day == s.Day && counted[n-1].Direction == s.Direction {
			counted[n-1].Count++
			continue
		}
		counted = append(counted, s)
	}
	return counted
}

// weighed returns the direction of an entry, or "" if it has none yet.
func (e Entry) weighed() Direction {
	if e.Weight == "" || e.Direction != Worse && e.Direction != Better && e.Direction != Neutral {
		return ""
	}
	return e.Direction
}

// SnapshotRows is an optional interface of the [Rows] of snapshots, for a store that keeps courses,
// so that it reads them faster than [Tx.Courses] makes them.
type SnapshotRows interface {
	Courses() iter.Seq2[Course, error]
	CourseGroups() iter.Seq2[CourseGroup, error]
	Joined
}

// Courses yields the courses of all apps, in the order of their IDs. Apps without observations have
// one without spans.
func (tx *Tx) Courses() iter.Seq2[Course, error] {
	if rows, ok := tx.Snapshots.(SnapshotRows); ok && together(rows, tx.Changes) && together(rows, tx.Apps) {
		return rows.Courses()
	}
	return func(yield func(Course, error) bool) {
		for app, err := range tx.Apps.List(AppQuery{Order: AppsByID}) {
			course := Course{Group: groupOf(app)}
			if err == nil {
				course.Spans, course.Shifts, err = tx.CourseOf(app.ID)
			}
			if !yield(course, err) || err != nil {
				return
			}
		}
	}
}

func groupOf(app App) CourseGroup {
	return CourseGroup{
		app.ID, app.Source, app.Developer, app.Country, app.PriceAmount, app.HasIAP, app.GenreName, app.AgeRating, app.Risk(),
	}
}

// CourseGroups yields the groups of the courses of all apps, in the order of their IDs.
func (tx *Tx) CourseGroups() iter.Seq2[CourseGroup, error] {
	if rows, ok := tx.Snapshots.(SnapshotRows); ok && together(rows, tx.Apps) {
		return rows.CourseGroups()
	}
	return func(yield func(CourseGroup, error) bool) {
		for app, err := range tx.Apps.List(AppQuery{Order: AppsByID}) {
			if !yield(groupOf(app), err) || err != nil {
				return
			}
		}
	}
}

// CourseOf returns the spans and shifts of an app, from its snapshots and changes.
func (tx *Tx) CourseOf(app AppID) (spans []Span, shifts []Shift, err error) {
	changes, err := Collect(tx.Changes.List(ChangeQuery{App: app}))
	if err != nil {
		return nil, nil, err
	}
	unlisted := make(map[Time]bool)
	for _, c := range changes {
		if c.Unlists() {
			unlisted[c.ID.Snapshot.At] = true
		}
	}
	for s, err := range tx.Snapshots.List(SnapshotQuery{App: app, Reverse: true}) {
		if err != nil {
			return nil, nil, err
		}
		if gone := unlisted[s.ID.At]; gone || s.IsRead() {
			spans = AppendSpan(spans, s.Label, gone, DayOf(s.ID.At))
		}
	}
	return spans, ShiftsOf(changes), nil
}
