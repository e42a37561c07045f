package tracked_test

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// bench is a [fleettest.Bench] with methods for the tests of this package.
type bench struct{ *fleettest.Bench }

func newBench(t testing.TB) *bench { return &bench{fleettest.New(t)} }

func trackedApps(t *testing.T, apps int) *bench {
	t.Helper()
	b := newBench(t)
	for id := range storage.AppID(apps) {
		b.Observe(t, id+1, "App", fleettest.Labelled("LINKED: LOCATION"))
	}
	return b
}

// atOnce makes syncs work on so many apps at the same time.
func (b *bench) atOnce(t *testing.T, most int) {
	b.Runs = runner.New(runner.Config{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader, Jobs: []runner.Job{b.SyncJob()}, AtOnce: most})
	t.Cleanup(func() { b.Runs.Stop(time.Second) })
}

func (b *bench) start(t *testing.T) storage.Run {
	t.Helper()
	run, err := b.Runs.Start(t.Context(), runner.StartOptions{Runner: tracked.SyncRunner, Initiator: runner.Manual})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// sync refreshes every app and returns how it went.
func (b *bench) sync(t *testing.T) tracked.SyncTotals {
	t.Helper()
	run, err := b.Runs.Wait(t.Context(), b.start(t).ID)
	if err != nil {
		t.Fatal(err)
	}
	return tracked.TotalsOf(run)
}

func TestSyncRefreshesEveryApp(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 5)
	b.Pages.Show(2, "App", fleettest.Labelled("LINKED: CONTACTS"))
	b.Pages.Fail(4, &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Status: 503})
	before := len(storagetest.All[storage.Activity](t, b.Store))
	events, cancel := b.Runs.Subscribe(tracked.SyncRunner, 100)

	got := b.sync(t)

	cancel()
	reported := make(map[string][]string) // changes by subject
	for event := range events {
		for _, e := range event.Entries {
			reported[event.Item.Subject] = append(reported[event.Item.Subject], e.Description)
		}
	}
	want := map[string][]string{"2": {`"Data Linked to You" now collects: Contacts`, `"Data Linked to You" no longer collects: Location`}}
	if diff := cmp.Diff(want, reported); diff != "" {
		t.Errorf("changes in the events (-want +got):\n%s", diff)
	}

	if diff := cmp.Diff(tracked.SyncTotals{Attempted: 5, Succeeded: 4, Changes: 2, Failed: 1}, got); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
	if n := len(storagetest.All[storage.Activity](t, b.Store)) - before; n != 3 { // the change, the failure, the run
		t.Errorf("%d lines of activity, want 3", n)
	}
	if got := b.runLine(t); got != "manual_sync partial 4/5 synced, 2 changes, 1 errors" {
		t.Errorf("the run's line is %q", got)
	}
	if open, err := b.Runs.Open(t.Context()); err != nil || len(open) != 0 {
		t.Errorf("the run has ended, but open are %+v, %v", open, err)
	}
}

// A scheduled run is recorded differently from a manual one.
func TestSyncReportsItsInitiator(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 1)
	run, err := b.Runs.Start(t.Context(), runner.StartOptions{Runner: tracked.SyncRunner, Initiator: runner.Scheduled})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Runs.Wait(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	if got := b.runLine(t); got != "scheduled_sync ok 1/1 synced, 0 changes" {
		t.Errorf("the run's line is %q", got)
	}
	for _, s := range storagetest.All[storage.Snapshot](t, b.Store) {
		if b.App(t, 1).LastSynced == s.ID.At && s.TriggeredBy != storage.TriggerScheduled {
			t.Errorf("the snapshot was triggered by %q", s.TriggeredBy)
		}
	}
}

