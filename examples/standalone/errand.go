package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

const (
	// glance is how often an errand looks at the time, and at a run that another
	// process works on.
	glance = 500 * time.Millisecond
	// pendingEvents is how far what is shown may be behind the run.
	pendingEvents = 1 << 12
	// longestCause is how many cells are shown of why an app failed.
	longestCause = 200
	// lastLook is how long it may take to see how a run was left.
	lastLook = 5 * time.Second
)

// errSettled says that a run has been left in order: it ended, was paused or was
// cut off.
var errSettled = errors.New("the run is not under way any more")

// errand sees to it that one bulk run is done, by this process or by another one
// that is at it already, and shows how far it is. It is one goroutine's.
type errand struct {
	auditor *auditor.Auditor
	store   storage.Store
	runner  string
	show    display
	now     func() time.Time
	pending int // how many events may wait to be shown

	events    <-chan runner.Event
	elsewhere bool        // another process works on the run
	run       storage.Run // as it was last seen
	began     time.Time   // when this process began to look
	before    int         // apps that were done by then
}

func newErrand(a *auditor.Auditor, store storage.Store, name string, show display, now func() time.Time) *errand {
	return &errand{auditor: a, store: store, runner: name, show: show, now: now, pending: pendingEvents}
}

// do returns when the run has ended or was left open, with the exit code. It has
// told what that means; an error is for whoever called to tell.
func (e *errand) do(ctx context.Context) (code int, err error) {
	events, cancel := e.auditor.Runs().Subscribe(e.runner, e.pending)
	defer func() { cancel() }()
	e.events = events
	if err := e.begin(ctx); err != nil {
		return exitFault, err
	}
	for again := true; again && err == nil; {
		again, err = e.follow(ctx)
		if again && e.events == nil { // it was too far behind, and has missed some
			e.events, cancel = e.auditor.Runs().Subscribe(e.runner, e.pending)
		}
	}
	switch {
	case ctx.Err() != nil:
		return e.leave(ctx)
	case err != nil && !errors.Is(err, runner.ErrFailed):
		return exitFault, err
	}
	return e.judge(ctx)
}

// begin starts the run, or goes on with the one that is open, unless another
// process is at it.
func (e *errand) begin(ctx context.Context) error {
	runs := e.auditor.Runs()
	run, err := runs.Start(ctx, runner.Order{Runner: e.runner, Initiator: runner.Manual})
	for tries := 0; errors.Is(err, runner.ErrBusy) && tries < 3; tries++ {
		var found bool
		if run, found, err = e.open(ctx); err != nil {
			return err
		}
		switch {
		case !found: // it has just ended, and was not what was asked for
			run, err = runs.Start(ctx, runner.Order{Runner: e.runner, Initiator: runner.Manual})
		case run.Status == storage.RunPaused:
			run, _, err = runs.Continue(ctx, e.runner)
		default:
			e.elsewhere = true
		}
	}
	if err != nil {
		return err
	}
	e.run, e.began = run, e.now()
	e.before = progress{Run: run}.done()
	what := "begins, " + apps(run.Total)
	switch left := runner.Left(run); {
	case e.elsewhere:
		what = "is under way in another process, which is left to it"
	case e.before > 0:
		what = fmt.Sprintf("goes on, %d of %d apps left", left, run.Total)
	}
	e.say(what)
	e.look()
	return nil
}

// open returns the open run, if there is one.
func (e *errand) open(ctx context.Context) (run storage.Run, found bool, err error) {
	open, err := e.auditor.Runs().Open(ctx)
	for _, run := range open {
		if run.Runner == e.runner {
			return run, true, err
		}
	}
	return run, false, err
}

