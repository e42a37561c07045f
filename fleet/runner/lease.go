package runner

import (
	"errors"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// leaseName is the key of a runner's lease.
func leaseName(runner string) string { return "runner/" + runner }

// free returns a runner's lease, or [ErrBusy] while a process holds it.
func (e *Local) free(tx *storage.Tx, runner string) (storage.Lease, error) {
	lease, err := background.Get(tx, leaseName(runner))
	if err == nil && background.Held(lease, e.stamp()) {
		err = ErrBusy
	}
	return lease, err
}

// acquire takes a runner's lease, which must be free.
func (e *Local) acquire(tx *storage.Tx, runner, owner string) (storage.Lease, error) {
	return background.Acquire(tx, leaseName(runner), owner, e.stamp(), e.lease)
}

// hold renews the lease and returns the stored run. The error is [background.ErrLost] if the
// lease is lost or another process has ended the run.
func (e *Local) hold(tx *storage.Tx, acquired storage.Lease, id string) (storage.Run, error) {
	if err := background.Renew(tx, acquired, e.stamp().Add(e.lease)); err != nil {
		return storage.Run{}, err
	}
	run, err := tx.Runs.Get(id)
	if errors.Is(err, storage.ErrNotFound) || err == nil && run.Status != storage.RunRunning {
		return storage.Run{}, background.ErrLost
	}
	return run, err
}

// released reports whether the lease was released and not acquired again since.
func released(tx *storage.Tx, acquired storage.Lease) (bool, error) {
	now, err := background.Get(tx, acquired.Name)
	return now.Owner == "" && now.Epoch == acquired.Epoch, err
}
