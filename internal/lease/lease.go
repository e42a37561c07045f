package lease

import (
	"errors"
	"time"

	"github.com/privacylabels/auditor/storage"
)

var (
	// ErrHeld says that somebody else is at it.
	ErrHeld = errors.New("somebody else holds the lease")
	// ErrLost says that the lease is somebody else's by now.
	ErrLost = errors.New("the lease was lost")
)

// Take takes a lease for a time, unless somebody holds it: then the error is
// [ErrHeld]. The owner is an id that nobody else has.
func Take(tx storage.Tx, name, owner string, now storage.Time, lasts time.Duration) (storage.Lease, error) {
	l, err := tx.Leases().Get(name)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return l, err
	}
	if l.Owner != "" && l.ExpiresAt > now {
		return l, ErrHeld
	}
	mine := storage.Lease{Name: name, Owner: owner, Epoch: l.Epoch + 1, ExpiresAt: now.Add(lasts)}
	return mine, tx.Leases().Put(mine)
}

// Keep moves the end of a lease that is still the caller's, else the error is
// [ErrLost]. One that has ended and that nobody took since is the caller's.
func Keep(tx storage.Tx, mine storage.Lease, until storage.Time) error {
	return change(tx, mine, func(l *storage.Lease) { l.ExpiresAt = until })
}

// Release gives a lease back that is still the caller's, else the error is
// [ErrLost].
func Release(tx storage.Tx, mine storage.Lease) error {
	return change(tx, mine, func(l *storage.Lease) { l.Owner, l.ExpiresAt = "", 0 })
}

func change(tx storage.Tx, mine storage.Lease, to func(*storage.Lease)) error {
	l, err := tx.Leases().Get(mine.Name)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return ErrLost
	case err != nil:
		return err
	case l.Owner != mine.Owner || l.Epoch != mine.Epoch:
		return ErrLost
	}
	to(&l)
	return tx.Leases().Put(l)
}
