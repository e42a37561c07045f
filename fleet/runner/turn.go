package runner

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/internal/tracing"
	"github.com/privacylabels/auditor/storage"
)

// retryDelay is the delay before a task that cannot be worked on now is handed out again.
const retryDelay = time.Second

// turn is the work of this process on a task.
type turn struct {
	engine *Engine
	job    guarded
	out    Handout
	run    storage.Run     // as of the start
	item   storage.RunItem // as stored
	title  string
	leased bool // this engine holds the lease of the run, or did as far as this process knows
	abort  context.CancelCauseFunc

	placed *placed     // in the queue of one process; nil: of several
	marked atomic.Bool // the item is marked as waiting

	later time.Duration // see [Result.Later]

	mu      sync.Mutex // guards the fields below
	shown   Item       // of the events; set when its turn has come
	reports []any      // progress reported before its turn
}

// do implements [Worker.Do].
func (e *Engine) do(ctx context.Context, out Handout) *time.Duration {
	job, ok := e.jobs[out.Runner]
	if !ok { // the task is for a job of another version of the program
		return new(e.lease)
	}
	ctx, stop, done, ok := e.work.Join(ctx)
	if !ok {
		return new(time.Duration)
	}
	defer done()
	items, abort := context.WithCancelCause(ctx)
	defer abort(nil)
	t := &turn{engine: e, job: job, out: out, abort: abort, placed: out.placed}
	if !e.enter(t) { // another process returned the task while this one was suspended
		return new(retryDelay)
	}
	defer e.exit(t)
	return t.do(ctx, items, stop)
}

// enter notes that this process works on a task, unless it does already.
func (e *Engine) enter(t *turn) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, twice := e.doing[t.out.Task]; twice {
		return false
	}
	e.doing[t.out.Task] = t
	return true
}

func (e *Engine) exit(t *turn) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.doing, t.out.Task)
}

// do works on the task, if it can be worked on now. The result is committed with a context that
// does not end when the run is cancelled, so that an item that ends all the same counts.
func (t *turn) do(commits, ctx context.Context, stop <-chan struct{}) *time.Duration {
	e := t.engine
	todo, err := t.load(ctx)
	if err != nil || !todo {
		return t.postpone(ctx, err)
	}
	if !t.leased {
		return new(retryDelay)
	}
	f := e.follows(t.out.Run)
	if t.placed == nil {
		f, _ = e.follow(t.run)
	}
	if f == nil {
		return nil
	}
	if left := e.rests(f); left > 0 && t.run.Control == "" {
		background.Pause(ctx, stop, min(left, restHold))
		return new(time.Duration)
	}
	if t.placed == nil {
		width := int64(1)
		if t.item.Crashes > 0 {
			width = maxAtOnce
		}
		if err := f.gate.Acquire(ctx, width); err != nil {
			return t.postpone(ctx, context.Cause(ctx))
		}
		defer f.gate.Release(width)
	}
	if t.item.Crashes > 0 {
		if todo, err = t.suspect(ctx); err != nil || !todo {
			return t.postpone(ctx, err)
		}
	}
	switch {
	case background.Stopped(ctx, stop):
		t.withdrawCrash(ctx)
		return new(time.Duration)
	case t.run.Control == pauseAsked:
		t.withdrawCrash(ctx)
		return new(retryDelay)
	}
	return t.settle(ctx, stop, t.work(commits, ctx, stop))
}

// settle decides what becomes of the task, and of its run, after the work on it.
func (t *turn) settle(ctx context.Context, stop <-chan struct{}, err error) *time.Duration {
	_, broken := errors.AsType[*databaseError](err)
	status, why := storage.RunFailed, ""
	switch {
	case err == nil || errors.Is(context.Cause(ctx), background.ErrLost):
		return nil
	case errors.Is(err, background.ErrLost):
		if t.placed == nil {
			return nil
		}
		return t.postpone(ctx, t.engine.lost(context.WithoutCancel(ctx), t.out.Run))
	case errors.Is(context.Cause(ctx), errCancelled) && t.current():
		status = storage.RunCancelled
	case ctx.Err() != nil, errors.Is(err, ErrStopping) && background.Stopped(ctx, stop):
		t.withdrawCrash(ctx)
		return new(time.Duration)
	case errors.Is(err, errResting):
		return new(time.Duration)
	case errors.Is(err, errYields):
		t.withdrawCrash(ctx)
		return &t.later
	case broken && !errors.Is(err, storage.ErrFull) && !errors.Is(err, storage.ErrInvalid), errors.Is(err, storage.ErrUnavailable):
		t.withdrawCrash(ctx)
		return t.postpone(ctx, err)
	default:
		why = err.Error()
		t.engine.log.ErrorContext(ctx, "run failed", "runner", t.out.Runner, "run_id", t.out.Run, "subject", t.item.Subject, "error", err)
	}
	return t.postpone(ctx, t.engine.finish(ctx, t.out.Run, t.out.Runner, status, why))
}

