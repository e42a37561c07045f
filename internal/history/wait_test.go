package history_test

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
)

func throttled(retryAfter time.Duration) error {
	return &archive.Error{Cause: archive.ErrThrottled, Status: 429, RetryAfter: retryAfter}
}

// throttle makes the archive throttle the first n calls that begin so.
func (a *annals) throttle(n int, call string, retryAfter time.Duration) {
	var left atomic.Int64
	left.Store(int64(n))
	a.before = func(_ context.Context, c string) error {
		if strings.HasPrefix(c, call) && left.Add(-1) >= 0 {
			return throttled(retryAfter)
		}
		return nil
	}
}

// bubble runs a test in a bubble, with apps whose past has three states each.
func bubble(t *testing.T, apps int, test func(t *testing.T, p *past)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPast(t, apps)
		for app := range storage.AppID(apps) {
			for i, day := range []string{"2021-02-03", "2021-05-14", "2021-07-30"} {
				p.archive.capture(app+1, day, fleettest.Labelled([]string{"NONE", "LINKED: LOCATION", "LINKED: CONTACTS"}[i]))
			}
		}
		p.ticking(t)
		test(t, p)
	})
}

// once are the calls for one app of a bubble, when nothing goes wrong.
func once(app string) []string {
	return []string{"captures " + app, "replay " + app + " 2021-02-03", "replay " + app + " 2021-05-14", "replay " + app + " 2021-07-30"}
}

func TestThrottledArchiveIsNotAsked(t *testing.T) {
	for name, tt := range map[string]struct {
		retryAfter time.Duration
		want       time.Duration
	}{
		"when it does not say":      {0, 5 * time.Minute},
		"for no less than a second": {time.Millisecond, time.Second},
		"for as long as it says":    {17 * time.Minute, 17 * time.Minute},
		"but not for ever":          {24 * time.Hour, time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, 1, func(t *testing.T, p *past) {
				p.archive.throttle(1, "captures", tt.retryAfter)
				events := p.follow(t)
				began := time.Now()
				run := p.importAll(t)
				if took := time.Since(began); took != tt.want || run.Status != storage.RunDone {
					t.Errorf("after %v, want %v, the run is %+v", took, tt.want, run)
				}
				if got := events(); got[1] != "waiting" || got[2] != "2021-02-01 imported 2021-02-03 0" {
					t.Errorf("events %q", got)
				}
			})
		})
	}
}

// However often the archive limits the rate, the run waits, asks again for what was
// refused and for nothing else, and ends as if nothing had been. That the App Store
// limits the rate, too, does not matter.
func TestThrottledArchiveRecovers(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for many hours of a simulated clock, which takes long with the race detector")
	}
	bubble(t, 2, func(t *testing.T, p *past) {
		p.Pages.Fail(1, &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: 100 * time.Hour})
		if _, err := p.Preview(t.Context(), fleettest.URL(1)); !errors.Is(err, fleet.ErrThrottled) {
			t.Fatal(err)
		}
		const refusals = 4
		p.archive.throttle(refusals, "replay 1 2021-05", 0)
		began := time.Now()
		run := p.importAll(t)
		if got := history.TotalsOf(run); got.Imported != 6 || got.AppsAttempted != 2 || time.Since(began) != refusals*5*time.Minute {
			t.Errorf("after %v totals are %+v", time.Since(began), got)
		}
		want := slices.Insert(append(once("1"), once("2")...), 2, slices.Repeat([]string{"replay 1 2021-05-14"}, refusals)...)
		if diff := cmp.Diff(want, p.archive.calls()); diff != "" {
			t.Errorf("the archive was asked (-want +got):\n%s", diff)
		}
	})
}

// A rate limit of saving fails only the save, without a wait.
func TestThrottledSaving(t *testing.T) {
	bubble(t, 1, func(t *testing.T, p *past) {
		p.archive.pages = nil
		p.archive.fail(throttled(time.Hour), "save")
		began := time.Now()
		if got := history.TotalsOf(p.importAll(t)); got.Skipped != 4 || time.Since(began) != 0 {
			t.Errorf("after %v totals are %+v", time.Since(began), got)
		}
	})
}

