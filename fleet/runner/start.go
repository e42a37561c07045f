package runner

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// itemsAtOnce is the number of items that are written with one call.
const itemsAtOnce = 500

// The initiators of a run.
const (
	Manual    = "manual"    // a user
	Scheduled = "scheduled" // the schedule
	Automatic = "automatic" // another run, or the result of a request

	// Resume resumes an open run, which keeps its initiator.
	Resume = "resume"
)

// StartOptions are the options of [Engine.Start].
type StartOptions struct {
	Runner    string
	Initiator string          // one of the constants above
	Options   json.RawMessage // an object defined by the job, stored with the run; may be nil

	// Restart cancels an open run and starts a new one. Start fails with [ErrBusy] if a
	// process works on the open run.
	Restart bool

	// If is called in the transaction that starts the run, so that only one of several
	// processes with the same condition starts it. Start fails with its error. Nil: no
	// condition.
	If func(tx *storage.Tx) error
}

// Start implements [Engine].
func (e *Local) Start(ctx context.Context, o StartOptions) (storage.Run, error) {
	return e.launch(ctx, o.Runner, e.starting(o))
}

// starting returns the [choose] of Start: it returns the open run, or a new one.
func (e *Local) starting(o StartOptions) choose {
	return func(tx *storage.Tx, job guarded, id string) (storage.Run, error) {
		if o.If != nil {
			if err := o.If(tx); err != nil {
				return storage.Run{}, err
			}
		}
		run, err := e.resumable(tx, job, o)
		if errors.Is(err, storage.ErrNotFound) && o.Initiator != Resume {
			return e.queue(tx, job, storage.Run{ID: id, Runner: o.Runner, Initiator: o.Initiator, Options: o.Options})
		}
		if err != nil {
			return run, err
		}
		if run.Status == storage.RunPaused {
			return run, fmt.Errorf("%w: %w: %s", ErrBusy, ErrPaused, run.ID)
		}
		run.Control, run.Resumed = "", true
		if o.Initiator != Resume {
			run.Initiator, run.Resumed = o.Initiator, false
		}
		return run, nil
	}
}

// resumable returns the open run, on which no process works, for a start to resume. If its
// cancellation was requested, or the start is a restart, resumable cancels it and the error
// wraps [storage.ErrNotFound], as when there is none.
func (e *Local) resumable(tx *storage.Tx, job guarded, o StartOptions) (storage.Run, error) {
	run, err := openRun(tx, o.Runner)
	if err != nil || !o.Restart && run.Control != cancelAsked {
		return run, err
	}
	why := "" // a user cancelled it, and its process ended first
	if o.Restart {
		why = Discarded
	}
	if _, err := e.settle(tx, job, run, storage.RunCancelled, why); err != nil {
		return run, err
	}
	return storage.Run{}, storage.ErrNotFound
}

// choose returns the run to work on, in the transaction that takes the lease. If it creates a
// run, the run has this ID.
type choose func(tx *storage.Tx, job guarded, id string) (storage.Run, error)

// launch takes the lease and works on the run that choose returns, in the background.
func (e *Local) launch(ctx context.Context, runner string, choose choose) (storage.Run, error) {
	job, ok := e.jobs[runner]
	if !ok {
		return storage.Run{}, fmt.Errorf("%w: %q", ErrUnknown, runner)
	}
	l := &live{engine: e, job: job, nudge: background.NewSignal(), done: make(chan struct{})}
	for other := e.claim(runner, l); other != nil; other = e.claim(runner, l) {
		if left, err := e.hasLeft(ctx, other); err != nil || !left {
			return storage.Run{}, cmp.Or(err, ErrBusy)
		}
		<-other.done // the other run has ended and is about to be retired
	}
	var run storage.Run
	begun := make(chan error, 1)
	// Start the goroutine first, so that every stored run has a worker that works on it or
	// leaves it cleanly.
	ok = e.work.Go(func(work context.Context, stop <-chan struct{}) {
		first, err := e.begin(ctx, l, choose)
		if err != nil {
			l.err = err
			e.retire(runner, l) // before done is closed, so that the next start of a caller that waited does not fail
			begun <- err
			return
		}
		defer e.retire(runner, l)
		run = first.run
		l.name(run.ID) // before a caller can know the ID
		begun <- nil
		work = pace.With(e.context(work), pace.Bulk)
		l.report(work)
		l.final, l.err = l.run(work, stop, first)
		e.markUnreleased(l.lease, runner)
	})
	if !ok {
		e.retire(runner, l)
		return storage.Run{}, ErrStopping
	}
	err := <-begun
	return run, err
}

// claim registers a run with the engine, or returns the registered run of its runner.
func (e *Local) claim(runner string, l *live) *live {
	e.mu.Lock()
	defer e.mu.Unlock()
	other := e.live[runner]
	if other == nil {
		e.live[runner] = l
	}
	return other
}

