package runner

import (
	"context"
	"strings"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// sharedOwner is the owner of the lease of a runner while several processes work on its run.
const sharedOwner = "replicas"

// leaseName is the key of a runner's lease.
func leaseName(runner string) string { return "runner/" + runner }

// owner returns the owner of the leases of runners that this engine acquires: this process, or
// all processes together.
func (e *Engine) owner() string {
	if e.own != nil {
		return e.process
	}
	return sharedOwner
}

// free returns a runner's lease, or [ErrBusy] while a process holds it.
func (e *Engine) free(tx *storage.Tx, runner string) (storage.Lease, error) {
	lease, err := background.Get(tx, leaseName(runner))
	if err == nil && (background.Held(lease, e.stamp()) || lease.Owner == e.owner() && e.worksFor(runner)) {
		err = ErrBusy
	}
	return lease, err
}

// holds returns [background.ErrLost] unless this engine holds the lease of a runner.
func (e *Engine) holds(tx *storage.Tx, runner string) error {
	lease, err := background.Get(tx, leaseName(runner))
	if err == nil && lease.Owner != e.owner() {
		err = background.ErrLost
	}
	return err
}

// processName is the key of the lease of a process.
func processName(process string) string { return "process/" + process }

func processOf(lease storage.Lease) (process string, ok bool) {
	return strings.CutPrefix(lease.Name, processName(""))
}

// sign releases the lease of this process, after its last task.
func (e *Engine) sign(ctx context.Context) {
	if e.own != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	_, err := storage.Update(ctx, e.store, func(tx *storage.Tx) (int, error) { return tx.Leases.Delete(processName(e.process)) })
	if err != nil {
		e.log.WarnContext(ctx, "lease not released", "process", e.process, "error", err)
	}
}
