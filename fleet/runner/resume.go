package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// Resume goes on with runs that a process left behind, now and until the context
// ends or the engine stops: with one that was stopped in order at once, with one
// whose process is gone when the lease ends. What was paused or cut off stays so.
// The initiator of such a run stays what it was; it is marked as resumed, and a
// notification tells of it.
//
// The item during which a process ended for the second time fails with
// [ErrAbandoned]; a notification and the log name it.
//
// What goes wrong is logged, and tried again.
func (e *Engine) Resume(ctx context.Context) {
	ctx, stop, done, ok := e.work.Join(ctx)
	if !ok {
		return
	}
	defer done()
	for {
		wait := e.resumeAll(ctx)
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
	}
}

// resumeAll goes on with what nobody works on, and returns how soon to look again.
func (e *Engine) resumeAll(ctx context.Context) time.Duration {
	idle, busy := e.lease/5, e.lease/20
	var left []string
	others := false
	err := e.store.View(ctx, func(tx storage.Tx) error {
		left, others = nil, false
		for run, err := range tx.Runs().List(storage.RunQuery{Open: true}) {
			if err != nil {
				return err
			}
			if _, ok := e.jobs[run.Runner]; !ok || run.Status != storage.RunRunning || e.has(run.Runner) {
				continue
			}
			lease, err := leaseOf(tx, run.Runner)
			if err != nil {
				return err
			}
			if held(lease, e.stamp()) {
				others = true
			} else {
				left = append(left, run.Runner)
			}
		}
		return nil
	})
	for _, runner := range left {
		run, failed := e.launch(ctx, runner, e.resume)
		switch {
		case failed == nil:
			e.log.InfoContext(ctx, "a run goes on", "runner", runner, "run_id", run.ID, "left", Left(run))
		case errors.Is(failed, ErrBusy), errors.Is(failed, storage.ErrNotFound), errors.Is(failed, ErrStopping):
			// another process, or somebody's start, was first
		default:
			err = errors.Join(err, failed)
		}
	}
	if err != nil && ctx.Err() == nil {
		e.log.ErrorContext(ctx, "runs could not be gone on with", "error", err)
	}
	if others {
		return busy
	}
	return idle
}

// has says whether a run of the runner is under way in this engine.
func (e *Engine) has(runner string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.live[runner] != nil
}

// resumed tells that a run goes on.
func resumed(run storage.Run) notify.Notice {
	more, err := json.Marshal(map[string]int{"appsRemaining": Left(run), "totalApps": run.Total})
	if err != nil {
		panic("runner: encode numbers: " + err.Error())
	}
	return notify.Notice{
		AppName: "Interrupted run", Type: storage.NoticeJobResumed,
		Changes: []storage.Entry{{
			Type:        storage.EntryType(run.Runner + "_resumed"),
			Description: fmt.Sprintf("The %s that was interrupted goes on: %d of %d left.", run.Runner, Left(run), run.Total),
			More:        more,
		}},
	}
}
