package program

import (
	"context"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// expect waits for a run to end, and compares its exit code and output, in which T
// stands for a time.
func (p *program) expect(code int, lines ...string) {
	p.t.Helper()
	if got := p.wait(); got != code {
		p.t.Errorf("exit code %d, want %d\n%s%s", got, code, &p.out, &p.log)
	}
	said := regexp.MustCompile(`\d+(-\d+-\d+ \d+)?:\d\d(:\d\d)?`).ReplaceAllString(p.out.String(), "T")
	if diff := cmp.Diff(lines, strings.Split(strings.TrimSuffix(said, "\n"), "\n")); diff != "" {
		p.t.Errorf("output (-want +got):\n%s", diff)
	}
}

func TestRunSync(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps", "Notes", "Zither \x1b[31m微信")
	s.sync().expect(exitDone, "sync: started, 3 apps", "sync: done, 3 of 3 apps in T")
	s.change(1)
	s.change(3)
	s.fail(2, fakestore.Fault{Kind: fakestore.Blocked})
	s.sync().expect(exitPartial,
		"sync: started, 3 apps",
		"sync: Maps: changes 2",
		"sync: Notes: failed: the App Store refused the request (HTTP 403)",
		"sync: Zither [31m微信: changes 2",
		"sync: done, 3 of 3 apps, 1 failed, changes 4 in T")
	if runs := s.runs(); len(runs) != 2 || runs[0].Initiator != "manual" || runs[0].Status != storage.RunDone {
		t.Errorf("the runs are %+v", runs)
	}
}

// TestRunStops stops a run with a signal, and resumes it.
func TestRunStops(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			s := newShop(t, "Maps", "Notes", "Zither")
			s.hold()
			p := s.sync()
			<-s.asked
			p.signal(signal)
			p.await("stopping")
			s.release()
			p.expect(exitOpen,
				"sync: started, 3 apps",
				"sync: stopping after the current app; another signal stops at once",
				"sync: stopped, 1 of 3 apps in T; this command or the service resumes the other 2")
			s.sync().expect(exitDone, "sync: resumed, 2 of 3 apps left", "sync: done, 3 of 3 apps in T")
			if diff := cmp.Diff([]int{2, 2, 2}, s.asks()); diff != "" {
				t.Errorf("pages asked for (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRunStopsAtTheEnd sends a signal at the last app: the run is done.
func TestRunStopsAtTheEnd(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps")
	s.hold()
	p := s.sync()
	<-s.asked
	p.signal(os.Interrupt)
	p.await("stopping")
	s.release()
	p.expect(exitDone, "sync: started, 1 app", "sync: stopping after the current app; another signal stops at once",
		"sync: done, 1 of 1 apps in T")
}

// TestRunEndsAtOnce sends a second signal. The next run waits until no other
// process can be working on the open one, and takes it over.
func TestRunEndsAtOnce(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps", "Notes")
	s.hold()
	p := s.sync()
	<-s.asked
	p.signal(os.Interrupt)
	p.await("stopping")
	p.signal(os.Interrupt)
	if p.wait(); p.command.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGINT {
		t.Errorf("it ended as %v\n%s", p.command.ProcessState, &p.out)
	}
	s.release()
	s.sync().expect(exitDone,
		"sync: in progress in another process; showing its progress",
		"sync: the other process is gone; resumed here, 2 of 2 apps left",
		"sync: done, 2 of 2 apps in T")
}

// TestRunOfTheService follows a run that the service works on.
func TestRunOfTheService(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps", "Notes", "Zither")
	s.change(2)
	s.fail(3, fakestore.Fault{Kind: fakestore.Blocked})
	s.hold()
	service := start(t, s.args()...)
	if status := service.request("POST", "/api/sync/trigger?wait=0", "", nil); status != 202 {
		t.Fatalf("status %d", status)
	}
	<-s.asked
	leaves, stays := s.sync(), s.sync()
	const elsewhere = "sync: in progress in another process; showing its progress"
	leaves.await(elsewhere)
	stays.await(elsewhere)
	leaves.signal(os.Interrupt)
	leaves.expect(exitOpen, elsewhere, "sync: continues in the other process, 0 of 3 apps in T")
	s.release()
	stays.expect(exitPartial, elsewhere, "sync: done, 3 of 3 apps, 1 failed, changes 2 in T")
	if diff := cmp.Diff([]int{2, 2, 2}, s.asks()); diff != "" {
		t.Errorf("pages asked for (-want +got):\n%s", diff)
	}
	service.stop(syscall.SIGTERM)
}

// TestRunSummarisesPolicies runs the policies in this process and in a service.
func TestRunSummarisesPolicies(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps")
	service := start(t, "-data-dir", s.dir)
	for range 2 {
		p := startRun(t, policy.Runner, s.args()...)
		if code := p.wait(); code != exitDone {
			t.Fatalf("exit code %d\n%s%s", code, &p.out, &p.log)
		}
		p = startRun(t, policy.Runner, "--url", service.url)
		if code := p.wait(); code != exitDone {
			t.Fatalf("with --url: exit code %d\n%s%s", code, &p.out, &p.log)
		}
	}
	runs := s.runs()
	if len(runs) != 4 {
		t.Errorf("%d runs, want 4", len(runs))
	}
	for _, run := range runs {
		if o := policy.ParseRunOptions(run.Options); o.Phase != policy.AllPhases || o.Force {
			t.Errorf("run %s of the policies has the options %s", run.ID, run.Options)
		}
	}
}

// TestRunPrintsJSON compares the output of a run in this process with that of one in a service.
func TestRunPrintsJSON(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps", "Notes")
	s.fail(2, fakestore.Fault{Kind: fakestore.Blocked})
	service := start(t, "-data-dir", t.TempDir())
	for name, test := range map[string]struct {
		args []string
		want record
		code int
		says string
	}{
		"in this process": {s.args(), record{"sync", "manual", "done", summary{Total: 2, Completed: 1, Failed: 1}}, exitPartial, "sync: Notes: failed"},
		"in a service":    {[]string{"--url", service.url}, record{"sync", "manual", "done", summary{}}, exitDone, "sync: 0 of 0 apps"},
	} {
		t.Run(name, func(t *testing.T) {
			p := startRun(t, tracked.SyncRunner, append(test.args, "--json")...)
			if code := p.wait(); code != test.code || !strings.Contains(p.log.String(), test.says) {
				t.Errorf("exit code %d, want %d; standard error %q, want %q", code, test.code, &p.log, test.says)
			}
			var got record
			if err := json.Unmarshal([]byte(p.out.String()), &got); err != nil {
				t.Fatalf("%v: %s", err, &p.out)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("the run (-want +got):\n%s", diff)
			}
		})
	}
}

type record struct {
	Runner, Initiator, Status string
	Summary                   summary
}

type summary struct{ Total, Completed, Failed, Skipped int }

// TestRunThrottled checks that rate limiting interrupts a run, and that the App
// Store is not asked again before it is over.
func TestRunThrottled(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps", "Notes", "Zither")
	s.fail(2, fakestore.Fault{Kind: fakestore.Throttled, RetryAfter: "600"})
	const interrupted = "sync: interrupted, 1 of 3 apps in T: the App Store is rate limiting; retry after T, in T; " +
		"this command or the service resumes the other 2"
	p := s.sync()
	p.expect(exitInterrupted, "sync: started, 3 apps", interrupted)
	if !strings.Contains(p.out.String(), ", in 10:00;") && !strings.Contains(p.out.String(), ", in 9:5") {
		t.Errorf("want ten minutes:\n%s", &p.out)
	}
	s.fail(2, fakestore.Fault{})
	before := s.asks()
	s.sync().expect(exitInterrupted, "sync: resumed, 2 of 3 apps left", interrupted)
	if diff := cmp.Diff(before, s.asks()); diff != "" {
		t.Errorf("the App Store was asked (-want +got):\n%s", diff)
	}
	s.visit(func(a *auditor.Auditor, _ storage.Store) error {
		_, err := a.Client().ClearCooldowns(t.Context(), client.ClearCooldownsBody{Category: "scrape"})
		return err
	})
	s.sync().expect(exitDone, "sync: resumed, 2 of 3 apps left", "sync: done, 3 of 3 apps in T")
}

// TestRunObeys checks that a run can be paused and cancelled by another process.
func TestRunObeys(t *testing.T) {
	t.Parallel()
	t.Run("pause", func(t *testing.T) {
		t.Parallel()
		s := newShop(t, "Maps", "Notes")
		s.hold()
		p := s.sync()
		<-s.asked
		s.visit(func(a *auditor.Auditor, _ storage.Store) error {
			_, err := a.Runs().Pause(t.Context(), tracked.SyncRunner)
			return err
		})
		s.release()
		p.expect(exitOpen, "sync: started, 2 apps", "sync: paused, 1 of 2 apps in T; this command resumes it")
		s.sync().expect(exitDone, "sync: resumed, 1 of 2 apps left", "sync: done, 2 of 2 apps in T")
		if diff := cmp.Diff([]int{2, 2}, s.asks()); diff != "" {
			t.Errorf("pages asked for (-want +got):\n%s", diff)
		}
	})
	t.Run("cancel", func(t *testing.T) {
		t.Parallel()
		s := newShop(t, "Maps", "Notes")
		s.hold()
		p := s.sync()
		<-s.asked
		s.visit(func(a *auditor.Auditor, _ storage.Store) error {
			_, err := a.Runs().Cancel(t.Context(), tracked.SyncRunner)
			return err
		})
		p.expect(exitCancelled, "sync: started, 2 apps", "sync: cancelled, 0 of 2 apps in T")
		s.release()
		s.sync().expect(exitDone, "sync: started, 2 apps", "sync: done, 2 of 2 apps in T")
	})
}

// TestRunFails resumes a run that has an item which is not an app.
func TestRunFails(t *testing.T) {
	t.Parallel()
	s := newShop(t, "Maps")
	s.visit(func(_ *auditor.Auditor, store storage.Store) error {
		now := storage.TimeOf(time.Now())
		return store.Update(t.Context(), func(tx *storage.Tx) error {
			if err := tx.Runs.Put(storage.Run{ID: "broken", Runner: "sync", Initiator: "scheduled", Status: storage.RunRunning,
				StartedAt: now, UpdatedAt: now, Total: 2}); err != nil {
				return err
			}
			return tx.RunItems.Put(storage.RunItem{Run: "broken", Seq: 0, Subject: "1"}, storage.RunItem{Run: "broken", Seq: 1, Subject: "no app"})
		})
	})
	p := s.sync()
	if code := p.wait(); code != exitFault || !strings.Contains(p.out.String(), "sync: failed, ") {
		t.Errorf("exit code %d, output:\n%s%s", code, &p.out, &p.log)
	}
	s.sync().expect(exitDone, "sync: started, 1 app", "sync: done, 1 of 1 apps in T")
}

// TestRunStoppedBeforeItStarted sends the signal first.
func TestRunStoppedBeforeItStarted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	commandUntil(ctx, nil, "run", "sync", "-data-dir", t.TempDir()).expectExactly(t, exitOpen, "sync: stopped before it started\n")
	// A fault is reported even after a signal.
	commandUntil(ctx, nil, "run", "sync", "-data-dir", "config_test.go").expect(t, exitFault, "", "data folder")
}

// TestRunWayback imports the history of the demo's apps, once.
func TestRunWayback(t *testing.T) {
	t.Parallel()
	args := []string{"-demo", "-data-dir", t.TempDir()}
	p := startRun(t, history.Runner, args...)
	if code := p.wait(); code != exitDone || !strings.Contains(p.out.String(), "\nwayback: done, 16 of 16 apps, imported ") {
		t.Errorf("exit code %d, output:\n%s%s", code, &p.out, &p.log)
	}
	startRun(t, history.Runner, args...).expect(exitDone, "wayback: started, 16 apps", "wayback: done, 16 of 16 apps in T")
}
