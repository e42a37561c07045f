package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// itemsAtOnce is how many items are written with one call.
const itemsAtOnce = 500

// Who asks for a run.
const (
	Manual    = "manual"    // somebody
	Scheduled = "scheduled" // the schedule
	Automatic = "automatic" // another run, or what a request led to

	// Resume asks for nothing new: an open run goes on for who asked for it.
	Resume = "resume"
)

// Order is what [Engine.Start] is asked for.
type Order struct {
	Runner    string
	Initiator string          // one of the constants above
	Options   json.RawMessage // an object of the job's own, kept with the run; may be nil

	// Afresh gives up what an open run has left, unless somebody works on it,
	// and begins a new one.
	Afresh bool
}

// Start begins a run, or goes on with an open one: with one that was cut off, at
// the item where that was, and with one that a process left behind, unless that
// was cancelled. A run that is gone on with has the new initiator, and its
// options as they were. Start returns as soon as the run is in the store; the run
// belongs to the engine, and goes on when whoever asked is gone.
//
// The error is [ErrBusy], with [ErrPaused] where that is why, [ErrStopping],
// [ErrUnknown], the context's or the store's; with [Resume] it wraps
// [storage.ErrNotFound] when no run is open.
func (e *Engine) Start(ctx context.Context, o Order) (storage.Run, error) {
	return e.StartIf(ctx, o, func(storage.Tx) error { return nil })
}

// StartIf is [Engine.Start] if may returns nil, which is asked in the
// transaction that begins the run: so of several processes that ask the same,
// one begins. Else the error is what may returned.
func (e *Engine) StartIf(ctx context.Context, o Order, may func(tx storage.Tx) error) (storage.Run, error) {
	return e.launch(ctx, o.Runner, func(tx storage.Tx, job guarded, id string) (storage.Run, error) {
		if err := may(tx); err != nil {
			return storage.Run{}, err
		}
		run, err := e.leftOpen(tx, job, o)
		if errors.Is(err, storage.ErrNotFound) && o.Initiator != Resume {
			return e.queue(tx, job, storage.Run{ID: id, Runner: o.Runner, Initiator: o.Initiator, Options: o.Options})
		}
		if err != nil {
			return run, err
		}
		if _, cut := CutOff(run); run.Status == storage.RunPaused && !cut {
			return run, fmt.Errorf("%w: %w: %s", ErrBusy, ErrPaused, run.ID)
		}
		run.Control, run.Resumed = "", true
		if o.Initiator != Resume {
			run.Initiator, run.Resumed = o.Initiator, false
		}
		return run, nil
	})
}

// leftOpen returns the open run that an order may go on with, or an error that
// wraps [storage.ErrNotFound]. Nobody works on it.
func (e *Engine) leftOpen(tx storage.Tx, job guarded, o Order) (storage.Run, error) {
	run, err := openRun(tx, o.Runner)
	if err != nil || !o.Afresh && run.Control != cancelAsked {
		return run, err
	}
	why := "" // whoever was to obey is gone
	if o.Afresh {
		why = GivenUp
	}
	if _, err := e.settle(tx, job, run, storage.RunCancelled, why); err != nil {
		return run, err
	}
	return storage.Run{}, storage.ErrNotFound
}

// choose returns the run to work on, in the transaction that takes the lease.
// It may write a new one with this id.
type choose func(tx storage.Tx, job guarded, id string) (storage.Run, error)

// launch takes the lease and works on what choose returns, in the background.
func (e *Engine) launch(ctx context.Context, runner string, choose choose) (storage.Run, error) {
	job, ok := e.jobs[runner]
	if !ok {
		return storage.Run{}, fmt.Errorf("%w: %q", ErrUnknown, runner)
	}
	l := &live{engine: e, job: job, nudge: make(chan struct{}, 1), done: make(chan struct{})}
	for other := e.claim(runner, l); other != nil; other = e.claim(runner, l) {
		if left, err := e.hasLeft(ctx, other); err != nil || !left {
			return storage.Run{}, orElse(err, ErrBusy)
		}
		<-other.done // all that is left to do is to take it off
	}
	type answer struct {
		run storage.Run
		err error
	}
	begun := make(chan answer, 1)
	// The goroutine comes first: a run that is in the store has somebody to work
	// on it, or to leave it in order.
	ok = e.work.Go(func(work context.Context, stop <-chan struct{}) {
		defer e.retire(runner, l)
		first, err := e.begin(ctx, l, choose)
		if err == nil {
			l.name(first.run.ID) // before anybody can ask for it
		}
		begun <- answer{first.run, err}
		if err != nil {
			l.err = err
			return
		}
		work = pace.With(work, pace.Bulk)
		l.report(work, first.run)
		l.final, l.err = l.run(work, stop, first)
		e.forgetOwner(l.lease, runner)
	})
	if !ok {
		e.retire(runner, l)
		return storage.Run{}, ErrStopping
	}
	a := <-begun
	return a.run, a.err
}

