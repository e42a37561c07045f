package runner_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// The test binary is its own worker process. What it does at which item is in its
// environment: "c:exit d:wait".
const (
	childDatabase = "RUNNER_TEST_DATABASE"
	childDoes     = "RUNNER_TEST_DOES"
	childAhead    = "RUNNER_TEST_AHEAD" // not empty: items are worked on at the same time
)

// childLease is how long a worker that is gone is waited for.
const childLease = 250 * time.Millisecond

func TestMain(m *testing.M) {
	if path := os.Getenv(childDatabase); path != "" {
		if err := work(path, os.Getenv(childDoes)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// work resumes the open run, or starts one over the five items a to e when there was
// none yet, and returns when it has ended or the process is asked to stop.
func work(path, does string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	db, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	j := over("a b c d e")
	j.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
		fmt.Println("at", item.Subject)
		for _, deed := range strings.Fields(does) {
			subject, what, _ := strings.Cut(deed, ":")
			if subject != item.Subject {
				continue
			}
			if err := misbehave(ctx, item, what); err != nil {
				return runner.Result{}, err
			}
		}
		return runner.Result{Write: stroke(item)}, nil
	}
	jobs := []runner.Job{j}
	if os.Getenv(childAhead) != "" {
		jobs[0] = apart{j}
	}
	e := runner.New(runner.Config{Store: db, Now: time.Now, Random: rand.Reader, Jobs: jobs, Lease: childLease})
	defer e.Stop(5 * time.Second)
	go e.Resume(ctx)
	var run storage.Run
	err = db.View(ctx, func(tx *storage.Tx) (err error) {
		run, err = storage.First(tx.Runs.List(storage.RunQuery{Limit: 1}))
		return err
	})
	if errors.Is(err, storage.ErrNotFound) {
		run, err = e.Start(ctx, runner.StartOptions{Runner: "test", Initiator: runner.Manual})
	}
	if err != nil {
		return err
	}
	if _, err = e.Wait(ctx, run.ID); errors.Is(err, context.Canceled) {
		return nil // asked to stop
	}
	return err
}

// misbehave does what a worker is to do at an item.
func misbehave(ctx context.Context, item runner.Item, what string) error {
	switch what {
	case "exit":
		os.Exit(3)
	case "overflow":
		debug.SetMaxStack(1 << 20)
		return fmt.Errorf("a stack of %d frames", deep(1<<30))
	case "wait-exit":
		if err := pace.Wait(ctx, time.Minute, func() error { return nil }); err != nil {
			return err
		}
		os.Exit(3)
	case "deadline-exit": // of the wait, and not of the item
		short, cancel := context.WithCancel(ctx)
		_ = pace.Wait(short, time.Minute, func() error { cancel(); return short.Err() })
		os.Exit(3)
	case "advance": // one step further each time, and then the end
		kept := append([]byte(nil), item.Checkpoint...)
		if len(kept) == 4 {
			return nil
		}
		if len(kept) == 0 {
			kept = []byte("1")
		} else {
			kept = append(kept, '0')
		}
		if err := item.SaveCheckpoint(ctx, kept, nil); err != nil {
			return err
		}
		os.Exit(3)
	case "hang", "wait", "pace":
		hang := func() error {
			fmt.Println("hangs")
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-item.Stopping():
				return runner.ErrStopping
			}
		}
		expected := map[string]time.Duration{"wait": time.Minute}
		if what == "hang" {
			return hang()
		}
		return pace.Wait(ctx, expected[what], hang)
	}
	return nil
}

// deep calls itself so often.
func deep(n int) int {
	if n == 0 {
		return 0
	}
	return deep(n-1) + 1
}

// workers are processes on one database, one after the other or side by side.
type workers struct {
	t       *testing.T
	path    string
	ahead   bool
	started int
}

func newWorkers(t *testing.T) *workers {
	return &workers{t: t, path: filepath.Join(t.TempDir(), "auditor.db")}
}

// worker is one of them.
type worker struct {
	*workers
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func (w *workers) start(does string) *worker {
	w.t.Helper()
	w.started++
	cmd := exec.CommandContext(w.t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childDatabase+"="+w.path, childDoes+"="+does)
	if w.ahead {
		cmd.Env = append(cmd.Env, childAhead+"=1")
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	return &worker{w, cmd, bufio.NewScanner(out)}
}

// until returns when the worker writes a line, or fails the test.
func (w *worker) until(line string) {
	w.t.Helper()
	for w.lines.Scan() {
		if w.lines.Text() == line {
			return
		}
	}
	w.t.Fatalf("the worker ended before it wrote %q", line)
}

// ended waits for the end of the worker and returns its exit status.
func (w *worker) ended() int {
	for w.lines.Scan() { // or the pipe would be closed before it is read
	}
	_ = w.cmd.Wait()
	return w.cmd.ProcessState.ExitCode()
}

func (w *worker) signal(s os.Signal) {
	w.t.Helper()
	if err := w.cmd.Process.Signal(s); err != nil {
		w.t.Fatal(err)
	}
	w.ended()
}

// runUntilDone starts workers, as a service manager does, until one ends well.
func (w *workers) runUntilDone(does string) {
	w.t.Helper()
	for w.start(does).ended() != 0 {
		if w.started > 20 {
			w.t.Fatal("the run does not come to its end")
		}
	}
}

// outcome is what the workers left.
type outcome struct {
	Started, Completed, Failed int
	Status                     storage.RunStatus
	Done                       string // subjects that were written
	Abandoned                  string // names in the notifications
}

func (w *workers) outcome() (o outcome) {
	w.t.Helper()
	db, err := sqlite.Open(w.t.Context(), w.path)
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	o.Started = w.started
	view(w.t, db, func(tx *storage.Tx) error {
		run, err := storage.First(tx.Runs.List(storage.RunQuery{Limit: 1}))
		if err != nil {
			return err
		}
		o.Completed, o.Failed, o.Status = run.Completed, run.Failed, run.Status
		for n, err := range tx.Notifications.List(storage.NotificationQuery{Oldest: true}) {
			if err != nil {
				return err
			}
			if n.Changes[0].Type == "test_abandoned" {
				o.Abandoned += n.AppName
				want := "The test run " + run.ID + " failed " + n.AppName + ": the process ended twice while working on this app; skipped."
				if got := n.Changes[0].Description; got != want {
					w.t.Errorf("the notification is %q, want %q", got, want)
				}
			}
		}
		return nil
	})
	wrote := settings(w.t, db)
	for _, subject := range []string{"a", "b", "c", "d", "e"} {
		if wrote[subject] == "I" {
			o.Done += subject
		}
	}
	return o
}

func (w *workers) expect(want outcome) {
	w.t.Helper()
	if diff := cmp.Diff(want, w.outcome()); diff != "" {
		w.t.Errorf("the outcome (-want +got):\n%s", diff)
	}
}

// An item that ends the process is tried twice, and then the run goes past it.
func TestItemThatEndsTheProcess(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		does string
		want outcome
	}{
		"one":          {"c:exit", outcome{3, 4, 1, storage.RunDone, "abde", "C"}},
		"the first":    {"a:exit", outcome{3, 4, 1, storage.RunDone, "bcde", "A"}},
		"the last":     {"e:exit", outcome{3, 4, 1, storage.RunDone, "abcd", "E"}},
		"two in a row": {"c:exit d:exit", outcome{5, 3, 2, storage.RunDone, "abe", "CD"}},
		"all":          {"a:exit b:exit c:exit d:exit e:exit", outcome{11, 0, 5, storage.RunDone, "", "ABCDE"}},
		"a stack":      {"c:overflow", outcome{3, 4, 1, storage.RunDone, "abde", "C"}},
		"none":         {"", outcome{1, 5, 0, storage.RunDone, "abcde", ""}},
		// A wait excuses nothing once it is over.
		"after a wait":    {"c:wait-exit", outcome{3, 4, 1, storage.RunDone, "abde", "C"}},
		"after a timeout": {"c:deadline-exit", outcome{3, 4, 1, storage.RunDone, "abde", "C"}},
		// Four steps, each in a process of its own: it is not stuck.
		"one that advances": {"c:advance", outcome{5, 5, 0, storage.RunDone, "abcde", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorkers(t)
			w.runUntilDone(tt.does)
			w.expect(tt.want)
		})
	}
}

// The same holds for items that are worked on at the same time: the one at fault is found
// out, and no other one is abandoned for it. It may end one process more, if it was worked on
// ahead of its turn the first time.
func TestItemAheadThatEndsTheProcess(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		does string
		most int // processes
		want outcome
	}{
		"one":          {"c:exit", 4, outcome{0, 4, 1, storage.RunDone, "abde", "C"}},
		"the first":    {"a:exit", 3, outcome{0, 4, 1, storage.RunDone, "bcde", "A"}},
		"the last":     {"e:exit", 4, outcome{0, 4, 1, storage.RunDone, "abcd", "E"}},
		"two in a row": {"c:exit d:exit", 6, outcome{0, 3, 2, storage.RunDone, "abe", "CD"}},
		"a stack":      {"d:overflow", 4, outcome{0, 4, 1, storage.RunDone, "abce", "D"}},
		"none":         {"", 1, outcome{0, 5, 0, storage.RunDone, "abcde", ""}},
		"after a wait": {"c:wait-exit", 4, outcome{0, 4, 1, storage.RunDone, "abde", "C"}},
		"advances":     {"c:advance", 6, outcome{0, 5, 0, storage.RunDone, "abcde", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorkers(t)
			w.ahead = true
			w.runUntilDone(tt.does)
			got := w.outcome()
			if got.Started > tt.most {
				t.Errorf("%d processes, want at most %d", got.Started, tt.most)
			}
			got.Started = 0
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("the outcome (-want +got):\n%s", diff)
			}
		})
	}
}