// current reports whether the turn of the item has come.
func (t *turn) current() bool { return t.placed == nil || background.Closed(t.placed.turn) }

// await waits for the turn of the item or the end of ctx, so that everything an item writes
// comes after the writes of the items before it.
func (t *turn) await(ctx context.Context) error {
	if t.placed == nil {
		return nil
	}
	select {
	case <-t.placed.turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// errNoReturn means that Do called runtime.Goexit instead of returning.
var errNoReturn = errors.New("the job ended the goroutine of an item")

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

func (t *turn) key() storage.RunItemID { return storage.RunItemID{Run: t.out.Run, Seq: t.out.Seq} }

// open returns the run and the item if they are open and this process may write for them,
// otherwise [background.ErrLost].
func (t *turn) open(tx *storage.Tx) (run storage.Run, item storage.RunItem, err error) {
	if run, err = t.openRun(tx); err == nil {
		item, err = tx.RunItems.Get(t.key())
	}
	if errors.Is(err, storage.ErrNotFound) || err == nil && item.Done {
		err = background.ErrLost
	}
	return run, item, err
}

func (t *turn) openRun(tx *storage.Tx) (run storage.Run, err error) {
	if t.placed != nil {
		if err := t.placed.held(tx); err != nil {
			return run, err
		}
	}
	run, err = tx.Runs.Get(t.out.Run)
	if errors.Is(err, storage.ErrNotFound) || err == nil && run.Status != storage.RunRunning {
		err = background.ErrLost
	}
	return run, err
}

// load reads the run and the item, and reports whether there is anything to do.
func (t *turn) load(ctx context.Context) (bool, error) {
	if p := t.placed; p != nil && !p.untitled {
		f := t.engine.follows(t.out.Run)
		if f == nil {
			return false, nil
		}
		t.run, t.item, t.title, t.leased = t.engine.latest(f), p.item, p.title, true
		return true, nil
	}
	var untitled error // of the job, as opposed to the database
	err := t.engine.store.View(ctx, func(tx *storage.Tx) (err error) {
		if t.run, t.item, err = t.open(tx); err != nil {
			return err
		}
		lease, err := background.Get(tx, ofRunner(t.out.Runner))
		if err != nil {
			return err
		}
		t.leased = background.Held(lease, t.engine.stamp()) || t.engine.follows(t.run.ID) != nil
		t.title, untitled = t.job.Title(tx, t.item.Subject)
		return nil
	})
	switch {
	case err != nil || untitled == nil:
		return err == nil, err
	case ctx.Err() != nil || errors.Is(untitled, storage.ErrUnavailable):
		return false, untitled
	}
	if err := t.await(ctx); err != nil { // the items before it are committed
		return false, err
	}
	t.engine.log.ErrorContext(ctx, "run failed", "runner", t.out.Runner, "run_id", t.out.Run, "subject", t.item.Subject, "error", untitled)
	return false, t.engine.finish(ctx, t.out.Run, t.out.Runner, storage.RunFailed, untitled.Error())
}

// suspect prepares the work on an item with a crash, while this process works on no other
// item of the run. It abandons the item if it has too many crashes. Otherwise it counts the
// next crash in advance; the commit or clear take that back.
func (t *turn) suspect(ctx context.Context) (todo bool, err error) {
	if err := t.await(ctx); err != nil { // an abandoned item needs the one that follows
		return false, err
	}
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
	e.wrote(final)
	e.reportAbandoned(ctx, *gone)
	if final.Status != storage.RunRunning {
		e.ended(ctx, final)
	}
	return false, nil
}

// withdrawCrash takes back the crash that was counted in advance, and the mark of a wait.
func (t *turn) withdrawCrash(ctx context.Context) {
	if t.item.Crashes == 0 && !t.marked.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
	defer cancel()
	err := t.engine.store.Update(ctx, func(tx *storage.Tx) error {
		_, item, err := t.open(tx)
		if err != nil {
			return err
		}
		item.Crashes, item.Waiting = min(item.Crashes, t.item.Crashes), false // a checkpoint clears earlier ones
		return tx.RunItems.Put(item)
	})
	if err != nil && !errors.Is(err, background.ErrLost) {
		t.engine.log.WarnContext(ctx, "presumed crash not withdrawn", "runner", t.out.Runner, "run_id", t.out.Run, "subject", t.item.Subject, "error", err)
	}
}

// work does the item and commits its result.
func (t *turn) work(commits, ctx context.Context, stop <-chan struct{}) (err error) {
	e := t.engine
	ctx, span := tracing.Start(ctx, "item "+t.out.Runner, trace.SpanKindInternal)
	item := Item{
		Run: t.run, Seq: t.item.Seq, Subject: t.item.Subject, Title: t.title, Checkpoint: t.item.Detail,
		stopping: stop, report: t.progress, save: t.checkpoint,
	}
	var outcome Outcome
	defer func() { endSpan(span, item, outcome.State, err) }()

	var result Result
	done := make(chan struct{})
	err = errNoReturn // unless Do returns
	go func() {
		defer close(done)
		began := e.now()
		result, err = t.job.Do(t.observed(ctx), item)
		if p := t.placed; p != nil {
			p.took = e.now().Sub(began)
			p.interrupted.Store(err == nil && (result.Interrupt != "" || result.Later > 0))
		}
	}()
	waited := t.await(ctx)
	if waited == nil {
		t.show(item)
	}
	<-done
	if t.placed != nil {
		t.placed.lines.commits.Lock()
		defer t.placed.lines.commits.Unlock()
	}
	run, outcome, err := t.end(commits, result, cmp.Or(err, waited))
	if result.Release != nil {
		result.Release()
	}
	if err != nil || run.ID == "" {
		return err
	}
	e.wrote(run)
	e.publish(Event{Kind: ItemDone, Run: run, Item: t.shown, State: outcome.State, Entries: outcome.Entries, Detail: outcome.Detail})
	if run.Status != storage.RunRunning {
		e.ended(ctx, run)
	}
	return nil
}

// end writes the result of Do. It returns no run if the item stays pending.
func (t *turn) end(ctx context.Context, result Result, err error) (storage.Run, Outcome, error) {
	e := t.engine
	if err != nil {
		return storage.Run{}, Outcome{}, err
	}
	if t.yields(result) {
		return storage.Run{}, Outcome{}, errYields
	}
	if result.Interrupt != "" {
		t.withdrawCrash(ctx)
		if result.Elsewhere && t.placed == nil {
			return storage.Run{}, Outcome{}, t.rest(ctx, result.Interrupt)
		}
		return storage.Run{}, Outcome{}, broken(e.finish(ctx, t.out.Run, t.out.Runner, storage.RunInterrupted, result.Interrupt))
	}
	run, outcome, err := t.commit(ctx, result)
	if err == nil && e.triedAgain(run.ID) {
		e.setRest(run.ID, false)
	}
	return run, outcome, err
}

// yields reports whether the line of the item waits, and notes for how long.
func (t *turn) yields(result Result) bool {
	t.later = result.Later
	switch {
	case result.Interrupt == "":
		return result.Later > 0
	case t.placed == nil || !t.placed.lines.yield():
		return false
	}
	t.placed.yields, t.placed.reason = true, result.Interrupt
	return true
}

// show publishes the start of the item when its turn has come, and then the progress that it
// reported before.
func (t *turn) show(item Item) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if f := t.engine.follows(t.out.Run); f != nil && t.placed != nil {
		item.Run = t.engine.latest(f)
	}
	t.shown = item
	t.engine.publish(Event{Kind: ItemStarted, Run: item.Run, Item: item})
	for _, progress := range t.reports {
		t.engine.publish(Event{Kind: ItemProgress, Run: item.Run, Item: item, Progress: progress})
	}
	t.reports = nil
}

// progress is [Item.Report]. It retains the progress until the turn of the item comes.
func (t *turn) progress(progress any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shown.Subject == "" {
		t.reports = append(t.reports, progress)
		return
	}
	t.engine.publish(Event{Kind: ItemProgress, Run: t.shown.Run, Item: t.shown, Progress: progress})
}

func endSpan(span trace.Span, item Item, outcome State, err error) {
	if span.IsRecording() {
		span.SetAttributes(attribute.String("auditor.item.subject", item.Subject), attribute.String("auditor.item.outcome", string(outcome)))
	}
	tracing.End(span, err)
}

// observed returns a context whose waits are measured and, if they are long, marked on the
// item, because the end of a process during a wait is not the fault of the item.
func (t *turn) observed(ctx context.Context) context.Context {
	return pace.Observe(ctx, func(_ context.Context, expected time.Duration, wait func() error) error {
		if p := t.placed; p != nil {
			began := t.engine.now()
			defer func() { p.waited.Add(int64(t.engine.now().Sub(began))) }()
		}
		if expected < longWait && t.item.Crashes == 0 {
			return wait()
		}
		if err := t.await(ctx); err != nil {
			return err
		}
		return t.waits(ctx, expected, wait)
	})
}

// mark records whether the item is waiting. While it is, no crash is counted in advance.
func (t *turn) mark(ctx context.Context, waits bool, until storage.Time) error {
	t.marked.Store(waits)
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
