package runner

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// sharedOwner is the owner of the lease of a runner while [Shared] engines work on its run.
const sharedOwner = "replicas"

// base is the part of the engine that [Shared] and [Local] have in common.
type base = Local

// Shared is an [Engine] for several processes on one database that all work on the items of
// a run, which a [Queue] hands out. The results of [Independent] items are written in the
// order in which they are ready. It is safe for concurrent use.
//
// The result of an item is written in the transaction that completes its task, so that each
// item is done once, whichever processes end. A process renews a lease of its own while it
// works. When that lease expires, its tasks are handed to other processes, and their items
// count a crash. A process works on an item with a crash only while it works on no other item
// of the run. After an interruption with [Result.Elsewhere], a process leaves the items to the
// others, and tries one after each lease duration. Subscribers receive the events of the items
// of this process, and the end of every run that it knows.
type Shared struct {
	*base
	queue   Queue
	process string // the name of this process
	starts  sync.Once

	mu    sync.Mutex // guards the fields below
	doing map[Task]*turn
	known map[string]storage.Run         // by ID, open runs whose end is to be published
	told  map[string]runEnd              // by runner, the end that was last sent to the subscribers
	gates map[string]*semaphore.Weighted // by runner; an item with a crash acquires the whole weight

	joined  map[string]time.Time // by run: since when it has been in known
	resting map[string]time.Time // by run: until when this process rests from it

	work   background.Signal // wakes the loop
	tended time.Time         // when the last step of the loop ended; belongs to the loop, as do the next two
	late   int               // number of consecutive late steps up to the last one
	since  time.Time         // since when no step has been late
}

var _ Engine = (*Shared)(nil)

// NewShared returns an engine that gets its items from a queue. It starts nothing. The error
// is that of Config.Random.
func NewShared(c Config, queue Queue) (*Shared, error) {
	process, err := storage.NewID(storage.TimeOf(c.Now()), c.Random)
	if err != nil {
		return nil, err
	}
	return &Shared{
		base: New(c), queue: queue, process: process, doing: make(map[Task]*turn), known: make(map[string]storage.Run), told: make(map[string]runEnd),
		gates: make(map[string]*semaphore.Weighted), joined: make(map[string]time.Time), resting: make(map[string]time.Time), work: background.NewSignal(),
	}, nil
}

// Start implements [Engine].
func (e *Shared) Start(ctx context.Context, o StartOptions) (storage.Run, error) {
	return e.launch(ctx, o.Runner, e.starting(o))
}

// Continue implements [Engine].
func (e *Shared) Continue(ctx context.Context, runner string) (run storage.Run, begun bool, err error) {
	run, err = e.unpause(ctx, runner)
	if err != nil || run.Status == storage.RunRunning {
		return run, false, err
	}
	run, err = e.launch(ctx, runner, continuing)
	return run, err == nil, err
}

// Resume implements [Engine].
func (e *Shared) Resume(ctx context.Context) {
	ctx, stop, done, ok := e.base.work.Join(ctx)
	if !ok {
		return
	}
	defer done()
	e.begin()
	select {
	case <-ctx.Done():
	case <-stop:
	}
}

// begin starts to take tasks, unless that has already been done. It reports false after Stop.
func (e *Shared) begin() bool {
	ok := true
	e.starts.Do(func() {
		ok = e.base.work.Go(func(ctx context.Context, stop <-chan struct{}) {
			var loops sync.WaitGroup
			loops.Go(func() { e.take(ctx, stop) })
			loops.Go(func() { background.Loop{Wake: e.work, Step: e.tend}.Run(ctx, stop) })
			loops.Wait()
			e.sign(context.WithoutCancel(ctx))
		})
	})
	return ok
}

// take takes tasks until the engine stops. If the database fails, it tries again.
func (e *Shared) take(ctx context.Context, stop <-chan struct{}) {
	background.Loop{Step: func(ctx context.Context) time.Duration {
		err := e.queue.Work(ctx, stop, Worker{
			Process: e.process, Runners: slices.Sorted(maps.Keys(e.jobs)), AtOnce: e.atOnce, Do: e.do,
		})
		if err != nil && ctx.Err() == nil {
			e.log.ErrorContext(ctx, "tasks not taken", "error", err)
		}
		return time.Second
	}}.Run(ctx, stop)
}

