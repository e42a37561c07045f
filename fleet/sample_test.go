package fleet_test

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
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

func TestSeedCanned(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	now := storage.TimeOf(b.clock.Now())
	got, err := b.SeedSamples(t.Context(), fleet.SampleOrder{Kind: fleet.SamplesCanned, Country: "de", Limit: 1})
	if err != nil || got.Inserted != 10 || got.Skipped != 0 || got.Failed != 0 || got.Country != "de" || len(got.Results) != 10 {
		t.Fatalf("%+v, error %v", got, err)
	}
	names := map[string]bool{}
	for _, one := range got.Results {
		if names[one.Name] = true; one.Status != fleet.SampleInserted || one.Snapshots != 3 {
			t.Errorf("%+v", one)
		}
		app := b.app(t, one.ID)
		if app.Name != one.Name || app.LabelDigest.IsZero() || app.Developer == "" || app.SyncCount != 3 || app.Country != "de" || app.LastSynced != now ||
			!strings.HasPrefix(app.URL, "https://apps.apple.com/de/app/") {
			t.Errorf("the app is %+v", app)
		}
	}
	if len(names) != 10 {
		t.Errorf("%d names of ten", len(names))
	}
	day, at := 24*time.Hour, map[storage.Time]int{}
	for _, s := range all(t, b.store, storage.Tx.Snapshots) {
		at[s.ID.At]++
		if s.TriggeredBy != storage.TriggerSample {
			t.Errorf("a snapshot is %+v", s)
		}
	}
	if diff := cmp.Diff(map[storage.Time]int{now: 10, now.Add(-30 * day): 10, now.Add(-60 * day): 10}, at); diff != "" {
		t.Errorf("snapshots (-want +got):\n%s", diff)
	}
	changes, notices := all(t, b.store, storage.Tx.Changes), all(t, b.store, storage.Tx.Notifications)
	if len(changes) < 10 || len(notices) != 0 {
		t.Errorf("%d changes, and %d notifications", len(changes), len(notices))
	}
	lines := all(t, b.store, storage.Tx.Activities)
	want := `{"country":"de","errored":0,"inserted":10,"mode":"dev-seed-canned","skipped":0}`
	if len(lines) != 1 || lines[0].Type != "reset" || lines[0].Status != "ok" || string(lines[0].Detail) != want {
		t.Errorf("the log is %+v", lines)
	}

	if _, err := b.Remove(t.Context(), got.Results[3].ID); err != nil {
		t.Fatal(err)
	}
	again, err := b.SeedSamples(t.Context(), fleet.SampleOrder{Kind: fleet.SamplesCanned})
	if err != nil || again.Inserted != 1 || again.Skipped != 9 || again.Country != "us" || again.Chosen {
		t.Errorf("again: %+v, error %v", again, err)
	}
	if n := len(all(t, b.store, storage.Tx.Snapshots)); n != 30 {
		t.Errorf("%d snapshots, want 30", n)
	}
}

// charted are pages of which there is a chart.
type charted struct {
	*pages
	top []storage.AppID
	err error
}

func (c charted) Chart(_ context.Context, chart fleet.Chart) (found []fleet.Listing, err error) {
	for _, id := range c.top[:min(chart.Limit, len(c.top))] {
		found = append(found, fleet.Listing{ID: id, URL: new(url(id))})
	}
	return found, c.err
}

// searched are pages that can be searched, and have no chart, or a broken one.
type searched struct{ *pages }

func (s searched) Search(_ context.Context, _, term string, _ int) (found []fleet.Listing, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, l := range s.listings {
		if strings.Contains(strings.ToLower(*l.Name), term) {
			found = append(found, fleet.Listing{ID: id, Name: l.Name, URL: new(url(id))})
		}
	}
	return found, nil
}

// sampled returns a library of another scraper over a bench's store.
func (b *bench) sampled(t *testing.T, s fleet.Scraper) *fleet.Library {
	t.Helper()
	l := fleet.New(fleet.Config{Store: b.store, Scraper: s, Now: b.clock.Now, Random: rand.Reader})
	t.Cleanup(func() { l.Stop(time.Second) })
	return l
}

func (b *bench) live(t *testing.T, s fleet.Scraper, limit int) (fleet.Samples, error) {
	t.Helper()
	return b.sampled(t, s).SeedSamples(t.Context(), fleet.SampleOrder{Kind: fleet.SamplesLive, Limit: limit})
}

