package runner

import (
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// leaseName is the key of a runner's lease.
func leaseName(runner string) string { return "runner/" + runner }

// leaseOf returns a runner's lease, that of nobody when there was none yet.
func leaseOf(tx storage.Tx, runner string) (storage.Lease, error) {
	lease, err := tx.Leases().Get(leaseName(runner))
	if errors.Is(err, storage.ErrNotFound) {
		return storage.Lease{Name: leaseName(runner)}, nil
	}
	return lease, err
}

// held says whether somebody has a lease.
func held(l storage.Lease, now storage.Time) bool { return l.Owner != "" && l.ExpiresAt > now }

// take makes a lease the owner's. Whoever had it before has lost it.
func (e *Engine) take(tx storage.Tx, l storage.Lease, owner string) (storage.Lease, error) {
	l.Owner, l.Epoch, l.ExpiresAt = owner, l.Epoch+1, e.stamp().Add(e.lease)
	return l, tx.Leases().Put(l)
}

// hold returns the run as it stands, or errLost when the lease is not this one
// any more, and renews the lease.
func (e *Engine) hold(tx storage.Tx, mine storage.Lease, id string) (storage.Run, error) {
	now, err := tx.Leases().Get(mine.Name)
	if errors.Is(err, storage.ErrNotFound) || err == nil && (now.Owner != mine.Owner || now.Epoch != mine.Epoch) {
		return storage.Run{}, errLost
	}
	if err != nil {
		return storage.Run{}, err
	}
	run, err := tx.Runs().Get(id)
	if errors.Is(err, storage.ErrNotFound) || err == nil && run.Status != storage.RunRunning {
		return storage.Run{}, errLost
	}
	if err != nil {
		return storage.Run{}, err
	}
	now.ExpiresAt = e.stamp().Add(e.lease)
	return run, tx.Leases().Put(now)
}

// giveBack ends a lease. Its epoch stays, for the next owner to go on from.
func giveBack(tx storage.Tx, l storage.Lease) error {
	l.Owner, l.ExpiresAt = "", 0
	return tx.Leases().Put(l)
}

// givenBack says whether the owner gave this lease back and nobody took it since.
func givenBack(tx storage.Tx, mine storage.Lease) (bool, error) {
	now, err := tx.Leases().Get(mine.Name)
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return now.Owner == "" && now.Epoch == mine.Epoch, err
}
