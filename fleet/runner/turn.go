package runner

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/semaphore"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/internal/tracing"
	"github.com/privacylabels/auditor/storage"
)

// retryDelay is the delay before a task that cannot be worked on now is handed out again.
const retryDelay = time.Second

// turn is the work of this process on a task.
type turn struct {
	engine *Shared
	job    guarded
	out    Handout
	run    storage.Run     // as of the start
	item   storage.RunItem // as stored
	title  string
	leased bool // shared engines hold the lease of the run, or did as far as this process knows
	abort  context.CancelCauseFunc
}

// do implements [Worker.Do].
func (e *Shared) do(ctx context.Context, out Handout) *time.Duration {
	job, ok := e.jobs[out.Runner]
	if !ok { // the task is for a job of another version of the program
		return new(e.lease)
	}
	ctx, stop, done, ok := e.base.work.Join(ctx)
	if !ok {
		return new(time.Duration)
	}
	defer done()
	ctx, abort := context.WithCancelCause(ctx)
	defer abort(nil)
	t := &turn{engine: e, job: job, out: out, abort: abort}
	if !e.enter(t) { // another process returned the task while this one was suspended
		return new(retryDelay)
	}
	defer e.exit(t)
	e.work.Send() // makes the loop renew the lease of this process
	return t.do(pace.With(e.context(ctx), pace.Bulk), stop)
}

// enter notes that this process works on a task, unless it does already.
func (e *Shared) enter(t *turn) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, twice := e.doing[t.out.Task]; twice {
		return false
	}
	e.doing[t.out.Task] = t
	return true
}

func (e *Shared) exit(t *turn) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.doing, t.out.Task)
}

// do works on the task, if it can be worked on now.
func (t *turn) do(ctx context.Context, stop <-chan struct{}) *time.Duration {
	e := t.engine
	todo, err := t.load(ctx)
	if err != nil || !todo {
		return t.postpone(ctx, err)
	}
	if !t.leased {
		return new(retryDelay)
	}
	if left := e.rests(t.out.Run); left > 0 && t.run.Control == "" {
		background.Pause(ctx, stop, min(left, restHold))
		return new(time.Duration)
	}
	gate, width := e.gate(t.out.Runner), int64(1)
	if t.item.Crashes > 0 {
		width = maxAtOnce
	}
	if err := gate.Acquire(ctx, width); err != nil {
		return t.postpone(ctx, context.Cause(ctx))
	}
	defer gate.Release(width)
	if t.item.Crashes > 0 {
		if todo, err = t.suspect(ctx); err != nil || !todo {
			return t.postpone(ctx, err)
		}
	}
	if background.Stopped(ctx, stop) {
		t.withdrawCrash(ctx)
		return new(time.Duration)
	}
	if t.run.Control == pauseAsked {
		t.withdrawCrash(ctx)
		return new(retryDelay)
	}
	e.follow(t.run)
	return t.settle(ctx, stop, t.work(ctx, stop))
}

// settle decides what becomes of the task, and of its run, after the work on it.
func (t *turn) settle(ctx context.Context, stop <-chan struct{}, err error) *time.Duration {
	_, broken := errors.AsType[*databaseError](err)
	switch {
	case err == nil || errors.Is(err, background.ErrLost) || errors.Is(context.Cause(ctx), background.ErrLost):
		return nil
	case ctx.Err() != nil, errors.Is(err, ErrStopping) && background.Stopped(ctx, stop):
		t.withdrawCrash(ctx)
		return new(time.Duration)
	case errors.Is(err, errResting):
		return new(time.Duration)
	case broken || errors.Is(err, storage.ErrUnavailable):
		t.withdrawCrash(ctx)
		return t.postpone(ctx, err)
	}
	t.engine.log.ErrorContext(ctx, "run failed", "runner", t.out.Runner, "run_id", t.out.Run, "subject", t.item.Subject, "error", err)
	if _, err := t.engine.finish(ctx, t.out.Run, t.out.Runner, storage.RunFailed, err.Error()); err != nil {
		return t.postpone(ctx, err)
	}
	return nil
}

// databaseError is an error of the database, as opposed to one of the job.
type databaseError struct{ error }

func (d *databaseError) Unwrap() error { return d.error }

// postpone logs an error of the database and returns the delay before the next attempt, or nil if
// there is no error or another process has the task.
func (t *turn) postpone(ctx context.Context, err error) *time.Duration {
	if err == nil || errors.Is(err, background.ErrLost) {
		return nil
	}
	if ctx.Err() == nil {
		t.engine.log.ErrorContext(ctx, "item not done", "runner", t.out.Runner, "run_id", t.out.Run, "error", err)
	}
	return new(retryDelay)
}

