package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/privacylabels/auditor/internal/background"
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

// Start starts a run. If the runner has an open run that was interrupted or that a
// process left open, Start resumes it instead, unless its cancellation was requested. A
// resumed run takes the new initiator and keeps its options. Start returns as soon as the
// run is stored. The run does not end with ctx.
//
// The error is [ErrBusy], together with [ErrPaused] for a paused run, [ErrStopping] or
// [ErrUnknown], or that of the condition, the context or the database. With the initiator [Resume] it
// wraps [storage.ErrNotFound] if no run is open.
func (e *Engine) Start(ctx context.Context, o StartOptions) (storage.Run, error) {
	return e.launch(ctx, o.Runner, e.starting(o))
}

// starting returns the [choose] of Start: it returns the open run, or a new one.
func (e *Engine) starting(o StartOptions) choose {
	return func(tx *storage.Tx, job guarded, id string) (storage.Run, error) {
		if o.If != nil {
			if err := o.If(tx); err != nil {
				return storage.Run{}, err
			}
		}
		run, err := e.resumable(tx, job, o)
		if errors.Is(err, storage.ErrNotFound) && o.Initiator != Resume {
			return e.create(tx, job, storage.Run{ID: id, Runner: o.Runner, Initiator: o.Initiator, Options: o.Options})
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
func (e *Engine) resumable(tx *storage.Tx, job guarded, o StartOptions) (storage.Run, error) {
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

// launched is the begin of the work on a run.
type launched struct {
	run     storage.Run
	lease   storage.Task
	crashed bool             // a process that worked on the run crashed
	suspect *storage.RunItem // the item that it worked on; nil: not known
}

// launch takes the lease and stores the run that choose returns, with its tasks.
func (e *Engine) launch(ctx context.Context, runner string, choose choose) (storage.Run, error) {
	job, ok := e.jobs[runner]
	if !ok {
		return storage.Run{}, fmt.Errorf("%w: %q", ErrUnknown, runner)
	}
	// Stop waits for this call, so that every stored run has a worker or is left cleanly.
	ctx, _, done, ok := e.work.Join(ctx)
	if !ok {
		return storage.Run{}, ErrStopping
	}
	defer done()
	if err := e.take(); err != nil {
		return storage.Run{}, err
	}
	id, err := storage.NewID(e.stamp(), e.random)
	if err != nil {
		return storage.Run{}, err
	}

	e.expect(runner)
	var l launched
	err = e.settling(ctx, job, func(tx *storage.Tx, job guarded) (err error) {
		l, err = e.launchIn(tx, job, id, choose)
		return err
	})
	// An error may mean that only the response to the commit was lost.
	if err != nil && (l.lease.Attempts == 0 || !e.committed(context.WithoutCancel(ctx), l)) {
		return storage.Run{}, err
	}

	run := l.run
	if item := l.suspect; item != nil && item.Crashes < maxCrashes {
		e.log.WarnContext(ctx, "process ended during an item", "runner", runner, "run_id", run.ID, "subject", item.Subject, "crashes", item.Crashes)
	}
	e.log.InfoContext(ctx, "run started", "runner", runner, "run_id", run.ID, "initiator", run.Initiator, "items", run.Total, "left", Left(run))
	if run.Status != storage.RunRunning {
		e.ended(ctx, run)
		return run, nil
	}
	if e.own != nil {
		e.own.start(l)
	} else {
		e.follow(run)
	}
	return run, nil
}

func (e *Engine) launchIn(tx *storage.Tx, job guarded, id string, choose choose) (l launched, err error) {
	runner := job.Name()
	lease, err := e.free(tx, runner)
	if err != nil {
		return l, err
	}
	if l.crashed, l.suspect, err = e.inherit(tx, runner, lease); err != nil {
		return l, err
	}
	run, err := choose(tx, job, id)
	if err != nil {
		return l, err
	}
	if run.Status != storage.RunRunning { // it was left, which [Engine.WaitSince] has to notice
		run.Resumes++
	}
	run.Status, run.Reason, run.WaitingUntil, run.UpdatedAt = storage.RunRunning, "", 0, e.stamp()
	lease, err = background.Acquire(tx, ofRunner(runner), e.owner(), e.stamp(), e.lease)
	if err != nil {
		return l, err
	}
	if err := e.enqueue(tx, job, run); err != nil {
		return l, err
	}
	at, err := e.advance(tx, job, run, nil)
	l.run, l.lease = at.run, lease
	return l, err
}

// committed reports whether the transaction of a launch was committed although it returned an
// error. The maintenance may have begun and ended the run since, and then no process holds the
// lease.
func (e *Engine) committed(ctx context.Context, l launched) bool {
	ctx, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	committed, err := storage.View(ctx, e.store, func(tx *storage.Tx) (bool, error) {
		lease, err := background.Get(tx, storage.Key(l.lease))
		if err != nil || lease.Attempts != l.lease.Attempts || lease.Owner != l.lease.Owner && lease.Owner != "" {
			return false, err
		}
		_, stored, err := storage.Find(tx.Runs, l.run.ID)
		return stored, err
	})
	return err == nil && committed
}

// enqueue adds the tasks of a run: all of them if they are [Independent], otherwise the first.
func (e *Engine) enqueue(tx *storage.Tx, job guarded, run storage.Run) error {
	if err := e.queue.Clear(tx, run.Runner); err != nil {
		return err
	}
	query := storage.RunItemQuery{Run: run.ID, Pending: true}
	if !job.independent(run) {
		query.Limit = 1
	}
	return e.queue.Add(tx, func(yield func(Task, error) bool) {
		var places [][]int // by line
		for item, err := range tx.RunItems.List(query) {
			if err != nil {
				yield(Task{}, err)
				return
			}
			for len(places) <= lineOf(item.Seq) {
				places = append(places, nil)
			}
			places[lineOf(item.Seq)] = append(places[lineOf(item.Seq)], item.Seq)
		}
		for seq := range inTurn(places) {
			if !yield(taskOf(run, seq), nil) {
				return
			}
		}
	})
}

func taskOf(run storage.Run, seq int) Task { return Task{Runner: run.Runner, Run: run.ID, Seq: seq} }

// queued is an item with its title.
type queued struct {
	item     storage.RunItem
	title    string
	untitled bool // the title could not be read
}

// step is the state of a run between two items.
type step struct {
	run  storage.Run
	seq  int  // the place of the next item
	more bool // whether there is a next item
}

// advance writes a run before its next item, or leaves it if there is none. The next item is
// following, or nil: it is read.
func (e *Engine) advance(tx *storage.Tx, job guarded, run storage.Run, following *queued) (step, error) {
	at := step{more: true}
	if following == nil {
		item, found, err := firstPending(tx, run.ID)
		if err != nil {
			return at, err
		}
		if following = (&queued{item: item}); found {
			following.title, err = job.Title(tx, item.Subject)
		}
		if at.more = found && err == nil; !at.more {
			status, why := storage.RunDone, ""
			if panicked(err) { // fail the run, but commit the items before this one
				status, why, err = storage.RunFailed, err.Error(), nil
			}
			if err == nil {
				at.run, err = e.leave(tx, job, run, status, why)
			}
			return at, err
		}
	}
	run.Current = following.title
	at.run, at.seq = run, following.item.Seq
	return at, tx.Runs.Put(run)
}

// create writes a new run and its items.
func (e *Engine) create(tx *storage.Tx, job guarded, run storage.Run) (storage.Run, error) {
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
	var places places
	err = job.each(tx, run.Options, func(subject string) error {
		line, err := job.line(tx, subject)
		if err != nil {
			return err
		}
		item := storage.RunItem{Run: run.ID, Seq: places.next(line), Subject: subject}
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
