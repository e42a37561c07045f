package runner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Wait returns a run when it has ended, was paused or was cut off, whichever
// process works on it, and does not end it when the context ends.
//
// The error is [ErrStopping] when this engine stops before that, one that wraps
// [ErrFailed] when the run ended with a fault, the context's or the store's; the
// run is as it was last seen.
func (e *Engine) Wait(ctx context.Context, id string) (storage.Run, error) {
	if l := e.working(id); l != nil {
		select {
		case <-l.done:
			if !errors.Is(l.err, errLost) { // else another process ends it
				return l.final, orElse(l.err, failed(l.final))
			}
		case <-ctx.Done():
			return storage.Run{}, ctx.Err()
		}
	}
	joined, stop, done, ok := e.work.Join(ctx)
	if !ok {
		run, err := e.run(ctx, id)
		if err != nil || run.Status != storage.RunRunning {
			return run, orElse(err, failed(run))
		}
		return run, ErrStopping
	}
	defer done()
	ctx = joined
	ticker := time.NewTicker(e.lease / 20)
	defer ticker.Stop()
	for {
		run, err := e.run(ctx, id)
		if err != nil || run.Status != storage.RunRunning {
			return run, orElse(err, failed(run))
		}
		select {
		case <-ticker.C:
		case <-stop:
			return run, ErrStopping
		case <-ctx.Done():
			return run, ctx.Err()
		}
	}
}

// working returns what works on a run in this engine, or nil.
func (e *Engine) working(id string) *live {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, l := range e.live {
		if l.is(id) {
			return l
		}
	}
	return nil
}

func (e *Engine) run(ctx context.Context, id string) (run storage.Run, err error) {
	err = e.store.View(ctx, func(tx storage.Tx) error {
		run, err = tx.Runs().Get(id)
		return err
	})
	return run, err
}

// failed returns the error of a run that ended with a fault.
func failed(run storage.Run) error {
	if run.Status != storage.RunFailed {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrFailed, run.Error)
}

func orElse(err, other error) error {
	if err != nil {
		return err
	}
	return other
}
