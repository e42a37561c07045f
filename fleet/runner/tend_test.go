package runner_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// late is a store whose transactions may return long after their end.
type late struct {
	storage.Store
	views, updates *hold
}

func (l late) View(ctx context.Context, fn func(*storage.Tx) error) error {
	defer l.views.wait()
	return l.Store.View(ctx, fn)
}

func (l late) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	defer l.updates.wait()
	return l.Store.Update(ctx, fn)
}

// hold holds up one caller.
type hold struct {
	next    atomic.Bool   // the next caller waits
	reached chan struct{} // closed when it waits
	goOn    chan struct{}
}

func newHold() *hold { return &hold{reached: make(chan struct{}), goOn: make(chan struct{})} }

func (h *hold) wait() {
	if h.next.CompareAndSwap(true, false) {
		close(h.reached)
		<-h.goOn
	}
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
