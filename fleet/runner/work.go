package runner

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// settlePatience is how long it may take to leave a run in order.
const settlePatience = 10 * time.Second

// errCancelled ends the context of an item whose run was cancelled.
var errCancelled = errors.New("the run was cancelled")

// live is a run that this engine works on.
type live struct {
	engine    *Engine
	job       guarded
	lease     storage.Lease // as it was taken
	crash     *crash        // of the process that had the lease before; nil: none
	abandoned []abandoned   // when the run was begun
	nudge     chan struct{} // something was asked of the run: look now

	mu      sync.Mutex // guards the next two
	id      string
	commits int // says to the ticker that the lease was renewed

	done  chan struct{} // closed when the engine works on it no more; then
	final storage.Run   // as it was left
	err   error         // why it did not come to an end, or was not begun
}

// step is where a run stands between two items.
type step struct {
	run   storage.Run
	item  storage.RunItem // the next one
	title string
	more  bool  // there is one
	fault error // of the job with it; the run ends with that
}

// next returns the step before the first pending item of a run.
func next(tx storage.Tx, job guarded, run storage.Run) (s step, err error) {
	s.item, err = firstPending(tx, run.ID)
	s.more = err == nil
	if errors.Is(err, storage.ErrNotFound) {
		err = nil
	}
	if err == nil && s.more {
		s.title, err = job.Title(tx, s.item.Subject)
	}
	if panicked(err) { // what was done before this item stands
		s.fault, err = err, nil
	}
	run.Current = s.title
	s.run = run
	return s, err
}

// run works on items until the run ends or this engine has to let go of it.
func (l *live) run(ctx context.Context, stop <-chan struct{}, at step) (storage.Run, error) {
	items, abort := context.WithCancelCause(ctx)
	defer abort(nil)
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		l.keep(items, at.run.ID, abort)
	}()
	defer func() { <-kept }() // nothing is left behind
	defer abort(nil)

	final, err := l.items(ctx, items, stop, at)
	switch {
	case err == nil:
		l.engine.publish(Event{Kind: RunEnded, Run: final})
	case errors.Is(err, errLost):
		l.engine.log.WarnContext(ctx, "a run is another process's now", "runner", l.job.Name(), "run_id", at.run.ID)
	case !errors.Is(err, ErrStopping):
		l.engine.log.ErrorContext(ctx, "a run failed and stays open", "runner", l.job.Name(), "run_id", at.run.ID, "error", err)
	}
	return final, err
}

// name says which run it is.
func (l *live) name(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.id = id
}

// is says whether this is the run.
func (l *live) is(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.id == id
}

// items does one item after the other. Commits have the context of the engine,
// work on an item has one that ends with the run.
func (l *live) items(ctx, items context.Context, stop <-chan struct{}, at step) (storage.Run, error) {
	for {
		switch {
		case at.fault != nil:
			return l.fail(ctx, at, at.fault)
		case !at.more:
			return l.finish(ctx, at.run, storage.RunDone, "")
		case at.run.Control == cancelAsked:
			return l.finish(ctx, at.run, storage.RunCancelled, "")
		case at.run.Control == pauseAsked:
			final, err := l.finish(ctx, at.run, storage.RunPaused, "")
			if !errors.Is(err, errTakenBack) {
				return final, err
			}
			at.run.Control = ""
			continue
		case ended(ctx, stop):
			return at.run, l.letGo(ctx, at.run.ID)
		}
		item := Item{Run: at.run, Seq: at.item.Seq, Subject: at.item.Subject, Title: at.title, Kept: at.item.Detail, stopping: stop}
		item.keep = func(ctx context.Context, kept json.RawMessage, write func(storage.Tx) error) error {
			return l.checkpoint(ctx, at.item.Key(), kept, write)
		}
		item.tell = func(progress any) {
			l.engine.publish(Event{Kind: ItemProgress, Run: item.Run, Item: item, Progress: progress})
		}
		l.engine.publish(Event{Kind: ItemStarted, Run: at.run, Item: item})
		then, cutOff, err := l.doOne(ctx, l.observe(items, at.item), at, item)
		lost := errors.Is(err, errLost) || errors.Is(context.Cause(items), errLost)
		switch {
		case err == nil && cutOff != "":
			return l.finish(ctx, at.run, storage.RunPaused, cutOff)
		case err == nil:
			l.engine.publish(Event{Kind: ItemDone, Run: then.run, Item: item, State: then.outcome.State, Detail: then.outcome.Detail})
			at = then.step
		case lost:
			return at.run, errLost
		case errors.Is(context.Cause(items), errCancelled):
			return l.finish(ctx, at.run, storage.RunCancelled, "")
		case ctx.Err() != nil, errors.Is(err, ErrStopping) && ended(ctx, stop):
			return at.run, l.letGo(ctx, at.run.ID)
		default:
			return l.fail(ctx, at, err)
		}
	}
}

