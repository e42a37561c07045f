package background

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Taken is a task that this process took with [Take].
type Taken struct {
	env  storage.Env
	task storage.Task
	stop func() // the renewal
}

// Take takes a task if may, which is called in the same transaction, returns nil. It renews
// the lease, which lasts as long as given after each renewal, until [Taken.End]. The context
// that it returns ends when the lease is lost, with [ErrLost] as the cause. The error is that
// of may, [ErrHeld] while another lease holds, or that of the database.
func Take(ctx context.Context, env storage.Env, id storage.TaskID, lasts time.Duration, may func(*storage.Tx) error) (context.Context, *Taken, error) {
	stamp := func() storage.Time { return storage.TimeOf(env.Now()) }
	owner, err := storage.NewID(stamp(), env.Random)
	if err != nil {
		return nil, nil, err
	}

	task, err := storage.Update(ctx, env.Store, func(tx *storage.Tx) (storage.Task, error) {
		if err := may(tx); err != nil {
			return storage.Task{}, err
		}
		return Acquire(tx, id, owner, stamp(), lasts)
	})
	if err != nil {
		return nil, nil, err
	}

	held, stop := Hold(ctx, lasts/3, func(ctx context.Context) error {
		err := env.Store.Update(ctx, func(tx *storage.Tx) error { return Renew(tx, task, stamp().Add(lasts)) })
		if err != nil && !errors.Is(err, ErrLost) && ctx.Err() == nil { // the next attempt may still be in time
			env.Logger.WarnContext(ctx, "lease not renewed", "kind", id.Kind, "subject", id.Subject, "error", err)
		}
		return err
	})
	return held, &Taken{env: env, task: task, stop: stop}, nil
}

// Owner returns the ID of the owner, which is used once.
func (t *Taken) Owner() string { return t.task.Owner }

// End deletes the task, in the transaction of write. The error is [ErrLost] if another owner
// has taken it since, or that of write or the database.
func (t *Taken) End(ctx context.Context, write func(*storage.Tx) error) error {
	t.stop()
	return t.env.Store.Update(ctx, func(tx *storage.Tx) error {
		if _, err := own(tx, t.task); err != nil {
			return err
		}
		if _, err := tx.Tasks.Delete(storage.Key(t.task)); err != nil {
			return err
		}
		return write(tx)
	})
}

// Postpone ends the lease and leaves the task for later, with its attempts. The error is as in
// [Taken.End].
func (t *Taken) Postpone(ctx context.Context, due storage.Time) error {
	t.stop()
	return t.env.Store.Update(ctx, func(tx *storage.Tx) error {
		task, err := own(tx, t.task)
		if err != nil {
			return err
		}
		task.Owner, task.TakenAt, task.Due = "", 0, due
		return tx.Tasks.Put(task)
	})
}

// Attempts returns how often the task was taken, this time included.
func (t *Taken) Attempts() int64 { return t.task.Attempts }