// claim puts a run on the engine, or returns the one of its runner that is.
func (e *Engine) claim(runner string, l *live) *live {
	e.mu.Lock()
	defer e.mu.Unlock()
	other := e.live[runner]
	if other == nil {
		e.live[runner] = l
	}
	return other
}

// hasLeft says whether a run of this engine has given its lease back: for
// whoever looks into the store, it has ended.
func (e *Engine) hasLeft(ctx context.Context, l *live) (left bool, err error) {
	if l.is("") { // not begun
		return false, nil
	}
	err = e.store.View(ctx, func(tx storage.Tx) (err error) {
		left, err = givenBack(tx, l.lease)
		return err
	})
	return left, err
}

// retire takes a run off the engine.
func (e *Engine) retire(runner string, l *live) {
	e.mu.Lock()
	delete(e.live, runner)
	e.mu.Unlock()
	close(l.done)
}

// begin takes the lease and returns where to begin.
func (e *Engine) begin(ctx context.Context, l *live, choose choose) (first step, err error) {
	now := e.stamp()
	owner, err := storage.NewID(now, e.random)
	if err != nil {
		return step{}, err
	}
	id, err := storage.NewID(now, e.random)
	if err != nil {
		return step{}, err
	}
	runner := l.job.Name()
	err = l.job.settling(func(job guarded) error {
		return e.store.Update(ctx, func(tx storage.Tx) error {
			l.crash, l.abandoned = nil, nil
			lease, err := leaseOf(tx, runner)
			if err != nil {
				return err
			}
			if held(lease, e.stamp()) {
				return ErrBusy
			}
			if e.crashed(runner, lease) {
				if l.crash, err = countCrash(tx, runner); err != nil {
					return err
				}
			}
			run, err := choose(tx, job, id)
			if err != nil {
				return err
			}
			run.Status, run.Error, run.UpdatedAt = storage.RunRunning, "", e.stamp()
			if run, l.abandoned, err = e.abandon(tx, job, run); err != nil {
				return err
			}
			if first, err = next(tx, job, run); err != nil {
				return err
			}
			if first.item.Waiting { // of the process before
				first.item.Waiting = false
				if err := tx.RunItems().Put(first.item); err != nil {
					return err
				}
			}
			if l.lease, err = e.take(tx, lease, owner); err != nil {
				return err
			}
			return tx.Runs().Put(first.run)
		})
	})
	// The answer may be what was lost, and not the commit.
	if err == nil || !errors.Is(err, ErrBusy) && e.begun(context.WithoutCancel(ctx), l) {
		return first, nil
	}
	return step{}, err
}

// begun says whether a begin that reported an error was kept all the same.
func (e *Engine) begun(ctx context.Context, l *live) bool {
	if l.lease.Owner == "" { // it did not come so far
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, settlePatience)
	defer cancel()
	kept := false
	err := e.store.View(ctx, func(tx storage.Tx) error {
		lease, err := leaseOf(tx, l.job.Name())
		kept = err == nil && lease.Owner == l.lease.Owner && lease.Epoch == l.lease.Epoch
		return err
	})
	return err == nil && kept
}

// queue writes a new run and its items.
func (e *Engine) queue(tx storage.Tx, job guarded, run storage.Run) (storage.Run, error) {
	now := e.stamp()
	run.Status, run.StartedAt, run.UpdatedAt = storage.RunRunning, now, now
	if err := tx.Runs().Put(run); err != nil { // the items need it
		return run, err
	}
	remembered, err := suspects(tx, run.Runner)
	if err != nil {
		return run, err
	}
	items := make([]storage.RunItem, 0, itemsAtOnce)
	err = job.each(tx, run.Options, func(subject string) error {
		item := storage.RunItem{Run: run.ID, Seq: run.Total, Subject: subject}
		if remembered[subject] {
			item.Crashes = maxCrashes - 1
		}
		items = append(items, item)
		run.Total++
		if len(items) < cap(items) {
			return nil
		}
		full := items
		items = items[:0]
		return tx.RunItems().Put(full...)
	})
	if err != nil {
		return run, err
	}
	return run, tx.RunItems().Put(items...)
}

// openRun returns the run of a runner that has not ended, or an error that
// wraps [storage.ErrNotFound].
func openRun(tx storage.Tx, runner string) (storage.Run, error) {
	return storage.First(tx.Runs().List(storage.RunQuery{Runner: runner, Open: true, Limit: 1}))
}

// resume chooses the run that a process left behind, and tells of it if one wants
// to know.
func (e *Engine) resume(tx storage.Tx, job guarded, _ string) (storage.Run, error) {
	run, err := openRun(tx, job.Name())
	if err != nil {
		return run, err
	}
	if run.Status != storage.RunRunning {
		return run, storage.ErrNotFound
	}
	run.Resumed = true
	if err := job.Resumed(tx, run); err != nil {
		return run, err
	}
	flags, err := feature.Resolve(tx)
	if err != nil || !flags.On(feature.ResumeNotices) {
		return run, err
	}
	return run, notify.Post(tx, e.stamp(), e.random, resumed(run))
}