// fail ends a run with a fault.
func (l *live) fail(ctx context.Context, at step, fault error) (storage.Run, error) {
	l.engine.log.ErrorContext(ctx, "a run fails", "runner", l.job.Name(), "run_id", at.run.ID, "subject", at.item.Subject, "error", fault)
	return l.finish(ctx, at.run, storage.RunFailed, fault.Error())
}

// doOne does one item and commits what came of it, or says why the run is cut
// off at it.
func (l *live) doOne(ctx, items context.Context, at step, item Item) (then after, cutOff string, err error) {
	result, err := l.job.Do(items, item)
	if result.Release != nil {
		defer result.Release()
	}
	if err != nil {
		return after{}, "", err
	}
	if result.CutOff != "" {
		return after{}, result.CutOff, nil
	}
	then, err = l.commit(ctx, at.item, result)
	return then, "", err
}

// keep renews the lease while an item takes long, and looks at what is asked of
// the run. It ends with the context, which it ends itself when the run is to be
// cancelled or the lease is lost.
func (l *live) keep(ctx context.Context, id string, abort context.CancelCauseFunc) {
	ticker := time.NewTicker(l.engine.lease / 4)
	defer ticker.Stop()
	seen := -1
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.nudge:
		case <-ticker.C:
			l.mu.Lock()
			renewed := l.commits != seen
			seen = l.commits
			l.mu.Unlock()
			if renewed {
				continue
			}
		}
		control, err := l.renew(ctx, id)
		switch {
		case errors.Is(err, errLost):
			abort(errLost)
		case err == nil && control == cancelAsked:
			abort(errCancelled)
		case err != nil && ctx.Err() == nil:
			l.engine.log.WarnContext(ctx, "a lease could not be renewed", "runner", l.job.Name(), "error", err)
		}
	}
}

// renew moves the end of the lease, and returns what is asked of the run.
func (l *live) renew(ctx context.Context, id string) (control string, err error) {
	err = l.engine.store.Update(ctx, func(tx storage.Tx) error {
		run, err := l.engine.hold(tx, l.lease, id)
		control = run.Control
		return err
	})
	return control, err
}

// letGo gives the lease back and leaves the run open. It returns ErrStopping.
func (l *live) letGo(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settlePatience)
	defer cancel()
	err := insist(ctx, func() error {
		return l.engine.store.Update(ctx, func(tx storage.Tx) error {
			if back, err := givenBack(tx, l.lease); err != nil || back {
				return err
			}
			if _, err := l.engine.hold(tx, l.lease, id); err != nil {
				return err
			}
			return giveBack(tx, l.lease)
		})
	})
	if err != nil { // it ends by itself
		l.engine.log.WarnContext(ctx, "a lease could not be given back", "runner", l.job.Name(), "error", err)
	}
	return ErrStopping
}

// ended says whether work should stop here.
func ended(ctx context.Context, stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return ctx.Err() != nil
	}
}
