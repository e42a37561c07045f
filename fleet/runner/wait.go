package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
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
func (e *Engine) Wait(ctx context.Context, id string) (storage.Run, error) {
	return e.wait(ctx, storage.Run{ID: id, Resumes: math.MaxInt})
}

// WaitSince is [Engine.Wait] for a run as [Engine.Start] or [Engine.Continue] returned it. If
// the run was left and has been resumed since, WaitSince returns it as paused, whatever it is
// by now. So of several callers that wait, each since a resumption of its own, only the last
// one gets the end of the run.
func (e *Engine) WaitSince(ctx context.Context, run storage.Run) (storage.Run, error) {
	return e.wait(ctx, run)
}

func (e *Engine) wait(ctx context.Context, since storage.Run) (run storage.Run, err error) {
	id := since.ID
	joined, stop, done, ok := e.work.Join(ctx)
	if !ok {
		joined, done = ctx, func() {}
	}
	defer done()
	ticker := time.NewTicker(e.lease / 20)
	defer ticker.Stop()
	for {
		if f := e.follows(id); f != nil && ok {
			if run = leftSince(e.latest(f), since); run.Status == storage.RunRunning {
				run, err = e.waitFor(ctx, stop, f)
				run = leftSince(run, since)
			}
			if err != nil || run.Status != storage.RunRunning {
				return run, cmp.Or(err, failed(run))
			}
		}

		now, err := e.Run(joined, id)
		now = leftSince(now, since)
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

// leftSince returns a run as paused if it was left and resumed after it was as since.
func leftSince(run, since storage.Run) storage.Run {
	if run.Resumes > since.Resumes {
		run.Status, run.Reason, run.Error, run.EndedAt = storage.RunPaused, "", "", 0
	}
	return run
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
