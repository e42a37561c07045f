package tracked_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// mall is pages with a lookup and with charts.
type mall struct {
	*fleettest.Pages
	mu     sync.Mutex
	looked map[storage.AppID]fleet.Listing
	charts map[fleet.Chart][]fleet.Listing
	fault  error
	asked  []fleet.Chart
	looks  int
}

func (m *mall) Chart(_ context.Context, c fleet.Chart) ([]fleet.Listing, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, c)
	c.Limit = 0
	return m.charts[c], m.fault
}

func (m *mall) Lookup(_ context.Context, _ string, ids []storage.AppID) (found []fleet.Listing, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.looks++
	if l, ok := m.looked[ids[0]]; ok {
		found = append(found, l)
	}
	return found, m.fault
}

func (m *mall) LookupBundles(context.Context, string, []string) ([]fleet.Listing, error) {
	return nil, nil
}

// newMall returns a service that tracks app 1, of what says.
func newMall(t *testing.T, says ...func(*fleet.Listing)) (*bench, *mall) {
	t.Helper()
	b := newBench(t)
	m := &mall{Pages: b.Pages, looked: map[storage.AppID]fleet.Listing{}, charts: map[fleet.Chart][]fleet.Listing{}}
	b.Service = tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: m, Country: "de"})
	t.Cleanup(func() { b.Stop(0) })
	b.Observe(t, 1, "One", says...)
	return b, m
}

func ofGenre(id int64, name string) func(*fleet.Listing) {
	return func(l *fleet.Listing) { l.GenreID, l.GenreName = &id, &name }
}

func priced(amount float64) func(*fleet.Listing) {
	return func(l *fleet.Listing) { l.PriceAmount = &amount }
}

func (b *bench) related(t *testing.T, mode tracked.RelatedMode, limit int) tracked.RelatedApps {
	t.Helper()
	got, err := b.Related(t.Context(), 1, mode, limit)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func idsOf(r tracked.RelatedApps) (ids []storage.AppID) {
	for _, c := range r.Candidates {
		ids = append(ids, c.ID)
	}
	return ids
}

func TestRelated_top(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		says   []func(*fleet.Listing)
		looked []func(*fleet.Listing)
		want   fleet.Chart // zero: none is asked for
		free   *bool
		looks  int
	}{
		"without a price":        {says: []func(*fleet.Listing){ofGenre(6007, "Food"), priced(0)}, want: fleet.Chart{Genre: 6007}, free: new(true)},
		"with a price":           {says: []func(*fleet.Listing){ofGenre(6007, "Food"), priced(2)}, want: fleet.Chart{Genre: 6007, Paid: true}, free: new(false)},
		"a price that is looked": {says: []func(*fleet.Listing){ofGenre(6007, "Food")}, looked: []func(*fleet.Listing){priced(2)}, want: fleet.Chart{Genre: 6007, Paid: true}, free: new(false), looks: 1},
		"a genre that is looked": {says: []func(*fleet.Listing){priced(0)}, looked: []func(*fleet.Listing){ofGenre(6008, "Photo"), priced(9)}, want: fleet.Chart{Genre: 6008}, free: new(true), looks: 1},
		"nothing known":          {looks: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, m := newMall(t, tt.says...)
			if tt.looked != nil {
				l := fleet.Listing{ID: 1}
				for _, say := range tt.looked {
					say(&l)
				}
				m.looked[1] = l
			}
			tt.want.Country = "de"
			m.charts[tt.want] = []fleet.Listing{named(5, "Five", "Ann", "a.b"), named(1, "One", "", ""), {ID: 7}, named(6, "Six", "", ""), named(8, "Eight", "", "")}
			got := b.related(t, tracked.TopInCategory, 2)
			if tt.free == nil {
				want := tracked.RelatedApps{Mode: tracked.TopInCategory, Candidates: []tracked.RelatedEntry{}, SourceURL: fleettest.URL(1)}
				if diff := cmp.Diff(want, got); diff != "" || len(m.asked) > 0 {
					t.Errorf("asked %v (-want +got):\n%s", m.asked, diff)
				}
				return
			}
			if diff := cmp.Diff([]storage.AppID{5, 6}, idsOf(got)); diff != "" || *got.Free != *tt.free || *got.GenreID != tt.want.Genre || got.SourceURL != fleettest.URL(1) || got.Reason != "" {
				t.Errorf("%+v (-want +got):\n%s", got, diff)
			}
			if c := got.Candidates[0]; c.Name != "Five" || c.Developer != "Ann" || c.URL == "" {
				t.Errorf("the first is %+v", c)
			}
			if m.looks != tt.looks {
				t.Errorf("%d lookups, want %d", m.looks, tt.looks)
			}
			if app := b.App(t, 1); tt.looks > 0 && app.GenreID != nil && app.PriceAmount != nil {
				t.Error("what was looked up was kept")
			}
		})
	}
}

