package tracked_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func outcomes(results []tracked.Result) (list []string) {
	for _, r := range results {
		list = append(list, r.Outcome)
	}
	return list
}

func TestTrackGivesAResultForEachAddress(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Pages.Show(1, "One", fleettest.Labelled("LINKED: LOCATION"))
	b.Pages.Show(3, "Three", fleettest.Labelled("NONE"))
	results, err := b.Track(t.Context(), tracked.TrackRequest{URLs: []string{fleettest.URL(1), fleettest.URL(2), fleettest.URL(3), fleettest.URL(1)}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"success", "error", "success", "success"}, outcomes(results)); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if !results[0].Refresh.IsNew || results[3].Refresh.IsNew {
		t.Error("only the first sight of an app is new")
	}
	if !errors.Is(results[1].Err, fleet.ErrNotListed) {
		t.Errorf("error of the second is %v", results[1].Err)
	}
	var lines []string
	for _, a := range slices.Backward(storagetest.All[storage.Activity](t, b.Store)) {
		lines = append(lines, a.Type+" "+a.Status)
	}
	slices.Sort(lines)
	if diff := cmp.Diff([]string{"resync ok", "scrape error", "scrape ok", "scrape ok"}, lines); diff != "" {
		t.Errorf("activity (-want +got):\n%s", diff)
	}
}

func TestTrackRefusesABatchAsAWhole(t *testing.T) {
	t.Parallel()
	for name, urls := range map[string][]string{
		"none":            {},
		"too many":        slices.Repeat([]string{fleettest.URL(1)}, tracked.MaxTracked+1),
		"one is no store": {fleettest.URL(1), "https://elsewhere.example/" + strings.Repeat("x", 5000)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			_, err := b.Track(t.Context(), tracked.TrackRequest{URLs: urls})
			var refused *tracked.BatchError
			if !errors.As(err, &refused) {
				t.Fatalf("error is %v, want a BatchError", err)
			}
			if len(refused.Reason) > 400 {
				t.Errorf("the reason is %d bytes long", len(refused.Reason))
			}
			if n := b.Pages.Requests(); n != 0 {
				t.Errorf("%d requests were made", n)
			}
		})
	}
}

func TestTriggerFollowsTheRequest(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		request tracked.TrackRequest
		want    storage.Trigger
	}{
		{tracked.TrackRequest{}, storage.TriggerImport},
		{tracked.TrackRequest{Resync: true}, storage.TriggerManual},
		{tracked.TrackRequest{Resync: true, Trigger: storage.TriggerScheduled}, storage.TriggerScheduled},
	} {
		b := newBench(t)
		b.Pages.Show(1, "One")
		test.request.URLs = []string{fleettest.URL(1)}
		if _, err := b.Track(t.Context(), test.request); err != nil {
			t.Fatal(err)
		}
		if got := storagetest.All[storage.Snapshot](t, b.Store)[0].TriggeredBy; got != test.want {
			t.Errorf("%+v is kept as %q, want %q", test.request, got, test.want)
		}
	}
}

func TestThrottledStoreIsNotAskedBeforeItsTime(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := range storage.AppID(4) {
		b.Pages.Show(id+1, "App")
	}
	b.Pages.Fail(2, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429, RetryAfter: 5 * time.Minute})
	urls := []string{fleettest.URL(1), fleettest.URL(2), fleettest.URL(3), fleettest.URL(2), fleettest.URL(1)}
	results, err := b.Track(t.Context(), tracked.TrackRequest{URLs: urls})
	if err != nil {
		t.Fatal(err)
	}
	limited := tracked.OutcomeRateLimited
	if diff := cmp.Diff([]string{"success", limited, limited, limited, limited}, outcomes(results)); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	for i, r := range results[1:] {
		if wait, ok := tracked.RetryAfter(r.Err); !ok || wait != 5*time.Minute {
			t.Errorf("result %d waits %v, want 5m", i+1, wait)
		}
	}
	asked := b.Pages.Requests()

	// Another service on the same store, as after a restart, knows of it.
	again := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: strings.NewReader(strings.Repeat("0123456789", 1000))}, Scraper: b.Pages})
	b.Clock.Add(time.Minute)
	_, err = again.Preview(t.Context(), fleettest.URL(1))
	if wait, ok := tracked.RetryAfter(err); !ok || wait != 4*time.Minute {
		t.Errorf("after a minute the wait is %v (%v), want 4m", wait, err)
	}
	if n := b.Pages.Requests(); n != asked {
		t.Errorf("the App Store was asked %d times while it was rate limiting", n-asked)
	}
	b.Clock.Add(4 * time.Minute)
	if _, err := again.Preview(t.Context(), fleettest.URL(1)); err != nil {
		t.Errorf("when the time is over: %v", err)
	}
}

func TestCooldownIsNeverShortened(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	release := make(chan struct{})
	b.Pages.Before = func(id storage.AppID) {
		if id == 2 {
			<-release // this request was under way when the first one was throttled
		}
	}
	b.Pages.Fail(1, &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: 10 * time.Minute})
	b.Pages.Fail(2, &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: time.Minute})
	second := make(chan error)
	go func() {
		_, err := b.Preview(context.Background(), fleettest.URL(2))
		second <- err
	}()
	if _, err := b.Preview(t.Context(), fleettest.URL(1)); !errors.Is(err, fleet.ErrThrottled) {
		t.Fatalf("error is %v", err)
	}
	close(release)
	<-second
	b.Clock.Add(2 * time.Minute)
	_, err := b.Preview(t.Context(), fleettest.URL(3))
	if wait, _ := tracked.RetryAfter(err); wait != 8*time.Minute {
		t.Errorf("the wait is %v (%v), want 8m", wait, err)
	}
}

func TestTrackEndsWithItsContext(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Pages.Show(1, "One")
	b.Pages.Show(2, "Two")
	ctx, cancel := context.WithCancel(t.Context())
	b.Pages.Before = func(id storage.AppID) {
		if id == 2 {
			cancel()
		}
	}
	if _, err := b.Track(ctx, tracked.TrackRequest{URLs: []string{fleettest.URL(1), fleettest.URL(2)}}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want the context's", err)
	}
	if n, _ := b.On().Size(t.Context()); n != 1 {
		t.Errorf("%d apps are tracked, want the one before the end", n)
	}
}
