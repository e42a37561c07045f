package runner

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// settleTimeout limits the time for leaving a run cleanly.
const settleTimeout = 10 * time.Second

// longestReason is the maximum length in bytes of the reason or error stored with a run.
const longestReason = 500

// leave writes the final status of a run, removes its tasks and releases the lease.
func (e *Engine) leave(tx *storage.Tx, job guarded, run storage.Run, status storage.RunStatus, why string) (storage.Run, error) {
	run, err := e.settle(tx, job, run, status, why)
	if err != nil {
		return run, err
	}
	if err := e.queue.Clear(tx, run.Runner); err != nil {
		return run, err
	}
	if err := endRests(tx, run.Runner); err != nil {
		return run, err
	}
	lease, err := background.Get(tx, ofRunner(run.Runner))
	if err != nil || lease.Owner == "" || lease.Owner != e.owner() && background.Held(lease, e.stamp()) {
		return run, err
	}
	return run, background.Release(tx, lease)
}

// finish leaves a run in a transaction of its own, unless it has been left, and publishes
// that. A request to the run takes precedence over an interruption, and a pause that was
// withdrawn has no effect.
func (e *Engine) finish(ctx context.Context, id, runner string, status storage.RunStatus, why string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
	defer cancel()
	var run storage.Run
	tried := false // then it may have been left although the response was lost
	err := e.settleRetrying(ctx, e.jobs[runner], func(tx *storage.Tx, job guarded) (err error) {
		run, err = e.finishIn(tx, job, id, status, why, tried)
		tried = tried || err == nil
		return err
	})
	switch {
	case errors.Is(err, background.ErrLost):
		return e.lost(ctx, id)
	case err == nil && run.Status != storage.RunRunning:
		e.ended(ctx, run)
	}
	return err
}

func (e *Engine) finishIn(tx *storage.Tx, job guarded, id string, status storage.RunStatus, why string, tried bool) (storage.Run, error) {
	run, err := tx.Runs.Get(id)
	if err == nil && run.Status == storage.RunRunning && e.own != nil {
		err = e.holds(tx, run.Runner)
	}
	if err != nil {
		return run, err
	}
	if run.Status != storage.RunRunning {
		if !tried {
			err = background.ErrLost
		}
		return run, err
	}
	if status == storage.RunPaused || status == storage.RunInterrupted {
		switch {
		case run.Control == cancelAsked:
			status, why = storage.RunCancelled, ""
		case run.Control == pauseAsked:
			status, why = storage.RunPaused, ""
		case status == storage.RunPaused:
			return run, nil
		}
	}
	return e.leave(tx, job, run, status, why)
}

// endError means that the End method of a job failed.
type endError struct{ err error }

func (e *endError) Error() string { return "the job did not end the run: " + e.err.Error() }
func (e *endError) Unwrap() error { return e.err }

// settling calls an update that may settle a run or abandon items, in a transaction, as
// [guarded.update] does.
func (e *Engine) settling(ctx context.Context, job guarded, update func(tx *storage.Tx, job guarded) error) error {
	return job.update(func(job guarded) error {
		return e.store.Update(ctx, func(tx *storage.Tx) error { return update(tx, job) })
	})
}

// settleRetrying is [Engine.settling] with [retry].
func (e *Engine) settleRetrying(ctx context.Context, job guarded, update func(tx *storage.Tx, job guarded) error) error {
	return job.update(func(job guarded) error {
		return retry(ctx, e.store, func(tx *storage.Tx) error { return update(tx, job) })
	})
}

// update calls a function that may settle a run or abandon items. If it fails because the job
// fails, update calls it again without that part of the job; otherwise the run would never end.
func (g guarded) update(try func(job guarded) error) error {
	for {
		err := try(g)
		if refused, ok := errors.AsType[*endError](err); ok && g.refused == nil {
			g.log.Error("job did not end its run", "runner", g.Name(), "error", refused.err)
			g.refused = refused
		} else if unrecorded, ok := errors.AsType[*abandonError](err); ok && !g.unrecorded {
			g.log.Error("job did not record an abandoned item", "runner", g.Name(), "error", unrecorded.error)
			g.unrecorded = true
		} else {
			return err
		}
	}
}

// settle writes the status of a run that ends or is left open, with the reason or, for a
// failed run, the error.
func (e *Engine) settle(tx *storage.Tx, job guarded, run storage.Run, status storage.RunStatus, reason string) (storage.Run, error) {
	if job.refused != nil {
		status, reason = storage.RunFailed, job.refused.Error()
	}
	run.Status, run.Reason, run.Error = status, cut(reason), ""
	if status == storage.RunFailed {
		run.Reason, run.Error = "", run.Reason
	}
	run.Control, run.Current, run.WaitingUntil, run.UpdatedAt = "", "", 0, e.stamp()
	if status != storage.RunPaused && status != storage.RunInterrupted {
		run.EndedAt = run.UpdatedAt
		if err := dropItems(tx, run.ID); err != nil {
			return run, err
		}
	}
	if err := tx.Runs.Put(run); err != nil {
		return run, err
	}
	if job.refused == nil {
		if err := job.End(tx, run); err != nil {
			return run, &endError{err}
		}
	}
	return run, trim(tx, run.Runner)
}

// dropItems deletes the items of a run, except the suspect ones, which later runs need. The
// row of the run has counted them. It lists them only once, because in PostgreSQL each list
// of a transaction reads again what the transaction has deleted.
func dropItems(tx *storage.Tx, run string) error {
	var places []int
	var remembered []storage.RunItem
	for item, err := range tx.RunItems.List(storage.RunItemQuery{Run: run}) {
		if err != nil {
			return err
		}
		places = append(places, item.Seq)
		if suspect(item) {
			remembered = append(remembered, item)
		}
	}
	keys := make([]storage.RunItemID, 0, itemsAtOnce)
	for some := range slices.Chunk(places, itemsAtOnce) {
		keys = keys[:0]
		for _, seq := range some {
			keys = append(keys, storage.RunItemID{Run: run, Seq: seq})
		}
		if _, err := tx.RunItems.Delete(keys...); err != nil {
			return err
		}
	}
	return tx.RunItems.Put(remembered...)
}

// trim deletes the oldest ended runs of a runner.
func trim(tx *storage.Tx, runner string) error {
	n := 0
	_, err := storage.DeleteFunc(tx.Runs, storage.RunQuery{Runner: runner}, func(run storage.Run) bool {
		n++
		return n > KeptRuns && run.EndedAt != 0
	})
	return err
}

// cut truncates a reason to longestReason bytes.
func cut(reason string) string {
	reason = strings.ReplaceAll(reason, "\x00", "")
	return strings.ToValidUTF8(reason[:min(len(reason), longestReason)], "")
}