// A chart is requested once an hour for all callers, and not at all during a
// cooldown.
func TestRelated_polite(t *testing.T) {
	t.Parallel()
	b, m := newMall(t, ofGenre(6007, "Food"), priced(0))
	m.charts[fleet.Chart{Country: "de", Genre: 6007}] = []fleet.Listing{named(5, "Five", "", "")}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if got, err := b.Related(t.Context(), 1, tracked.TopInCategory, 99); err != nil || len(got.Candidates) != 1 {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
	all.Wait()
	b.Clock.Add(59 * time.Minute)
	b.related(t, tracked.TopInCategory, 5)
	if len(m.asked) != 1 || m.asked[0].Limit != 50 {
		t.Errorf("asked %+v", m.asked)
	}
	b.Clock.Add(2 * time.Minute)
	m.fault = &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: time.Hour}
	for range 3 {
		if got := b.related(t, tracked.TopInCategory, 5); len(got.Candidates) != 0 || *got.GenreID != 6007 {
			t.Errorf("throttled: %+v", got)
		}
	}
	if len(m.asked) != 2 {
		t.Errorf("asked %d times, want once while it is throttled", len(m.asked)-1)
	}
	b.Clock.Add(2 * time.Hour)
	m.fault = nil
	if got := b.related(t, tracked.TopInCategory, 5); len(got.Candidates) != 1 {
		t.Errorf("afterwards: %+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Related(ctx, 1, tracked.TopInCategory, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
	b.Stop(0)
	if got := b.related(t, tracked.TopInCategory, 5); len(got.Candidates) != 0 {
		t.Errorf("after the end: %+v", got)
	}
}

// However many genres are asked for, few charts are remembered.
func TestRelated_manyCharts(t *testing.T) {
	t.Parallel()
	b, m := newMall(t)
	ask := func(genre int64) {
		t.Helper()
		b.Observe(t, 1, "One", ofGenre(genre, fmt.Sprint(genre)), priced(0))
		b.Clock.Add(-time.Hour + time.Second)
		b.related(t, tracked.TopInCategory, 1)
	}
	for genre := range int64(70) {
		ask(genre + 1)
	}
	before := len(m.asked)
	ask(70)
	if len(m.asked) != before {
		t.Error("the newest is not remembered")
	}
	ask(1)
	if len(m.asked) != before+1 {
		t.Error("the oldest is remembered")
	}
}

func TestRelated_mayAlsoLike(t *testing.T) {
	t.Parallel()
	b, m := newMall(t)
	got := b.related(t, tracked.MayAlsoLike, 5)
	want := tracked.RelatedApps{Mode: tracked.MayAlsoLike, Candidates: []tracked.RelatedEntry{}, Reason: tracked.NotScrapedYet, SourceURL: fleettest.URL(1)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("none shown (-want +got):\n%s", diff)
	}
	b.Pages.Show(1, "One", func(l *fleet.Listing) {
		shown := []storage.RelatedApp{
			{Shelf: storage.ShelfMayAlsoLike, Related: 9, Name: "Nine", URL: "https://nine", Developer: "Ann"},
			{Shelf: storage.ShelfMoreByDeveloper, Related: 4, Name: "Four", URL: "https://four"},
			{Shelf: storage.ShelfMayAlsoLike, Related: 3, Name: "Three", URL: "https://three", Position: 1}}
		l.Related = &shown
	})
	b.MustRefresh(t, 1)
	got = b.related(t, tracked.MayAlsoLike, 5)
	want.Reason = ""
	want.Candidates = []tracked.RelatedEntry{{ID: 9, Name: "Nine", Developer: "Ann", URL: "https://nine"}, {ID: 3, Name: "Three", URL: "https://three"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	if one := b.related(t, tracked.MayAlsoLike, 1); len(one.Candidates) != 1 {
		t.Errorf("one of them: %+v", one)
	}
	if m.looks+len(m.asked) != 0 {
		t.Error("the App Store was asked")
	}
	if _, err := b.Related(t.Context(), 2, tracked.MayAlsoLike, 5); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("an app that is not tracked: %v", err)
	}
}

// A scraper without charts has none to show.
func TestRelated_withoutCharts(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Observe(t, 1, "One", ofGenre(6007, "Food"))
	if got := b.related(t, tracked.TopInCategory, 5); len(got.Candidates) != 0 || *got.GenreID != 6007 || !*got.Free {
		t.Errorf("%+v", got)
	}
}