// The import of one app does not wait: it ends, and what was read is kept.
func TestThrottledImportOfOneApp(t *testing.T) {
	bubble(t, 1, func(t *testing.T, p *past) {
		p.archive.fail(throttled(0), "replay 1 2021-05")
		began := time.Now()
		got, err := p.imports.Import(t.Context(), 1, 3)
		var refused *archive.Error
		if !errors.Is(err, archive.ErrThrottled) || !errors.As(err, &refused) || time.Since(began) != 0 {
			t.Errorf("after %v: %v, want ErrThrottled at once", time.Since(began), err)
		}
		if got.Imported != 1 || got.Attempted != 2 || len(p.rows(t, 1)) != 2 {
			t.Errorf("the result is %v", brief(got))
		}
		if diff := cmp.Diff([]string{"wayback_import partial Could not import the history of App 1"}, p.logged(t)); diff != "" {
			t.Errorf("the log (-want +got):\n%s", diff)
		}
		p.archive.before = nil
		if got := p.history(t, 1); got.Imported != 2 || got.Skipped != 2 {
			t.Errorf("the next import came to %v", brief(got))
		}
	})
}

// Nor does it wait for a run that waits with its app: whether the wait has begun or not, the
// import says until when.
func TestImportOfAnAppThatARunWaitsWith(t *testing.T) {
	for name, early := range map[string]bool{"before the wait": true, "during the wait": false} {
		t.Run(name, func(t *testing.T) {
			bubble(t, 1, func(t *testing.T, p *past) {
				began, proceed := time.Now(), make(chan struct{})
				p.archive.before = func(_ context.Context, call string) error {
					if call == "replay 1 2021-05-14" && time.Since(began) < time.Hour {
						<-proceed
						return throttled(time.Hour)
					}
					return nil
				}
				run, err := p.Runs.Start(t.Context(), quarters())
				if err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				if !early {
					close(proceed)
					time.Sleep(10 * time.Minute)
				}
				failed := make(chan error)
				go func() {
					_, err := p.imports.Import(t.Context(), 1, 3)
					failed <- err
				}()
				synctest.Wait()
				want := 50 * time.Minute
				if early {
					close(proceed)
					want = time.Hour
				}
				var refused *archive.Error
				if err := <-failed; !errors.Is(err, archive.ErrThrottled) || !errors.As(err, &refused) || refused.RetryAfter != want {
					t.Errorf("the import failed with %v, %+v, want a rate limit for %v", err, refused, want)
				}
				if now, ok := p.imports.UnderWay(1); !ok || now.Waiting == 0 {
					t.Errorf("under way is %+v, %v, want a wait", now, ok)
				}
				if run, err = p.Runs.Wait(t.Context(), run.ID); err != nil || run.Status != storage.RunDone {
					t.Errorf("the run is %+v, %v", run, err)
				}
			})
		})
	}
}

// The end of a process comes in between two requests, or in a wait, and loses nothing.
func TestStoppedHistory(t *testing.T) {
	for _, at := range []string{"replay 1 2021-05", "a wait"} {
		t.Run(at, func(t *testing.T) {
			bubble(t, 2, func(t *testing.T, p *past) {
				hang := make(chan struct{})
				p.archive.before = func(ctx context.Context, call string) error {
					if !strings.HasPrefix(call, "replay 1 2021-05") {
						return nil
					}
					if at == "a wait" {
						return throttled(0)
					}
					<-hang
					return nil
				}
				run := p.begin(t)
				synctest.Wait()
				began := time.Now()
				time.AfterFunc(time.Second, func() { close(hang) })
				p.Runs.Stop(time.Hour)
				if took := time.Since(began); took > time.Second {
					t.Errorf("the stop took %v", took)
				}
				p.archive.before = nil
				p.archive.calls()
				next := runner.New(runner.Config{Store: p.Store, Now: p.now, Random: rand.Reader, Jobs: []runner.Job{p.imports.Job()}})
				defer next.Stop(0)
				go next.Resume(t.Context())
				got, err := next.Wait(t.Context(), run.ID)
				if totals := history.TotalsOf(got); err != nil || totals.Imported != 6 || totals.TargetsAttempted != 8 {
					t.Errorf("the run is %+v, %v", got, err)
				}
				want := append(once("1")[3:], once("2")...)
				if at == "a wait" {
					want = append(once("1")[2:], once("2")...)
				}
				if diff := cmp.Diff(want, p.archive.calls()); diff != "" {
					t.Errorf("the archive was asked (-want +got):\n%s", diff)
				}
				if log := p.logged(t); !slices.ContainsFunc(log, func(l string) bool { return strings.Contains(l, "2 apps: 6 imported") }) {
					t.Errorf("the log says %q", log)
				}
			})
		})
	}
}

