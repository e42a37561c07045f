package imports

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

const (
	// settleDelay is the delay between queueing an item and starting a run, since a list
	// often arrives in several parts.
	settleDelay = 2 * time.Second
	// pollInterval is how soon to check after a write, which may be another process's that
	// queued items, and after an error.
	pollInterval = time.Minute
)

// RunQueue works on the queue until the context ends or the service stops: soon after an
// item was queued in this process, when an item is due, and when requests to the App
// Store are possible again. The runs belong to the engine, which must have
// [Service.Job]. Errors are logged, and the work is tried again.
func (s *Service) RunQueue(ctx context.Context, runs *runner.Engine) {
	defer runs.OnEnd(Runner, func(run storage.Run) {
		if run.Status != storage.RunFailed {
			s.queued.Send()
		}
	})()
	s.work.Loop(ctx, background.Loop{First: settleDelay, Wake: s.queued, Settle: settleDelay, Written: s.store, Poll: pollInterval, Step: func(ctx context.Context) time.Duration {
		return s.runOnce(ctx, runs)
	}})
}

// runOnce starts a run if one is due, and returns when to check again.
func (s *Service) runOnce(ctx context.Context, runs *runner.Engine) time.Duration {
	_, err := s.begin(ctx, runs, runner.Automatic)
	wait := pollInterval
	if err != nil && !quiet(err) && ctx.Err() == nil {
		s.log.ErrorContext(ctx, "import queue not started", "error", err)
	} else if err != nil && ctx.Err() == nil {
		if wait, err = s.next(ctx); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "import queue not read", "error", err)
		}
	}
	return wait
}

// quiet reports whether an error of begin is expected: another process was first, or
// nothing is due.
func quiet(err error) bool {
	expected := []error{errNotDue, fleet.ErrThrottled, runner.ErrBusy, runner.ErrStopping, runner.ErrUnknown}
	return slices.ContainsFunc(expected, func(known error) bool { return errors.Is(err, known) })
}

// next returns how soon there is something to do, as far as that is known.
func (s *Service) next(ctx context.Context) (time.Duration, error) {
	at, err := s.resumeAt(ctx)
	if err != nil {
		return pollInterval, err
	}
	none := false
	err = s.store.View(ctx, func(tx *storage.Tx) error {
		first, queued, err := storage.FindFirst(tx.ImportItems.List(storage.ImportItemQuery{Status: storage.ImportQueued, Queue: true, Limit: 1}))
		at = max(at, first.NextAttempt)
		none = !queued && at == 0
		return err
	})
	wait := storage.Time(at).Sub(s.stamp())
	switch {
	case none && err == nil:
		return background.Idle, nil
	case wait <= 0: // another run prevents it
		return pollInterval, err
	}
	return min(wait, background.Idle), err
}