// hasLeft reports whether a run of this engine has released its lease, which means that it
// has ended as far as other processes are concerned.
func (e *Local) hasLeft(ctx context.Context, l *live) (left bool, err error) {
	if l.is("") { // not started
		return false, nil
	}
	return storage.View(ctx, e.store, func(tx *storage.Tx) (bool, error) { return released(tx, l.lease) })
}

// retire removes a run from the engine.
func (e *Local) retire(runner string, l *live) {
	e.mu.Lock()
	delete(e.live, runner)
	e.mu.Unlock()
	close(l.done)
}

// begin takes the lease and returns the first step.
func (e *Local) begin(ctx context.Context, l *live, choose choose) (first step, err error) {
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
	err = e.settling(ctx, l.job, func(tx *storage.Tx, job guarded) error {
		l.crash, l.abandoned = nil, nil
		lease, err := e.free(tx, runner)
		if err != nil {
			return err
		}
		if l.takenOver = e.crashed(runner, lease); l.takenOver {
			if l.crash, err = countCrash(tx, runner); err != nil {
				return err
			}
		}
		run, err := choose(tx, job, id)
		if err != nil {
			return err
		}
		run.Status, run.Reason, run.WaitingUntil, run.UpdatedAt = storage.RunRunning, "", 0, e.stamp()
		if run, l.abandoned, err = e.abandon(tx, job, run); err != nil {
			return err
		}
		if first, err = next(tx, job, run, nil); err != nil {
			return err
		}
		if first.item.Waiting { // set by the previous process
			first.item.Waiting = false
			if err := tx.RunItems.Put(first.item); err != nil {
				return err
			}
		}
		if l.lease, err = e.acquire(tx, runner, owner); err != nil {
			return err
		}
		return tx.Runs.Put(first.run)
	})
	// An error may mean that only the response to the commit was lost.
	if err == nil || !errors.Is(err, ErrBusy) && e.begun(context.WithoutCancel(ctx), l) {
		return first, nil
	}
	return step{}, err
}

// begun reports whether the transaction of begin was committed although it returned an error.
func (e *Local) begun(ctx context.Context, l *live) bool {
	if l.lease.Owner == "" { // the lease was not acquired
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	lease, err := storage.View(ctx, e.store, func(tx *storage.Tx) (storage.Lease, error) { return background.Get(tx, l.lease.Name) })
	return err == nil && lease.Owner == l.lease.Owner && lease.Epoch == l.lease.Epoch
}

// queue writes a new run and its items.
func (e *Local) queue(tx *storage.Tx, job guarded, run storage.Run) (storage.Run, error) {
	now := e.stamp()
	run.Status, run.StartedAt, run.UpdatedAt = storage.RunRunning, now, now
	newest, _, err := storage.FindFirst(tx.Runs.List(storage.RunQuery{Limit: 1}))
	if err != nil {
		return run, err
	}
	if newest.StartedAt == now && run.ID <= newest.ID { // lists order runs of one moment by ID
		run.ID = idAfter(newest.ID)
	}
	if err := tx.Runs.Put(run); err != nil { // before its items, which refer to it
		return run, err
	}
	known, err := suspects(tx, run.Runner)
	if err != nil {
		return run, err
	}
	suspected := make(map[string]bool, len(known))
	for _, item := range known {
		suspected[item.Subject] = true
	}
	items := make([]storage.RunItem, 0, itemsAtOnce)
	err = job.each(tx, run.Options, func(subject string) error {
		item := storage.RunItem{Run: run.ID, Seq: run.Total, Subject: subject}
		if suspected[subject] {
			item.Crashes = maxCrashes - 1
		}
		items = append(items, item)
		run.Total++
		if len(items) < cap(items) {
			return nil
		}
		full := items
		items = items[:0]
		return tx.RunItems.Put(full...)
	})
	if err != nil {
		return run, err
	}
	return run, tx.RunItems.Put(items...)
}

// idAfter returns an ID that sorts after id, by incrementing its last digits.
func idAfter(id string) string {
	const digits = 12
	if start := len(id) - digits; start > 0 {
		if n, err := strconv.ParseUint(id[start:], 16, 64); err == nil && n+1 < 1<<(4*digits) {
			return fmt.Sprintf("%s%0*x", id[:start], digits, n+1)
		}
	}
	return id + "0"
}

// openRun returns the run of a runner that has not ended, or an error that
// wraps [storage.ErrNotFound].
func openRun(tx *storage.Tx, runner string) (storage.Run, error) {
	run, found, err := storage.FindFirst(tx.Runs.List(storage.RunQuery{Runner: runner, Open: true, Limit: 1}))
	if err == nil && !found {
		err = &storage.MissingError{Kind: "open run", Key: runner}
	}
	return run, err
}

// resume is a [choose] that returns the run that a process left open, and lets the job record
// that it is resumed.
func (e *Local) resume(tx *storage.Tx, job guarded, _ string) (storage.Run, error) {
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
