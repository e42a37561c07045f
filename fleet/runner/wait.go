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

// Wait implements [Engine].
func (e *Local) Wait(ctx context.Context, id string) (storage.Run, error) {
	if l := e.working(id); l != nil {
		select {
		case <-l.done:
			if !errors.Is(l.err, background.ErrLost) { // otherwise another process has taken over the run
				return l.final, cmp.Or(l.err, failed(l.final))
			}
		case <-ctx.Done():
			return storage.Run{}, ctx.Err()
		}
	}
	joined, stop, done, ok := e.work.Join(ctx)
	if ok {
		defer done()
		ctx = joined
	}
	ticker := time.NewTicker(e.lease / 20)
	defer ticker.Stop()
	for {
		run, err := e.Run(ctx, id)
		switch {
		case err != nil || run.Status != storage.RunRunning:
			return run, cmp.Or(err, failed(run))
		case !ok:
			return run, ErrStopping
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

// working returns the run that this engine works on, or nil.
func (e *Local) working(id string) *live {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, l := range e.live {
		if l.is(id) {
			return l
		}
	}
	return nil
}

// failed returns the error of a failed run.
func failed(run storage.Run) error {
	if run.Status != storage.RunFailed {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrFailed, run.Error)
}
