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

// The number of attempts at a commit, and the first delay between them, which doubles.
const (
	tries      = 4
	firstPause = 50 * time.Millisecond
)

// refusal is an error of the job, as opposed to one of the database.
type refusal struct{ err error }

func (r *refusal) Error() string { return r.err.Error() }
func (r *refusal) Unwrap() error { return r.err }

// retry calls a commit until it succeeds or cannot succeed. The commit must detect that
// it has already happened, since the response may have been lost.
func retry(ctx context.Context, commit func() error) error {
	pause := firstPause
	for try := 1; ; try++ {
		err := commit()
		var refused *refusal
		if err == nil || try == tries || errors.Is(err, background.ErrLost) || errors.Is(err, errPauseWithdrawn) || errors.As(err, &refused) || panicked(err) {
			return err
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return err
		}
		pause *= 2
	}
}

// after is the state of a run after an item.
type after struct {
	step
	outcome Outcome
}

// commit writes the result of an item and marks it as done, once.
func (l *live) commit(ctx context.Context, item storage.RunItem, result Result) (then after, err error) {
	tried := false
	for {
		err = retry(ctx, func() error { return l.commitOnce(ctx, item, result, &tried, &then) })
		var refused *refusal
		if !errors.As(err, &refused) || result.Instead == nil {
			break
		}
		instead, ok := result.Instead(refused.err)
		if !ok {
			break
		}
		result = Result{Write: instead.Write} // which has no Instead of its own
	}
	if err == nil {
		l.renewed()
	}
	return then, err
}

// commitOnce tries to commit. Tried reports whether an earlier attempt was made; only
// then can the item be done already.
func (l *live) commitOnce(ctx context.Context, item storage.RunItem, result Result, tried *bool, then *after) error {
	return l.engine.store.Update(ctx, func(tx *storage.Tx) error {
		run, err := l.engine.hold(tx, l.lease, item.Run)
		if err != nil {
			return err
		}
		at := item
		if *tried {
			if at, err = tx.RunItems.Get(item.Key()); err != nil {
				return err
			}
		}
		*tried = true
		if !at.Done { // otherwise only the response was lost: the outcome is that of the last attempt
			if run, then.outcome, err = l.engine.write(tx, run, at, result); err != nil {
				return err
			}
		}
		if item.Crashes > 0 {
			if err := clearSuspect(tx, run.Runner, item.Subject); err != nil {
				return err
			}
		}
		if then.step, err = next(tx, l.job, run); err != nil {
			return err
		}
		return tx.Runs.Put(then.run)
	})
}

// saver returns what [Item.SaveCheckpoint] calls. It waits for the item's turn.
func (l *live) saver(s *started) func(context.Context, func(*storage.Tx) (json.RawMessage, error)) error {
	return func(ctx context.Context, write func(*storage.Tx) (json.RawMessage, error)) error {
		if err := s.await(ctx); err != nil {
			return err
		}
		return l.checkpoint(ctx, s.at.Key(), write)
	}
}

// checkpoint is [Item.SaveCheckpointFrom]. The ticker is not informed, since it also reads
// requests to pause or cancel.
func (l *live) checkpoint(ctx context.Context, item storage.RunItemID, write func(*storage.Tx) (json.RawMessage, error)) error {
	err := saveCheckpoint(ctx, l.engine.store, write, func(tx *storage.Tx) (storage.RunItem, error) {
		if _, err := l.engine.hold(tx, l.lease, item.Run); err != nil {
			return storage.RunItem{}, err
		}
		return tx.RunItems.Get(item)
	})
	var refused *refusal
	if errors.As(err, &refused) {
		return refused.err
	}
	return err
}

// saveCheckpoint saves the checkpoint of an item with what write does, once. The saved
// checkpoint shows whether an earlier attempt was committed, unless it equals the one
// before. Open returns the item if this process may still write for it. An error of write
// is returned as a [refusal].
func saveCheckpoint(ctx context.Context, store storage.Store, write func(*storage.Tx) (json.RawMessage, error), open func(*storage.Tx) (storage.RunItem, error)) error {
	var wrote json.RawMessage // by the last attempt
	tried, moved := false, false
	return retry(ctx, func() error {
		defer func() { tried = true }()
		return store.Update(ctx, func(tx *storage.Tx) error {
			at, err := open(tx)
			if err != nil {
				return err
			}
			if tried && moved && bytes.Equal(at.Detail, wrote) { // it was committed, though the response was lost
				return nil
			}
			kept, err := write(tx)
			if err != nil {
				return &refusal{err}
			}
			wrote, moved = kept, !bytes.Equal(at.Detail, kept)
			if moved { // the item advances, so it is not stuck
				at.Crashes = 0
			}
			at.Detail = kept
			return tx.RunItems.Put(at)
		})
	})
}

// renewed records that a commit renewed the lease and read the requests to the run.
func (l *live) renewed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fresh = true
}

// write calls Result.Write and counts the item. It does not write the run. The detail is
// not stored: for a large fleet it would fill the database until the run ends, and is
// never read.
func (e *Local) write(tx *storage.Tx, run storage.Run, item storage.RunItem, result Result) (storage.Run, Outcome, error) {
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
