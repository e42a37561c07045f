package runner

import (
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// Vacate ends every open run as cancelled: those that are paused, and those that
// a process left behind. It is for whoever removes or replaces what runs are
// about, in the transaction that does, so that none goes on among strangers. It
// fails with [ErrBusy] while anybody works on a run.
func Vacate(tx storage.Tx, now storage.Time) error {
	if err := Idle(tx, now); err != nil {
		return err
	}
	open, err := storage.Collect(tx.Runs().List(storage.RunQuery{Open: true}))
	if err != nil {
		return err
	}
	for _, run := range open {
		run.Status, run.Control, run.Current = storage.RunCancelled, "", ""
		run.UpdatedAt, run.EndedAt = now, now
		if err := dropItems(tx, run.ID); err != nil {
			return err
		}
		if err := tx.Runs().Put(run); err != nil {
			return err
		}
		if err := trim(tx, run.Runner); err != nil {
			return err
		}
	}
	_, err = tx.RunItems().Clear() // also those that are remembered of runs that have ended
	return err
}

// Idle fails with [ErrBusy] while anybody works on a run. It is for whoever changes
// what runs are about, and not which there are, in the transaction that does.
func Idle(tx storage.Tx, now storage.Time) error {
	for lease, err := range tx.Leases().List(storage.LeaseQuery{}) {
		if err != nil {
			return err
		}
		if strings.HasPrefix(lease.Name, leaseName("")) && held(lease, now) {
			return fmt.Errorf("%w: %s", ErrBusy, strings.TrimPrefix(lease.Name, leaseName("")))
		}
	}
	return nil
}
