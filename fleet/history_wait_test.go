package fleet_test

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
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

func throttled(retryAfter time.Duration) error {
	return &fleet.ArchiveError{Cause: fleet.ErrArchiveThrottled, Status: 429, RetryAfter: retryAfter}
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
				p.archive.capture(app+1, day, labelled([]string{"NONE", "LINKED: LOCATION", "LINKED: CONTACTS"}[i]))
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

func TestThrottledArchiveIsLeftAlone(t *testing.T) {
	for name, tt := range map[string]struct {
		retryAfter time.Duration
		want       time.Duration
	}{
		"when it does not say":      {0, time.Minute},
		"for no less than a minute": {time.Second, time.Minute},
		"for as long as it says":    {5 * time.Minute, 5 * time.Minute},
		"but not for ever":          {24 * time.Hour, 10 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, 1, func(t *testing.T, p *past) {
				p.archive.throttle(1, "captures", tt.retryAfter)
				told := p.follow(t)
				began := time.Now()
				run := p.importAll(t)
				if took := time.Since(began); took != tt.want || run.Status != storage.RunDone {
					t.Errorf("after %v, want %v, the run is %+v", took, tt.want, run)
				}
				if got := told(); got[1] != "waiting" || got[2] != "2021-02-01 imported 2021-02-03 0" {
					t.Errorf("told %q", got)
				}
			})
		})
	}
}

// Twice for each app, whatever is asked; then it goes on as if nothing had been.
func TestThrottledArchiveRecovers(t *testing.T) {
	bubble(t, 2, func(t *testing.T, p *past) {
		p.archive.throttle(2, "replay 1 2021-05", 0)
		began := time.Now()
		run := p.importAll(t)
		if got := fleet.HistoryTotalsOf(run); got.Imported != 6 || got.AppsAttempted != 2 || time.Since(began) != 2*time.Minute {
			t.Errorf("after %v totals are %+v", time.Since(began), got)
		}
		want := slices.Insert(append(once("1"), once("2")...), 2, "replay 1 2021-05-14", "replay 1 2021-05-14")
		if diff := cmp.Diff(want, p.archive.calls()); diff != "" {
			t.Errorf("the archive was asked (-want +got):\n%s", diff)
		}
	})
}

// The third time cuts the run off. It goes on by itself at the next tick, at the
// same target, and asks nothing again; what the store throttles is no matter.
func TestThrottledThrice(t *testing.T) {
	bubble(t, 3, func(t *testing.T, p *past) {
		p.archive.throttle(3, "replay 2 2021-05", 0)
		run := p.importAll(t)
		if reason, cut := runner.CutOff(run); !cut || reason != fleet.CutOffArchiveThrottled || run.Completed != 1 {
			t.Fatalf("the run is %+v", run)
		}
		wantLine := "partial: rateLimited partial 1 apps: 3 imported, 0 unchanged, 1 skipped, 2 not tried"
		if log := p.logged(t); log[len(log)-1] != wantLine {
			t.Errorf("the log says %q, want %q", log, wantLine)
		}
		want := append(once("1"), "captures 2", "replay 2 2021-02-03", "replay 2 2021-05-14", "replay 2 2021-05-14", "replay 2 2021-05-14")
		if diff := cmp.Diff(want, p.archive.calls()); diff != "" {
			t.Errorf("the archive was asked (-want +got):\n%s", diff)
		}
		p.pages.fail(1, &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: 100 * time.Hour})
		if _, err := p.Preview(t.Context(), url(1)); !errors.Is(err, fleet.ErrThrottled) {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		kept := make(chan struct{})
		go func() {
			defer close(kept)
			p.KeepSchedule(ctx, p.runs, tick)
		}()
		time.Sleep(tick)
		synctest.Wait()
		cancel()
		<-kept
		runs := all(t, p.store, storage.Tx.Runs)
		wantTotals := fleet.HistoryTotals{AppsAttempted: 3, AppsWithImports: 3, TargetsAttempted: 12, Imported: 9, Skipped: 3}
		if diff := cmp.Diff(wantTotals, fleet.HistoryTotalsOf(runs[0])); diff != "" || len(runs) != 1 || runs[0].Status != storage.RunDone {
			t.Errorf("the runs are %+v; totals (-want +got):\n%s", runs, diff)
		}
		if diff := cmp.Diff(append(once("2")[2:], once("3")...), p.archive.calls()); diff != "" {
			t.Errorf("then the archive was asked (-want +got):\n%s", diff)
		}
	})
}

