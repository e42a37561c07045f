package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/program/commands"
	"github.com/privacylabels/auditor/internal/terminal"
	"github.com/privacylabels/auditor/storage"
)

const (
	pollInterval  = 500 * time.Millisecond // for progress, and for the run of another process
	pendingEvents = 1 << 12                // maximum number of events that the display may be behind
	longestCause  = 200                    // maximum length of the reason why an app failed, in columns
	finalTimeout  = 5 * time.Second        // for reading the final state of the run
)

// errNotRunning means that a run has ended, was paused or was interrupted.
var errNotRunning = errors.New("the run is no longer in progress")

// follower shows the progress of one bulk run, which it starts or resumes unless another
// process already works on it. It must be used by one goroutine only.
type follower struct {
	auditor *auditor.Auditor
	store   storage.Store
	runner  string
	show    *display
	now     func() time.Time
	pending int // see pendingEvents

	events    <-chan runner.Event
	elsewhere bool        // another process works on the run
	run       storage.Run // its last known state
	started   time.Time   // when this process started to follow it
	before    int         // number of apps done before started
}

func newFollower(a *auditor.Auditor, store storage.Store, name string, show *display, now func() time.Time) *follower {
	return &follower{auditor: a, store: store, runner: name, show: show, now: now, pending: pendingEvents}
}

// do returns when the run has ended or was left open. It has printed an explanation of the
// exit code, but not the error.
func (f *follower) do(ctx context.Context) (code int, err error) {
	events, cancel := f.auditor.Runs().Subscribe(f.runner, f.pending)
	defer func() { cancel() }()
	f.events = events
	if err := f.start(ctx); err != nil {
		return exitFault, err
	}
	for again := true; again && err == nil; {
		again, err = f.follow(ctx)
		if again && f.events == nil { // the display was too slow and lost its subscription
			f.events, cancel = f.auditor.Runs().Subscribe(f.runner, f.pending)
		}
	}
	switch {
	case ctx.Err() != nil:
		return f.leave(ctx)
	case err != nil && !errors.Is(err, runner.ErrFailed):
		return exitFault, err
	}
	return f.outcome(ctx)
}

// start starts the run, or resumes the open one, unless another process works on it.
func (f *follower) start(ctx context.Context) error {
	runs := f.auditor.Runs()
	run, err := runs.Start(ctx, f.options(runner.Manual))
	for tries := 0; errors.Is(err, runner.ErrBusy) && tries < 3; tries++ {
		var found bool
		if run, found, err = f.open(ctx); err != nil {
			return err
		}
		switch {
		case !found: // it has just ended, so start a new one
			run, err = runs.Start(ctx, f.options(runner.Manual))
		case run.Status == storage.RunPaused, run.Status == storage.RunInterrupted:
			run, _, err = runs.Continue(ctx, f.runner)
		default:
			f.elsewhere = true
		}
	}
	if err != nil {
		return err
	}
	f.run, f.started = run, f.now()
	f.before = progress{Run: run}.done()
	what := "started, " + commands.Plural(int64(run.Total), "app")
	switch left := runner.Left(run); {
	case f.elsewhere:
		what = "in progress in another process; showing its progress"
	case f.before > 0:
		what = fmt.Sprintf("resumed, %d of %d apps left", left, run.Total)
	}
	f.print(what)
	f.showProgress()
	return nil
}

// options returns those of a new run. One over the policies summarises them as well.
func (f *follower) options(initiator string) runner.StartOptions {
	o := runner.StartOptions{Runner: f.runner, Initiator: initiator}
	if f.runner == policy.Runner {
		o.Options = policy.RunOptions{Phase: policy.AllPhases}.JSON()
	}
	return o
}

// open returns the open run, if there is one.
func (f *follower) open(ctx context.Context) (run storage.Run, found bool, err error) {
	open, err := f.auditor.Runs().Open(ctx)
	for _, run := range open {
		if run.Runner == f.runner {
			return run, true, err
		}
	}
	return run, false, err
}

