package backup

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/internal/lease"
	"github.com/privacylabels/auditor/storage"
)

const (
	// firstLook is how long a service that has just begun is left alone.
	firstLook = 30 * time.Second
	// lookEvery is how often it is looked whether a backup is due, because the
	// plan may change and another process may have made one.
	lookEvery = time.Minute
	// afterFailure is how long a disk that was full is left alone.
	afterFailure = 30 * time.Minute
)

// errNotDue says that no backup is due.
var errNotDue = errors.New("no backup is due")

// Keep makes backups by the plan, until the context ends or the depot stops. Of
// several processes on one store one does. What goes wrong is logged, and tried
// again later. Without a folder it does nothing.
func (d *Depot) Keep(ctx context.Context) {
	ctx, stop, done, err := d.join(ctx)
	if err != nil {
		return
	}
	defer done()
	for wait := firstLook; ; {
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-stop:
			timer.Stop()
			return
		case <-ctx.Done():
			timer.Stop()
			return
		}
		wait = lookEvery
		if err := d.runOnce(ctx); err != nil && ctx.Err() == nil {
			d.log.ErrorContext(ctx, "a backup failed", "error", err)
			wait = afterFailure
		}
	}
}

// runOnce makes a backup if one is due and nobody else is at it.
func (d *Depot) runOnce(ctx context.Context) error {
	plan, err := d.Plan(ctx) // mostly not, and then nothing is written
	if err != nil || !plan.due(d.vault.stamp()) {
		return err
	}
	_, err = d.make(ctx, scheduled, func(plan Plan, now storage.Time) error {
		if !plan.due(now) {
			return errNotDue
		}
		return nil
	})
	if errors.Is(err, errNotDue) || errors.Is(err, lease.ErrHeld) {
		return nil
	}
	return err
}
