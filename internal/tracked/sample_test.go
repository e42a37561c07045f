package tracked_test

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestSeedCanned(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	now := storage.TimeOf(b.Clock.Now())
	got, err := b.SeedSamples(t.Context(), tracked.SampleOptions{Kind: tracked.SamplesCanned, Country: "de", Limit: 1})
	if err != nil || got.Inserted != 10 || got.Skipped != 0 || got.Failed != 0 || got.Country != "de" || len(got.Results) != 10 {
		t.Fatalf("%+v, error %v", got, err)
	}
	names := map[string]bool{}
	for _, one := range got.Results {
		if names[one.Name] = true; one.Status != tracked.SampleInserted || one.Snapshots != 3 {
			t.Errorf("%+v", one)
		}
		app := b.App(t, one.ID)
		if app.Name != one.Name || app.LabelDigest.IsZero() || app.Developer == "" || app.SyncCount != 3 || app.Country != "de" || app.LastSynced != now ||
			!strings.HasPrefix(app.URL, "https://apps.apple.com/de/app/") {
			t.Errorf("the app is %+v", app)
		}
	}
	if len(names) != 10 {
		t.Errorf("%d names of ten", len(names))
	}
	day, at := 24*time.Hour, map[storage.Time]int{}
	for _, s := range storagetest.All[storage.Snapshot](t, b.Store) {
		at[s.ID.At]++
		if s.TriggeredBy != storage.TriggerSample {
			t.Errorf("a snapshot is %+v", s)
		}
	}
	if diff := cmp.Diff(map[storage.Time]int{now: 10, now.Add(-30 * day): 10, now.Add(-60 * day): 10}, at); diff != "" {
		t.Errorf("snapshots (-want +got):\n%s", diff)
	}
	changes, notices := storagetest.All[storage.Change](t, b.Store), storagetest.All[storage.Notification](t, b.Store)
	if len(changes) < 10 || len(notices) != 0 {
		t.Errorf("%d changes, and %d notifications", len(changes), len(notices))
	}
	lines := storagetest.All[storage.Activity](t, b.Store)
	want := `{"country":"de","errored":0,"inserted":10,"mode":"dev-seed-canned","skipped":0}`
	if len(lines) != 1 || lines[0].Type != "reset" || lines[0].Status != "ok" || string(lines[0].Detail) != want {
		t.Errorf("the log is %+v", lines)
	}

	if _, err := b.Remove(t.Context(), got.Results[3].ID); err != nil {
		t.Fatal(err)
	}
	again, err := b.SeedSamples(t.Context(), tracked.SampleOptions{Kind: tracked.SamplesCanned})
	if err != nil || again.Inserted != 1 || again.Skipped != 9 || again.Country != "us" || again.Chosen {
		t.Errorf("again: %+v, error %v", again, err)
	}
	if n := len(storagetest.All[storage.Snapshot](t, b.Store)); n != 30 {
		t.Errorf("%d snapshots, want 30", n)
	}
}

// charted are pages of which there is a chart.
type charted struct {
	*fleettest.Pages
	top []storage.AppID
	err error
}

func (c charted) Chart(_ context.Context, chart fleet.Chart) (found []fleet.Listing, err error) {
	for _, id := range c.top[:min(chart.Limit, len(c.top))] {
		found = append(found, fleet.Listing{ID: id, URL: new(fleettest.URL(id))})
	}
	return found, c.err
}

// searched are pages that can be searched, and have no chart, or a broken one.
type searched struct{ *fleettest.Pages }

func (s searched) Search(_ context.Context, _, term string, _ int) (found []fleet.Listing, err error) {
	for id, l := range s.Listings() {
		if strings.Contains(strings.ToLower(*l.Name), term) {
			found = append(found, fleet.Listing{ID: id, Name: l.Name, URL: new(fleettest.URL(id))})
		}
	}
	return found, nil
}

// sampled returns a service of another scraper over a bench's store.
func (b *bench) sampled(t *testing.T, s fleet.Scraper) *tracked.Service {
	t.Helper()
	l := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: s})
	t.Cleanup(func() { l.Stop(time.Second) })
	return l
}

func (b *bench) live(t *testing.T, s fleet.Scraper, limit int) (tracked.Samples, error) {
	t.Helper()
	return b.sampled(t, s).SeedSamples(t.Context(), tracked.SampleOptions{Kind: tracked.SamplesLive, Limit: limit})
}

