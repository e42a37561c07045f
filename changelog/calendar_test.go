package changelog_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const oneDay = storage.Time(24 * time.Hour / time.Millisecond)

func moment(t testing.TB, text string) storage.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return storage.TimeOf(at)
}

// busy is a store in which a lot happened to five apps in two years.
func busy(t *testing.T, r *rand.Rand, begin storage.Time) storage.Store {
	t.Helper()
	store := strictStore(t)
	entries := []storage.Entry{
		{Type: storage.EntryAdded}, {Type: storage.EntryAdded, Category: storage.CategoryAccessibility}, {Type: storage.EntryRemoved},
		{Type: storage.EntryRemoved, Category: storage.CategoryAccessibility}, {Type: storage.EntryAdded, Category: storage.CategoryPrivacyLabel},
		{Type: storage.EntryModified, Category: storage.CategoryAgeRating}, {Type: storage.EntryPolicy, Category: storage.CategoryPrivacyPolicy},
		{Type: storage.EntryWayback, Category: storage.CategoryWaybackAttempt},
	}
	var apps []storage.App
	var states []state
	for id := range storage.AppID(5) {
		apps = append(apps, app(id+1, fmt.Sprint("App ", id)))
		for range 200 {
			at := begin + storage.Time(r.Int64N(int64(700*oneDay)))
			var some []storage.Entry
			for range r.IntN(4) {
				e := entries[r.IntN(len(entries))]
				e.Description = "Something happened"
				e.Direction = []storage.Direction{storage.Worse, storage.Neutral, storage.Better}[r.IntN(3)]
				some = append(some, e)
			}
			s := live(id+1, at, some...)
			s.Changed = len(some) > 0 && r.IntN(4) > 0
			states = append(states, s)
		}
	}
	record(t, store, apps, states...)
	alter(t, store, func(tx *storage.Tx) error {
		for i := range 60 {
			at := begin + storage.Time(r.Int64N(int64(700*oneDay)))
			if err := tx.Reviews.Put(storage.Review{ID: fmt.Sprint(i), App: storage.AppID(1 + r.IntN(5)), Action: storage.ReviewReviewed, ActedAt: at}); err != nil {
				return err
			}
		}
		_, err := tx.Apps.Delete(5) // with all that happened to it
		return err
	})
	return store
}

// modelCalendar counts everything, day by day.
func modelCalendar(t *testing.T, store storage.Store, q changelog.CalendarQuery) changelog.Calendar {
	t.Helper()
	c := changelog.Calendar{From: q.From, To: q.To, Bucket: q.Bucket, Points: []changelog.Point{}}
	start := func(at storage.Time) string {
		day := at.Std()
		switch q.Bucket {
		case changelog.ByWeek:
			for day.Weekday() != time.Monday {
				day = day.AddDate(0, 0, -1)
			}
		case changelog.ByMonth:
			return day.Format("2006-01") + "-01"
		}
		return day.Format(time.DateOnly)
	}
	from, to := q.From-q.From%oneDay, q.To-q.To%oneDay+oneDay-1
	for at := from; at <= to; at += oneDay {
		if n := len(c.Points); n == 0 || c.Points[n-1].Start != start(at) {
			c.Points = append(c.Points, changelog.Point{Start: start(at)})
		}
	}
	at := func(app storage.AppID, at storage.Time) *changelog.Point {
		for i := range c.Points {
			if at >= from && at <= to && c.Points[i].Start == start(at) && (q.App == 0 || q.App == app) {
				return &c.Points[i]
			}
		}
		return new(changelog.Point) // which is not compared
	}
	for _, s := range storagetest.All[storage.Snapshot](t, store) {
		at(s.ID.App, s.ID.At).Syncs++
	}
	for _, r := range storagetest.All[storage.Review](t, store) {
		at(r.App, r.ActedAt).Reviews++
	}
	for _, change := range storagetest.All[storage.Change](t, store) {
		if !change.Changed {
			continue
		}
		p := at(change.ID.Snapshot.App, change.ID.Snapshot.At)
		switch change.Entry.Direction {
		case storage.Worse:
			p.Worse++
		case storage.Better:
			p.Better++
		}
		accessible := change.Entry.Category == storage.CategoryAccessibility
		switch kind := change.Entry.Type; {
		case kind == storage.EntryAdded && accessible:
			p.AccessibilityAdded++
		case kind == storage.EntryRemoved && accessible:
			p.AccessibilityRemoved++
		case kind == storage.EntryAdded:
			p.Added++
		case kind == storage.EntryRemoved:
			p.Removed++
		case kind == storage.EntryModified:
			p.Modified++
		case kind == storage.EntryPolicy:
			p.Policy++
		}
	}
	for _, p := range c.Points {
		c.Total += p.Added + p.Removed + p.Modified + p.Policy + p.AccessibilityAdded + p.AccessibilityRemoved
	}
	return c
}