// launch stores the run that choose returns, with its tasks.
func (e *Shared) launch(ctx context.Context, runner string, choose choose) (run storage.Run, err error) {
	job, ok := e.jobs[runner]
	if !ok {
		return run, fmt.Errorf("%w: %q", ErrUnknown, runner)
	}
	if !e.begin() || e.stopping() {
		return run, ErrStopping
	}
	id, err := storage.NewID(e.stamp(), e.random)
	if err != nil {
		return run, err
	}
	e.mu.Lock()
	delete(e.told, runner) // a resumed run may end in the millisecond in which it ended before
	e.mu.Unlock()
	err = e.settling(ctx, job, func(tx *storage.Tx, job guarded) (err error) {
		run, err = e.launchIn(tx, job, id, choose)
		return err
	})
	if err != nil {
		return storage.Run{}, err
	}
	e.log.InfoContext(ctx, "run started", "runner", runner, "run_id", run.ID, "initiator", run.Initiator, "items", run.Total, "left", Left(run))
	e.follow(run)
	return run, nil
}

func (e *Shared) stopping() bool {
	_, _, done, ok := e.base.work.Join(context.Background())
	if ok {
		done()
	}
	return !ok
}

func (e *Shared) launchIn(tx *storage.Tx, job guarded, id string, choose choose) (storage.Run, error) {
	runner := job.Name()
	lease, err := e.free(tx, runner)
	if err != nil {
		return storage.Run{}, err
	}
	if err := e.inherit(tx, runner, lease); err != nil {
		return storage.Run{}, err
	}
	run, err := choose(tx, job, id)
	if err != nil {
		return run, err
	}
	run.Status, run.Reason, run.WaitingUntil, run.UpdatedAt = storage.RunRunning, "", 0, e.stamp()
	if _, err := e.acquire(tx, runner, sharedOwner); err != nil {
		return run, err
	}
	if err := e.enqueue(tx, job, run); err != nil {
		return run, err
	}
	at, err := e.advance(tx, job, run)
	return at.run, err
}

// advance writes a run before its next item, or leaves it if there is none.
func (e *Shared) advance(tx *storage.Tx, job guarded, run storage.Run) (step, error) {
	at, err := next(tx, job, run, nil)
	switch {
	case err != nil:
	case at.fault != nil:
		at.more = false
		at.run, err = e.leave(tx, job, run, storage.RunFailed, at.fault.Error())
	case !at.more:
		at.run, err = e.leave(tx, job, run, storage.RunDone, "")
	default:
		err = tx.Runs.Put(at.run)
	}
	return at, err
}

