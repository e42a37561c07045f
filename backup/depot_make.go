package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/lease"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// What asks for a backup.
const (
	manual    = "manual"
	scheduled = "scheduled"
)

const (
	depotLease = "backup-depot"
	// leaseTime is how long a process that is gone is waited for.
	leaseTime = 15 * time.Second
	// settlePatience is how long it may take to write what became of a backup.
	settlePatience = 10 * time.Second
)

// Made is what became of a backup.
type Made struct {
	Created File
	Pruned  []File // those that had to go, oldest first: never nil
}

// Make writes a backup now, whatever the plan says of when, and then removes the
// oldest files that the plan has no room for. When it fails, no file is left under
// the name of a backup that is not a whole one. The error wraps [ErrDepotBusy]
// while somebody else writes, [runner.ErrStopping], [storage.ErrNotSupported], or
// what the store or the disk failed with.
func (d *Depot) Make(ctx context.Context) (Made, error) {
	ctx, _, done, err := d.join(ctx)
	if err != nil {
		return Made{}, err
	}
	defer done()
	made, err := d.make(ctx, manual, func(Plan, storage.Time) error { return nil })
	if errors.Is(err, lease.ErrHeld) {
		err = ErrDepotBusy
	}
	return made, err
}

// make writes a backup under the lease, if may, asked in the transaction that
// takes it, returns nil.
func (d *Depot) make(ctx context.Context, trigger string, may func(Plan, storage.Time) error) (Made, error) {
	v := d.vault
	began := v.stamp()
	owner, err := storage.NewID(began, v.random)
	if err != nil {
		return Made{}, err
	}
	var mine storage.Lease
	var plan Plan
	err = v.store.Update(ctx, func(tx storage.Tx) (err error) {
		if plan, err = planOf(tx, began); err != nil {
			return err
		}
		if err := may(plan, began); err != nil {
			return err
		}
		mine, err = lease.Take(tx, depotLease, owner, began, leaseTime)
		return err
	})
	if err != nil {
		return Made{}, err
	}
	writing, cancel := context.WithCancelCause(ctx)
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		d.hold(writing, mine, cancel)
	}()
	made, failed := d.deposit(writing, owner, plan.RetentionCount)
	if lost := context.Cause(writing); failed != nil && lost != nil {
		failed = lost
	}
	cancel(nil)
	<-kept

	line, err := d.line(trigger, began, made, failed)
	if err != nil {
		return Made{}, err
	}
	settling, end := context.WithTimeout(context.WithoutCancel(ctx), settlePatience)
	defer end()
	err = v.store.Update(settling, func(tx storage.Tx) error {
		if err := lease.Release(tx, mine); err != nil {
			return err
		}
		if failed == nil {
			if err := settings.PutTime(tx, planLastRun, began); err != nil {
				return err
			}
		} else if ctx.Err() != nil { // it was called off, which is no fault
			return nil
		}
		return activity.Record(tx, v.random, line)
	})
	if err = errors.Join(failed, err); err != nil {
		return Made{}, fmt.Errorf("write a backup: %w", err)
	}
	return made, nil
}

// hold keeps the lease until the context ends, and ends the work when it is lost.
func (d *Depot) hold(ctx context.Context, mine storage.Lease, cancel context.CancelCauseFunc) {
	ticker := time.NewTicker(leaseTime / 3)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		err := d.vault.store.Update(ctx, func(tx storage.Tx) error { return lease.Keep(tx, mine, d.vault.stamp().Add(leaseTime)) })
		if errors.Is(err, lease.ErrLost) {
			cancel(err)
			return
		}
		if err != nil && ctx.Err() == nil { // the next may be in time
			d.log.WarnContext(ctx, "the lease of a backup could not be kept", "error", err)
		}
	}
}

// deposit writes a file and removes those that are too many.
func (d *Depot) deposit(ctx context.Context, owner string, keep int) (made Made, err error) {
	folder, err := d.folder()
	if err != nil {
		return made, err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	if err := sweep(folder); err != nil {
		return made, err
	}
	if made.Created, err = d.write(ctx, folder, tempPrefix+owner+tempSuffix); err != nil {
		return made, err
	}
	made.Pruned, err = d.prune(folder, keep, made.Created.Name)
	if err != nil { // there is a backup all the same; the next one tries again
		d.log.WarnContext(ctx, "an old backup could not be removed", "error", err)
	}
	if made.Pruned == nil {
		made.Pruned = []File{}
	}
	return made, nil
}

// write writes a whole bundle to the disk under another name, and then gives it
// its own.
func (d *Depot) write(ctx context.Context, folder *os.Root, temp string) (made File, err error) {
	file, err := folder.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return made, err
	}
	published := false
	defer func() {
		if !published {
			err = errors.Join(err, folder.Remove(temp))
		}
	}()
	b := &Bundle{file: file}
	err = d.vault.exportTo(ctx, b)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return made, err
	}
	if err := context.Cause(ctx); err != nil {
		return made, err
	}
	made.CreatedAt, made.Bytes = b.ExportedAt, b.Size()
	if made.Name, made.place, err = publish(folder, temp, made.CreatedAt); made.Name != "" {
		published = true
	}
	made.Path = filepath.Join(d.dir, made.Name)
	return made, err
}

// line is what the activity log is told.
func (d *Depot) line(trigger string, began storage.Time, made Made, failed error) (storage.Activity, error) {
	line := storage.Activity{
		Type: "backup_export", Status: activity.OK, StartedAt: began, EndedAt: storage.NullTime(d.vault.stamp()),
		Summary: storage.Text("Wrote the backup " + made.Created.Name),
	}
	detail := map[string]any{"mode": "local-snapshot", "triggeredBy": trigger, "backupVersion": Version}
	if failed != nil {
		line.Status, line.Summary = activity.Failed, "A backup could not be written"
	} else {
		detail["filename"], detail["bytes"], detail["pruned"] = made.Created.Name, made.Created.Bytes, len(made.Pruned)
	}
	var err error
	if line.Detail, err = json.Marshal(detail); err != nil {
		return line, fmt.Errorf("encode a line of the log: %w", err)
	}
	return line, nil
}