func TestCalendarAgainstModel(t *testing.T) {
	t.Parallel()
	begin := moment(t, "2024-06-15T00:00:00Z")
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 9))
			store := busy(t, r, begin)
			calendars := changelog.New(storage.Env{Store: store, Now: func() time.Time { return now }})
			for range 25 {
				q := changelog.CalendarQuery{
					Bucket: []changelog.Bucket{changelog.ByDay, changelog.ByWeek, changelog.ByMonth}[r.IntN(3)], App: storage.AppID(r.IntN(7)),
					From: begin + storage.Time(r.Int64N(int64(800*oneDay))) - 50*oneDay,
				}
				q.To = q.From + storage.Time(r.Int64N(int64(200*oneDay)))
				got, err := calendars.Calendar(t.Context(), q)
				if err != nil {
					t.Fatalf("%+v: %v", q, err)
				}
				if diff := cmp.Diff(modelCalendar(t, store, q), got); diff != "" {
					t.Fatalf("%+v (-want +got):\n%s", q, diff)
				}
			}
		})
	}
}

func TestCalendarBuckets(t *testing.T) {
	t.Parallel()
	calendars := reader(t, nil)
	begin := moment(t, "2026-05-07T23:59:59Z") // a Thursday
	for _, tt := range []struct {
		name        string
		span        storage.Time
		asked, want changelog.Bucket
		points      int
		first, last string
	}{
		{"a moment", 0, "", changelog.ByDay, 1, "2026-05-07", "2026-05-07"},
		{"two days", 1000, "", changelog.ByDay, 2, "2026-05-07", "2026-05-08"},
		{"two weeks", 14 * oneDay, "", changelog.ByDay, 15, "2026-05-07", "2026-05-21"},
		{"a little more", 14*oneDay + 1, "", changelog.ByWeek, 3, "2026-05-04", "2026-05-18"},
		{"120 days", 120 * oneDay, "", changelog.ByWeek, 18, "2026-05-04", "2026-08-31"},
		{"a day more", 121 * oneDay, "", changelog.ByMonth, 5, "2026-05-01", "2026-09-01"},
		{"a month of days", 30 * oneDay, changelog.ByDay, changelog.ByDay, 31, "2026-05-07", "2026-06-06"},
		{"a day of months", 0, changelog.ByMonth, changelog.ByMonth, 1, "2026-05-01", "2026-05-01"},
	} {
		c, err := calendars.Calendar(t.Context(), changelog.CalendarQuery{From: begin, To: begin + tt.span, Bucket: tt.asked})
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if n := len(c.Points); c.Bucket != tt.want || n != tt.points || c.Points[0].Start != tt.first || c.Points[n-1].Start != tt.last {
			t.Errorf("%s: %d points by %s, %+v", tt.name, n, c.Bucket, c.Points)
		}
	}
	for name, q := range map[string]changelog.CalendarQuery{
		"all of time":   {From: 1, To: storage.Time(storage.MaxAppID)},
		"years of days": {From: 1, To: 1501 * oneDay, Bucket: changelog.ByDay},
	} {
		if _, err := calendars.Calendar(t.Context(), q); !errors.Is(err, changelog.ErrPoints) {
			t.Errorf("%s: error %v, want %v", name, err, changelog.ErrPoints)
		}
	}
	if c, err := calendars.Calendar(t.Context(), changelog.CalendarQuery{From: 1, To: 1500*oneDay - 1, Bucket: changelog.ByDay}); err != nil || len(c.Points) != changelog.MaxPoints {
		t.Errorf("%d points, error %v, want %d", len(c.Points), err, changelog.MaxPoints)
	}
}
