package runner

import (
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// maxCrashes is how often a process may end during an item before the item is
// abandoned.
const maxCrashes = 2

// crash is the item during which a process ended.
type crash struct {
	run  storage.Run
	item storage.RunItem
}

// crashed reports whether the owner of a lease ended without releasing it, or has
// not renewed it for as long as it lasts: from outside that is the same. A lease
// that this engine itself could not release is no sign of a crash.
func (e *Engine) crashed(runner string, l storage.Lease) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return l.Owner != "" && e.unreleased[runner] != l.Owner
}

// forgetOwner notes that this engine stops to work under a lease, whether or not it
// could release it.
func (e *Engine) forgetOwner(l storage.Lease, runner string) {
	if l.Owner == "" {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.unreleased[runner] = l.Owner
}

// countCrash notes on the item under way that a process ended during it, in the
// transaction that takes the lease from that process. Items are worked on in order
// and one at a time, so that is the first pending item. An item that only waited is
// not counted. It returns nil when no item was under way.
func countCrash(tx storage.Tx, runner string) (*crash, error) {
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
	return &crash{run, item}, tx.RunItems().Put(item)
}

// firstPending returns the next item of a run, or an error that wraps
// [storage.ErrNotFound].
func firstPending(tx storage.Tx, run string) (storage.RunItem, error) {
	return storage.First(tx.RunItems().List(storage.RunItemQuery{Run: run, Pending: true, Limit: 1}))
}

// suspect reports whether the item of a run that ends is remembered: it was
// abandoned, or a process ended during it and nothing since then says that it was
// not the cause.
func suspect(item storage.RunItem) bool {
	return item.Crashes >= maxCrashes || item.Crashes > 0 && !item.Done
}

// suspects returns the subjects that the ended runs of a runner remember. A new run
// allows each of them one crash less. They are read from the runs that are retained,
// so a subject is forgotten with the run that abandoned it, at the latest.
func suspects(tx storage.Tx, runner string) (map[string]bool, error) {
	found := map[string]bool{}
	err := eachSuspect(tx, runner, func(item storage.RunItem) error {
		found[item.Subject] = true
		return nil
	})
	return found, err
}

// clearSuspect forgets a subject: an item on it came to an end, whichever, and the
// process is still there.
func clearSuspect(tx storage.Tx, runner, subject string) error {
	return eachSuspect(tx, runner, func(item storage.RunItem) error {
		if item.Subject != subject {
			return nil
		}
		_, err := tx.RunItems().Delete(item.Key())
		return err
	})
}

// eachSuspect calls do with each item that the ended runs of a runner remember.
func eachSuspect(tx storage.Tx, runner string, do func(storage.RunItem) error) error {
	runs, err := storage.Collect(tx.Runs().List(storage.RunQuery{Runner: runner}))
	if err != nil {
		return err
	}
	for _, run := range runs {
		if run.EndedAt == 0 {
			continue
		}
		items, err := storage.Collect(tx.RunItems().List(storage.RunItemQuery{Run: run.ID}))
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