// When the App Store refuses a request for an app that is read ahead of its turn, the apps
// before it are done or left, none is left out, and the run ends with the reason.
func TestThrottledAheadOfItsTurn(t *testing.T) {
	t.Parallel()
	const apps, throttled = 30, 20
	b := trackedApps(t, apps)
	b.atOnce(t, 4)
	refused := make(chan struct{})
	b.Pages.Fail(throttled, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429, RetryAfter: time.Minute})
	b.Pages.Before = func(id storage.AppID) {
		if id == throttled-1 {
			<-refused // it is read, but after the next one
		}
	}
	b.Pages.After = func(id storage.AppID) {
		if id == throttled {
			close(refused)
		}
	}
	asked := b.Pages.Requests()
	got := b.sync(t)
	if got.RateLimited != apps-got.Succeeded || got.Succeeded+got.RateLimited != apps || got.Succeeded < throttled-4 || got.Succeeded > throttled-1 {
		t.Errorf("totals %+v", got)
	}
	if line := b.runLine(t); !strings.HasPrefix(line, "partial: rateLimited partial") {
		t.Errorf("the run's line is %q", line)
	}
	if n := b.Pages.Requests() - asked; n > throttled+3 {
		t.Errorf("%d requests", n)
	}
	b.Pages.Before, b.Pages.After = nil, nil
	b.Pages.Show(throttled, "App", fleettest.Labelled("LINKED: CONTACTS"))
	b.Clock.Add(2 * time.Minute)
	if diff := cmp.Diff(tracked.SyncTotals{Attempted: apps, Succeeded: apps, Changes: 2}, b.sync(t)); diff != "" {
		t.Errorf("in the end (-want +got):\n%s", diff)
	}
	for id := range storage.AppID(apps) {
		if n := b.App(t, id+1).SyncCount; n != 2 {
			t.Errorf("app %d was synced %d times, want 2", id+1, n)
		}
	}
}

func TestSyncResumesAfterThrottling(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 5)
	b.atOnce(t, 1)
	b.Pages.Fail(3, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429, RetryAfter: time.Minute})
	asked := b.Pages.Requests()

	first := b.sync(t)

	want := tracked.SyncTotals{Attempted: 2, Succeeded: 2, RateLimited: 3}
	if diff := cmp.Diff(want, first); diff != "" || b.Pages.Requests()-asked != 3 {
		t.Errorf("%d requests, want 3; totals (-want +got):\n%s", b.Pages.Requests()-asked, diff)
	}
	if got := b.runLine(t); got != "partial: rateLimited partial 2/2 synced, 0 changes, 3 rate-limited" {
		t.Errorf("the run's line is %q", got)
	}

	b.Pages.Show(3, "App", fleettest.Labelled("LINKED: CONTACTS"))
	b.Clock.Add(30 * time.Second)
	if again := b.sync(t); again != want || b.Pages.Requests()-asked != 3 {
		t.Errorf("within the cooldown: %d requests, totals %+v", b.Pages.Requests()-asked, again)
	}
	b.Clock.Add(time.Minute)
	if diff := cmp.Diff(tracked.SyncTotals{Attempted: 5, Succeeded: 5, Changes: 2}, b.sync(t)); diff != "" {
		t.Errorf("in the end (-want +got):\n%s", diff)
	}
	if n := b.Pages.Requests() - asked; n != 6 {
		t.Errorf("%d requests in all, want each app once and the throttled one twice", n)
	}
	for id := range storage.AppID(5) {
		if app := b.App(t, id+1); app.SyncCount != 2 {
			t.Errorf("app %d was refreshed %d times, want 2", app.ID, app.SyncCount)
		}
	}
}

func TestOneSyncAtATime(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 1)
	release := make(chan struct{})
	b.Pages.Before = func(storage.AppID) { <-release }
	run := b.start(t)
	if _, err := b.Runs.Start(t.Context(), runner.StartOptions{Runner: tracked.SyncRunner, Initiator: runner.Manual}); !errors.Is(err, runner.ErrBusy) {
		t.Errorf("a second run: %v, want ErrBusy", err)
	}
	open, err := b.Runs.Open(t.Context())
	if err != nil || len(open) != 1 {
		t.Fatalf("open are %+v, %v", open, err)
	}
	if s := open[0]; s.ID != run.ID || s.Current != "App" || s.Total != 1 || s.Initiator != "manual" || s.Status != storage.RunRunning {
		t.Errorf("the run is %+v", s)
	}

	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Runs.Wait(gone, run.ID); !errors.Is(err, context.Canceled) {
		t.Errorf("a waiter who leaves gets %v", err)
	}
	close(release)
	if got, err := b.Runs.Wait(t.Context(), run.ID); err != nil || got.Completed != 1 {
		t.Errorf("the run did not go on without its waiter: %+v, %v", got, err)
	}
}

