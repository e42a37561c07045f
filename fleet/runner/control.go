package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// The requests to a run, which are stored in its Control. The worker clears it only when it
// leaves the run.
const (
	pauseAsked  = "pause"
	cancelAsked = "cancel"
)

// Pause implements [Engine].
func (e *Local) Pause(ctx context.Context, runner string) (storage.Run, error) {
	return e.control(ctx, runner, pauseAsked, storage.RunPaused)
}

// Cancel implements [Engine].
func (e *Local) Cancel(ctx context.Context, runner string) (storage.Run, error) {
	return e.control(ctx, runner, cancelAsked, storage.RunCancelled)
}

// PauseAsked reports whether a pause of a run was requested. A [Job] that waits long within
// an item should poll it, and then return a Result with an Interrupt. The run is then paused
// and not interrupted, because a request takes precedence.
func PauseAsked(tx *storage.Tx, id string) (bool, error) {
	run, err := tx.Runs.Get(id)
	return run.Control == pauseAsked, err
}

func (e *Local) control(ctx context.Context, runner, asked string, left storage.RunStatus) (run storage.Run, err error) {
	job, ok := e.jobs[runner]
	if !ok {
		return run, fmt.Errorf("%w: %q", ErrUnknown, runner)
	}
	err = e.settling(ctx, job, func(tx *storage.Tx, job guarded) (err error) {
		if run, err = openRun(tx, runner); err != nil {
			return err
		}
		if run.Status == left { // already paused
			return nil
		}
		lease, err := background.Get(tx, leaseName(runner))
		if err != nil {
			return err
		}
		if run.Status == storage.RunRunning && background.Held(lease, e.stamp()) {
			if run.Control != cancelAsked { // a cancelled run does not continue
				run.Control = asked
			}
			return tx.Runs.Put(run)
		}
		if e.crashed(runner, lease) {
			if _, err := countCrash(tx, runner); err != nil {
				return err
			}
		}
		// The new epoch stops a process that still believes that it holds the lease.
		if lease, err = e.acquire(tx, runner, "cancel"); err != nil {
			return err
		}
		if run, err = e.settle(tx, job, run, left, ""); err != nil {
			return err
		}
		return background.Release(tx, lease)
	})
	if err == nil {
		e.wake(runner)
	}
	return run, err
}

// wake makes the run of a runner check for requests at once, if this engine works on it.
func (e *Local) wake(runner string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if l := e.live[runner]; l != nil {
		l.mu.Lock()
		l.asked = true
		l.mu.Unlock()
		l.nudge.Send()
	}
}

// Continue implements [Engine].
func (e *Local) Continue(ctx context.Context, runner string) (run storage.Run, begun bool, err error) {
	run, err = e.unpause(ctx, runner)
	if err != nil || run.Status == storage.RunRunning {
		return run, false, err
	}
	run, err = e.launch(ctx, runner, continuing)
	return run, err == nil, err
}

// continuing is the [choose] of Continue: it returns the open run.
func continuing(tx *storage.Tx, job guarded, _ string) (storage.Run, error) {
	run, err := openRun(tx, job.Name())
	run.Resumed = true
	return run, err
}

// unpause withdraws a requested pause that has not yet taken effect.
func (e *Local) unpause(ctx context.Context, runner string) (run storage.Run, err error) {
	err = e.store.Update(ctx, func(tx *storage.Tx) (err error) {
		if run, err = openRun(tx, runner); err != nil || run.Status != storage.RunRunning {
			return err
		}
		if run.Control != pauseAsked {
			return fmt.Errorf("%w: run %s", ErrBusy, run.ID)
		}
		run.Control = ""
		return tx.Runs.Put(run)
	})
	if errors.Is(err, storage.ErrNotFound) {
		err = fmt.Errorf("open run of %s: %w", runner, err)
	}
	return run, err
}