// A kill counts against the item under way, unless the item only waits: for the end
// of a rate limit always, for its turn once the item is under suspicion.
func TestKillsAtOneItem(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		does  string
		kills int
		want  outcome
	}{
		"at work":                   {"c:hang", 2, outcome{3, 4, 1, storage.RunDone, "abde", "C"}},
		"once at work":              {"c:hang", 1, outcome{2, 5, 0, storage.RunDone, "abcde", ""}},
		"while it waits":            {"c:wait", 4, outcome{5, 5, 0, storage.RunDone, "abcde", ""}},
		"while its turn is awaited": {"c:pace", 4, outcome{5, 5, 0, storage.RunDone, "abcde", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorkers(t)
			for range tt.kills {
				worker := w.start(tt.does)
				worker.until("hangs")
				worker.signal(os.Kill)
			}
			w.runUntilDone("")
			w.expect(tt.want)
		})
	}
}

// A wait that has ended excuses nothing: the item that ends the process after it is
// found out.
func TestItemThatEndsTheProcessAfterAWait(t *testing.T) {
	t.Parallel()
	w := newWorkers(t)
	for range 3 {
		worker := w.start("c:wait")
		worker.until("hangs")
		worker.signal(os.Kill)
	}
	w.runUntilDone("c:exit")
	w.expect(outcome{6, 4, 1, storage.RunDone, "abde", "C"})
}

