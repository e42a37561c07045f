package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// What can be asked of a run, in a column that nobody who works on it writes
// before the run is left.
const (
	pauseAsked  = "pause"
	cancelAsked = "cancel"
)

// Pause asks the open run of a runner to pause after the item under way. One
// that nobody works on is paused at once. The error wraps
// [storage.ErrNotFound] when there is no open run, or is the store's.
func (e *Engine) Pause(ctx context.Context, runner string) (storage.Run, error) {
	return e.control(ctx, runner, pauseAsked, storage.RunPaused)
}

// Cancel asks the open run of a runner to end at once: what the item under way
// asks of others is called off, and the item is not counted. A run that nobody
// works on has ended when Cancel returns. The error is as in [Engine.Pause].
func (e *Engine) Cancel(ctx context.Context, runner string) (storage.Run, error) {
	return e.control(ctx, runner, cancelAsked, storage.RunCancelled)
}

// PauseAsked says whether somebody wants a run to pause. A [Job] that waits long
// within an item asks now and then, and returns a Result with a CutOff: what was
// asked of a run comes before what befell it, so the run is paused.
func PauseAsked(tx storage.Tx, id string) (bool, error) {
	run, err := tx.Runs().Get(id)
	return run.Control == pauseAsked, err
}

func (e *Engine) control(ctx context.Context, runner, asked string, left storage.RunStatus) (run storage.Run, err error) {
	job, ok := e.jobs[runner]
	if !ok {
		return run, fmt.Errorf("%w: %q", ErrUnknown, runner)
	}
	err = job.settling(func(job guarded) error {
		return e.store.Update(ctx, func(tx storage.Tx) (err error) {
			if run, err = openRun(tx, runner); err != nil {
				return err
			}
			if _, cut := CutOff(run); run.Status == left && !cut { // it is paused already
				return nil
			}
			lease, err := leaseOf(tx, runner)
			if err != nil {
				return err
			}
			if run.Status == storage.RunRunning && held(lease, e.stamp()) {
				if run.Control != cancelAsked { // it does not come back from that
					run.Control = asked
				}
				return tx.Runs().Put(run)
			}
			if e.crashed(runner, lease) {
				if _, err := countCrash(tx, runner); err != nil {
					return err
				}
			}
			// Whoever may still think it is his finds the epoch moved.
			if lease, err = e.take(tx, lease, "nobody"); err != nil {
				return err
			}
			if run, err = e.settle(tx, job, run, left, ""); err != nil {
				return err
			}
			return giveBack(tx, lease)
		})
	})
	if err == nil {
		e.wake(runner)
	}
	return run, err
}

// wake makes a run of this engine look at once at what is asked of it.
func (e *Engine) wake(runner string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if l := e.live[runner]; l != nil {
		select {
		case l.nudge <- struct{}{}:
		default: // it is about to look
		}
	}
}

// Continue goes on with a run that was paused or cut off, and says that it was
// begun again; then its initiator stays what it was, and it is marked as resumed.
// Or it takes back a pause that was asked for and has not come yet. The error wraps
// [storage.ErrNotFound] when there is no open run, [ErrBusy] when it goes on
// already, or is as in [Engine.Start].
func (e *Engine) Continue(ctx context.Context, runner string) (run storage.Run, begun bool, err error) {
	run, err = e.unpause(ctx, runner)
	if err != nil || run.Status == storage.RunRunning {
		return run, false, err
	}
	run, err = e.launch(ctx, runner, func(tx storage.Tx, _ guarded, _ string) (storage.Run, error) {
		run, err := openRun(tx, runner)
		run.Resumed = true
		return run, err
	})
	return run, err == nil, err
}

// unpause takes back a pause that was asked for and has not come yet.
func (e *Engine) unpause(ctx context.Context, runner string) (run storage.Run, err error) {
	err = e.store.Update(ctx, func(tx storage.Tx) (err error) {
		if run, err = openRun(tx, runner); err != nil || run.Status != storage.RunRunning {
			return err
		}
		if run.Control != pauseAsked {
			return fmt.Errorf("%w: run %s", ErrBusy, run.ID)
		}
		run.Control = ""
		return tx.Runs().Put(run)
	})
	if errors.Is(err, storage.ErrNotFound) {
		err = fmt.Errorf("open run of %s: %w", runner, err)
	}
	return run, err
}
