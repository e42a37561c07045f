package runner

import (
	"context"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// sharedOwner is the owner of the lease of a runner while several processes work on its run.
const sharedOwner = "replicas"

// The kinds of task of the engine: the run of a runner, and a process that works on runs.
const (
	runnerKind  = "runner"
	processKind = "process"
)

// ofRunner names the task to work on the run of a runner. Its lease says who does.
func ofRunner(runner string) storage.TaskID {
	return storage.TaskID{Kind: runnerKind, Subject: runner}
}

// owner returns the owner of the leases of runners that this engine acquires: this process, or
// all processes together.
func (e *Engine) owner() string {
	if e.own != nil {
		return e.process
	}
	return sharedOwner
}

// free returns a runner's lease, or [ErrBusy] while a process holds it.
func (e *Engine) free(tx *storage.Tx, runner string) (storage.Task, error) {
	lease, err := background.Get(tx, ofRunner(runner))
	if err == nil && (background.Held(lease, e.stamp()) || lease.Owner == e.owner() && e.worksFor(runner)) {
		err = ErrBusy
	}
	return lease, err
}

// holds returns [background.ErrLost] unless this engine holds the lease of a runner.
func (e *Engine) holds(tx *storage.Tx, runner string) error {
	lease, err := background.Get(tx, ofRunner(runner))
	if err == nil && lease.Owner != e.owner() {
		err = background.ErrLost
	}
	return err
}

// ofProcess names the task whose lease says that a process works.
func ofProcess(process string) storage.TaskID {
	return storage.TaskID{Kind: processKind, Subject: process}
}

// sign releases the lease of this process, after its last task.
func (e *Engine) sign(ctx context.Context) {
	if e.own != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	_, err := storage.Update(ctx, e.store, func(tx *storage.Tx) (int, error) { return tx.Tasks.Delete(ofProcess(e.process)) })
	if err != nil {
		e.log.WarnContext(ctx, "lease not released", "process", e.process, "error", err)
	}
}