func TestSeedLive(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := range storage.AppID(5) {
		b.pages.show(id+1, "App", labelled("LINKED: LOCATION"))
	}
	b.refresh(t, 2)
	b.pages.fail(3, &fleet.ScrapeError{Cause: fleet.ErrNotListed})
	if err := b.store.Update(t.Context(), func(tx storage.Tx) error { return settings.PutText(tx, settings.AppCountry, "fr") }); err != nil {
		t.Fatal(err)
	}
	got, err := b.live(t, charted{pages: b.pages, top: []storage.AppID{1, 2, 3, 4, 5}}, 4)
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
	for _, s := range all(t, b.store, storage.Tx.Snapshots) {
		if s.Changed || s.Entries > 0 {
			changed++
		}
	}
	if n := len(all(t, b.store, storage.Tx.Snapshots)); n != 7 || changed != 0 {
		t.Errorf("%d snapshots, %d of them changed; want 7, and none", n, changed)
	}
	if app, now := b.app(t, 1), storage.TimeOf(b.clock.Now()); app.SyncCount != 3 || app.FirstSeen != now.Add(-60*24*time.Hour) || app.LastSynced != now {
		t.Errorf("the app with a past is %+v", app)
	}
	told := 0
	for _, line := range all(t, b.store, storage.Tx.Activities) { // of one moment, in no order
		if line.Type == "reset" && line.Status == "partial" {
			told++
		}
	}
	if told != 1 {
		t.Errorf("the log tells of it %d times", told)
	}
	// A state that follows is compared with the newest.
	b.pages.show(1, "App", labelled("LINKED: CONTACTS"))
	if found := b.refresh(t, 1); len(found.Changes) != 2 {
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
				b.pages.show(id+1, "App", labelled("LINKED: LOCATION"))
			}
			if test.fails > 0 {
				b.pages.fail(test.fails, throttled)
			}
			got, err := b.live(t, charted{b.pages, []storage.AppID{1, 2, 3}, test.chart}, 10)
			if test.stopped {
				if wait, _ := fleet.RetryAfter(got.Stopped); err != nil || wait != 90*time.Second || got.Inserted != 1 || len(got.Results) != 1 {
					t.Errorf("%+v, error %v", got, err)
				}
				return
			}
			if !errors.Is(err, fleet.ErrThrottled) {
				t.Errorf("error %v, want %v", err, fleet.ErrThrottled)
			}
			// The store is left alone from then on.
			if _, err := b.live(t, charted{pages: b.pages, top: []storage.AppID{3}}, 10); !errors.Is(err, fleet.ErrThrottled) {
				t.Errorf("at once again: error %v, want %v", err, fleet.ErrThrottled)
			}
		})
	}
}

func TestSeedLiveWithoutAChart(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.pages.show(1, "Weather", labelled("NONE"))
	b.pages.show(2, "Weather Notes", labelled("NONE"))
	b.pages.show(3, "Other", labelled("NONE"))
	if _, err := b.live(t, b.pages, 10); !errors.Is(err, fleet.ErrNotSupported) {
		t.Errorf("with neither: error %v, want %v", err, fleet.ErrNotSupported)
	}
	broken := charted{err: &fleet.ScrapeError{Cause: fleet.ErrNotListed}}
	for name, s := range map[string]fleet.Scraper{"no chart": searched{b.pages}, "a broken one": withBoth{b.pages, broken, searched{b.pages}}} {
		got, err := b.live(t, s, 10)
		if err != nil || got.Inserted+got.Skipped != 2 {
			t.Errorf("%s: %+v, error %v", name, got, err)
		}
	}
}

// withBoth has a chart and a search.
type withBoth struct {
	*pages
	fleet.Charter
	fleet.Searcher
}

func TestSeedSamplesStops(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	l := b.sampled(t, b.pages)
	l.Stop(0)
	if _, err := l.SeedSamples(t.Context(), fleet.SampleOrder{Kind: fleet.SamplesCanned}); !errors.Is(err, runner.ErrStopping) {
		t.Errorf("error %v, want %v", err, runner.ErrStopping)
	}
	if n, _ := b.Size(t.Context()); n != 0 {
		t.Errorf("%d apps are tracked", n)
	}
}