// The progress of an app that was removed during the run is not that of the app that
// was added with its ID.
func TestHistoryOfAnAppThatCameBack(t *testing.T) {
	for name, tt := range map[string]struct {
		remove func(*past, context.Context, storage.AppID) (bool, error)
		calls  []string
	}{
		"with its record": {(*past).Remove, []string{"replay 1 2021-07-30"}},
		"anew":            {(*past).Purge, once("1")},
	} {
		t.Run(name, func(t *testing.T) { historyOfAnAppThatCameBack(t, tt.remove, tt.calls) })
	}
}

func historyOfAnAppThatCameBack(t *testing.T, remove func(*past, context.Context, storage.AppID) (bool, error), calls []string) {
	bubble(t, 1, func(t *testing.T, p *past) {
		p.archive.throttle(1, "replay 1 2021-07", 0)
		run := p.begin(t)
		synctest.Wait()
		if _, err := p.Runs.Pause(t.Context(), history.Runner); err != nil {
			t.Fatal(err)
		}
		if run, err := p.Runs.Wait(t.Context(), run.ID); err != nil || run.Status != storage.RunPaused {
			t.Fatalf("the run is %+v, %v", run, err)
		}
		if _, err := remove(p, t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		p.see(t)
		p.archive.calls()
		if _, _, err := p.Runs.Continue(t.Context(), history.Runner); err != nil {
			t.Fatal(err)
		}
		if run, err := p.Runs.Wait(t.Context(), run.ID); err != nil || history.TotalsOf(run).Imported != 3 {
			t.Errorf("the run is %+v, %v; want the app's whole past", run, err)
		}
		if diff := cmp.Diff(calls, p.archive.calls()); diff != "" {
			t.Errorf("the archive was asked (-want +got):\n%s", diff)
		}
	})
}

// Who pauses a run that waits for the archive does not wait as well; it goes on
// where it was, and asks for nothing twice but what was refused.
func TestPauseWhileTheArchiveThrottles(t *testing.T) {
	bubble(t, 1, func(t *testing.T, p *past) {
		p.archive.throttle(1, "replay 1 2021-05", 0)
		run, err := p.Runs.Start(t.Context(), quarters())
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if _, err := p.Runs.Pause(t.Context(), history.Runner); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		run, err = p.Runs.Wait(t.Context(), run.ID)
		if took := time.Since(began); err != nil || run.Status != storage.RunPaused || took > 2*time.Second {
			t.Fatalf("after %v the run is %+v, %v; want it paused within seconds", took, run, err)
		}
		if log := p.logged(t); !strings.Contains(log[len(log)-1], "cancelled 0 apps") {
			t.Errorf("the log says %q", log)
		}
		if _, _, err := p.Runs.Continue(t.Context(), history.Runner); err != nil {
			t.Fatal(err)
		}
		if run, err = p.Runs.Wait(t.Context(), run.ID); err != nil || run.Status != storage.RunDone || history.TotalsOf(run).Imported != 3 {
			t.Errorf("the run is %+v, %v", run, err)
		}
		if diff := cmp.Diff(slices.Insert(once("1"), 2, "replay 1 2021-05-14"), p.archive.calls()); diff != "" {
			t.Errorf("the archive was asked (-want +got):\n%s", diff)
		}
	})
}
