package appstore_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
)

// TestPace_default: six pages at once and then one in 3.3 seconds, and beside
// that four searches at once and then one in 4.2 seconds.
func TestPace_default(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := configured(t, fakestore.New(richApp(fakestore.Island)), appstore.Config{})
		start := time.Now()
		for range 9 {
			if _, err := s.Scrape(t.Context(), fleet.Target{ID: 4711, URL: "https://apps.apple.com/us/app/quick-fox/id4711"}); err != nil {
				t.Fatal(err)
			}
		}
		if took, want := time.Since(start), 3*3300*time.Millisecond; took.Round(time.Millisecond) != want {
			t.Errorf("nine pages took %v, want %v", took, want)
		}
		start = time.Now()
		for range 6 {
			if _, err := s.Search(t.Context(), "us", "fox", 1); err != nil {
				t.Fatal(err)
			}
		}
		if took, want := time.Since(start), 2*4200*time.Millisecond; took.Round(time.Millisecond) != want {
			t.Errorf("six searches took %v, want %v", took, want)
		}
	})
}

func TestPace_option(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := configured(t, fakestore.New(), appstore.Config{PerMinute: 60}) // twenty at once
		start := time.Now()
		for range 25 {
			if _, err := s.Search(t.Context(), "us", "fox", 1); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took.Round(time.Millisecond) != 5*time.Second {
			t.Errorf("25 searches took %v, want 5s", took)
		}
	})
}

// TestPace_context: who waits for a turn can leave, and does so at once when the
// turn comes too late.
func TestPace_context(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := configured(t, fakestore.New(), appstore.Config{PerMinute: 1})
		if _, err := s.Search(t.Context(), "us", "fox", 1); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if _, err := s.Search(ctx, "us", "fox", 1); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 0 {
			t.Errorf("a turn after the deadline: %v after %v", err, time.Since(start))
		}
		ctx, cancel = context.WithCancel(t.Context())
		time.AfterFunc(5*time.Second, cancel)
		if _, err := s.Search(ctx, "us", "fox", 1); !errors.Is(err, context.Canceled) || time.Since(start) != 5*time.Second {
			t.Errorf("cancelled: %v after %v", err, time.Since(start))
		}
	})
}

// TestPace_waitIsNotSlowness: the timeout of a request begins with its turn.
func TestPace_waitIsNotSlowness(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app := richApp(fakestore.Island)
		app.Fault = fakestore.Fault{Kind: fakestore.Slow, Delay: 14 * time.Second}
		s := configured(t, fakestore.New(app), appstore.Config{PerMinute: 1})
		target := fleet.Target{ID: app.ID, URL: "https://apps.apple.com/us/app/quick-fox/id4711"}
		for range 2 {
			if _, err := s.Scrape(t.Context(), target); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestScrape_throttledLookupIsSkipped: pages are read on without what only the
// lookup has, until the time that it asked for is over. Who wants the lookup
// itself, or the search, asks.
func TestScrape_throttledLookupIsSkipped(t *testing.T) {
	t.Parallel()
	app := richApp(fakestore.Cards)
	throttled := fakestore.Fault{Kind: fakestore.Throttled, Times: 1, RetryAfter: "30"}
	asks := map[string]func(*appstore.Scraper) error{
		"completing": func(s *appstore.Scraper) error {
			_, err := s.Scrape(t.Context(), fleet.Target{ID: app.ID})
			return err
		},
		"lookup": func(s *appstore.Scraper) error {
			_, err := s.Lookup(t.Context(), "us", []storage.AppID{app.ID})
			return err
		},
		"search": func(s *appstore.Scraper) error {
			_, err := s.Search(t.Context(), "us", app.Name, 1)
			return err
		},
	}
	for name, first := range asks {
		now := time.Date(2026, time.July, 7, 12, 0, 0, 0, time.UTC)
		store := fakestore.New(app)
		store.FailAPI(throttled)
		s := configured(t, store, appstore.Config{PerMinute: 1e6, Now: func() time.Time { return now }})
		if err := first(s); (name == "completing") != (err == nil) {
			t.Fatalf("%s: %v", name, err)
		}
		asked := func() int { return store.Lookups() + store.Searches() }
		for _, step := range []struct {
			after    time.Duration
			complete bool
		}{{0, false}, {29 * time.Second, false}, {time.Second, true}, {time.Hour, true}} {
			now = now.Add(step.after)
			before := asked()
			l, err := s.Scrape(t.Context(), fleet.Target{ID: app.ID})
			if err != nil || l.Label == nil || (l.BundleID != nil) != step.complete || (asked() > before) != step.complete {
				t.Errorf("%s, %v on: bundle id %q, %v after %d questions, want it complete: %t",
					name, step.after, value(l.BundleID), err, asked()-before, step.complete)
			}
		}
		store.FailAPI(throttled)
		if err := asks["search"](s); !errors.Is(err, fleet.ErrThrottled) {
			t.Fatalf("search: %v, want %v", err, fleet.ErrThrottled)
		}
		before := asked()
		if err := errors.Join(asks["lookup"](s), asks["search"](s)); err != nil || asked() != before+2 {
			t.Errorf("%s: %v after %d questions, want 2", name, err, asked()-before)
		}
	}
}

// TestScrape_longestThrottleCounts: a later answer does not shorten an earlier one.
func TestScrape_longestThrottleCounts(t *testing.T) {
	t.Parallel()
	app := richApp(fakestore.Cards)
	store := fakestore.New(app)
	now := time.Date(2026, time.July, 7, 12, 0, 0, 0, time.UTC)
	s := configured(t, store, appstore.Config{PerMinute: 1e6, Now: func() time.Time { return now }})
	for _, seconds := range []string{"60", "5"} {
		store.FailAPI(fakestore.Fault{Kind: fakestore.Throttled, Times: 1, RetryAfter: seconds})
		if _, err := s.Search(t.Context(), "us", app.Name, 1); !errors.Is(err, fleet.ErrThrottled) {
			t.Fatalf("search: %v, want %v", err, fleet.ErrThrottled)
		}
	}
	now = now.Add(59 * time.Second)
	if l, err := s.Scrape(t.Context(), fleet.Target{ID: app.ID}); err != nil || l.BundleID != nil || store.Lookups() != 0 {
		t.Errorf("bundle id %q, %v after %d lookups, want none", value(l.BundleID), err, store.Lookups())
	}
}

// Who waits for the turn says so.
func TestPace_isAWait(t *testing.T) {
	t.Parallel()
	s := configured(t, fakestore.New(richApp(fakestore.Island)), appstore.Config{})
	waits := 0
	ctx := pace.Observe(t.Context(), func(_ context.Context, _ time.Duration, wait func() error) error {
		waits++
		return wait()
	})
	if _, err := s.Scrape(ctx, fleet.Target{ID: 4711, URL: "https://apps.apple.com/us/app/quick-fox/id4711"}); err != nil || waits == 0 {
		t.Errorf("%v, after %d waits", err, waits)
	}
}
