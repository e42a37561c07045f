package runner

import (
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// maxCrashes is the number of processes that may end during an item before it is
// abandoned.
const maxCrashes = 2

// crash is the item during which a process ended.
type crash struct {
	run  storage.Run
	item storage.RunItem
}

// crashed reports whether the owner of a lease ended without releasing it, or did not
// renew it in time, which cannot be distinguished. A lease that this engine itself could
// not release is no sign of a crash.
func (e *Local) crashed(runner string, l storage.Lease) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return l.Owner != "" && e.unreleased[runner] != l.Owner
}

// markUnreleased records that this engine no longer works under a lease, whether or not it
// could release it.
func (e *Local) markUnreleased(l storage.Lease, runner string) {
	if l.Owner == "" {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.unreleased[runner] = l.Owner
}

// countCrash records on the current item that a process ended during it, in the
// transaction that takes the lease from that process: on the first pending item. If it was
// another one, which was worked on ahead of its turn, the next process finds that out, since
// it works on one item at a time. An item that was only waiting is not counted. It returns
// nil when no item was being worked on.
func countCrash(tx *storage.Tx, runner string) (*crash, error) {
	run, err := openRun(tx, runner)
	if errors.Is(err, storage.ErrNotFound) || err == nil && run.Status != storage.RunRunning {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	item, err := firstPending(tx, run.ID)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if item.Waiting {
		return nil, nil
	}
	item.Crashes++
	return &crash{run, item}, tx.RunItems.Put(item)
}

// firstPending returns the next item of a run, or an error that wraps
// [storage.ErrNotFound].
func firstPending(tx *storage.Tx, run string) (storage.RunItem, error) {
	return storage.First(tx.RunItems.List(storage.RunItemQuery{Run: run, Pending: true, Limit: 1}))
}

// suspect reports whether the item of a run that ends must be retained: it was
// abandoned, or a process ended during it and it has made no progress since.
func suspect(item storage.RunItem) bool {
	return item.Crashes >= maxCrashes || item.Crashes > 0 && !item.Done
}

// suspects returns the subjects of the suspect items of a runner's ended runs. A new run
// allows each of them one crash less. They are deleted with the run that abandoned them,
// at the latest.
func suspects(tx *storage.Tx, runner string) (map[string]bool, error) {
	found := map[string]bool{}
	err := eachSuspect(tx, runner, func(item storage.RunItem) error {
		found[item.Subject] = true
		return nil
	})
	return found, err
}

// clearSuspect removes a subject from the suspects, since an item with it ended without
// ending the process.
func clearSuspect(tx *storage.Tx, runner, subject string) error {
	return eachSuspect(tx, runner, func(item storage.RunItem) error {
		if item.Subject != subject {
			return nil
		}
		_, err := tx.RunItems.Delete(item.Key())
		return err
	})
}

// eachSuspect calls do with each suspect item of a runner's ended runs.
func eachSuspect(tx *storage.Tx, runner string, do func(storage.RunItem) error) error {
	runs, err := storage.Collect(tx.Runs.List(storage.RunQuery{Runner: runner}))
	if err != nil {
		return err
	}
	for _, run := range runs {
		if run.EndedAt == 0 {
			continue
		}
		items, err := storage.Collect(tx.RunItems.List(storage.RunItemQuery{Run: run.ID}))
		if err != nil {
			return err
		}
		for _, item := range items {
			if err := do(item); err != nil {
				return err
			}
		}
	}
	return nil
}
