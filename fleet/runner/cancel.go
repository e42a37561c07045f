package runner

import (
	"fmt"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// CancelOpen cancels every open run, whether it is paused or a process left it open. It
// is for transactions that remove or replace the records of runs, so that none is
// resumed with other records. It fails with [ErrBusy] while a process works on a run.
func CancelOpen(tx *storage.Tx, now storage.Time) error {
	if err := RequireIdle(tx, now); err != nil {
		return err
	}
	open, err := storage.Collect(tx.Runs.List(storage.RunQuery{Open: true}))
	if err != nil {
		return err
	}
	for _, run := range open {
		run.Status, run.Control, run.Current, run.Reason = storage.RunCancelled, "", "", ""
		run.UpdatedAt, run.EndedAt = now, now
		if err := dropItems(tx, run.ID); err != nil {
			return err
		}
		if err := tx.Runs.Put(run); err != nil {
			return err
		}
		if err := trim(tx, run.Runner); err != nil {
			return err
		}
	}
	_, err = tx.RunItems.Clear() // including the suspect items of ended runs
	return err
}

// RequireIdle fails with [ErrBusy] while a process works on a run. It is for
// transactions that change the records of runs.
func RequireIdle(tx *storage.Tx, now storage.Time) error {
	for lease, err := range tx.Tasks.List(storage.TaskQuery{Kind: runnerKind}) {
		if err != nil {
			return err
		}
		if background.Held(lease, now) {
			return fmt.Errorf("%w: %s", ErrBusy, lease.Subject)
		}
	}
	return nil
}
