package runner

import (
	"context"
	"errors"
	"maps"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// due is the maintenance that a process has to do on the runs that all processes share.
type due struct {
	self    bool          // the lease of this process needs to be renewed
	renew   []string      // runners whose leases need to be renewed
	adopt   []string      // runners whose open runs no process works on
	pause   []storage.Run // runs that were asked to pause and have no task in progress
	recover []Running     // tasks of processes that have ended
	fill    []storage.Run // runs that have no tasks
	shared  []storage.Run // runs that the processes work on
	left    []storage.Run // runs that other processes ended, paused or interrupted
	gone    []string      // the names of the leases of processes that have ended
}

func (d due) any() bool {
	return d.self || len(d.renew)+len(d.recover)+len(d.fill)+len(d.gone) > 0
}

// tend is a step of the maintenance loop. It renews the leases, returns the tasks of processes
// that have ended to the queue, and resumes runs that no process works on. It returns the
// delay until the next step.
func (e *Shared) tend(ctx context.Context) time.Duration {
	every := e.lease / 5
	d, err := storage.View(ctx, e.store, func(tx *storage.Tx) (due, error) { return e.due(tx, e.steady(every)) })
	if err == nil && d.any() {
		d, err = storage.Update(ctx, e.store, func(tx *storage.Tx) (due, error) {
			d, err := e.due(tx, e.steady(every))
			if err != nil {
				return d, err
			}
			return d, e.settleDue(tx, d)
		})
	}
	if err == nil {
		e.tendedAt(e.now(), every)
		for _, run := range d.shared {
			e.follow(run)
		}
		for _, run := range d.left {
			e.forget(run.ID)
			if run.Status == storage.RunRunning { // deleted
				continue
			}
			e.tell(run)
		}
		for _, run := range d.pause {
			_, failed := e.finish(ctx, run.ID, run.Runner, storage.RunPaused, "")
			err = errors.Join(err, failed)
		}
		for _, runner := range d.adopt {
			if _, failed := e.launch(ctx, runner, e.resume); !tooLate(failed) {
				err = errors.Join(err, failed)
			}
		}
	}
	if err != nil && ctx.Err() == nil {
		e.log.ErrorContext(ctx, "maintenance of runs failed", "error", err)
	}
	return every
}

// tolerated is the number of consecutive late steps of the loop after which the database is
// taken to be slow, and late steps no longer count.
const tolerated = 3

// steady reports whether an expired lease means that its process has crashed. It does not if
// the loop of this process was late: then this process was suspended, or waited for a
// transaction of a suspended process, and the other processes may have been unable to renew
// their leases, too. They get half a lease duration to do so.
func (e *Shared) steady(every time.Duration) bool {
	now := e.now()
	if e.late < tolerated && now.Sub(e.tended) > 2*every {
		e.since = now
	}
	return now.Sub(e.since) >= e.lease/2
}

// tendedAt records the end of a step of the loop.
func (e *Shared) tendedAt(now time.Time, every time.Duration) {
	if now.Sub(e.tended) > 2*every {
		e.late++
	} else {
		e.late = 0
	}
	e.tended = now
}

// due returns the maintenance to do. Unless steady, it treats no process as crashed.
func (e *Shared) due(tx *storage.Tx, steady bool) (d due, err error) {
	now := e.stamp()
	soon := now.Add(e.lease / 2)
	leases, err := storage.Collect(tx.Leases.List(storage.LeaseQuery{}))
	if err != nil {
		return d, err
	}
	held, alive := map[string]storage.Lease{}, map[string]bool{}
	for _, lease := range leases {
		held[lease.Name] = lease
		if process, ok := processOf(lease); ok {
			if alive[process] = background.Held(lease, now); !alive[process] && process != e.process && steady {
				d.gone = append(d.gone, lease.Name)
			}
		}
	}
	doing, known := e.state()
	open, err := storage.Collect(tx.Runs.List(storage.RunQuery{Open: true}))
	if err != nil {
		return d, err
	}
	for _, run := range open {
		if run.Status != storage.RunRunning {
			continue
		}
		_, mine := known[run.ID]
		delete(known, run.ID)
		if _, ok := e.jobs[run.Runner]; !ok {
			continue
		}
		if err := e.dueOf(tx, &d, now, run, held[leaseName(run.Runner)], mine, steady); err != nil {
			return d, err
		}
	}
	if d.left, err = ended(tx, known); err != nil {
		return d, err
	}
	// Renewed even while this process has no task, because othersWork of a resting process
	// looks for this lease.
	d.self = len(doing)+len(d.shared) > 0 && held[processName(e.process)].ExpiresAt < soon
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

// dueOf adds the maintenance of a run that is in progress under a lease. mine reports whether
// this process knows it.
func (e *Shared) dueOf(tx *storage.Tx, d *due, now storage.Time, run storage.Run, lease storage.Lease, mine, steady bool) error {
	// The expired lease of a shared run that this process knows is renewed below, not
	// adopted: this process has been there all the time, so its owner did not crash.
	if !background.Held(lease, now) && !(mine && lease.Owner == sharedOwner) {
		if steady || lease.Owner == "" {
			d.adopt = append(d.adopt, run.Runner)
		}
		return nil
	}
	if lease.Owner != sharedOwner {
		return nil
	}
	d.shared = append(d.shared, run)
	if lease.ExpiresAt < now.Add(e.lease/2) {
		d.renew = append(d.renew, run.Runner)
	}
	tasks, working, err := e.queue.Has(tx, run.Runner)
	switch {
	case err != nil:
		return err
	case run.Control == pauseAsked && !working:
		d.pause = append(d.pause, run)
	case !tasks:
		d.fill = append(d.fill, run)
	}
	return nil
}

// ended returns runs as they are now, or as they were if they have been deleted.
func ended(tx *storage.Tx, known map[string]storage.Run) (left []storage.Run, err error) {
	for id, run := range known {
		now, stored, err := storage.Find(tx.Runs, id)
		if err != nil {
			return nil, err
		}
		if stored {
			run = now
		}
		left = append(left, run)
	}
	return left, nil
}

// state returns the tasks that this process works on, and the runs whose end it has to publish.
func (e *Shared) state() (doing map[Task]bool, known map[string]storage.Run) {
	e.mu.Lock()
	defer e.mu.Unlock()
	doing = map[Task]bool{}
	for task := range e.doing {
		doing[task] = true
	}
	return doing, maps.Clone(e.known)
}

// settleDue does the maintenance, in the transaction that found it.
func (e *Shared) settleDue(tx *storage.Tx, d due) error {
	now := e.stamp()
	if d.self {
		lease := storage.Lease{Name: processName(e.process), Owner: e.process, Epoch: 1, ExpiresAt: now.Add(e.lease)}
		if err := tx.Leases.Put(lease); err != nil {
			return err
		}
	}
	for _, runner := range d.renew {
		lease, err := background.Get(tx, leaseName(runner))
		if err != nil {
			return err
		}
		lease.ExpiresAt = now.Add(e.lease)
		if err := tx.Leases.Put(lease); err != nil {
			return err
		}
	}
	for _, r := range d.recover {
		if err := e.recover(tx, r, r.Process != e.process); err != nil {
			return err
		}
	}
	for _, run := range d.fill {
		if err := e.enqueue(tx, e.jobs[run.Runner], run); err != nil {
			return err
		}
	}
	_, err := tx.Leases.Delete(d.gone...)
	return err
}

// recover returns a task to the queue. If its process crashed, it counts a crash on the item,
// unless the item was waiting, or already had a crash: then the next one was counted in
// advance, see [turn.suspect].
func (e *Shared) recover(tx *storage.Tx, r Running, crashed bool) error {
	item, found, err := storage.Find(tx.RunItems, storage.RunItemID{Run: r.Run, Seq: r.Seq})
	if err != nil {
		return err
	}
	if found && !item.Done {
		if crashed && !item.Waiting && item.Crashes == 0 {
			item.Crashes = 1
		}
		item.Waiting = false
		if err := tx.RunItems.Put(item); err != nil {
			return err
		}
	}
	return e.queue.Return(tx, r)
}
