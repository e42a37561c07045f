package runner

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// The number of attempts at a commit, and the first delay between them. The delay doubles.
const (
	tries      = 4
	firstPause = 50 * time.Millisecond
)

// refusal is an error that the job returned in the transaction, which is not tried again. It
// may wrap one of the database.
type refusal struct{ error }

func (r *refusal) Unwrap() error { return r.error }

// retry calls commit in a transaction until that succeeds or fails for good. The response to a
// successful attempt may be lost, so commit must detect that an earlier attempt was committed.
func retry(ctx context.Context, store storage.Store, commit func(tx *storage.Tx) error) error {
	pause := firstPause
	for try := 1; ; try++ {
		err := store.Update(ctx, commit)
		_, refused := errors.AsType[*refusal](err)
		if err == nil || try == tries || errors.Is(err, background.ErrLost) || refused || panicked(err) {
			return err
		}
		if background.Pause(ctx, nil, pause); ctx.Err() != nil {
			return err
		}
		pause *= 2
	}
}

// orInstead calls commit with a result or, if the job refuses that, with [Result.Instead].
func orInstead(result Result, commit func(Result) error) error {
	err := commit(result)
	if refused, ok := errors.AsType[*refusal](err); ok && result.Instead != nil {
		if instead, ok := result.Instead(refused.error); ok {
			return commit(Result{Write: instead.Write})
		}
	}
	return err
}

// saveCheckpoint calls write and saves the checkpoint that it returns, in one transaction.
// Open returns the item if this process may still write for it. If an attempt was committed
// but its response was lost, the stored checkpoint shows that, unless it equals the previous
// one. An error of write is returned as a [refusal].
func saveCheckpoint(ctx context.Context, store storage.Store, write func(*storage.Tx) (json.RawMessage, error), open func(*storage.Tx) (storage.RunItem, error)) error {
	var wrote json.RawMessage // the checkpoint of the last attempt
	moved := false            // whether that differed from the one before
	return retry(ctx, store, func(tx *storage.Tx) error {
		at, err := open(tx)
		if err != nil {
			return err
		}
		if moved && bytes.Equal(at.Detail, wrote) { // the last attempt was committed, but its response was lost
			return nil
		}
		kept, err := write(tx)
		if err != nil {
			return &refusal{err}
		}
		wrote, moved = kept, !bytes.Equal(at.Detail, kept)
		if moved { // the item advances, so earlier crashes do not count
			at.Crashes = 0
		}
		at.Detail = kept
		return tx.RunItems.Put(at)
	})
}

// write calls Result.Write and counts the item. It does not write the run, and it does not
// store the detail of the outcome, which nothing reads later and which for a large fleet
// would fill the database until the run ends.
func (e *Engine) write(tx *storage.Tx, run storage.Run, item storage.RunItem, result Result) (storage.Run, Outcome, error) {
	var outcome Outcome
	if result.Write != nil {
		var err error
		if outcome, err = result.Write(tx, run); err != nil {
			return run, outcome, &refusal{err}
		}
	}
	switch outcome.State {
	case "", Completed:
		outcome.State = Completed
		run.Completed++
	case Failed:
		run.Failed++
	case Skipped:
		run.Skipped++
	default:
		return run, outcome, &refusal{fmt.Errorf("the job returned an invalid state for %s: %q", item.Subject, outcome.State)}
	}
	if outcome.Totals != nil {
		run.Totals = outcome.Totals
	}
	run.UpdatedAt = e.stamp()
	item.Done, item.Waiting, item.Outcome, item.Detail = true, false, string(outcome.State), nil
	return run, outcome, tx.RunItems.Put(item)
}

// commit writes the result, marks the item as done and completes the task, in one
// transaction.
func (t *turn) commit(ctx context.Context, result Result) (run storage.Run, outcome Outcome, err error) {
	tried := false
	err = orInstead(result, func(result Result) error {
		return t.engine.settleRetrying(ctx, t.job, func(tx *storage.Tx, job guarded) (err error) {
			run, outcome, err = t.commitIn(tx, job, result, outcome, &tried)
			return err
		})
	})
	return run, outcome, broken(err)
}

func (t *turn) commitIn(tx *storage.Tx, job guarded, result Result, outcome Outcome, tried *bool) (storage.Run, Outcome, error) {
	run, item, err := t.opened(tx, *tried)
	if err != nil {
		if *tried && errors.Is(err, background.ErrLost) {
			run, err = t.committed(tx)
		}
		return run, outcome, err
	}
	*tried = true
	if err := t.out.Complete(tx); err != nil {
		return run, Outcome{}, err
	}
	if t.engine.triedAgain(run.ID) {
		if _, err := tx.Tasks.Delete(ofRest(run.Runner, t.engine.process)); err != nil {
			return run, Outcome{}, err
		}
	}
	item.Crashes = min(item.Crashes, t.item.Crashes) // take back the one counted in advance
	run, outcome, err = t.engine.write(tx, run, item, result)
	if err != nil {
		return run, outcome, err
	}
	if t.item.Crashes > 0 {
		if err := clearSuspect(tx, run.Runner, item.Subject); err != nil {
			return run, outcome, err
		}
	}
	run, err = t.proceed(tx, job, run)
	return run, outcome, err
}

// committed returns the run if an earlier attempt to commit succeeded, but its response was
// lost.
func (t *turn) committed(tx *storage.Tx) (storage.Run, error) {
	item, found, err := storage.Find(tx.RunItems, t.key())
	if err == nil && found && !item.Done {
		err = background.ErrLost
	}
	if err != nil {
		return storage.Run{}, err
	}
	run, err := tx.Runs.Get(t.out.Run)
	if errors.Is(err, storage.ErrNotFound) {
		err = background.ErrLost
	}
	return run, err
}

// opened is [turn.open]. The item of a process that holds the run is as it was handed out,
// unless an earlier attempt was committed or the job saved a checkpoint.
func (t *turn) opened(tx *storage.Tx, tried bool) (storage.Run, storage.RunItem, error) {
	if t.placed == nil || tried || t.item.Crashes > 0 {
		return t.open(tx)
	}
	run, err := t.openRun(tx)
	return run, t.item, err
}

// proceed writes the run after an item. It ends or pauses the run, or adds the next task.
func (t *turn) proceed(tx *storage.Tx, job guarded, run storage.Run) (storage.Run, error) {
	e := t.engine
	switch {
	case Left(run) <= 0:
		return e.leave(tx, job, run, storage.RunDone, "")
	case run.Control == cancelAsked:
		return e.leave(tx, job, run, storage.RunCancelled, "")
	case run.Control == pauseAsked:
		return e.leave(tx, job, run, storage.RunPaused, "")
	case t.placed != nil:
		at, err := e.advance(tx, job, run, t.placed.following)
		return at.run, err
	case job.independent(run):
		run.Current = t.title
		return run, tx.Runs.Put(run)
	}
	at, err := e.advance(tx, job, run, nil)
	if err == nil && at.more {
		err = e.queue.Add(tx, func(yield func(Task, error) bool) { yield(taskOf(run, at.seq), nil) })
	}
	return at.run, err
}

// checkpoint is [Item.SaveCheckpointFrom].
func (t *turn) checkpoint(ctx context.Context, write func(tx *storage.Tx) (json.RawMessage, error)) error {
	if err := t.await(ctx); err != nil {
		return err
	}
	err := saveCheckpoint(ctx, t.engine.store, write, func(tx *storage.Tx) (storage.RunItem, error) {
		_, at, err := t.open(tx)
		return at, err
	})
	return broken(err)
}
