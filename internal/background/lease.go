package background

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/storage"
)

var (
	// ErrHeld means that another process, or another call in this one, holds the lease.
	ErrHeld = errors.New("another process holds the lease")
	// ErrLost means that the lease has a new owner, or is gone.
	ErrLost = errors.New("the lease was lost")
)

const (
	// MaxLease is the longest time that a lease may last without being renewed.
	MaxLease = time.Minute

	// maxSkew is how far the clocks of processes may differ.
	maxSkew = 4 * time.Minute
)

// Get returns a lease as it is stored. One that was never acquired has no owner and
// epoch zero.
func Get(tx *storage.Tx, name string) (storage.Lease, error) {
	l, _, err := storage.Find(tx.Leases, name)
	l.Name = name
	return l, err
}

// Held reports whether a lease has an owner and has not expired. One that would last longer
// than any lease, also by a clock that is minutes ahead, counts as expired: the
// clock was set back after it was acquired, and its owner may be gone.
func Held(l storage.Lease, now storage.Time) bool {
	return l.Owner != "" && l.ExpiresAt > now && l.ExpiresAt <= now.Add(MaxLease+maxSkew)
}

// Acquire takes a lease that expires after a duration, at most [MaxLease], and advances its epoch. The
// owner is an id that is used once. The error is [ErrHeld] while the lease is held.
func Acquire(tx *storage.Tx, name, owner string, now storage.Time, lasts time.Duration) (storage.Lease, error) {
	l, err := Get(tx, name)
	if err != nil {
		return l, err
	}
	if Held(l, now) {
		return l, ErrHeld
	}
	l.Owner, l.Epoch, l.ExpiresAt = owner, l.Epoch+1, now.Add(min(lasts, MaxLease))
	return l, tx.Leases.Put(l)
}

// Renew moves the expiry of a lease as it was acquired. One that has expired can be
// renewed until it is acquired again; then the error is [ErrLost].
func Renew(tx *storage.Tx, acquired storage.Lease, until storage.Time) error {
	l, err := own(tx, acquired)
	if err != nil {
		return err
	}
	l.ExpiresAt = until
	return tx.Leases.Put(l)
}

// Release ends a lease as it was acquired. Its epoch stays, for the next owner to
// advance. The error is [ErrLost] if another owner has acquired it since.
func Release(tx *storage.Tx, acquired storage.Lease) error {
	l, err := own(tx, acquired)
	if err != nil {
		return err
	}
	l.Owner, l.ExpiresAt = "", 0
	return tx.Leases.Put(l)
}

// own returns a lease as it is stored, if its owner and epoch are those acquired.
func own(tx *storage.Tx, acquired storage.Lease) (storage.Lease, error) {
	l, err := Get(tx, acquired.Name)
	if err == nil && (l.Owner != acquired.Owner || l.Epoch != acquired.Epoch) {
		err = ErrLost
	}
	return l, err
}

// Hold calls renew at intervals until release is called, which waits for a call under
// way. When renew returns an error that wraps [ErrLost], the context that Hold returns
// ends with it as the cause. After any other error renew is called again at the next
// interval.
func Hold(ctx context.Context, every time.Duration, renew func(context.Context) error) (held context.Context, release func()) {
	held, end := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		Loop{First: every, Step: func(ctx context.Context) time.Duration {
			if err := renew(ctx); errors.Is(err, ErrLost) {
				end(err)
			}
			return every
		}}.Run(held, nil)
	}()
	return held, func() {
		end(nil)
		<-ended
	}
}