func TestCancelledSync(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 3)
	asked := make(chan storage.AppID, 9)
	hang := make(chan struct{})
	defer close(hang)
	b.Pages.Before = func(id storage.AppID) { asked <- id }
	b.Pages.Hang = hang
	run := b.start(t)
	<-asked
	if _, err := b.Runs.Cancel(t.Context(), tracked.SyncRunner); err != nil {
		t.Fatal(err)
	}
	got, err := b.Runs.Wait(t.Context(), run.ID)
	if err != nil || got.Status != storage.RunCancelled {
		t.Errorf("the run is %+v, %v", got, err)
	}
	if got := b.runLine(t); got != "manual_sync cancelled 0/0 synced, 0 changes, 3 not tried" {
		t.Errorf("the run's line is %q", got)
	}
}

// A run that a stop leaves open has no line until it ends.
func TestStoppedSyncIsResumed(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 3)
	asked, release := make(chan storage.AppID, 9), make(chan struct{})
	b.Pages.Before = func(id storage.AppID) {
		asked <- id
		<-release
	}
	another := storage.Run{ID: "another", Runner: "elsewhere", Status: storage.RunRunning, StartedAt: 1}
	teststore.Update(t, b.Store, func(tx *storage.Tx) error { return tx.Runs.Put(another) })
	run := b.start(t)
	<-asked
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		b.Runs.Stop(time.Minute)
	}()
	if _, err := b.Runs.Wait(t.Context(), "another"); !errors.Is(err, runner.ErrStopping) {
		t.Errorf("who waits for another process's run: %v, want ErrStopping", err)
	}
	close(release)
	<-stopped
	if got := b.runLine(t); got != "" {
		t.Errorf("the run's line is %q before its end", got)
	}
	next := runner.New(runner.Config{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader, Jobs: []runner.Job{b.SyncJob()}})
	defer next.Stop(time.Second)
	go next.Resume(t.Context())
	got, err := next.Wait(t.Context(), run.ID)
	if err != nil || tracked.TotalsOf(got).Succeeded != 3 || got.Initiator != "manual" {
		t.Errorf("the run is %+v, %v", got, err)
	}
	if got := b.runLine(t); got != "manual_sync ok 3/3 synced, 0 changes; manual_sync ok Resumed after an interruption, 2 of 3 left" {
		t.Errorf("the run's line is %q", got)
	}
}

// runLine returns what the activity log says of the run, in the order of the
// alphabet: on the clock of the bench no time goes by.
func (b *bench) runLine(t *testing.T) string {
	t.Helper()
	var found []string
	for _, a := range storagetest.All[storage.Activity](t, b.Store) {
		if strings.HasSuffix(a.Type, "_sync") {
			found = append(found, a.Kind+" "+a.Status+" "+string(a.Summary))
		}
	}
	slices.Sort(found)
	return strings.Join(found, "; ")
}

func TestTrackAndSearchEndWithTheLibrary(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := trackedApps(t, 3)
		release := make(chan struct{})
		b.Pages.Before = func(storage.AppID) { <-release }
		results := make(chan []string)
		go func() {
			r, err := b.Track(t.Context(), tracked.TrackRequest{URLs: []string{fleettest.URL(1), fleettest.URL(2), fleettest.URL(3)}})
			if err != nil {
				t.Error(err)
			}
			results <- outcomes(r)
		}()
		synctest.Wait()
		go b.Stop(time.Minute)
		synctest.Wait()
		close(release)
		if diff := cmp.Diff([]string{"success", "error", "error"}, <-results); diff != "" {
			t.Errorf("outcomes (-want +got):\n%s", diff)
		}
		if _, err := b.Track(t.Context(), tracked.TrackRequest{URLs: []string{fleettest.URL(1)}}); !errors.Is(err, runner.ErrStopping) {
			t.Errorf("after the end: %v, want ErrStopping", err)
		}
	})
}

