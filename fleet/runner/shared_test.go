package runner_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// sharedLease is the lease of the processes here, in the time of a bubble.
const sharedLease = 5 * time.Second

// process is a process with a shared engine and its own way to the database.
type process struct {
	*runner.Engine
	store *line
}

// line is a way to a database that can be cut, as when a process dies.
type line struct {
	storage.Store
	cut atomic.Bool
}

var errCut = errors.New("the process is dead")

func (l *line) View(ctx context.Context, fn func(*storage.Tx) error) error {
	if l.cut.Load() {
		return errCut
	}
	return l.Store.View(ctx, fn)
}

func (l *line) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	return l.Store.Update(ctx, func(tx *storage.Tx) error {
		if l.cut.Load() {
			return errCut
		}
		return fn(tx)
	})
}

// die cuts the process off, so that it neither renews its lease nor writes anything.
func (p process) die() { p.store.cut.Store(true) }

// join starts a process that works on four items at the same time.
func join(t *testing.T, s storage.Store, jobs ...runner.Job) process {
	t.Helper()
	l := &line{Store: s}
	e := runner.New(runner.Config{
		Store: l, Now: time.Now, Random: rand.Reader, Jobs: jobs, Lease: sharedLease, AtOnce: 4, Queue: fleettest.Queue{Store: l},
	})
	go e.Resume(t.Context())
	t.Cleanup(func() { e.Stop(0) })
	return process{e, l}
}

// many returns a job over subjects 00, 01 and so on.
func many(n int) *job {
	j := &job{}
	for i := range n {
		j.Subjects = append(j.Subjects, fmt.Sprintf("%02d", i))
	}
	return j
}

// slow makes a job take a second for an item.
func slow(j *job) {
	j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
		time.Sleep(time.Second)
		return runner.Result{Write: stroke(item)}, nil
	}
}

// left waits for the end of a run and compares it.
func left(t *testing.T, e *runner.Engine, id string, want storage.Run) {
	t.Helper()
	got, err := e.Wait(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	got = storage.Run{Status: got.Status, Completed: got.Completed, Failed: got.Failed, Skipped: got.Skipped, Resumed: got.Resumed, Reason: got.Reason}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the run (-want +got):\n%s", diff)
	}
}

// wrote compares what the jobs wrote, and that nothing is queued.
func wrote(t *testing.T, s storage.Store, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, settings(t, s)); diff != "" {
		t.Errorf("written (-want +got):\n%s", diff)
	}
}

func bubble(t *testing.T, test func(t *testing.T, s storage.Store)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { test(t, memory.New()) })
}

func TestProcessesShareARun(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		jobs := []*job{many(24), many(24), many(24)}
		var processes []process
		for _, j := range jobs {
			slow(j)
			processes = append(processes, join(t, s, apart{j}))
		}
		began := time.Now()
		run := start(t, processes[0].Engine)
		if run.Status != storage.RunRunning || run.Total != 24 {
			t.Errorf("started: %+v", run)
		}
		if _, err := processes[1].Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual}); !errors.Is(err, runner.ErrBusy) {
			t.Errorf("a second start: %v, want ErrBusy", err)
		}
		left(t, processes[1].Engine, run.ID, storage.Run{Status: storage.RunDone, Completed: 24})
		if took := time.Since(began); took >= 4*time.Second { // Three rounds, and what the processes wait for each other.
			t.Errorf("24 items of a second took %v with twelve at the same time", took)
		}
		for i, j := range jobs {
			if n := len(j.Did); n != 8 {
				t.Errorf("process %d worked on %d items, want 8", i, n)
			}
		}
		wrote(t, s, jobs[0].Once("done "))
	})
}

func TestSharedItemsInOrder(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		j := many(12)
		a, b := join(t, s, j), join(t, s, j)
		left(t, b.Engine, start(t, a.Engine).ID, storage.Run{Status: storage.RunDone, Completed: 12})
		if diff := cmp.Diff(j.Subjects, j.Did); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
		wrote(t, s, j.Once("done "))
	})
}

func TestSharedPauseAndContinue(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		j := many(20)
		slow(j)
		a, b := join(t, s, apart{j}), join(t, s, apart{j})
		run := start(t, a.Engine)
		time.Sleep(500 * time.Millisecond)
		if _, err := b.Pause(t.Context(), "test"); err != nil {
			t.Fatal(err)
		}
		left(t, a.Engine, run.ID, storage.Run{Status: storage.RunPaused, Completed: 1})
		if _, err := b.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual}); !errors.Is(err, runner.ErrPaused) {
			t.Errorf("the start of a paused run: %v, want ErrPaused", err)
		}
		if _, begun, err := b.Continue(t.Context(), "test"); err != nil || !begun {
			t.Fatal(begun, err)
		}
		left(t, a.Engine, run.ID, storage.Run{Status: storage.RunDone, Completed: 20, Resumed: true})
		wrote(t, s, j.Once("paused done "))
	})
}