// A process that stops as it is asked to was not brought down by an item.
func TestStopsAtOneItem(t *testing.T) {
	t.Parallel()
	for _, does := range []string{"c:hang", "c:wait", "c:pace"} {
		t.Run(does, func(t *testing.T) {
			t.Parallel()
			w := newWorkers(t)
			for range 3 {
				worker := w.start(does)
				worker.until("hangs")
				worker.signal(syscall.SIGTERM)
			}
			w.runUntilDone("")
			w.expect(outcome{4, 5, 0, storage.RunDone, "abcde", ""})
		})
	}
}

// Two processes share a database. The one that works dies; the other one resumes the
// run, also when an item kills them both.
func TestTwoProcessesOfWhichOneDies(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		first, second string
		want          outcome
	}{
		"killed":          {"c:hang", "", outcome{2, 5, 0, storage.RunDone, "abcde", ""}},
		"one by the item": {"c:exit", "", outcome{2, 5, 0, storage.RunDone, "abcde", ""}},
		"both by an item": {"c:exit", "c:exit", outcome{3, 4, 1, storage.RunDone, "abde", "C"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorkers(t)
			one := w.start(tt.first)
			one.until("at a")
			two := w.start(tt.second)
			if tt.first == "c:hang" {
				one.until("hangs")
				one.signal(os.Kill)
			} else {
				one.ended()
			}
			if two.ended() != 0 {
				w.runUntilDone("c:exit")
			}
			w.expect(tt.want)
		})
	}
}