// inherit counts the crash of the previous owner of a lease, which was one process or, for
// sharedOwner, all of them.
func (e *Shared) inherit(tx *storage.Tx, runner string, lease storage.Lease) error {
	if lease.Owner == "" {
		return nil
	}
	if lease.Owner != sharedOwner {
		_, err := countCrash(tx, runner)
		return err
	}
	running, err := e.queue.Running(tx, 0)
	if err != nil {
		return err
	}
	for _, r := range running {
		if r.Runner == runner {
			if err := e.recover(tx, r, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// enqueue adds the tasks of a run: all of them if they are [Independent], otherwise the first.
func (e *Shared) enqueue(tx *storage.Tx, job guarded, run storage.Run) error {
	if err := e.queue.Clear(tx, run.Runner); err != nil {
		return err
	}
	query := storage.RunItemQuery{Run: run.ID, Pending: true}
	if !job.independent(run) {
		query.Limit = 1
	}
	var tasks []Task
	for item, err := range tx.RunItems.List(query) {
		if err != nil {
			return err
		}
		tasks = append(tasks, taskOf(run, item.Seq))
	}
	return e.queue.Add(tx, tasks)
}

func taskOf(run storage.Run, seq int) Task { return Task{Runner: run.Runner, Run: run.ID, Seq: seq} }

// leave writes the final status of a run, removes its tasks and releases the lease.
func (e *Shared) leave(tx *storage.Tx, job guarded, run storage.Run, status storage.RunStatus, why string) (storage.Run, error) {
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
	lease, err := background.Get(tx, leaseName(run.Runner))
	if err != nil || lease.Owner != sharedOwner {
		return run, err
	}
	return run, background.Release(tx, lease)
}

// finish leaves a run in a transaction of its own, unless it has been left, and publishes
// that.
func (e *Shared) finish(ctx context.Context, id, runner string, status storage.RunStatus, why string) (run storage.Run, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
	defer cancel()
	tried := false // then it may have been left although the response was lost
	err = e.settleRetrying(ctx, e.jobs[runner], func(tx *storage.Tx, job guarded) error {
		if run, err = tx.Runs.Get(id); err != nil {
			return err
		}
		if run.Status != storage.RunRunning {
			if !tried {
				err = background.ErrLost
			}
			return err
		}
		tried = true
		status, why := status, why
		if status == storage.RunInterrupted && run.Control == pauseAsked {
			status, why = storage.RunPaused, ""
		}
		run, err = e.leave(tx, job, run, status, why)
		return err
	})
	switch {
	case err == nil:
		e.ended(ctx, run)
	case errors.Is(err, background.ErrLost): // left by another item, or by another process: tend publishes that
		err = nil
	}
	return run, err
}

// Pause implements [Engine].
func (e *Shared) Pause(ctx context.Context, runner string) (storage.Run, error) {
	return e.control(ctx, runner, pauseAsked, storage.RunPaused)
}

// Cancel implements [Engine]. The run has ended when it returns.
func (e *Shared) Cancel(ctx context.Context, runner string) (storage.Run, error) {
	return e.control(ctx, runner, cancelAsked, storage.RunCancelled)
}

func (e *Shared) control(ctx context.Context, runner, asked string, left storage.RunStatus) (run storage.Run, err error) {
	job, ok := e.jobs[runner]
	if !ok {
		return run, fmt.Errorf("%w: %q", ErrUnknown, runner)
	}
	err = e.settling(ctx, job, func(tx *storage.Tx, job guarded) (err error) {
		if run, err = openRun(tx, runner); err != nil || run.Status == left {
			return err
		}
		lease, err := background.Get(tx, leaseName(runner))
		if err != nil {
			return err
		}
		_, working, err := e.queue.Has(tx, runner)
		if err != nil {
			return err
		}
		other := lease.Owner != sharedOwner && background.Held(lease, e.stamp()) // held by a Local engine
		if run.Status == storage.RunRunning && (other || working && asked == pauseAsked) {
			if run.Control != cancelAsked {
				run.Control = asked
			}
			return tx.Runs.Put(run)
		}
		run, err = e.leave(tx, job, run, left, "")
		return err
	})
	if err == nil && run.Status != storage.RunRunning {
		e.ended(ctx, run)
	}
	return run, err
}

// follow adds a run to those whose end this process publishes.
func (e *Shared) follow(run storage.Run) {
	if run.Status != storage.RunRunning {
		e.ended(context.Background(), run)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.known[run.ID] = run
	if _, ok := e.joined[run.ID]; !ok {
		e.joined[run.ID] = e.now()
	}
}

// follows reports whether this process will publish the end of a run.
func (e *Shared) follows(id string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, ok := e.known[id]
	return ok
}

// ended publishes that this process ended, paused or interrupted a run, and ends its work on
// it.
func (e *Shared) ended(ctx context.Context, run storage.Run) {
	e.log.InfoContext(ctx, "run ended", "runner", run.Runner, "run_id", run.ID, "status", run.Status, "completed", run.Completed,
		"failed", run.Failed, "skipped", run.Skipped, "left", Left(run), "reason", run.Reason)
	e.forget(run.ID)
	if e.observe != nil {
		e.observe(Event{Kind: RunEnded, Run: run})
	}
	e.tell(run)
}

// runEnd identifies an end, a pause or an interruption of a run.
type runEnd struct {
	id string
	at storage.Time
}

// tell sends the end of a run to the subscribers, once. The loop may find an end before the
// item of this process that caused it returns from its commit, or note a run again that has
// ended since the loop read it.
func (e *Shared) tell(run storage.Run) {
	end := runEnd{run.ID, run.UpdatedAt}
	e.mu.Lock()
	again := e.told[run.Runner] == end
	e.told[run.Runner] = end
	e.mu.Unlock()
	if !again {
		e.notify(Event{Kind: RunEnded, Run: run})
	}
}

// forget ends the work of this process on a run.
func (e *Shared) forget(id string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.known, id)
	delete(e.joined, id)
	delete(e.resting, id)
	for task, t := range e.doing {
		if task.Run == id {
			t.abort(background.ErrLost)
		}
	}
}

// processName is the key of the lease of a process.
func processName(process string) string { return "process/" + process }

func processOf(lease storage.Lease) (process string, ok bool) {
	return strings.CutPrefix(lease.Name, processName(""))
}

// sign releases the lease of this process, after its last task.
func (e *Shared) sign(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	_, err := storage.Update(ctx, e.store, func(tx *storage.Tx) (int, error) { return tx.Leases.Delete(processName(e.process)) })
	if err != nil {
		e.log.WarnContext(ctx, "lease not released", "process", e.process, "error", err)
	}
}
