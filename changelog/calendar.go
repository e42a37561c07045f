package changelog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/privacylabels/auditor/internal/derived"
	"github.com/privacylabels/auditor/storage"
)

// Bucket is the length of time of each point of a calendar, in UTC.
type Bucket string

// The buckets.
const (
	ByDay   Bucket = "day"
	ByWeek  Bucket = "week" // from Monday on
	ByMonth Bucket = "month"
)

// MaxPoints is the maximum number of points of a calendar.
const MaxPoints = 1500

// ErrPoints means that a calendar would have more than [MaxPoints] points.
var ErrPoints = errors.New("the period has too many buckets: shorten it or choose larger ones")

// CalendarQuery narrows a calendar. From and To are moments of the first day and
// of the last one, which count as a whole.
type CalendarQuery struct {
	From, To storage.Time
	Bucket   Bucket        // empty: days up to two weeks, weeks up to 120 days, else months
	App      storage.AppID // zero: every app

	// Entries restricts the calendar to entries: Syncs and Reviews are not counted.
	Entries bool
}

// Calendar counts events over a period. It has a point for every bucket
// with a day of the query, even if it has no events.
type Calendar struct {
	From   storage.Time `json:"from"`       // the start of the first bucket
	To     storage.Time `json:"to"`         // the end of the last bucket
	Bucket Bucket       `json:"bucketType"` // the length of a bucket
	Points []Point      `json:"points"`     // the points, oldest first
	Total  int          `json:"total"`      // the number of entries in all points
}

// Point has the counts of a bucket: entries of the feed by kind, snapshots and reviews.
type Point struct {
	Start string `json:"bucket"` // the first day of the bucket, such as 2026-05-04

	Added int `json:"added"` // the number of entries about additions, except those about accessibility
	// The number of entries about removals, except those about accessibility.
	Removed  int `json:"removed"`
	Modified int `json:"modified"` // the number of entries about modifications
	Policy   int `json:"policy"`   // number of entries about policies
	// The number of entries about added accessibility features.
	AccessibilityAdded int `json:"accessibilityAdded"`
	// The number of entries about removed accessibility features.
	AccessibilityRemoved int `json:"accessibilityRemoved"`

	Worse  int `json:"worse"`  // of the entries, those about changes for the worse
	Better int `json:"better"` // of the entries, those about changes for the better

	Syncs   int `json:"syncs"`   // number of snapshots
	Reviews int `json:"reviews"` // number of reviews
}

// Calendar returns the counts of each bucket. For an unknown app they are zero. The error
// is [ErrPoints], or that of the database.
func (r *Reader) Calendar(ctx context.Context, q CalendarQuery) (Calendar, error) {
	q.Bucket = q.bucket()
	spans, err := q.spans()
	if err != nil {
		return Calendar{}, err
	}
	of := func(tx *storage.Tx) (Calendar, error) { return calendarOf(tx, q, spans) }
	if !q.Entries || q.App != 0 {
		return storage.View(ctx, r.store, of)
	}
	days := q
	days.From, days.To = storage.TimeOf(dayOf(q.From)), storage.TimeOf(dayOf(q.To))
	c, err := derived.Get(ctx, r.calendars, days, of)
	c.From, c.To, c.Points = q.From, q.To, slices.Clone(c.Points)
	return c, err
}

func (q CalendarQuery) bucket() Bucket {
	const day = 24 * time.Hour
	switch span := q.To.Sub(q.From); {
	case q.Bucket != "":
		return q.Bucket
	case span <= 14*day:
		return ByDay
	case span <= 120*day:
		return ByWeek
	}
	return ByMonth
}

// span is the part of a bucket that is within the period of a query.
type span struct {
	start    time.Time // of the bucket
	from, to storage.Time
}

