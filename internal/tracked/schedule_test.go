package tracked_test

import (
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// set sets a setting.
func (b *bench) set(t testing.TB, name, value string) {
	t.Helper()
	teststore.Update(t, b.Store, func(tx *storage.Tx) error { return settings.PutText(tx, name, value) })
}

func (b *bench) status(t testing.TB) tracked.SyncStatus {
	t.Helper()
	s, err := b.SyncStatus(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (b *bench) stamp() storage.Time { return storage.TimeOf(b.Clock.Now()) }

func TestSyncStatus(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 1)
	if diff := cmp.Diff(tracked.SyncStatus{Schedule: "manual"}, b.status(t)); diff != "" {
		t.Errorf("at first (-want +got):\n%s", diff)
	}
	b.set(t, settings.SyncSchedule, "fortnightly")
	if diff := cmp.Diff(tracked.SyncStatus{Schedule: "manual"}, b.status(t)); diff != "" {
		t.Errorf("with an unknown schedule (-want +got):\n%s", diff)
	}
	for _, schedule := range []string{"daily", "weekly"} {
		b.set(t, settings.SyncSchedule, schedule)
		if diff := cmp.Diff(tracked.SyncStatus{Schedule: schedule, NextRun: storage.NullTime(b.stamp()), Due: true}, b.status(t)); diff != "" {
			t.Errorf("%s, before the first run (-want +got):\n%s", schedule, diff)
		}
	}
	for schedule, every := range map[string]time.Duration{"daily": 24 * time.Hour, "weekly": 7 * 24 * time.Hour} {
		b.set(t, settings.SyncSchedule, schedule)
		b.sync(t)
		last := b.stamp()
		want := tracked.SyncStatus{Schedule: schedule, LastRun: last, NextRun: storage.NullTime(last.Add(every))}
		if diff := cmp.Diff(want, b.status(t)); diff != "" {
			t.Errorf("%s, after a run (-want +got):\n%s", schedule, diff)
		}
		b.Clock.Add(every - time.Millisecond)
		if b.status(t).Due {
			t.Errorf("%s: due too early", schedule)
		}
		b.Clock.Add(time.Millisecond)
		if want.Due = true; b.status(t) != want {
			t.Errorf("%s: after the interval %+v", schedule, b.status(t))
		}
	}
	// The last run was in the future, as far as the clock knows now.
	b.Clock.Add(-10 * 365 * 24 * time.Hour)
	if s := b.status(t); !s.Due || s.NextRun != storage.NullTime(b.stamp()) {
		t.Errorf("after the clock was set back: %+v", s)
	}
	release := make(chan struct{})
	b.Pages.Before = func(storage.AppID) { <-release }
	run := b.start(t)
	if !b.status(t).Running {
		t.Error("a run is under way, but not reported")
	}
	close(release)
	if _, err := b.Runs.Wait(t.Context(), run.ID); err != nil || b.status(t).Running {
		t.Errorf("a run that has ended is under way: %v", err)
	}
}

// Only a run that came to its end puts the next one off.
func TestWhatCountsAsLastRun(t *testing.T) {
	t.Parallel()
	t.Run("nothing to do", func(t *testing.T) {
		t.Parallel()
		b := newBench(t)
		b.sync(t)
		if last := b.status(t).LastRun; last != 0 {
			t.Errorf("the last run was at %d, want never", last)
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		t.Parallel()
		b := trackedApps(t, 2)
		b.Pages.Fail(2, &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: time.Minute})
		b.sync(t)
		if last := b.status(t).LastRun; last != 0 {
			t.Errorf("interrupted, but the last run was at %d", last)
		}
		if _, err := b.Runs.Cancel(t.Context(), tracked.SyncRunner); err != nil {
			t.Fatal(err)
		}
		if last := b.status(t).LastRun; last != b.stamp() {
			t.Errorf("cancelled, and the last run was at %d", last)
		}
	})
	t.Run("some failed", func(t *testing.T) {
		t.Parallel()
		b := trackedApps(t, 2)
		b.Pages.Fail(2, &fleet.ScrapeError{Cause: fleet.ErrBlocked, Status: 403})
		b.sync(t)
		if last := b.status(t).LastRun; last != b.stamp() {
			t.Errorf("the last run was at %d, want %d", last, b.stamp())
		}
	})
}

func TestCooldowns(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 1)
	get := func() tracked.Cooldowns {
		t.Helper()
		c, err := b.Cooldowns(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	idle := tracked.Cooldowns{Search: tracked.Cooldown{Category: "search"}, Scrape: tracked.Cooldown{Category: "scrape"}, Others: []tracked.Cooldown{}, Now: b.stamp()}
	if diff := cmp.Diff(idle, get()); diff != "" {
		t.Errorf("at first (-want +got):\n%s", diff)
	}
	throttled := &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: time.Minute}
	b.Pages.Fail(1, throttled)
	if _, err := b.Preview(t.Context(), fleettest.URL(1)); !errors.Is(err, fleet.ErrThrottled) {
		t.Fatal(err)
	}
	got := get()
	if s := got.Scrape; !s.Active || s.ResumeAt != b.stamp().Add(time.Minute) || s.Reason == "" || got.Search != idle.Search {
		t.Errorf("throttled: %+v", got)
	}

	for _, step := range []struct {
		categories []string
		active     bool
	}{{[]string{tracked.CooldownSearch}, true}, {nil, true}, {[]string{tracked.CooldownSearch, tracked.CooldownScrape}, false}, {[]string{tracked.CooldownScrape}, false}} {
		left, err := b.ClearCooldowns(t.Context(), step.categories...)
		if err != nil || left.Scrape.Active != step.active || !cmp.Equal(left, get()) {
			t.Errorf("after %v was cleared: %+v, %v", step.categories, left, err)
		}
	}
	asked := b.Pages.Requests()
	if _, err := b.Preview(t.Context(), fleettest.URL(1)); !errors.Is(err, fleet.ErrThrottled) || b.Pages.Requests() != asked+1 {
		t.Errorf("after it was cleared the App Store is not asked: %v", err)
	}
	b.Clock.Add(time.Minute)
	idle.Now = b.stamp()
	if diff := cmp.Diff(idle, get()); diff != "" {
		t.Errorf("when it is over (-want +got):\n%s", diff)
	}
}

func TestCountryOfTheSettings(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := &abroad{Pages: b.Pages}
	l := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: p, Country: "ch"})
	b.Pages.Show(1, "App")
	look := func() {
		t.Helper()
		if _, err := l.Preview(t.Context(), fleettest.URL(1)); err != nil {
			t.Fatal(err)
		}
	}
	if c, err := l.Country(t.Context()); c != "ch" || err != nil {
		t.Errorf("without a setting: %q, %v", c, err)
	}
	look()
	b.set(t, settings.AppCountry, "de")
	if c, err := l.Country(t.Context()); c != "de" || err != nil {
		t.Errorf("with a setting: %q, %v", c, err)
	}
	look()
	if _, err := l.Track(t.Context(), tracked.TrackRequest{URLs: []string{fleettest.URL(1)}}); err != nil {
		t.Fatal(err)
	}
	p.named = "fr"
	look()
	if diff := cmp.Diff([]string{"", "de", "de", "fr"}, p.asked); diff != "" {
		t.Errorf("storefronts asked (-want +got):\n%s", diff)
	}
}
