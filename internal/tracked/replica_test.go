package tracked_test

import (
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// replica is one of several processes over the store of a bench, with pages of its own, as
// the App Store shows them to its address.
type replica struct {
	*tracked.Service
	runs  *runner.Engine
	pages *fleettest.Pages
}

// join starts a replica. Its lease is long: a short one expires on a busy machine, and then the
// replica does not count.
func (b *bench) join(t *testing.T, name string, apps int) replica {
	t.Helper()
	pages := fleettest.NewPages()
	for id := range storage.AppID(apps) {
		pages.Show(id+1, "App", fleettest.Labelled("LINKED: CONTACTS"))
	}
	pages.Before = func(storage.AppID) { time.Sleep(20 * time.Millisecond) }
	s := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: pages, Replica: name})
	runs := runner.New(runner.Config{
		Store: b.Store, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{s.SyncJob()}, Lease: 10 * time.Second, AtOnce: 2,
		Queue: fleettest.Queue{Store: b.Store},
	})
	go runs.Resume(t.Context())
	t.Cleanup(func() {
		runs.Stop(0)
		s.Stop(0)
	})
	return replica{s, runs, pages}
}

// refuse makes the App Store refuse all requests of a replica.
func (r replica) refuse(apps int, wait time.Duration) {
	for id := range storage.AppID(apps) {
		r.pages.Fail(id+1, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429, RetryAfter: wait})
	}
}

// cools reports whether requests of a replica pause.
func (r replica) cools(t *testing.T) bool {
	t.Helper()
	c, err := r.Cooldowns(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c.Scrape.Active
}

// A replica that the App Store refuses pauses alone: the others finish the sync.
func TestRefusedReplicaPausesAlone(t *testing.T) {
	t.Parallel()
	const apps = 60
	b := trackedApps(t, apps)
	north, south := b.join(t, "north", apps), b.join(t, "south", apps)
	north.refuse(apps, time.Hour)
	run, err := north.runs.Start(t.Context(), runner.StartOptions{Runner: tracked.SyncRunner, Initiator: runner.Manual})
	if err == nil {
		run, err = north.runs.Wait(t.Context(), run.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tracked.SyncTotals{Attempted: apps, Succeeded: apps, Changes: 2 * apps}, tracked.TotalsOf(run)); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
	if n := north.pages.Requests(); n == 0 || n > 2 {
		t.Errorf("the refused replica sent %d requests, want one for each app that it was reading", n)
	}
	if !north.cools(t) || south.cools(t) {
		t.Errorf("cooldowns: north %v, south %v", north.cools(t), south.cools(t))
	}
	if got := b.runLine(t); got != "manual_sync ok 60/60 synced, 120 changes" {
		t.Errorf("the run's line is %q", got)
	}
	// Any replica clears the cooldowns of all.
	if _, err := south.ClearCooldowns(t.Context(), tracked.CooldownScrape); err != nil || north.cools(t) {
		t.Errorf("cleared: %v, %v", north.cools(t), err)
	}
	for _, s := range storagetest.All[storage.Setting](t, b.Store) {
		if strings.HasPrefix(s.Name, "rate_limit_") {
			t.Errorf("left: %+v", s)
		}
	}
}

// When the App Store refuses all replicas, the run is interrupted because of that, though the
// last of them may have paused already.
func TestRunIsLimitedWhenAllReplicasAre(t *testing.T) {
	t.Parallel()
	const apps = 60
	b := trackedApps(t, apps)
	north, south := b.join(t, "north", apps), b.join(t, "south", apps)
	south.refuse(apps, time.Hour)
	if _, err := south.Preview(t.Context(), fleettest.URL(1)); err == nil || !south.cools(t) {
		t.Fatalf("the preview: %v", err)
	}
	north.refuse(apps, time.Hour)
	run, err := south.runs.Start(t.Context(), runner.StartOptions{Runner: tracked.SyncRunner, Initiator: runner.Manual})
	if err == nil {
		run, err = south.runs.Wait(t.Context(), run.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	if run.Status != storage.RunInterrupted || run.Reason != tracked.InterruptRateLimited {
		t.Errorf("the run is %+v", run)
	}
	if got := b.runLine(t); got != "partial: rateLimited partial 0/0 synced, 0 changes, 60 rate-limited" {
		t.Errorf("the run's line is %q", got)
	}
	b.Clock.Add(2 * time.Hour)
	if _, err := north.Preview(t.Context(), fleettest.URL(1)); err == nil {
		t.Fatal("the preview was not refused")
	}
	names := map[string]bool{}
	for _, s := range storagetest.All[storage.Setting](t, b.Store) {
		names[s.Name] = true
	}
	if names["rate_limit_scrape_until@south"] || names["rate_limit_scrape_reason@south"] || !names["rate_limit_scrape_until@north"] {
		t.Errorf("the expired cooldown of another replica is not removed: %v", names)
	}
}