// Stop waits until a refresh is stored, so that the database can be closed afterwards.
func TestRefreshEndsWithTheLibrary(t *testing.T) {
	for name, tt := range map[string]struct {
		takes time.Duration
		want  error
	}{
		"done within the timeout": {time.Second, nil},
		"cancelled after it":      {time.Hour, runner.ErrStopping},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := trackedApps(t, 1)
				target, err := b.Pages.Resolve(fleettest.URL(1))
				if err != nil {
					t.Fatal(err)
				}
				slow := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: slowScraper{b.Pages, tt.takes}})
				ended := make(chan error, 1)
				go func() {
					_, err := slow.Refresh(t.Context(), target, storage.TriggerManual)
					ended <- err
				}()
				synctest.Wait()
				slow.Stop(time.Minute)
				synctest.Wait()
				select {
				case err := <-ended:
					if !errors.Is(err, tt.want) {
						t.Errorf("error %v, want %v", err, tt.want)
					}
				default:
					t.Error("Stop returned during a refresh")
				}
				if _, err := slow.Refresh(t.Context(), target, storage.TriggerManual); !errors.Is(err, runner.ErrStopping) {
					t.Errorf("after the end: %v, want ErrStopping", err)
				}
			})
		})
	}
}

// slowScraper is a scraper that takes so long for each app.
type slowScraper struct {
	fleet.Scraper
	takes time.Duration
}

func (s slowScraper) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	select {
	case <-time.After(s.takes):
		return s.Scraper.Scrape(ctx, t)
	case <-ctx.Done():
		return fleet.Listing{}, ctx.Err()
	}
}

// A sync must not bring back what was removed while it was at it.
func TestSyncLeavesARemovedAppAlone(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 2)
	b.Pages.Before = func(id storage.AppID) {
		if id == 1 {
			if _, err := b.Remove(t.Context(), 1); err != nil {
				t.Error(err)
			}
		}
	}
	if got := b.sync(t); got.Succeeded != 1 {
		t.Errorf("synced %d, want the app that is still there", got.Succeeded)
	}
	if n, _ := b.On().Size(t.Context()); n != 1 {
		t.Errorf("%d apps are tracked, want 1", n)
	}
	if got := b.runLine(t); got != "manual_sync ok 1/1 synced, 0 changes, 1 skipped" {
		t.Errorf("the run's line is %q", got)
	}
}

func TestFailuresDoNotFloodTheLog(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 30)
	for id := range storage.AppID(30) {
		b.Pages.Fail(id+1, &fleet.ScrapeError{Cause: fleet.ErrUnavailable})
	}
	before := len(storagetest.All[storage.Activity](t, b.Store))
	b.sync(t)
	if n := len(storagetest.All[storage.Activity](t, b.Store)) - before; n != 21 {
		t.Errorf("%d lines, want 20 failures and the run", n)
	}
	if got := b.runLine(t); got != "manual_sync partial 0/30 synced, 0 changes, 30 errors" {
		t.Errorf("the run's line is %q", got)
	}
}

func TestPanickingScraperIsTheAppsFailure(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 2)
	b.Pages.Before = func(id storage.AppID) {
		if id == 1 {
			panic("an unexpected page")
		}
	}
	if got := b.sync(t); got.Succeeded != 1 {
		t.Errorf("synced %d, want the other app", got.Succeeded)
	}
	if _, err := b.Preview(t.Context(), fleettest.URL(1)); !errors.Is(err, fleet.ErrLayout) {
		t.Errorf("preview: %v, want ErrLayout", err)
	}
}

// An observation that cannot be stored fails its app, not the run.
func TestUnfitPageIsTheAppsFailure(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 3)
	b.Pages.Show(2, "App\x00", fleettest.Labelled("LINKED: CONTACTS"))
	if diff := cmp.Diff(tracked.SyncTotals{Attempted: 3, Succeeded: 2, Failed: 1}, b.sync(t)); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
	if app := b.App(t, 2); app.Name != "App" || app.SyncCount != 1 {
		t.Errorf("the app is %q after %d refreshes, want it as it was", app.Name, app.SyncCount)
	}
}
