package runner

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// A process rests from a run if it cannot continue the run but others may, for example
// because the App Store limits the requests of its network address. It then returns the items
// that it is handed, and tries one of them after each lease duration. A resting process
// announces that with a lease whose owner is the reason. When all processes rest, the run is
// interrupted.

// restHold is how long a resting process holds an item before it returns it, so that it does
// not take and return items in a busy loop. If the run has only one item to hand out, the
// other processes wait for it meanwhile.
const restHold = 250 * time.Millisecond

// errResting means that the item is left to another process.
var errResting = errors.New("this process rests")

// restKind is the kind of the leases that announce that processes rest from the run of a
// runner.
func restKind(runner string) string { return "rest/" + runner }

func ofRest(runner, process string) storage.TaskID {
	return storage.TaskID{Kind: restKind(runner), Subject: process}
}

// rests returns how long this process still rests from a run.
func (e *Engine) rests(f *followed) time.Duration {
	e.mu.Lock()
	defer e.mu.Unlock()
	if f.resting.IsZero() {
		return 0
	}
	return f.resting.Sub(e.now())
}

// triedAgain reports whether this process rested from a run and the time for the next attempt
// has come. Its caller has just done an item, so the process can continue the run.
func (e *Engine) triedAgain(run string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	f := e.followed[run]
	return f != nil && !f.resting.IsZero() && !f.resting.After(e.now())
}

// setRest starts or ends the rest of this process from a run.
func (e *Engine) setRest(run string, rest bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	f := e.followed[run]
	if f == nil {
		return
	}
	f.resting = time.Time{}
	if rest {
		f.resting = e.now().Add(e.lease)
	}
}

// joinedLately reports whether this process joined a run so recently that other processes may
// not have announced themselves yet. It must not interrupt the run before its next attempt.
func (e *Engine) joinedLately(run string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	f := e.followed[run]
	return f != nil && e.now().Sub(f.since) < e.lease/2
}

// rest makes this process rest from the run and returns errResting or, if no other process can
// continue the run, interrupts the run and returns nil.
func (t *turn) rest(ctx context.Context, reason string) error {
	e := t.engine
	if f := e.follows(t.run.ID); f != nil && e.rests(f) > 0 { // another item already made it rest
		return errResting
	}
	e.setRest(t.run.ID, true)
	var final storage.Run
	err := e.settleRetrying(ctx, t.job, func(tx *storage.Tx, job guarded) (err error) {
		final, err = t.restIn(tx, job, reason)
		return err
	})
	switch {
	case err != nil:
		e.setRest(t.run.ID, false)
		return broken(err)
	case final.Status == storage.RunRunning:
		e.log.InfoContext(ctx, "run left to other processes", "runner", final.Runner, "run_id", final.ID, "reason", reason)
		return errResting
	}
	e.ended(ctx, final)
	return nil
}

func (t *turn) restIn(tx *storage.Tx, job guarded, reason string) (storage.Run, error) {
	e := t.engine
	run, _, err := t.open(tx)
	if err != nil {
		return run, err
	}
	now := e.stamp()
	// The lease must not expire before the next attempt, which comes after e.lease.
	lease := storage.Task{Kind: restKind(run.Runner), Subject: e.process, Owner: reason, Attempts: 1, Due: now.Add(2 * e.lease)}
	if err := tx.Tasks.Put(lease); err != nil {
		return run, err
	}
	others, err := e.othersWork(tx, run.Runner, now)
	switch {
	case err != nil || others || e.joinedLately(run.ID):
		return run, err
	case run.Control == pauseAsked:
		return e.leave(tx, job, run, storage.RunPaused, "")
	}
	return e.leave(tx, job, run, storage.RunInterrupted, reason)
}

// othersWork reports whether another process takes part in the runs of a runner and does not
// rest.
func (e *Engine) othersWork(tx *storage.Tx, runner string, now storage.Time) (bool, error) {
	for lease, err := range tx.Tasks.List(storage.TaskQuery{Kind: processKind}) {
		if err != nil {
			return false, err
		}
		if lease.Subject == e.process || !background.Held(lease, now) {
			continue
		}
		rest, err := background.Get(tx, ofRest(runner, lease.Subject))
		if err != nil || !background.Held(rest, now) {
			return err == nil, err
		}
	}
	return false, nil
}

// endRests deletes the leases of all processes that rest from the run of a runner.
func endRests(tx *storage.Tx, runner string) error {
	_, err := storage.DeleteListed(tx.Tasks, storage.TaskQuery{Kind: restKind(runner)})
	return err
}