// follow shows the run until it has ended or was left open, or the context ends. It returns
// true if it must be called again.
func (f *follower) follow(ctx context.Context) (again bool, err error) {
	type answer struct {
		run storage.Run
		err error
	}
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	id := f.run.ID
	ended := make(chan answer, 1)
	go func() {
		run, err := f.auditor.Runs().Wait(waiting, id)
		ended <- answer{run, err}
	}()
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		select {
		case a := <-ended:
			f.drain()
			if a.run.ID != "" {
				f.run = a.run
			}
			return false, a.err
		case event, ok := <-f.events:
			if !ok {
				f.events = nil
				return true, nil
			}
			f.handle(event)
		case <-ticker.C:
			if f.elsewhere && f.takeOver(ctx) {
				return true, nil
			}
			f.showProgress()
		}
	}
}

// drain handles the pending events.
func (f *follower) drain() {
	for {
		select {
		case event, ok := <-f.events:
			if !ok {
				return
			}
			f.handle(event)
		default:
			return
		}
	}
}

// handle shows an event of a run in this process.
func (f *follower) handle(event runner.Event) {
	if event.Run.ID != f.run.ID {
		return
	}
	earlier := f.run
	f.run = event.Run
	name := terminal.Clip(cmp.Or(event.Item.Title, event.Item.Subject), longestName)
	if event.Kind == runner.ItemDone {
		f.printItem(name, event, earlier)
	}
	if o, ok := event.Progress.(history.TargetOutcome); ok && o.Outcome == history.Waiting {
		f.run.WaitingUntil = o.Until
		f.print(fmt.Sprintf("%s: the web archive is rate limiting; the run waits until %s, for %s",
			name, o.Until.Std().Local().Format(time.DateTime), clock(f.progress().Waiting)))
	}
	f.showProgress()
}

// printItem prints an app that is done, if it failed or has results.
func (f *follower) printItem(name string, event runner.Event, earlier storage.Run) {
	if event.State == runner.Failed {
		what := name + ": failed"
		if cause := terminal.Clip(causeOf(event.Detail), longestCause); cause != "" {
			what += ": " + cause
		}
		f.print(what)
	}
	if news := countsOf(event.Run).since(countsOf(earlier)); len(news) > 0 {
		f.print(name + ": " + news.String())
	}
}

// takeOver reads the run of another process. If that process has ended, it resumes the run in
// this process, as the service would, and returns true.
func (f *follower) takeOver(ctx context.Context) bool {
	seen, err := f.row(ctx)
	if err != nil { // follow will get the same error
		return false
	}
	moved := seen.UpdatedAt != f.run.UpdatedAt
	f.run = seen
	if moved {
		return false
	}
	options := f.options(runner.Resume)
	options.If = func(tx *storage.Tx) error {
		now, err := tx.Runs.Get(seen.ID)
		if err == nil && now.Status != storage.RunRunning {
			return errNotRunning
		}
		return err
	}
	run, err := f.auditor.Runs().Start(ctx, options)
	if err != nil { // the other process still works, or the run has just ended
		return false
	}
	f.run, f.elsewhere = run, false
	f.print(fmt.Sprintf("the other process is gone; resumed here, %d of %d apps left", runner.Left(run), run.Total))
	return true
}

// row reads the run from the database.
func (f *follower) row(ctx context.Context) (storage.Run, error) {
	return storage.View(ctx, f.store, func(tx *storage.Tx) (storage.Run, error) { return tx.Runs.Get(f.run.ID) })
}

// leave stops the work of this process on the run after the current app.
func (f *follower) leave(ctx context.Context) (code int, err error) {
	if !f.elsewhere {
		f.print("stopping after the current app; another signal stops at once")
	}
	f.auditor.Runs().Stop(auditor.DefaultShutdownTimeout)
	f.drain()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), finalTimeout)
	defer cancel()
	run, err := f.row(ctx)
	if err != nil {
		return exitFault, err
	}
	f.run = run
	switch {
	case run.Status != storage.RunRunning: // it has ended, or was paused or cancelled
		return f.outcome(ctx)
	case f.elsewhere:
		f.print("continues in the other process, " + f.result())
	default:
		f.print(fmt.Sprintf("stopped, %s; %s", f.result(), f.resumable()))
	}
	return exitOpen, nil
}

func (f *follower) print(what string) { f.show.print(f.runner + ": " + what) }

func (f *follower) showProgress() { f.show.show(f.progress()) }

func (f *follower) progress() progress {
	now := f.now()
	p := progress{Run: f.run, Before: f.before, Elapsed: now.Sub(f.started)}
	if until := f.run.WaitingUntil; until > 0 {
		p.Waiting = max(until.Std().Sub(now), 0)
	}
	return p
}
