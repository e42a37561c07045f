package runner

import (
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// maxCrashes is the number of processes that may end during an item before it is
// abandoned.
const maxCrashes = 2

// inherit counts the crash of the previous owner of a lease, in the transaction that takes the
// lease. It reports whether there was one and, if one process at a time worked on the run,
// returns the item.
func (e *Engine) inherit(tx *storage.Tx, runner string, lease storage.Task) (crashed bool, suspect *storage.RunItem, err error) {
	if lease.Owner == "" || lease.Owner == e.process {
		return false, nil, nil
	}
	if lease.Owner != sharedOwner || e.own != nil {
		suspect, err = countCrash(tx, runner)
		return true, suspect, err
	}
	running, err := e.queue.Running(tx, 0)
	for _, r := range running {
		if err == nil && r.Runner == runner {
			err = e.recover(tx, r, true)
		}
	}
	return true, nil, err
}

// countCrash counts a crash on the first pending item of each line of a run, whose process
// crashed. The cause may have been an item that was started ahead of its turn; the next process
// works on one item at a time and so finds the right one. It returns the first of the items that
// were in progress, nil if none was.
func countCrash(tx *storage.Tx, runner string) (*storage.RunItem, error) {
	run, err := openRun(tx, runner)
	if errors.Is(err, storage.ErrNotFound) || err == nil && run.Status != storage.RunRunning {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	heads, err := heads(tx, run.ID)
	if err != nil {
		return nil, err
	}
	var suspect *storage.RunItem
	for _, item := range heads {
		counted := !item.Waiting
		if item, err = blame(tx, item, true); err != nil {
			return nil, err
		}
		if counted && suspect == nil {
			suspect = &item
		}
	}
	return suspect, nil
}

// blame writes a pending item whose process no longer works on it. If the process crashed, it
// counts a crash, unless the item was waiting, or already had a crash: then the next one was
// counted in advance, see [turn.suspect].
func blame(tx *storage.Tx, item storage.RunItem, crashed bool) (storage.RunItem, error) {
	if crashed && !item.Waiting && item.Crashes == 0 {
		item.Crashes = 1
	}
	item.Waiting = false
	return item, tx.RunItems.Put(item)
}

// recover returns a task to the queue.
func (e *Engine) recover(tx *storage.Tx, r Running, crashed bool) error {
	item, found, err := storage.Find(tx.RunItems, storage.RunItemID{Run: r.Run, Seq: r.Seq})
	if err == nil && found && !item.Done {
		_, err = blame(tx, item, crashed)
	}
	if err != nil {
		return err
	}
	return e.queue.Return(tx, r)
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
			cleared = append(cleared, storage.Key(item))
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
