package backup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/lifecycle"
	"github.com/privacylabels/auditor/storage"
)

// DepotFolder is the folder of a [Depot] in the folder of all that a service keeps.
const DepotFolder = "backups"

// ErrDepotBusy says that somebody else writes a file of the [Depot] just now.
var ErrDepotBusy = errors.New("another backup is being written")

// DepotConfig is what a [Depot] needs.
type DepotConfig struct {
	Vault  *Vault       // required: what makes the backups
	Dir    string       // the folder, made with the first file; empty: there is none, and all fails with storage.ErrNotSupported
	Logger *slog.Logger // nil: silent
}

// Depot keeps backups as files in a folder: some of the newest, each a whole
// bundle. It is safe for concurrent use, and any number of them, in as many
// processes, share one folder and one store: one at a time writes.
type Depot struct {
	vault *Vault
	dir   string // absolute
	log   *slog.Logger

	work lifecycle.Group
}

// NewDepot returns the depot of a folder. It starts nothing and makes nothing. It
// fails when it cannot be told where the folder is.
func NewDepot(c DepotConfig) (*Depot, error) {
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	d := &Depot{vault: c.Vault, log: c.Logger}
	if c.Dir != "" {
		dir, err := filepath.Abs(c.Dir)
		if err != nil {
			return nil, fmt.Errorf("backup: find the depot: %w", err)
		}
		d.dir = dir
	}
	return d, nil
}

// Dir returns the absolute path of the folder, empty when there is none. It need
// not be there yet.
func (d *Depot) Dir() string { return d.dir }

// Stop ends [Depot.Keep] and what is being written, which it cancels after a
// patience, and returns when all has ended. It may be called any number of times.
func (d *Depot) Stop(patience time.Duration) { d.work.Stop(patience) }

// Plan returns when backups are made by themselves, and how many are kept.
func (d *Depot) Plan(ctx context.Context) (p Plan, err error) {
	if err := d.supported(); err != nil {
		return p, err
	}
	err = d.vault.store.View(ctx, func(tx storage.Tx) (err error) {
		p, err = planOf(tx, d.vault.stamp())
		return err
	})
	return p, err
}

// Change changes the plan and returns the new one. What is out of range becomes
// the nearest that is in it.
func (d *Depot) Change(ctx context.Context, c PlanChange) (p Plan, err error) {
	if err := d.supported(); err != nil {
		return p, err
	}
	err = d.vault.store.Update(ctx, func(tx storage.Tx) (err error) {
		if err := c.write(tx); err != nil {
			return err
		}
		p, err = planOf(tx, d.vault.stamp())
		return err
	})
	return p, err
}

// supported fails when there is no folder.
func (d *Depot) supported() error {
	if d.dir == "" {
		return fmt.Errorf("backup: no folder for files: %w", storage.ErrNotSupported)
	}
	return nil
}

// join makes work part of the depot's.
func (d *Depot) join(ctx context.Context) (work context.Context, stop <-chan struct{}, done func(), err error) {
	if err := d.supported(); err != nil {
		return nil, nil, nil, err
	}
	work, stop, done, ok := d.work.Join(ctx)
	if !ok {
		return nil, nil, nil, runner.ErrStopping
	}
	return work, stop, done, nil
}
