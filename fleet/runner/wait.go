package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// Wait waits until a run has ended, was paused or was interrupted, in any process, and
// returns it. The end of the context does not end the run.
//
// The error is [ErrStopping] if this engine stops first, wraps [ErrFailed] if the run
// failed, or is that of the context or the database. With an error, the run is as last
// read.
func (e *Engine) Wait(ctx context.Context, id string) (run storage.Run, err error) {
	joined, stop, done, ok := e.work.Join(ctx)
	if !ok {
		joined, done = ctx, func() {}
	}
	defer done()
	ticker := time.NewTicker(e.lease / 20)
	defer ticker.Stop()
	for {
		if f := e.follows(id); f != nil && ok {
			if run, err = e.waitFor(ctx, stop, f); err != nil || run.Status != storage.RunRunning {
				return run, cmp.Or(err, failed(run))
			}
		}

		now, err := e.Run(joined, id)
		stopped := !ok || background.Closed(stop)
		switch {
		case err != nil && !(stopped && errors.Is(err, context.Canceled) && ctx.Err() == nil):
			return run, err
		case err == nil && now.Status != storage.RunRunning:
			return now, failed(now)
		case err == nil:
			run = now
		}
		if stopped {
			return run, ErrStopping
		}

		select {
		case <-ticker.C:
		case <-stop:
		case <-ctx.Done():
			return run, ctx.Err()
		}
	}
}

// waitFor waits until this process no longer works on a run, and returns the run as it left it.
func (e *Engine) waitFor(ctx context.Context, stop <-chan struct{}, f *followed) (storage.Run, error) {
	if e.own != nil {
		stop = nil // the work ends first
	}
	select {
	case <-f.left:
	case <-stop:
		return e.latest(f), ErrStopping
	case <-ctx.Done():
		return e.latest(f), ctx.Err()
	}
	return e.latest(f), nil
}

// failed returns the error of a failed run.
func failed(run storage.Run) error {
	if run.Status != storage.RunFailed {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrFailed, run.Error)
}
