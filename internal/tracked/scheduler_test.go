package tracked_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"iter"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const tick = 30 * time.Minute

// scheduled is a bench in a bubble, whose clock is the bubble's.
type scheduled struct {
	*bench
	since time.Time
}

// schedule runs a test in a bubble, with apps and a schedule. With jitter bytes
// of zero the first tick comes at once.
func schedule(t *testing.T, apps int, name string, test func(t *testing.T, s *scheduled)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := trackedApps(t, apps)
		b.set(t, settings.SyncSchedule, name)
		test(t, b.bubble(t, nil))
	})
}

// bubble returns a bench over the same store with services of its own, as another
// process has them, on the bubble's clock. Job may be nil for that of the service.
func (b *bench) bubble(t *testing.T, job runner.Job) *scheduled {
	other := *b.Bench
	b = &bench{&other}
	b.Service = tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: time.Now, Random: early{}}, Scraper: b.Pages})
	if job == nil {
		job = b.SyncJob()
	}
	// One app at a time, so that requests can be counted.
	b.Runs = runner.New(runner.Config{Store: b.Store, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{job}, AtOnce: 1})
	s := &scheduled{bench: b, since: time.Now()}
	t.Cleanup(func() {
		s.Runs.Stop(time.Second)
		s.Stop(time.Second)
	})
	return s
}

// keep keeps the schedule until the test ends.
func (s *scheduled) keep(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.RunSchedule(ctx, s.Runs, tick)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
}

// wait lets time pass and everything that it starts come to rest.
func (s *scheduled) wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// early is randomness that jitters by nothing, but makes identifiers all the same.
type early struct{}

func (early) Read(p []byte) (int, error) {
	if len(p) == 8 {
		clear(p)
		return len(p), nil
	}
	return rand.Read(p)
}

// runsSoFar returns how each run so far stands, oldest first.
func (s *scheduled) runsSoFar(t *testing.T) []string {
	t.Helper()
	var recorded []string
	for _, r := range storagetest.All[storage.Run](t, s.Store) {
		recorded = append([]string{r.StartedAt.Std().Sub(s.since).Truncate(time.Second).String() + " " + r.Initiator + " " + string(r.Status)}, recorded...)
	}
	return recorded
}

func (s *scheduled) want(t *testing.T, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, s.runsSoFar(t)); diff != "" {
		t.Errorf("after %v the runs are (-want +got):\n%s", time.Since(s.since), diff)
	}
}

func TestDailySyncs(t *testing.T) {
	schedule(t, 2, "daily", func(t *testing.T, s *scheduled) {
		s.keep(t)
		s.wait(time.Second)
		s.want(t, "0s scheduled done") // never before, so due at once
		s.wait(24*time.Hour - 2*time.Second)
		s.want(t, "0s scheduled done")
		s.wait(tick)
		s.want(t, "0s scheduled done", "24h0m0s scheduled done")
		if got := s.App(t, 1); got.SyncCount != 3 {
			t.Errorf("the app was refreshed %d times, want 3", got.SyncCount)
		}
	})
}

func TestWeeklySyncs(t *testing.T) {
	schedule(t, 1, "weekly", func(t *testing.T, s *scheduled) {
		s.keep(t)
		s.wait(8 * 24 * time.Hour)
		s.want(t, "0s scheduled done", "168h0m0s scheduled done")
	})
}

func TestManualMeansNever(t *testing.T) {
	schedule(t, 1, "manual", func(t *testing.T, s *scheduled) {
		s.keep(t)
		s.wait(30 * 24 * time.Hour)
		s.want(t)
		s.set(t, settings.SyncSchedule, "daily")
		s.wait(tick)
		if n := len(s.runsSoFar(t)); n != 1 {
			t.Errorf("%d runs after a schedule was set, want one at the next tick", n)
		}
	})
}

