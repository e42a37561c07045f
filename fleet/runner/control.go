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

// errCancelled ends the context of an item whose run was cancelled.
var errCancelled = errors.New("the run was cancelled")

// Pause asks the open run of a runner to pause after the current item. A run that no
// process works on is paused at once. The error wraps [storage.ErrNotFound] if there is
// no open run, or is that of the database.
func (e *Engine) Pause(ctx context.Context, runner string) (storage.Run, error) {
	return e.control(ctx, runner, pauseAsked, storage.RunPaused)
}

// Cancel asks the open run of a runner to end at once: the work on the current item is
// cancelled, and the item is not counted. A run that no process works on, or that several
// processes work on, has ended when Cancel returns. The error is as in [Engine.Pause].
func (e *Engine) Cancel(ctx context.Context, runner string) (storage.Run, error) {
	return e.control(ctx, runner, cancelAsked, storage.RunCancelled)
}

// PauseAsked reports whether a pause of a run was requested. A [Job] that waits long within
// an item should poll it, and then return a Result with an Interrupt. The run is then paused
// and not interrupted, because a request takes precedence.
func PauseAsked(tx *storage.Tx, id string) (bool, error) {
	run, err := tx.Runs.Get(id)
	return run.Control == pauseAsked, err
}

func (e *Engine) control(ctx context.Context, runner, asked string, left storage.RunStatus) (run storage.Run, err error) {
	job, ok := e.jobs[runner]
	if !ok {
		return run, fmt.Errorf("%w: %q", ErrUnknown, runner)
	}
	err = e.settling(ctx, job, func(tx *storage.Tx, job guarded) (err error) {
		run, err = e.controlIn(tx, job, asked, left)
		return err
	})
	if err != nil {
		return run, err
	}
	if run.Status != storage.RunRunning {
		e.ended(ctx, run)
	}
	e.wake.Send() // this process may work on it
	return run, nil
}

func (e *Engine) controlIn(tx *storage.Tx, job guarded, asked string, left storage.RunStatus) (storage.Run, error) {
	run, err := openRun(tx, job.Name())
	if err != nil || run.Status == left { // already paused
		return run, err
	}
	lease, err := background.Get(tx, ofRunner(run.Runner))
	if err != nil {
		return run, err
	}
	_, working, err := e.queue.Has(tx, run.Runner)
	if err != nil {
		return run, err
	}
	mine := lease.Owner == e.owner()
	if mine && e.own == nil && asked == cancelAsked {
		working = false // its end is enough for all processes to stop their work
	}
	if run.Status == storage.RunRunning && (working && mine || !mine && background.Held(lease, e.stamp())) {
		if run.Control != cancelAsked { // a cancelled run does not continue
			run.Control = asked
		}
		return run, tx.Runs.Put(run)
	}
	if run.Status == storage.RunRunning && !mine {
		if _, _, err := e.inherit(tx, run.Runner, lease); err != nil {
			return run, err
		}
	}
	return e.leave(tx, job, run, left, "")
}

// Continue resumes a run that was paused or interrupted, and reports true. The run keeps
// its initiator and is marked as resumed. If a pause was requested but has not yet taken
// effect, Continue withdraws the request and reports false. The error wraps
// [storage.ErrNotFound] if there is no open run, [ErrBusy] if it is already running, or
// is as in [Engine.Start].
func (e *Engine) Continue(ctx context.Context, runner string) (run storage.Run, begun bool, err error) {
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
func (e *Engine) unpause(ctx context.Context, runner string) (run storage.Run, err error) {
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
