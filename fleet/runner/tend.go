package runner

import (
	"context"
	"errors"
	"maps"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// due is the maintenance that a process has to do on runs.
type due struct {
	self    bool             // the lease of this process needs to be renewed
	renew   []string         // runners whose leases need to be renewed
	adopt   []string         // runners whose open runs no process works on
	pause   []storage.Run    // runs that were asked to pause and have no task in progress
	cancel  []storage.Run    // runs of this process that were asked to be cancelled
	recover []Running        // tasks of processes that have ended
	fill    []launched       // runs that have no tasks
	shared  []storage.Run    // runs that the processes work on
	left    []leftRun        // runs that other processes ended, paused or interrupted, or took over
	gone    []storage.TaskID // the leases of processes that have ended
	running bool             // some process works on a run, or did until it ended
}

// leftRun is a run that this process followed, as it is now.
type leftRun struct {
	run      storage.Run
	followed *followed
}

// writes reports whether the maintenance needs a transaction that writes.
func (d due) writes() bool {
	return d.self || len(d.renew)+len(d.recover)+len(d.fill)+len(d.gone) > 0
}

// tend is a step of the maintenance loop. It renews the leases, returns the tasks of processes
// that have ended to the queue, obeys requests to runs, and resumes runs that no process works
// on. It returns the delay until the next step.
func (e *Engine) tend(ctx context.Context) time.Duration {
	known := e.following()
	d, err := storage.View(ctx, e.store, func(tx *storage.Tx) (due, error) { return e.due(tx, known) })
	if err == nil && d.writes() {
		known = e.following()
		d, err = storage.Update(ctx, e.store, func(tx *storage.Tx) (due, error) { return e.settleDue(tx, known) })
	}
	if err == nil {
		e.tendedAt(e.now())
		err = e.obey(ctx, d)
	}
	if err != nil && ctx.Err() == nil {
		e.log.ErrorContext(ctx, "maintenance of runs failed", "error", err)
	}
	if wait := e.idle(d.running); err == nil && wait > 0 {
		e.tended = e.tended.Add(wait - e.every()) // it is not late until then
		return wait
	}
	return e.every()
}

// idle returns the time between two steps while this process works on no run, otherwise zero. A
// process that resumes the runs of others learns of those that begin by their writes, but while
// there are some, has to learn when their leases have expired.
func (e *Engine) idle(running bool) time.Duration {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.own == nil || len(e.followed) > 0:
		return 0
	case running && e.resumings > 0:
		return 0
	}
	return background.Idle
}

// every is the time between two steps of the maintenance loop.
func (e *Engine) every() time.Duration { return e.lease / 5 }