// gate returns the semaphore that limits concurrent items of a runner in this process.
func (e *Shared) gate(runner string) *semaphore.Weighted {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.gates[runner] == nil {
		e.gates[runner] = semaphore.NewWeighted(maxAtOnce)
	}
	return e.gates[runner]
}

func (t *turn) key() storage.RunItemID { return storage.RunItemID{Run: t.out.Run, Seq: t.out.Seq} }

// open returns the run and the item if they are open, otherwise [background.ErrLost].
func (t *turn) open(tx *storage.Tx) (run storage.Run, item storage.RunItem, err error) {
	if run, err = tx.Runs.Get(t.out.Run); err == nil && run.Status == storage.RunRunning {
		item, err = tx.RunItems.Get(t.key())
	}
	if errors.Is(err, storage.ErrNotFound) || err == nil && (run.Status != storage.RunRunning || item.Done) {
		err = background.ErrLost
	}
	return run, item, err
}

// load reads the run and the item, and reports whether there is anything to do.
func (t *turn) load(ctx context.Context) (bool, error) {
	err := t.engine.store.View(ctx, func(tx *storage.Tx) (err error) {
		if t.run, t.item, err = t.open(tx); err != nil {
			return err
		}
		lease, err := background.Get(tx, leaseName(t.out.Runner))
		if err != nil {
			return err
		}
		t.leased = background.Held(lease, t.engine.stamp()) || t.engine.follows(t.run.ID)
		t.title, err = t.job.Title(tx, t.item.Subject)
		return err
	})
	if panicked(err) {
		_, err = t.engine.finish(ctx, t.out.Run, t.out.Runner, storage.RunFailed, err.Error())
		return false, err
	}
	return err == nil, err
}

// suspect prepares the work on an item with a crash, while this process works on no other
// item of the run. It abandons the item if it has too many crashes. Otherwise it counts the
// next crash in advance; the commit or clear take that back.
func (t *turn) suspect(ctx context.Context) (todo bool, err error) {
	e := t.engine
	var gone *abandoned
	var final storage.Run
	err = e.settleRetrying(ctx, t.job, func(tx *storage.Tx, job guarded) (err error) {
		gone = nil
		if t.run, t.item, err = t.open(tx); err != nil {
			return err
		}
		if t.item.Crashes < maxCrashes {
			presumed := t.item
			presumed.Crashes++
			return tx.RunItems.Put(presumed)
		}
		one, err := e.abandonItem(tx, job, t.run, t.item)
		if err != nil {
			return err
		}
		if err := t.out.Complete(tx); err != nil {
			return err
		}
		gone = &one
		final, err = t.proceed(tx, job, one.after)
		return err
	})
	if err != nil || gone == nil {
		return err == nil, err
	}
	e.reportAbandoned(ctx, *gone)
	if final.Status != storage.RunRunning {
		e.ended(ctx, final)
	}
	return false, nil
}

// withdrawCrash takes back the crash that was counted in advance.
func (t *turn) withdrawCrash(ctx context.Context) {
	if t.item.Crashes == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
	defer cancel()
	err := t.engine.store.Update(ctx, func(tx *storage.Tx) error {
		_, item, err := t.open(tx)
		if err != nil {
			return err
		}
		item.Crashes, item.Waiting = t.item.Crashes, false
		return tx.RunItems.Put(item)
	})
	if err != nil && !errors.Is(err, background.ErrLost) {
		t.engine.log.WarnContext(ctx, "presumed crash not withdrawn", "runner", t.out.Runner, "run_id", t.out.Run, "subject", t.item.Subject, "error", err)
	}
}

// work does the item and commits its result.
func (t *turn) work(ctx context.Context, stop <-chan struct{}) (err error) {
	e := t.engine
	ctx, span := tracing.Start(ctx, "item "+t.out.Runner, trace.SpanKindInternal)
	item := Item{Run: t.run, Seq: t.item.Seq, Subject: t.item.Subject, Title: t.title, Checkpoint: t.item.Detail, stopping: stop, save: t.checkpoint}
	item.report = func(progress any) {
		e.publish(Event{Kind: ItemProgress, Run: t.run, Item: item, Progress: progress})
	}
	var outcome Outcome
	defer func() { endSpan(span, item, outcome.State, err) }()
	e.publish(Event{Kind: ItemStarted, Run: t.run, Item: item})
	result, err := t.call(t.observed(ctx), item)
	if result.Release != nil {
		defer result.Release()
	}
	if err != nil {
		return err
	}
	if result.Interrupt != "" {
		t.withdrawCrash(ctx)
		if result.Elsewhere {
			return t.rest(ctx, result.Interrupt)
		}
		_, err := e.finish(ctx, t.out.Run, t.out.Runner, storage.RunInterrupted, result.Interrupt)
		return broken(err)
	}
	run, outcome, err := t.commit(ctx, result)
	if err != nil {
		return err
	}
	if e.triedAgain(run.ID) {
		e.setRest(run.ID, false)
	}
	e.publish(Event{Kind: ItemDone, Run: run, Item: item, State: outcome.State, Entries: outcome.Entries, Detail: outcome.Detail})
	if run.Status != storage.RunRunning {
		e.ended(ctx, run)
	}
	return nil
}