func TestNothingToRefreshLeavesNoTrace(t *testing.T) {
	schedule(t, 0, "daily", func(t *testing.T, s *scheduled) {
		s.keep(t)
		s.wait(24 * time.Hour)
		s.want(t)
		if lines := storagetest.All[storage.Activity](t, s.Store); len(lines) != 0 {
			t.Errorf("%d lines of activity", len(lines))
		}
		s.Pages.Show(1, "App")
		if _, err := s.Track(t.Context(), tracked.TrackRequest{URLs: []string{fleettest.URL(1)}}); err != nil {
			t.Fatal(err)
		}
		s.wait(tick)
		if n := len(s.runsSoFar(t)); n != 1 {
			t.Errorf("%d runs after an app came, want 1", n)
		}
	})
}

func TestBusyIsNoMatter(t *testing.T) {
	schedule(t, 1, "daily", func(t *testing.T, s *scheduled) {
		release := make(chan struct{})
		s.Pages.Before = func(storage.AppID) { <-release }
		s.start(t)
		s.keep(t)
		s.wait(3 * tick)
		s.want(t, "0s manual running")
		close(release)
		s.wait(24*time.Hour - time.Second)
		s.want(t, "0s manual done") // that one counts too
	})
}

// A run that the App Store interrupted resumes after the cooldown, whatever the schedule,
// at the same app and for the same initiator.
func TestInterruptedRunResumes(t *testing.T) {
	for _, name := range []string{"manual", "daily"} {
		t.Run(name, func(t *testing.T) {
			schedule(t, 3, name, func(t *testing.T, s *scheduled) {
				s.Pages.Fail(2, &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: tick + time.Minute})
				asked := s.Pages.Requests()
				if got := s.sync(t); got.RateLimited != 2 {
					t.Fatalf("totals %+v, want 2 left", got)
				}
				s.keep(t)
				s.wait(tick + time.Second)
				s.want(t, "0s manual interrupted")
				if n := s.Pages.Requests() - asked; n != 2 {
					t.Errorf("%d requests within the cooldown, want the 2 before it", n)
				}
				s.Pages.Show(2, "App", fleettest.Labelled("LINKED: LOCATION"))
				s.wait(tick)
				s.want(t, "0s manual done")
				if n := s.Pages.Requests() - asked; n != 4 {
					t.Errorf("%d requests in all, want the throttled one twice, and each other once", n)
				}
			})
		})
	}
}

// During a cooldown, no run is started only to be interrupted.
func TestNothingIsBegunWithinACooldown(t *testing.T) {
	schedule(t, 1, "daily", func(t *testing.T, s *scheduled) {
		s.Pages.Fail(1, &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: 3 * tick})
		if _, err := s.Preview(t.Context(), fleettest.URL(1)); !errors.Is(err, fleet.ErrThrottled) {
			t.Fatal(err)
		}
		s.Pages.Show(1, "App")
		s.keep(t)
		s.wait(3*tick - time.Second)
		s.want(t)
		s.wait(2 * time.Second)
		s.want(t, "1h30m0s scheduled done")
	})
}

// The scheduler does not resume a run that a user paused.
func TestPausedRunStaysPaused(t *testing.T) {
	schedule(t, 2, "daily", func(t *testing.T, s *scheduled) {
		s.Pages.Fail(1, &fleet.ScrapeError{Cause: fleet.ErrThrottled})
		s.sync(t)
		if _, err := s.Runs.Pause(t.Context(), tracked.SyncRunner); err != nil {
			t.Fatal(err)
		}
		s.Pages.Show(1, "App")
		s.keep(t)
		s.wait(10 * tick)
		s.want(t, "0s manual paused")
	})
}

// broken is a sync whose runs end with a fault while it is broken.
type broken struct {
	runner.Job
	broken *atomic.Bool
}

func (b broken) Do(ctx context.Context, item runner.Item) (runner.Result, error) {
	if b.broken.Load() {
		return runner.Result{}, errors.New("a fault")
	}
	return b.Job.Do(ctx, item)
}

func TestRepeatedFailuresPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := trackedApps(t, 1)
		b.set(t, settings.SyncSchedule, "daily")
		var fault atomic.Bool
		fault.Store(true)
		s := b.bubble(t, broken{tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: time.Now, Random: rand.Reader}, Scraper: b.Pages}).SyncJob(), &fault})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.RunSchedule(ctx, s.Runs, 5*time.Minute)
		}()
		defer func() {
			cancel()
			<-done
		}()
		s.wait(time.Second)
		// The third waits 15 minutes, the next an hour, those after it 6 hours.
		var want []string
		for _, at := range []string{"0s", "5m0s", "10m0s", "25m0s", "1h25m0s", "7h25m0s"} {
			want = append(want, at+" scheduled error")
		}
		s.wait(13 * time.Hour)
		s.want(t, want...)

		fault.Store(false)
		s.wait(time.Hour)
		want = append(want, "13h25m0s scheduled done")
		s.want(t, want...)

		fault.Store(true) // counted anew
		s.wait(24*time.Hour - 25*time.Minute)
		if got := s.runsSoFar(t); len(got) < 10 || got[7] != "37h25m0s scheduled error" || got[8] != "37h30m0s scheduled error" || got[9] != "37h35m0s scheduled error" {
			t.Errorf("after a success the runs are %v", got)
		}
	})
}

// Of several processes that check at the same moment, one starts a run.
func TestOneOfSeveralProcessesBegins(t *testing.T) {
	schedule(t, 1, "daily", func(t *testing.T, s *scheduled) {
		s.keep(t)
		for range 3 {
			s.bubble(t, nil).keep(t)
		}
		s.wait(25 * time.Hour)
		s.want(t, "0s scheduled done", "24h0m0s scheduled done")
	})
}

func TestFirstTickIsJittered(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		random io.Reader
		want   time.Duration
	}{
		"least":   {bytes.NewReader(make([]byte, 8)), 0},
		"some":    {bytes.NewReader([]byte{0, 0, 0, 0, 1, 0, 0, 0}), 1 << 32},
		"broken":  {bytes.NewReader(nil), tick / 10},
		"bounded": {bytes.NewReader([]byte{255, 255, 255, 255, 255, 255, 255, 255}), tick / 10},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := trackedApps(t, 1)
				b.set(t, settings.SyncSchedule, "daily")
				s := b.bubble(t, nil)
				s.Service = tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: time.Now, Random: tt.random}, Scraper: b.Pages})
				s.keep(t)
				if tt.want > 0 && name != "bounded" {
					s.wait(tt.want - 1)
					s.want(t)
				}
				s.wait(tt.want + 1)
				if n := len(s.runsSoFar(t)); n != 1 {
					t.Errorf("%d runs after %v, want 1", n, tt.want)
				}
			})
		})
	}
}

// The end of a process does not wait for a tick, nor for the run that one began.
func TestScheduleEndsWithTheLibrary(t *testing.T) {
	schedule(t, 1, "daily", func(t *testing.T, s *scheduled) {
		release := make(chan struct{})
		defer close(release)
		s.Pages.Before = func(storage.AppID) { <-release }
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.RunSchedule(t.Context(), s.Runs, tick)
		}()
		s.wait(time.Second)
		s.want(t, "0s scheduled running")
		began := time.Now()
		s.Stop(time.Minute)
		<-done
		if took := time.Since(began); took > 0 {
			t.Errorf("it took %v to end", took)
		}
		s.RunSchedule(t.Context(), s.Runs, tick) // does nothing any more
	})
}

// A run of a job that this process does not have is left to one that has it.
func TestRunOfAnotherJobIsNotResumed(t *testing.T) {
	schedule(t, 1, "manual", func(t *testing.T, s *scheduled) {
		s.Pages.Fail(1, &fleet.ScrapeError{Cause: fleet.ErrThrottled})
		s.sync(t)
		s.Runs.Stop(0)
		s.Runs = runner.New(runner.Config{Store: s.Store, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{idleJob{}}})
		s.Pages.Show(1, "App")
		s.keep(t)
		s.wait(3 * tick)
		s.want(t, "0s manual interrupted")
	})
}

// idleJob has another name than any run of the tests.
type idleJob struct{ runner.Job }

func (idleJob) Name() string                               { return "idle" }
func (idleJob) Queue(*storage.Tx) iter.Seq2[string, error] { return func(func(string, error) bool) {} }