// obey does the part of the maintenance that follows its transaction.
func (e *Engine) obey(ctx context.Context, d due) (err error) {
	for _, l := range d.fill {
		if e.own != nil {
			e.own.start(l)
		}
	}
	for _, run := range d.shared {
		if e.own == nil {
			e.follow(run)
		}
	}
	for _, l := range d.left {
		if e.forgetLeft(l) && l.run.Status != storage.RunRunning { // neither deleted nor taken over
			e.tell(l.run)
		}
	}
	for _, run := range d.pause {
		err = errors.Join(err, e.finish(ctx, run.ID, run.Runner, storage.RunPaused, ""))
	}
	for _, run := range d.cancel {
		if !e.cancelItems(run.ID) {
			err = errors.Join(err, e.finish(ctx, run.ID, run.Runner, storage.RunCancelled, ""))
		}
	}
	for _, runner := range d.adopt {
		if _, failed := e.launch(ctx, runner, e.adopt); !tooLate(failed) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// tolerated is the number of consecutive late steps of the loop after which the database is
// taken to be slow, and late steps no longer count.
const tolerated = 3

// steady reports whether an expired lease means that its process has crashed. It does not if
// the loop of this process was late: then this process was suspended, or waited for a
// transaction of a suspended process, and the other processes may have been unable to renew
// their leases, too. They get half a lease duration to do so.
func (e *Engine) steady() bool {
	now := e.now()
	if e.late < tolerated && now.Sub(e.tended) > 2*e.every() {
		e.since = now
	}
	return now.Sub(e.since) >= e.lease/2
}

// tendedAt records the end of a step of the loop.
func (e *Engine) tendedAt(now time.Time) {
	if now.Sub(e.tended) > 2*e.every() {
		e.late++
	} else {
		e.late = 0
	}
	e.tended = now
}

// due returns the maintenance to do. Unless this process is [Engine.steady], it treats no
// process as crashed. Known are the runs that this process followed before the transaction: one
// that it follows since may not have begun in what the transaction reads.
func (e *Engine) due(tx *storage.Tx, known map[string]*followed) (d due, err error) {
	now, steady := e.stamp(), e.steady()
	doing := e.tasks()
	known = maps.Clone(known)
	open, err := storage.Collect(tx.Runs.List(storage.RunQuery{Open: true}))
	if err != nil || len(open)+len(known) == 0 && e.own != nil {
		return d, err
	}
	var own storage.Task
	alive := make(map[string]bool)
	for lease, err := range tx.Tasks.List(storage.TaskQuery{Kind: processKind}) {
		if err != nil {
			return d, err
		}
		process := lease.Subject
		if alive[process] = background.Held(lease, now); !alive[process] && process != e.process && steady {
			d.gone = append(d.gone, storage.Key(lease))
		}
		if process == e.process {
			own = lease
		}
	}
	for _, run := range open {
		if run.Status != storage.RunRunning {
			continue
		}
		mine := known[run.ID]
		delete(known, run.ID)
		if _, ok := e.jobs[run.Runner]; !ok {
			continue
		}
		d.running = true
		lease, err := background.Get(tx, ofRunner(run.Runner))
		if err != nil {
			return d, err
		}
		if err := e.dueOf(tx, &d, now, run, lease, mine, steady); err != nil {
			return d, err
		}
	}
	left, err := e.leftRuns(tx, known)
	if d.left = append(d.left, left...); err != nil || e.own != nil {
		return d, err
	}
	// Renewed even while this process has no task, because othersWork of a resting process
	// looks for this lease.
	d.self = len(doing)+len(d.shared) > 0 && own.Due < now.Add(e.lease/2)
	if len(d.shared) == 0 || !steady {
		return d, nil
	}
	running, err := e.queue.Running(tx, e.lease)
	for _, r := range running {
		if r.Process == e.process && !doing[r.Task] || r.Process != e.process && !alive[r.Process] {
			d.recover = append(d.recover, r)
		}
	}
	return d, err
}

// dueOf adds the maintenance of a run that is in progress under a lease. mine is not nil if this
// process follows it.
func (e *Engine) dueOf(tx *storage.Tx, d *due, now storage.Time, run storage.Run, lease storage.Task, mine *followed, steady bool) error {
	// The expired lease of a run that this process works on is renewed below, not adopted:
	// this process has been there all the time, so its owner did not crash.
	ours := lease.Owner == e.owner()
	if !background.Held(lease, now) && !(mine != nil && ours) {
		if e.resuming() && (steady || lease.Owner == "") {
			d.adopt = append(d.adopt, run.Runner)
		}
		return nil
	}
	if !ours {
		if mine != nil { // taken over
			d.left = append(d.left, leftRun{run, mine})
		}
		return nil
	}
	d.shared = append(d.shared, run)
	if lease.Due < now.Add(e.lease/2) {
		d.renew = append(d.renew, run.Runner)
	}
	tasks, working, err := e.queue.Has(tx, run.Runner)
	switch {
	case err != nil:
		return err
	case run.Control == cancelAsked:
		d.cancel = append(d.cancel, run)
	case run.Control == pauseAsked && !working:
		d.pause = append(d.pause, run)
	case !tasks:
		d.fill = append(d.fill, launched{run: run, lease: lease})
	}
	return nil
}

// leftRuns returns runs as they are now, or as they were if they have been deleted.
func (e *Engine) leftRuns(tx *storage.Tx, known map[string]*followed) (left []leftRun, err error) {
	for id, f := range known {
		run, stored, err := storage.Find(tx.Runs, id)
		if err != nil {
			return nil, err
		}
		if !stored {
			run = e.latest(f)
		}
		left = append(left, leftRun{run, f})
	}
	return left, nil
}

// tasks returns the tasks that this process works on.
func (e *Engine) tasks() map[Task]bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	doing := make(map[Task]bool)
	for task := range e.doing {
		doing[task] = true
	}
	return doing
}

// following returns the runs that this process follows.
func (e *Engine) following() map[string]*followed {
	e.mu.Lock()
	defer e.mu.Unlock()
	return maps.Clone(e.followed)
}

// cancelItems cancels the work of this process on the items of a run, and reports whether there
// is any.
func (e *Engine) cancelItems(id string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.abort(id, errCancelled)
}

// settleDue does the maintenance that is due.
func (e *Engine) settleDue(tx *storage.Tx, known map[string]*followed) (due, error) {
	d, err := e.due(tx, known)
	if err != nil {
		return d, err
	}
	now := e.stamp()
	if d.self {
		lease := storage.Task{Kind: processKind, Subject: e.process, Owner: e.process, Attempts: 1, Due: now.Add(e.lease)}
		if err := tx.Tasks.Put(lease); err != nil {
			return d, err
		}
	}
	for _, runner := range d.renew {
		lease, err := background.Get(tx, ofRunner(runner))
		if err != nil {
			return d, err
		}
		lease.Due = now.Add(e.lease)
		if err := tx.Tasks.Put(lease); err != nil {
			return d, err
		}
	}
	for _, r := range d.recover {
		if err := e.recover(tx, r, r.Process != e.process); err != nil {
			return d, err
		}
	}
	for _, l := range d.fill {
		if err := e.enqueue(tx, e.jobs[l.run.Runner], l.run); err != nil {
			return d, err
		}
	}
	_, err = tx.Tasks.Delete(d.gone...)
	return d, err
}