// A pause that has not taken effect can be withdrawn.
func TestSharedPauseIsWithdrawn(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		j := many(8)
		slow(j)
		a, b := join(t, s, apart{j}), join(t, s, apart{j})
		run := start(t, a.Engine)
		time.Sleep(500 * time.Millisecond)
		if got, err := b.Pause(t.Context(), "test"); err != nil || got.Status != storage.RunRunning {
			t.Fatalf("%+v, %v", got, err)
		}
		if _, begun, err := a.Continue(t.Context(), "test"); err != nil || begun {
			t.Fatal(begun, err)
		}
		left(t, b.Engine, run.ID, storage.Run{Status: storage.RunDone, Completed: 8})
		wrote(t, s, j.Once("done "))
	})
}

func TestSharedCancelEndsTheWorkOfOthers(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		j := many(20)
		begun := stuck(j)
		a, b := join(t, s, apart{j}), join(t, s, apart{j})
		run := start(t, a.Engine)
		for range 8 {
			<-begun
		}
		if run, err := b.Cancel(t.Context(), "test"); err != nil || run.Status != storage.RunCancelled {
			t.Fatalf("%+v, %v", run, err)
		}
		left(t, a.Engine, run.ID, storage.Run{Status: storage.RunCancelled})
		j.Work = nil
		left(t, a.Engine, start(t, b.Engine).ID, storage.Run{Status: storage.RunDone, Completed: 20})
		wrote(t, s, j.Once("cancelled done "))
	})
}

func TestItemsOfADeadProcessAreDoneByOthers(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		hung, j := many(20), many(20)
		begun := stuck(hung)
		a := join(t, s, apart{hung})
		run := start(t, a.Engine)
		for range 4 {
			<-begun
		}
		b := join(t, s, apart{j})
		time.Sleep(2 * sharedLease)
		if n := len(j.Did); n != 16 {
			t.Errorf("the other process worked on %d items while the first one lived, want 16", n)
		}
		a.die()
		died := time.Now()
		left(t, b.Engine, run.ID, storage.Run{Status: storage.RunDone, Completed: 20})
		if took := time.Since(died); took > 2*sharedLease {
			t.Errorf("the run ended %v after the death", took)
		}
		wrote(t, s, j.Once("done "))
	})
}

// An item during which two processes died fails; those that merely were in work at the same
// time do not.
func TestSharedItemThatEndsTwoProcessesIsAbandoned(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		first, second, third := many(20), many(20), many(20)
		begun := stuck(first)
		a := join(t, s, apart{first})
		run := start(t, a.Engine)
		for range 4 {
			<-begun
		}
		a.die()
		hang := make(chan string, 100)
		second.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
			if item.Subject > "03" { // not one of those in work when the first process died
				return runner.Result{Write: stroke(item)}, nil
			}
			hang <- item.Subject
			<-ctx.Done()
			return runner.Result{}, ctx.Err()
		}
		b := join(t, s, apart{second})
		poison := <-hang
		time.Sleep(2 * sharedLease)
		if n := len(hang); n > 0 {
			t.Errorf("%d items with a crash were begun beside %s", n, poison)
		}
		b.die()
		c := join(t, s, apart{third})
		left(t, c.Engine, run.ID, storage.Run{Status: storage.RunDone, Completed: 19, Failed: 1})
		want := third.Once("done ")
		delete(want, poison)
		wrote(t, s, want)
		// The next run allows it one crash less, and this time it ends.
		left(t, c.Engine, start(t, c.Engine).ID, storage.Run{Status: storage.RunDone, Completed: 20})
	})
}

func TestSharedRunIsResumedWhenAllProcessesDied(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		hung, j := many(10), many(10)
		begun := stuck(hung)
		a := join(t, s, apart{hung})
		run := start(t, a.Engine)
		for range 4 {
			<-begun
		}
		a.die()
		time.Sleep(time.Hour)
		b := join(t, s, apart{j})
		left(t, b.Engine, run.ID, storage.Run{Status: storage.RunDone, Completed: 10, Resumed: true})
		wrote(t, s, j.Once("done "))
	})
}

// While a process holds the only transaction, none can renew its lease. When it ends, no
// process is taken for dead, however long that took.
func TestProcessesThatWaitForATransactionLive(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		j := many(8)
		begun := make(chan string, 100)
		j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
			begun <- item.Subject
			time.Sleep(40 * time.Second)
			return runner.Result{Write: stroke(item)}, nil
		}
		a, b := join(t, s, apart{j}), join(t, s, apart{j})
		run := start(t, a.Engine)
		for range 8 {
			<-begun
		}
		time.Sleep(3 * sharedLease)
		if err := s.Update(t.Context(), func(*storage.Tx) error {
			time.Sleep(3 * sharedLease)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		left(t, b.Engine, run.ID, storage.Run{Status: storage.RunDone, Completed: 8})
		if n := len(j.Did); n != 8 {
			t.Errorf("%d items were worked on, want each of 8 once", n)
		}
		wrote(t, s, j.Once("done "))
	})
}

