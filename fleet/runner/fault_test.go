package runner_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// Every commit of a run can fail, or succeed and have its answer lost: nothing
// is done twice, and nothing is left out.
func TestFaultAtEachCommit(t *testing.T) {
	t.Parallel()
	const commits = 4 // the start, three items
	for kind, faults := range map[string]func(n int) storagetest.Faults{
		"before":      func(n int) storagetest.Faults { return storagetest.Faults{Before: storagetest.Nth(n)} },
		"answer lost": func(n int) storagetest.Faults { return storagetest.Faults{After: storagetest.Nth(n)} },
	} {
		for n := 1; n <= commits; n++ {
			t.Run(fmt.Sprint(kind, " ", n), func(t *testing.T) {
				t.Parallel()
				s := open(t)
				j := over("a b c")
				j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
					return runner.Result{Write: func(tx *storage.Tx, run storage.Run) (runner.Outcome, error) {
						return runner.Outcome{Totals: append([]byte{'1'}, run.Totals...)}, add(tx, item.Subject, "I")
					}}, nil
				}
				e := engine(t, storagetest.Faulty(s, faults(n)), j)
				run, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual})
				if kind == "before" && n == 1 { // nothing has started: the caller may try again
					if !errors.Is(err, storagetest.ErrFault) {
						t.Fatalf("the start: %v, want the fault", err)
					}
					run, err = e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual})
				}
				if err != nil {
					t.Fatal(err)
				}
				got, err := e.Wait(t.Context(), run.ID)
				if err != nil || got.Status != storage.RunDone || got.Completed != 3 || string(got.Totals) != "111" {
					t.Errorf("the run is %+v, %v", got, err)
				}
				if got := settings(t, s); got["a"] != "I" || got["b"] != "I" || got["c"] != "I" || got["ended"] != "done " {
					t.Errorf("written is %v, want each once", got)
				}
				if got := j.Worked(); got != "a b c" {
					t.Errorf("worked on %s", got)
				}
			})
		}
	}
}

// While no write to the database succeeds a run stays open, and it advances afterwards.
func TestStoreOutOfOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t)
		var broken atomic.Bool
		fault := func(int) error {
			if broken.Load() {
				return storagetest.ErrFault
			}
			return nil
		}
		j := over("a b c")
		g := gated(j)
		e := engine(t, storagetest.Faulty(s, storagetest.Faults{Before: fault}), j)
		run := start(t, e)
		g.Pass <- struct{}{} // a
		synctest.Wait()
		broken.Store(true)
		g.Pass <- struct{}{} // b cannot be kept
		time.Sleep(time.Minute)
		if got, err := e.Run(t.Context(), run.ID); err != nil || got.Status != storage.RunRunning || got.Completed != 1 {
			t.Errorf("the run is %+v, %v, want it open", got, err)
		}
		broken.Store(false)
		close(g.Pass)
		time.Sleep(2 * runner.DefaultLease)
		got, err := e.Wait(t.Context(), run.ID)
		if err != nil || got.Status != storage.RunDone || got.Completed != 3 {
			t.Errorf("the run is %+v, %v", got, err)
		}
		if got := settings(t, s); got["a"] != "I" || got["b"] != "I" || got["c"] != "I" || got["ended"] != "done " {
			t.Errorf("written is %v, want each once", got)
		}
	})
}

// The run's row may be deleted while a process works on it.
func TestRunThatIsDeleted(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("a b c")
	g := gated(j)
	e := engine(t, s, j)
	run := start(t, e)
	<-g.Reached
	if err := s.Update(t.Context(), func(tx *storage.Tx) error {
		_, err := tx.Runs.Clear()
		return err
	}); err != nil {
		t.Fatal(err)
	}
	close(g.Pass)
	if _, err := e.Wait(t.Context(), run.ID); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("Wait returned %v, want ErrNotFound", err)
	}
	if got := settings(t, s); len(got) != 0 {
		t.Errorf("written is %v, want nothing", got)
	}
}

// So can every checkpoint.
func TestFaultAtEachCheckpoint(t *testing.T) {
	t.Parallel()
	const commits = 5 // the start, three steps, the item with the end of the run
	for kind, faults := range map[string]func(n int) storagetest.Faults{
		"before":      func(n int) storagetest.Faults { return storagetest.Faults{Before: storagetest.Nth(n)} },
		"answer lost": func(n int) storagetest.Faults { return storagetest.Faults{After: storagetest.Nth(n)} },
	} {
		for n := 2; n <= commits; n++ {
			t.Run(fmt.Sprint(kind, " ", n), func(t *testing.T) {
				t.Parallel()
				s := open(t)
				j := over("a")
				pass := make(chan struct{})
				close(pass)
				steps(j, pass)
				got := finished(t, engine(t, storagetest.Faulty(s, faults(n)), j))
				if got.Status != storage.RunDone || got.Completed != 1 {
					t.Errorf("the run is %+v", got)
				}
				if got := settings(t, s); got["a"] != "...I" {
					t.Errorf("written is %v, want each step once", got)
				}
			})
		}
	}
}