// Saving that is throttled fails by itself, and nobody waits for it.
func TestThrottledSaving(t *testing.T) {
	bubble(t, 1, func(t *testing.T, p *past) {
		p.archive.pages = nil
		p.archive.fail(throttled(time.Hour), "save")
		began := time.Now()
		if got := fleet.HistoryTotalsOf(p.importAll(t)); got.Skipped != 4 || time.Since(began) != 0 {
			t.Errorf("after %v totals are %+v", time.Since(began), got)
		}
	})
}

// The import of one app does not wait: it ends, and what was read is kept.
func TestThrottledImportOfOneApp(t *testing.T) {
	bubble(t, 1, func(t *testing.T, p *past) {
		p.archive.fail(throttled(0), "replay 1 2021-05")
		began := time.Now()
		got, err := p.ImportHistory(t.Context(), 1, 3)
		var archive *fleet.ArchiveError
		if !errors.Is(err, fleet.ErrArchiveThrottled) || !errors.As(err, &archive) || time.Since(began) != 0 {
			t.Errorf("after %v: %v, want ErrArchiveThrottled at once", time.Since(began), err)
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
				p.runs.Stop(time.Hour)
				if took := time.Since(began); took > time.Second {
					t.Errorf("the stop took %v", took)
				}
				p.archive.before = nil
				p.archive.calls()
				next := runner.New(runner.Config{Store: p.store, Now: p.now, Random: rand.Reader, Jobs: []runner.Job{p.HistoryJob()}})
				defer next.Stop(0)
				go next.Resume(t.Context())
				got, err := next.Wait(t.Context(), run.ID)
				if totals := fleet.HistoryTotalsOf(got); err != nil || totals.Imported != 6 || totals.TargetsAttempted != 8 {
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

// What is known of an app that was removed and came back is known no more.
func TestHistoryOfAnAppThatCameBack(t *testing.T) {
	bubble(t, 1, func(t *testing.T, p *past) {
		p.archive.throttle(3, "replay 1 2021-07", 0)
		if run := p.importAll(t); run.Error != fleet.CutOffArchiveThrottled {
			t.Fatalf("the run is %+v", run)
		}
		if _, err := p.Remove(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		p.see(t)
		p.archive.calls()
		if got := fleet.HistoryTotalsOf(p.importAll(t)); got.Imported != 3 {
			t.Errorf("totals %+v, want the app's whole past", got)
		}
		if diff := cmp.Diff(once("1"), p.archive.calls()); diff != "" {
			t.Errorf("the archive was asked (-want +got):\n%s", diff)
		}
	})
}

// Who pauses a run that waits for the archive does not wait as well; it goes on
// where it was, and asks for nothing twice but what was refused.
func TestPauseWhileTheArchiveIsLeftAlone(t *testing.T) {
	bubble(t, 1, func(t *testing.T, p *past) {
		p.archive.throttle(1, "replay 1 2021-05", 0)
		run, err := p.runs.Start(t.Context(), runner.Order{Runner: fleet.HistoryRunner, Initiator: runner.Manual})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if _, err := p.runs.Pause(t.Context(), fleet.HistoryRunner); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		run, err = p.runs.Wait(t.Context(), run.ID)
		if took := time.Since(began); err != nil || !runner.Paused(run) || took > 2*time.Second {
			t.Fatalf("after %v the run is %+v, %v; want it paused within seconds", took, run, err)
		}
		if log := p.logged(t); !strings.Contains(log[len(log)-1], "cancelled 0 apps") {
			t.Errorf("the log says %q", log)
		}
		if _, _, err := p.runs.Continue(t.Context(), fleet.HistoryRunner); err != nil {
			t.Fatal(err)
		}
		if run, err = p.runs.Wait(t.Context(), run.ID); err != nil || run.Status != storage.RunDone || fleet.HistoryTotalsOf(run).Imported != 3 {
			t.Errorf("the run is %+v, %v", run, err)
		}
		if diff := cmp.Diff(slices.Insert(once("1"), 2, "replay 1 2021-05-14"), p.archive.calls()); diff != "" {
			t.Errorf("the archive was asked (-want +got):\n%s", diff)
		}
	})
}