// follow shows the run until it has ended or was left open, and returns false
// then, until the context ends, or until it is to be followed anew.
func (e *errand) follow(ctx context.Context) (again bool, err error) {
	type answer struct {
		run storage.Run
		err error
	}
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	id := e.run.ID
	ended := make(chan answer, 1)
	go func() {
		run, err := e.auditor.Runs().Wait(waiting, id)
		ended <- answer{run, err}
	}()
	ticker := time.NewTicker(glance)
	defer ticker.Stop()
	for {
		select {
		case a := <-ended:
			e.drain()
			if a.run.ID != "" {
				e.run = a.run
			}
			return false, a.err
		case event, ok := <-e.events:
			if !ok {
				e.events = nil
				return true, nil
			}
			e.tell(event)
		case <-ticker.C:
			if e.elsewhere && e.takeOver(ctx) {
				return true, nil
			}
			e.look()
		}
	}
}

// drain shows what has happened and was not shown yet.
func (e *errand) drain() {
	for {
		select {
		case event, ok := <-e.events:
			if !ok {
				return
			}
			e.tell(event)
		default:
			return
		}
	}
}

// tell shows what happened in a run of this process.
func (e *errand) tell(event runner.Event) {
	if event.Run.ID != e.run.ID {
		return
	}
	earlier := e.run
	e.run = event.Run
	if event.Kind == runner.ItemDone {
		name := event.Item.Title
		if name == "" {
			name = event.Item.Subject
		}
		e.report(clip(name, longestName), event, earlier)
	}
	e.look()
}

// report tells of an app that is done if it failed or has news.
func (e *errand) report(name string, event runner.Event, earlier storage.Run) {
	if event.State == runner.Failed {
		what := name + ": failed"
		if cause := clip(causeOf(event.Detail), longestCause); cause != "" {
			what += ": " + cause
		}
		e.say(what)
	}
	if news := findingsOf(event.Run).since(findingsOf(earlier)); len(news) > 0 {
		e.say(name + ": " + news.String())
	}
}

// takeOver looks at a run that another process works on, and goes on with it, as
// the service would, when that process is gone: so it says whether it did.
func (e *errand) takeOver(ctx context.Context) bool {
	seen, err := e.row(ctx)
	if err != nil { // whoever waits for the run is about to hear of it
		return false
	}
	moved := seen.UpdatedAt != e.run.UpdatedAt
	e.run = seen
	if moved {
		return false
	}
	run, err := e.auditor.Runs().StartIf(ctx, runner.Order{Runner: e.runner, Initiator: runner.Resume}, func(tx storage.Tx) error {
		now, err := tx.Runs().Get(seen.ID)
		if err == nil && now.Status != storage.RunRunning {
			return errSettled
		}
		return err
	})
	if err != nil { // it is at work on an app that takes long, or has just ended
		return false
	}
	e.run, e.elsewhere = run, false
	e.say(fmt.Sprintf("the other process has left it, goes on here, %d of %d apps left", runner.Left(run), run.Total))
	return true
}

// row returns the run as it is in the store.
func (e *errand) row(ctx context.Context) (run storage.Run, err error) {
	err = e.store.View(ctx, func(tx storage.Tx) (err error) {
		run, err = tx.Runs().Get(e.run.ID)
		return err
	})
	return run, err
}

// leave ends the work of this process on the run at the next app, and tells how
// the run stands.
func (e *errand) leave(ctx context.Context) (code int, err error) {
	if !e.elsewhere {
		e.say("stopping after the app under way; the next signal ends it at once")
	}
	e.auditor.Runs().Stop(auditor.DefaultPatience)
	e.drain()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastLook)
	defer cancel()
	run, err := e.row(ctx)
	if err != nil {
		return exitFault, err
	}
	e.run = run
	switch {
	case run.Status != storage.RunRunning: // that was the last app, or somebody else's word
		return e.judge(ctx)
	case e.elsewhere:
		e.say("goes on in the other process, " + e.tally())
	default:
		e.say(fmt.Sprintf("stopped, %s: the service goes on with the other %d, or this command", e.tally(), runner.Left(run)))
	}
	return exitOpen, nil
}

func (e *errand) say(what string) { e.show.say(e.runner + ": " + what) }

func (e *errand) look() { e.show.show(e.progress()) }

func (e *errand) progress() progress {
	return progress{Run: e.run, Before: e.before, Elapsed: e.now().Sub(e.began)}
}
