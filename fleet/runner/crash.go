package runner

import (
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// maxCrashes is the number of processes that may end during an item before it is
// abandoned.
const maxCrashes = 2

// crashed reports whether the owner of a lease ended without releasing it or failed to renew
// it in time; the two cannot be distinguished. A lease that this engine itself failed to
// release is not a sign of a crash.
func (e *Local) crashed(runner string, l storage.Lease) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return l.Owner != "" && e.unreleased[runner] != l.Owner
}

// markUnreleased records that this engine no longer works under a lease, even if it failed
// to release it.
func (e *Local) markUnreleased(l storage.Lease, runner string) {
	if l.Owner == "" {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.unreleased[runner] = l.Owner
}

// countCrash counts a crash on the first pending item of a run, in the transaction that takes
// the lease from the crashed process. The cause may have been an item that was started ahead
// of its turn; the next process works on one item at a time and so finds the right one. An
// item that was waiting is not counted. It returns nil if no item was in progress.
func countCrash(tx *storage.Tx, runner string) (*storage.RunItem, error) {
	run, err := openRun(tx, runner)
	if errors.Is(err, storage.ErrNotFound) || err == nil && run.Status != storage.RunRunning {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	item, found, err := firstPending(tx, run.ID)
	if err != nil || !found || item.Waiting {
		return nil, err
	}
	item.Crashes++
	return &item, tx.RunItems.Put(item)
}

// firstPending returns the next item of a run, and reports whether there is one.
func firstPending(tx *storage.Tx, run string) (item storage.RunItem, found bool, err error) {
	return storage.FindFirst(tx.RunItems.List(storage.RunItemQuery{Run: run, Pending: true, Limit: 1}))
}

// suspect reports whether an item must be retained when its run ends, because it was
// abandoned, or a process ended during it and it has made no progress since.
func suspect(item storage.RunItem) bool {
	return item.Crashes >= maxCrashes || item.Crashes > 0 && !item.Done
}

// clearSuspect removes a subject from the suspects, after an item with it was done without
// ending its process.
func clearSuspect(tx *storage.Tx, runner, subject string) error {
	all, err := suspects(tx, runner)
	if err != nil {
		return err
	}
	var cleared []storage.RunItemID
	for _, item := range all {
		if item.Subject == subject {
			cleared = append(cleared, item.Key())
		}
	}
	_, err = tx.RunItems.Delete(cleared...)
	return err
}

// suspects returns the suspect items of a runner's ended runs. A new run abandons each of
// their subjects after one crash fewer. They are deleted together with the run that
// abandoned them, or earlier.
func suspects(tx *storage.Tx, runner string) (all []storage.RunItem, err error) {
	runs, err := storage.Collect(tx.Runs.List(storage.RunQuery{Runner: runner}))
	if err != nil {
		return nil, err
	}
	for _, run := range runs {
		if run.EndedAt == 0 {
			continue
		}
		items, err := storage.Collect(tx.RunItems.List(storage.RunItemQuery{Run: run.ID}))
		if err != nil {
			return nil, err
		}
		all = append(all, items...)
	}
	return all, nil
}