// spans returns the spans of all buckets, in the order of time.
func (q CalendarQuery) spans() ([]span, error) {
	var all []span
	end := dayOf(q.To).AddDate(0, 0, 1)
	for from := dayOf(q.From); from.Before(end); {
		if len(all) == MaxPoints {
			return nil, ErrPoints
		}
		start, next := q.Bucket.around(from)
		if next.After(end) {
			next = end
		}
		all = append(all, span{start, storage.TimeOf(from), storage.TimeOf(next) - 1})
		from = next
	}
	return all, nil
}

// dayOf returns the start of the UTC day of a time.
func dayOf(t storage.Time) time.Time { return t.Std().Truncate(24 * time.Hour) }

// around returns the first day of the bucket that contains a day, and of the next bucket.
func (b Bucket) around(day time.Time) (start, next time.Time) {
	switch b {
	case ByWeek:
		start = day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
		return start, start.AddDate(0, 0, 7)
	case ByMonth:
		start = day.AddDate(0, 0, 1-day.Day())
		return start, start.AddDate(0, 1, 0)
	}
	return day, day.AddDate(0, 0, 1)
}

// counter sets the numbers of something between two times, bounds included.
type counter func(p *Point, from, to storage.Time) error

// count sets the numbers of each span. It does nothing if those of the whole period are
// zero, which saves a query for each span.
func count(spans []span, points []Point, set counter) error {
	var all Point
	if err := set(&all, spans[0].from, spans[len(spans)-1].to); err != nil || all == (Point{}) {
		return err
	}
	for i, s := range spans {
		if err := set(&points[i], s.from, s.to); err != nil {
			return err
		}
	}
	return nil
}

func calendarOf(tx *storage.Tx, q CalendarQuery, spans []span) (Calendar, error) {
	c := Calendar{From: q.From, To: q.To, Bucket: q.Bucket, Points: make([]Point, len(spans))}
	for i, s := range spans {
		c.Points[i].Start = s.start.Format(time.DateOnly)
	}
	if len(spans) == 0 {
		return c, nil
	}
	entries := func(p *Point, from, to storage.Time) error {
		kinds, err := tx.CountByKind(storage.ChangeQuery{App: q.App, From: from, To: to, Changed: true})
		for _, k := range kinds {
			p.add(k)
		}
		return err
	}
	snapshots := func(p *Point, from, to storage.Time) (err error) {
		p.Syncs, err = tx.Snapshots.Count(storage.SnapshotQuery{App: q.App, From: from, To: to})
		return err
	}
	reviews := func(p *Point, from, to storage.Time) (err error) {
		p.Reviews, err = tx.Reviews.Count(storage.ReviewQuery{App: q.App, From: from, To: to})
		return err
	}
	if err := count(spans, c.Points, entries); err != nil {
		return Calendar{}, fmt.Errorf("count changes: %w", err)
	}
	for _, p := range c.Points {
		c.Total += p.Added + p.Removed + p.Modified + p.Policy + p.AccessibilityAdded + p.AccessibilityRemoved
	}
	if q.Entries {
		return c, nil
	}
	if err := count(spans, c.Points, snapshots); err != nil {
		return Calendar{}, fmt.Errorf("count snapshots: %w", err)
	}
	if err := count(spans, c.Points, reviews); err != nil {
		return Calendar{}, fmt.Errorf("count reviews: %w", err)
	}
	return c, nil
}

// add adds the number of entries of one kind.
func (p *Point) add(k storage.KindCount) {
	switch k.Direction {
	case storage.Worse:
		p.Worse += k.Count
	case storage.Better:
		p.Better += k.Count
	}
	accessibility := k.Category == storage.CategoryAccessibility
	switch {
	case k.Type == storage.EntryAdded && accessibility:
		p.AccessibilityAdded += k.Count
	case k.Type == storage.EntryAdded:
		p.Added += k.Count
	case k.Type == storage.EntryRemoved && accessibility:
		p.AccessibilityRemoved += k.Count
	case k.Type == storage.EntryRemoved:
		p.Removed += k.Count
	case k.Type == storage.EntryModified:
		p.Modified += k.Count
	case k.Type == storage.EntryPolicy:
		p.Policy += k.Count
	}
}
