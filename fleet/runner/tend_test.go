package runner_test

import (
	"cmp"
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// late is a store whose transactions may return long after their end.
type late struct {
	storage.Store
	views, updates *hold
}

func (l late) View(ctx context.Context, fn func(*storage.Tx) error) error {
	err := l.Store.View(ctx, fn)
	return cmp.Or(l.views.wait(), err)
}

func (l late) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	err := l.Store.Update(ctx, fn)
	return cmp.Or(l.updates.wait(), err)
}

// hold holds up one caller.
type hold struct {
	next    atomic.Bool   // the next caller waits
	reached chan struct{} // closed when it waits
	goOn    chan struct{}
	answer  error // what the caller gets instead of its answer, or nil
}

func newHold() *hold { return &hold{reached: make(chan struct{}), goOn: make(chan struct{})} }

func (h *hold) wait() error {
	if !h.next.CompareAndSwap(true, false) {
		return nil
	}
	close(h.reached)
	<-h.goOn
	return h.answer
}

// The maintenance may read that a run was interrupted just before it is resumed. That is no reason
// to drop what is worked on since.
func TestRunIsResumedAfterMaintenanceRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := late{open(t), newHold(), newHold()}
		j := over("a b c")
		j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
			if item.Subject == "b" {
				s.updates.next.Store(true)
				return runner.Result{Interrupt: "rateLimited"}, nil
			}
			return runner.Result{Write: stroke(item)}, nil
		}
		e := engine(t, s, j)
		run := start(t, e)
		<-s.updates.reached // the run is interrupted, which the engine does not know yet
		s.views.next.Store(true)
		<-s.views.reached // the maintenance knows
		close(s.updates.goOn)
		if run, err := e.Wait(t.Context(), run.ID); err != nil || run.Status != storage.RunInterrupted {
			t.Fatalf("the run is %+v, %v", run, err)
		}

		g := gated(j)
		start(t, e)
		<-g.Reached
		close(s.views.goOn)
		time.Sleep(time.Minute)
		close(g.Pass)
		if run, err := e.Wait(t.Context(), run.ID); err != nil || run.Status != storage.RunDone {
			t.Errorf("the run is %+v, %v", run, err)
		}
		if got := j.Worked(); got != "a b b c" {
			t.Errorf("worked on %s", got)
		}
	})
}

// The maintenance may begin a run, and end it, before the start of the run has returned from its commit. It makes no
// difference to the start, not even when its answer is lost.
func TestRunIsDoneBeforeItsStartReturns(t *testing.T) {
	for _, start := range []struct {
		name    string
		answer  error
		resumes bool
		worked  string
	}{
		{"answered", nil, false, "a b c"},
		{"answer lost", storagetest.ErrFault, false, "a b c"},
		{"resumes, answered", nil, true, "a a b c"},
		{"resumes, answer lost", storagetest.ErrFault, true, "a a b c"},
	} {
		t.Run(start.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := late{open(t), newHold(), newHold()}
				s.updates.answer = start.answer
				j := over("a b c")
				interrupt := start.resumes
				j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
					if interrupt {
						interrupt = false
						return runner.Result{Interrupt: "rateLimited"}, nil
					}
					return runner.Result{Write: stroke(item)}, nil
				}
				e := engine(t, s, j)
				if start.resumes {
					finished(t, e)
				}

				s.updates.next.Store(true)
				go func() { // when the maintenance is done with the run
					<-s.updates.reached
					time.Sleep(time.Minute)
					close(s.updates.goOn)
				}()
				run, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual})
				if err != nil {
					t.Fatalf("Start: %v", err)
				}

				if run, err := e.Wait(t.Context(), run.ID); err != nil || run.Status != storage.RunDone || run.Completed != 3 {
					t.Errorf("the run is %+v, %v", run, err)
				}
				time.Sleep(time.Minute)
				if got := j.Worked(); got != start.worked {
					t.Errorf("worked on %s, want %s", got, start.worked)
				}
				if run := finished(t, e); run.Status != storage.RunDone {
					t.Errorf("the next run is %+v", run)
				}
			})
		})
	}
}
