package runner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// Resume implements [Engine].
func (e *Local) Resume(ctx context.Context) {
	e.work.Loop(ctx, background.Loop{Step: e.resumeAll})
}

// resumeAll resumes runs that no process works on, and returns when to check again.
func (e *Local) resumeAll(ctx context.Context) time.Duration {
	idle, busy := e.lease/5, e.lease/20
	var left []string
	others := false
	err := e.store.View(ctx, func(tx *storage.Tx) error {
		left, others = nil, false
		for run, err := range tx.Runs.List(storage.RunQuery{Open: true}) {
			if err != nil {
				return err
			}
			if _, ok := e.jobs[run.Runner]; !ok || run.Status != storage.RunRunning || e.has(run.Runner) {
				continue
			}
			lease, err := background.Get(tx, leaseName(run.Runner))
			if err != nil {
				return err
			}
			if background.Held(lease, e.stamp()) {
				others = true
			} else {
				left = append(left, run.Runner)
			}
		}
		return nil
	})
	for _, runner := range left {
		if _, failed := e.launch(ctx, runner, e.resume); !tooLate(failed) {
			err = errors.Join(err, failed)
		}
	}
	if err != nil && ctx.Err() == nil {
		e.log.ErrorContext(ctx, "runs not resumed", "error", err)
	}
	if others {
		return busy
	}
	return idle
}

// tooLate reports whether the error of a resumption means that another process or a call of Start
// was first, or that the engine stops.
func tooLate(err error) bool {
	return errors.Is(err, ErrBusy) || errors.Is(err, storage.ErrNotFound) || errors.Is(err, ErrStopping)
}

// has reports whether this engine works on a run of the runner.
func (e *Local) has(runner string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.live[runner] != nil
}

// resumed returns the notification that a run was resumed.
func resumed(run storage.Run) notify.Notice {
	return notify.Notice{
		AppName: "Interrupted run", Type: storage.NoticeJobResumed,
		Changes: []storage.Entry{{
			Type:        storage.EntryType(run.Runner + "_resumed"),
			Description: fmt.Sprintf("The interrupted %s was resumed: %d of %d left.", run.Runner, Left(run), run.Total),
			More:        activity.Detail(map[string]int{"appsRemaining": Left(run), "totalApps": run.Total}),
		}},
	}
}