// call calls Do. The error is errNoReturn if Do calls runtime.Goexit.
func (t *turn) call(ctx context.Context, item Item) (result Result, err error) {
	done := make(chan struct{})
	err = errNoReturn
	go func() {
		defer close(done)
		result, err = t.job.Do(ctx, item)
	}()
	<-done
	return result, err
}

// broken marks an error of the database, and returns one of the job as it is.
func broken(err error) error {
	if refused, ok := errors.AsType[*refusal](err); ok {
		return refused.error
	}
	if err == nil || errors.Is(err, background.ErrLost) {
		return err
	}
	return &databaseError{err}
}

// commit writes the result, marks the item as done and completes the task, in one
// transaction.
func (t *turn) commit(ctx context.Context, result Result) (run storage.Run, outcome Outcome, err error) {
	tried := false
	err = orInstead(result, func(result Result) error {
		return t.engine.settleRetrying(ctx, t.job, func(tx *storage.Tx, job guarded) (err error) {
			run, outcome, err = t.commitIn(tx, job, result, &tried)
			return err
		})
	})
	return run, outcome, broken(err)
}

func (t *turn) commitIn(tx *storage.Tx, job guarded, result Result, tried *bool) (storage.Run, Outcome, error) {
	run, item, err := t.open(tx)
	if err != nil {
		if *tried && errors.Is(err, background.ErrLost) { // an earlier attempt was committed, but its response was lost
			run, err = tx.Runs.Get(t.out.Run)
		}
		return run, Outcome{}, err
	}
	*tried = true
	if err := t.out.Complete(tx); err != nil {
		return run, Outcome{}, err
	}
	if t.engine.triedAgain(run.ID) {
		if _, err := tx.Leases.Delete(restName(run.Runner, t.engine.process)); err != nil {
			return run, Outcome{}, err
		}
	}
	item.Crashes = min(item.Crashes, t.item.Crashes) // take back the one counted in advance
	run, outcome, err := t.engine.write(tx, run, item, result)
	if err != nil {
		return run, outcome, err
	}
	if t.item.Crashes > 0 {
		if err := clearSuspect(tx, run.Runner, item.Subject); err != nil {
			return run, outcome, err
		}
	}
	run.Current = t.title
	run, err = t.proceed(tx, job, run)
	return run, outcome, err
}

// proceed writes the run after an item. It ends or pauses the run, or adds the next task.
func (t *turn) proceed(tx *storage.Tx, job guarded, run storage.Run) (storage.Run, error) {
	switch {
	case Left(run) <= 0:
		return t.engine.leave(tx, job, run, storage.RunDone, "")
	case run.Control == pauseAsked:
		return t.engine.leave(tx, job, run, storage.RunPaused, "")
	case job.independent(run):
		return run, tx.Runs.Put(run)
	}
	at, err := t.engine.advance(tx, job, run)
	if err == nil && at.more {
		err = t.engine.queue.Add(tx, []Task{taskOf(run, at.item.Seq)})
	}
	return at.run, err
}

// checkpoint is [Item.SaveCheckpointFrom].
func (t *turn) checkpoint(ctx context.Context, write func(tx *storage.Tx) (json.RawMessage, error)) error {
	err := saveCheckpoint(ctx, t.engine.store, write, func(tx *storage.Tx) (storage.RunItem, error) {
		_, at, err := t.open(tx)
		return at, err
	})
	return broken(err)
}

// observed returns a context whose long waits are marked on the item, because the end of a
// process during a wait is not the fault of the item.
func (t *turn) observed(ctx context.Context) context.Context {
	return pace.Observe(ctx, func(_ context.Context, expected time.Duration, wait func() error) error {
		if expected < longWait && t.item.Crashes == 0 {
			return wait()
		}
		return t.engine.marked(ctx, expected, wait, func(waits bool, until storage.Time) error { return t.mark(ctx, waits, until) })
	})
}

// mark records whether the item is waiting. While it is, no crash is counted in advance.
func (t *turn) mark(ctx context.Context, waits bool, until storage.Time) error {
	return broken(retry(ctx, t.engine.store, func(tx *storage.Tx) error {
		run, at, err := t.open(tx)
		if err != nil {
			return err
		}
		switch {
		case waits && !at.Waiting && at.Crashes > 0:
			at.Crashes--
		case !waits && at.Waiting && at.Crashes > 0:
			at.Crashes++
		}
		return putWaiting(tx, run, at, waits, until)
	}))
}