func TestSeedLive(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := range storage.AppID(5) {
		b.Pages.Show(id+1, "App", fleettest.Labelled("LINKED: LOCATION"))
	}
	b.MustRefresh(t, 2)
	b.Pages.Fail(3, &fleet.ScrapeError{Cause: fleet.ErrNotListed})
	teststore.Update(t, b.Store, func(tx *storage.Tx) error { return settings.PutText(tx, settings.AppCountry, "fr") })
	got, err := b.live(t, charted{Pages: b.Pages, top: []storage.AppID{1, 2, 3, 4, 5}}, 4)
	if err != nil || got.Country != "fr" || !got.Chosen || got.Stopped != nil {
		t.Fatalf("%+v, error %v", got, err)
	}
	var statuses []string
	for _, one := range got.Results {
		statuses = append(statuses, one.Status)
	}
	if diff := cmp.Diff([]string{"inserted", "skipped", "error", "inserted"}, statuses); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if got.Inserted != 2 || got.Skipped != 1 || got.Failed != 1 || got.Results[0].Snapshots != 3 || !errors.Is(got.Results[2].Err, fleet.ErrNotListed) {
		t.Errorf("%+v", got)
	}
	var changed int
	for _, s := range storagetest.All[storage.Snapshot](t, b.Store) {
		if s.Changed || s.Entries > 0 {
			changed++
		}
	}
	if n := len(storagetest.All[storage.Snapshot](t, b.Store)); n != 7 || changed != 0 {
		t.Errorf("%d snapshots, %d of them changed; want 7, and none", n, changed)
	}
	if app, now := b.App(t, 1), storage.TimeOf(b.Clock.Now()); app.SyncCount != 3 || app.FirstSeen != now.Add(-60*24*time.Hour) || app.LastSynced != now {
		t.Errorf("the app with a past is %+v", app)
	}
	entries := 0
	for _, line := range storagetest.All[storage.Activity](t, b.Store) { // of one moment, in no order
		if line.Type == "reset" && line.Status == "partial" {
			entries++
		}
	}
	if entries != 1 {
		t.Errorf("the log has %d entries", entries)
	}
	// A state that follows is compared with the newest.
	b.Pages.Show(1, "App", fleettest.Labelled("LINKED: CONTACTS"))
	if found := b.MustRefresh(t, 1); len(found.Changes) != 2 {
		t.Errorf("then %+v is found", found)
	}
}

func TestSeedLiveThrottled(t *testing.T) {
	t.Parallel()
	throttled := &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: 90 * time.Second}
	for name, test := range map[string]struct {
		chart   error
		fails   storage.AppID
		stopped bool
	}{
		"the chart":      {chart: throttled},
		"the first app":  {fails: 1},
		"the second app": {fails: 2, stopped: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			for id := range storage.AppID(3) {
				b.Pages.Show(id+1, "App", fleettest.Labelled("LINKED: LOCATION"))
			}
			if test.fails > 0 {
				b.Pages.Fail(test.fails, throttled)
			}
			got, err := b.live(t, charted{b.Pages, []storage.AppID{1, 2, 3}, test.chart}, 10)
			if test.stopped {
				if wait, _ := tracked.RetryAfter(got.Stopped); err != nil || wait != 90*time.Second || got.Inserted != 1 || len(got.Results) != 1 {
					t.Errorf("%+v, error %v", got, err)
				}
				return
			}
			if !errors.Is(err, fleet.ErrThrottled) {
				t.Errorf("error %v, want %v", err, fleet.ErrThrottled)
			}
			// No more requests go to the App Store.
			if _, err := b.live(t, charted{Pages: b.Pages, top: []storage.AppID{3}}, 10); !errors.Is(err, fleet.ErrThrottled) {
				t.Errorf("at once again: error %v, want %v", err, fleet.ErrThrottled)
			}
		})
	}
}

func TestSeedLiveWithoutAChart(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Pages.Show(1, "Weather", fleettest.Labelled("NONE"))
	b.Pages.Show(2, "Weather Notes", fleettest.Labelled("NONE"))
	b.Pages.Show(3, "Other", fleettest.Labelled("NONE"))
	if _, err := b.live(t, b.Pages, 10); !errors.Is(err, fleet.ErrNotSupported) {
		t.Errorf("with neither: error %v, want %v", err, fleet.ErrNotSupported)
	}
	broken := charted{err: &fleet.ScrapeError{Cause: fleet.ErrNotListed}}
	for name, s := range map[string]fleet.Scraper{"no chart": searched{b.Pages}, "a broken one": withBoth{b.Pages, broken, searched{b.Pages}}} {
		got, err := b.live(t, s, 10)
		if err != nil || got.Inserted+got.Skipped != 2 {
			t.Errorf("%s: %+v, error %v", name, got, err)
		}
	}
}

// withBoth has a chart and a search.
type withBoth struct {
	*fleettest.Pages
	fleet.Charter
	fleet.Searcher
}

func TestSeedSamplesStops(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	l := b.sampled(t, b.Pages)
	l.Stop(0)
	if _, err := l.SeedSamples(t.Context(), tracked.SampleOptions{Kind: tracked.SamplesCanned}); !errors.Is(err, runner.ErrStopping) {
		t.Errorf("error %v, want %v", err, runner.ErrStopping)
	}
	if n, _ := b.On().Size(t.Context()); n != 0 {
		t.Errorf("%d apps are tracked", n)
	}
}
