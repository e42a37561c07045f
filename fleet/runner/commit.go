package runner

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// A commit that failed is tried so often, with a pause between that doubles.
const (
	tries      = 4
	firstPause = 50 * time.Millisecond
)

// refusal is an error of the job's own, as opposed to one of the store.
type refusal struct{ err error }

func (r *refusal) Error() string { return r.err.Error() }
func (r *refusal) Unwrap() error { return r.err }

// insist calls a commit until it succeeds or cannot. The commit has to find out
// by itself that it has happened, since it may be the answer that was lost.
func insist(ctx context.Context, commit func() error) error {
	pause := firstPause
	for try := 1; ; try++ {
		err := commit()
		var refused *refusal
		if err == nil || try == tries || errors.Is(err, errLost) || errors.Is(err, errTakenBack) || errors.As(err, &refused) || panicked(err) {
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

// after is where a run stands when an item is done.
type after struct {
	step
	outcome Outcome
}

// commit writes what was made of an item and marks it as done, once.
func (l *live) commit(ctx context.Context, item storage.RunItem, result Result) (then after, err error) {
	tried := false
	for {
		err = insist(ctx, func() error { return l.commitOnce(ctx, item, result, &tried, &then) })
		var refused *refusal
		if !errors.As(err, &refused) || result.Instead == nil {
			break
		}
		instead, ok := result.Instead(refused.err)
		if !ok {
			break
		}
		result = Result{Write: instead.Write} // which has nothing in its place
	}
	if err == nil {
		l.renewed()
	}
	return then, err
}

// commitOnce tries to commit. Tried reports whether that was tried before: only then
// can the item be done already, and is looked up.
func (l *live) commitOnce(ctx context.Context, item storage.RunItem, result Result, tried *bool, then *after) error {
	return l.engine.store.Update(ctx, func(tx storage.Tx) error {
		run, err := l.engine.hold(tx, l.lease, item.Run)
		if err != nil {
			return err
		}
		at := item
		if *tried {
			if at, err = tx.RunItems().Get(item.Key()); err != nil {
				return err
			}
		}
		*tried = true
		if !at.Done { // else the answer was lost, not the commit: the outcome is that of the last try
			if run, then.outcome, err = l.write(tx, run, at, result); err != nil {
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
		return tx.Runs().Put(then.run)
	})
}

// checkpoint writes how far an item is, with what write does, once: what is kept
// tells whether the answer was lost or the commit, unless the same was kept
// before. The ticker is not told of it, as it is the ticker that learns what is
// asked of the run meanwhile.
func (l *live) checkpoint(ctx context.Context, item storage.RunItemID, kept json.RawMessage, write func(storage.Tx) error) error {
	tried, moves := false, false
	err := insist(ctx, func() error {
		defer func() { tried = true }()
		return l.engine.store.Update(ctx, func(tx storage.Tx) error {
			if _, err := l.engine.hold(tx, l.lease, item.Run); err != nil {
				return err
			}
			at, err := tx.RunItems().Get(item)
			if err != nil {
				return err
			}
			switch is := bytes.Equal(at.Detail, kept); {
			case !tried:
				moves = !is
			case moves && is:
				return nil
			}
			if !bytes.Equal(at.Detail, kept) { // it advances, so it is not stuck
				at.Crashes = 0
			}
			at.Detail = kept
			if err := tx.RunItems().Put(at); err != nil || write == nil {
				return err
			}
			if err := write(tx); err != nil {
				return &refusal{err}
			}
			return nil
		})
	})
	var refused *refusal
	if errors.As(err, &refused) {
		return refused.err
	}
	return err
}

// renewed tells the ticker that the lease was renewed, by somebody who also
// learned what is asked of the run.
func (l *live) renewed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.commits++
}

// write calls Result.Write and counts the item. The run is not written yet. Of
// the detail nothing is kept: those of a large fleet would fill the store until
// the run ends, and nobody reads them there.
func (l *live) write(tx storage.Tx, run storage.Run, item storage.RunItem, result Result) (storage.Run, Outcome, error) {
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
		return run, outcome, &refusal{fmt.Errorf("the job ended %s as %q", item.Subject, outcome.State)}
	}
	if outcome.Totals != nil {
		run.Totals = outcome.Totals
	}
	run.UpdatedAt = l.engine.stamp()
	item.Done, item.Waiting, item.Outcome, item.Detail = true, false, string(outcome.State), nil
	return run, outcome, tx.RunItems().Put(item)
}
