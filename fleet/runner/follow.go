package runner

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// followed is a run that this process works on, and whose end it publishes.
type followed struct {
	run     storage.Run // as this process last saw or wrote it
	since   time.Time
	resting time.Time     // until when this process rests from it, see [Result.Elsewhere]; zero: it does not
	left    chan struct{} // closed when this process no longer works on it

	forgotten chan struct{} // closed when this process is to leave it

	gate *semaphore.Weighted // limits concurrent items; one with a crash acquires the whole weight
}

// runEnd identifies an end, a pause or an interruption of a run.
type runEnd struct {
	id string
	at storage.Time
}

// follow adds a run to those that this process follows, and reports whether it was not there.
func (e *Engine) follow(run storage.Run) (f *followed, added bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	f, ok := e.followed[run.ID]
	if !ok {
		f = &followed{run: run, since: e.now(), left: make(chan struct{}), forgotten: make(chan struct{}), gate: semaphore.NewWeighted(maxAtOnce)}
		e.followed[run.ID] = f
		e.wake.Send() // makes the maintenance loop renew the lease of this process
	}
	return f, !ok
}

// follows returns a run that this process follows, or nil.
func (e *Engine) follows(id string) *followed {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.followed[id]
}

// latest returns a run as this process last saw or wrote it.
func (e *Engine) latest(f *followed) storage.Run {
	e.mu.Lock()
	defer e.mu.Unlock()
	return f.run
}

// wrote notes a run as this process wrote it.
func (e *Engine) wrote(run storage.Run) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if f := e.followed[run.ID]; f != nil {
		f.run = run
	}
}

// worksFor reports whether this process works on a run of a runner.
func (e *Engine) worksFor(runner string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, f := range e.followed {
		if f.run.Runner == runner {
			return true
		}
	}
	return false
}

// worksNow reports whether this process works on an item of a run of a runner.
func (e *Engine) worksNow(runner string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	for task := range e.doing {
		if task.Runner == runner {
			return true
		}
	}
	return false
}

// expect prepares for a run of a runner: a resumed run may end in the millisecond in which it
// ended before.
func (e *Engine) expect(runner string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.told, runner)
}

// ended publishes that this process ended, paused or interrupted a run, and ends its work on
// it.
func (e *Engine) ended(ctx context.Context, run storage.Run) {
	e.log.InfoContext(ctx, "run ended", "runner", run.Runner, "run_id", run.ID, "status", run.Status, "completed", run.Completed,
		"failed", run.Failed, "skipped", run.Skipped, "left", Left(run), "reason", run.Reason)
	e.wrote(run)
	e.forget(run.ID)
	if e.observe != nil {
		e.observe(Event{Kind: RunEnded, Run: run})
	}
	e.tell(run)
}

// tell sends the end of a run to the subscribers, once. The loop may find an end before the
// item of this process that caused it returns from its commit, or note a run again that has
// ended since the loop read it.
func (e *Engine) tell(run storage.Run) {
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
func (e *Engine) forget(id string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if f := e.followed[id]; f != nil {
		e.unfollow(f)
	}
}

// forgetLeft is [Engine.forget] for a run that was left. It reports false if this process has left
// it by itself: it may have resumed it since.
func (e *Engine) forgetLeft(l leftRun) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.followed[l.run.ID] != l.followed {
		return false
	}
	l.followed.run = l.run
	e.unfollow(l.followed)
	return true
}

// unfollow removes a run from those that this process follows, and ends its work on it. The caller
// holds the lock.
func (e *Engine) unfollow(f *followed) {
	delete(e.followed, f.run.ID)
	close(f.forgotten)
	e.abort(f.run.ID, background.ErrLost)
	if e.own == nil { // otherwise the queue closes it when the work has ended
		close(f.left)
	}
}

// lost ends the work of this process on a run that it no longer holds, and publishes its end if
// it has one.
func (e *Engine) lost(ctx context.Context, id string) error {
	run, err := e.Run(ctx, id)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	e.wrote(run)
	e.forget(id)
	if err == nil && run.Status != storage.RunRunning {
		e.tell(run)
	}
	return nil
}

// abort cancels the work of this process on the items of a run, and reports whether there are
// any. The caller holds the lock.
func (e *Engine) abort(id string, why error) (working bool) {
	for task, t := range e.doing {
		if task.Run == id {
			t.abort(why)
			working = true
		}
	}
	return working
}
