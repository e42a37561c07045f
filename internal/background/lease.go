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

// Get returns a task as it is stored. One that was never acquired has no owner and no
// attempts.
func Get(tx *storage.Tx, id storage.TaskID) (storage.Task, error) {
	t, _, err := storage.Find(tx.Tasks, id)
	t.Kind, t.Subject = id.Kind, id.Subject
	return t, err
}

// Held reports whether a task has an owner whose lease has not expired. One that would last
// longer than any lease, also by a clock that is minutes ahead, counts as expired: the
// clock was set back after it was acquired, and its owner may be gone.
func Held(t storage.Task, now storage.Time) bool {
	return t.Owner != "" && t.Due > now && t.Due <= now.Add(MaxLease+maxSkew)
}

// Acquire takes a task with a lease that expires after a duration, at most [MaxLease], and
// counts the attempt. The owner is an id that is used once. The error is [ErrHeld] while
// another lease holds.
func Acquire(tx *storage.Tx, id storage.TaskID, owner string, now storage.Time, lasts time.Duration) (storage.Task, error) {
	t, err := Get(tx, id)
	if err != nil {
		return t, err
	}
	if Held(t, now) {
		return t, ErrHeld
	}
	t.Owner, t.TakenAt, t.Attempts, t.Due = owner, now, t.Attempts+1, now.Add(min(lasts, MaxLease))
	return t, tx.Tasks.Put(t)
}

// Renew moves the expiry of the lease on a task as it was acquired. One that has expired can
// be renewed until the task is acquired again; then the error is [ErrLost].
func Renew(tx *storage.Tx, acquired storage.Task, until storage.Time) error {
	t, err := own(tx, acquired)
	if err != nil {
		return err
	}
	t.Due = until
	return tx.Tasks.Put(t)
}

// Release ends the lease on a task as it was acquired. The task stays, for the next owner to
// count its attempt. The error is [ErrLost] if another owner has acquired it since.
func Release(tx *storage.Tx, acquired storage.Task) error {
	t, err := own(tx, acquired)
	if err != nil {
		return err
	}
	t.Owner, t.TakenAt, t.Due = "", 0, 0
	return tx.Tasks.Put(t)
}

// own returns a task as it is stored, if it was acquired last as given.
func own(tx *storage.Tx, acquired storage.Task) (storage.Task, error) {
	t, err := Get(tx, storage.Key(acquired))
	if err == nil && (t.Owner != acquired.Owner || t.Attempts != acquired.Attempts) {
		err = ErrLost
	}
	return t, err
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
