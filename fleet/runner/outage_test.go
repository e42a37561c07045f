package runner_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// outage makes a job meet a database that does not answer at its first items.
func outage(j *job, items int32) {
	var met atomic.Int32
	j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
		time.Sleep(time.Second)
		if met.Add(1) <= items {
			return runner.Result{}, fmt.Errorf("read the settings: %w", storage.ErrUnavailable)
		}
		return runner.Result{Write: stroke(item)}, nil
	}
}

// TestSharedRunOutlivesAnOutage has a job whose own calls of the database fail while that does
// not answer. The items are tried again.
func TestSharedRunOutlivesAnOutage(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		j := many(12)
		outage(j, 7)
		p := join(t, s, apart{j})
		left(t, p.Engine, start(t, p.Engine).ID, storage.Run{Status: storage.RunDone, Completed: 12})
		wrote(t, s, j.Once("done "))
	})
}

func TestRunOutlivesAnOutage(t *testing.T) {
	t.Parallel()
	s := open(t)
	j := over("a b c")
	failed := false
	j.Work = func(_ context.Context, item runner.Item) (runner.Result, error) {
		if item.Subject == "b" && !failed {
			failed = true
			return runner.Result{}, fmt.Errorf("read the settings: %w", storage.ErrUnavailable)
		}
		return runner.Result{Write: stroke(item)}, nil
	}
	e := engine(t, s, j)
	left(t, e, start(t, e).ID, storage.Run{Status: storage.RunDone, Completed: 3})
}

// TestSharedRunEndsOnce has a run that several items end at the same time. Its end is published
// once.
func TestSharedRunEndsOnce(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		j := many(12)
		j.Work = func(context.Context, runner.Item) (runner.Result, error) {
			time.Sleep(time.Second)
			return runner.Result{}, fmt.Errorf("the job is broken")
		}
		p := join(t, s, apart{j})
		var ends atomic.Int32
		defer p.OnEnd("test", func(run storage.Run) {
			if run.Status != storage.RunFailed {
				t.Errorf("the run is %+v", run)
			}
			ends.Add(1)
		})()
		start(t, p.Engine)
		time.Sleep(3 * sharedLease)
		if n := ends.Load(); n != 1 {
			t.Errorf("the end was published %d times, want 1", n)
		}
	})
}

// lateCommit is a store whose commit of the end of a run returns late.
type lateCommit struct {
	storage.Store
	waited atomic.Bool
}

func (s *lateCommit) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	ended := false
	err := s.Store.Update(ctx, func(tx *storage.Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		runs, err := storage.Collect(tx.Runs.List(storage.RunQuery{}))
		ended = len(runs) == 1 && runs[0].Status == storage.RunDone
		return err
	})
	if ended && !s.waited.Swap(true) {
		time.Sleep(2 * sharedLease)
	}
	return err
}

// TestEndFoundBeforeItsCommitReturns has a run whose end the maintenance loop finds before
// the item that ended it returns. The end is published once.
func TestEndFoundBeforeItsCommitReturns(t *testing.T) {
	bubble(t, func(t *testing.T, s storage.Store) {
		j := many(4)
		slow(j)
		p := join(t, &lateCommit{Store: s}, apart{j})
		var ends atomic.Int32
		defer p.OnEnd("test", func(storage.Run) { ends.Add(1) })()
		start(t, p.Engine)
		time.Sleep(20 * sharedLease)
		if n := ends.Load(); n != 1 {
			t.Errorf("the end was published %d times, want 1", n)
		}
	})
}