func TestSharedCheckpointIsContinued(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		save := func(ctx context.Context, item runner.Item) error {
			return item.SaveCheckpoint(ctx, json.RawMessage(`{"half":true}`), func(tx *storage.Tx) error { return add(tx, item.Subject, "H") })
		}
		saved := make(chan struct{}, 1)
		one, two := many(1), many(1)
		one.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
			if err := save(ctx, item); err != nil {
				return runner.Result{}, err
			}
			saved <- struct{}{}
			<-ctx.Done()
			return runner.Result{}, ctx.Err()
		}
		two.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
			if item.Checkpoint == nil {
				if err := save(ctx, item); err != nil {
					return runner.Result{}, err
				}
			}
			return runner.Result{Write: stroke(item)}, nil
		}
		a := join(t, s, one)
		run := start(t, a.Engine)
		<-saved
		b := join(t, s, two)
		a.die()
		left(t, b.Engine, run.ID, storage.Run{Status: storage.RunDone, Completed: 1})
		wrote(t, s, map[string]string{"00": "HI", "ended": "done "})
	})
}

func TestStopLeavesASharedRunToOthers(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		j := many(20)
		slow(j)
		a, b := join(t, s, apart{j}), join(t, s, apart{j})
		run := start(t, a.Engine)
		time.Sleep(500 * time.Millisecond)
		a.Stop(time.Minute)
		if _, err := a.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual}); !errors.Is(err, runner.ErrStopping) {
			t.Errorf("a start after the stop: %v, want ErrStopping", err)
		}
		left(t, b.Engine, run.ID, storage.Run{Status: storage.RunDone, Completed: 20})
		wrote(t, s, j.Once("done "))
	})
}

// Numbers and events count the items of all processes, each once.
func TestSharedProgress(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		j := many(16)
		j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
			item.Report("half of " + item.Subject)
			time.Sleep(time.Second)
			return runner.Result{Write: stroke(item)}, nil
		}
		a, b := join(t, s, apart{j}), join(t, s, apart{j})
		var seen [2]<-chan runner.Event
		for i, e := range []*runner.Engine{a.Engine, b.Engine} {
			events, cancel := e.Subscribe("test", 100)
			defer cancel()
			seen[i] = events
		}
		run := start(t, a.Engine)
		time.Sleep(1500 * time.Millisecond)
		now, err := b.Run(t.Context(), run.ID)
		if err != nil || now.Completed != 8 || now.Total != 16 {
			t.Errorf("half way: %+v, %v", now, err)
		}
		left(t, a.Engine, run.ID, storage.Run{Status: storage.RunDone, Completed: 16})
		time.Sleep(sharedLease) // the other process finds the end
		counts := make(map[string]int)
		for i := range seen {
			for len(seen[i]) > 0 {
				event := <-seen[i]
				switch event.Kind {
				case runner.ItemStarted:
					counts["started"]++
				case runner.ItemProgress:
					if want := "half of " + event.Item.Subject; event.Progress != want {
						t.Errorf("progress %v, want %q", event.Progress, want)
					}
					counts["progress"]++
				case runner.ItemDone:
					counts["done "+string(event.State)]++
				case runner.RunEnded:
					counts[fmt.Sprintf("process %d: ended %s", i, event.Run.Status)]++
				}
			}
		}
		want := map[string]int{"started": 16, "progress": 16, "done completed": 16, "process 0: ended done": 1, "process 1: ended done": 1}
		if diff := cmp.Diff(want, counts); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	})
}

func TestHowSharedRunsEnd(t *testing.T) {
	for name, test := range map[string]struct {
		result runner.Result
		err    error
		panics bool
		want   storage.RunStatus
		why    string
	}{
		"interrupted":      {result: runner.Result{Interrupt: "limited"}, want: storage.RunInterrupted, why: "limited"},
		"no other process": {result: runner.Result{Interrupt: "limited", Elsewhere: true}, want: storage.RunInterrupted, why: "limited"},
		"failed":           {err: errors.New("broken"), want: storage.RunFailed, why: "broken"},
		"panic":            {panics: true, want: storage.RunFailed, why: "the job panicked: working on 03"},
		"refused": {result: runner.Result{Write: func(*storage.Tx, storage.Run) (runner.Outcome, error) {
			return runner.Outcome{}, errors.New("unfit")
		}}, want: storage.RunFailed, why: "unfit"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s storage.Store) {
				j := many(8)
				j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
					if item.Subject != "03" {
						return runner.Result{Write: stroke(item)}, nil
					}
					if test.panics {
						panic("boom")
					}
					return test.result, test.err
				}
				e := join(t, s, j)
				run, err := e.Wait(t.Context(), start(t, e.Engine).ID)
				if run.Status != test.want || !strings.Contains(run.Reason+run.Error, test.why) || run.Completed != 3 {
					t.Errorf("the run ended as %+v", run)
				}
				if errors.Is(err, runner.ErrFailed) != (test.want == storage.RunFailed) {
					t.Errorf("error %v", err)
				}
			})
		})
	}
}
