package runner

import (
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// adopt is the [choose] of a run that no process works on. It fails with [ErrBusy] if the
// process that works on it could not renew its lease.
func (e *Engine) adopt(tx *storage.Tx, job guarded, id string) (storage.Run, error) {
	if !e.steady() {
		return storage.Run{}, ErrBusy
	}
	return e.resume(tx, job, id)
}

// resume is a [choose] that returns the run that a process left open, and lets the job record
// that it is resumed.
func (e *Engine) resume(tx *storage.Tx, job guarded, _ string) (storage.Run, error) {
	run, err := openRun(tx, job.Name())
	if err != nil {
		return run, err
	}
	if run.Status != storage.RunRunning {
		return run, storage.ErrNotFound
	}
	run.Resumed = true
	if err := job.Resumed(tx, run); err != nil {
		return run, err
	}
	flags, err := feature.Resolve(tx)
	if err != nil || !flags.On(feature.ResumeNotices) {
		return run, err
	}
	return run, notify.Post(tx, e.stamp(), e.random, resumed(run))
}

// tooLate reports whether the error of a resumption means that another process or a call of Start
// was first, or that the engine stops.
func tooLate(err error) bool {
	return errors.Is(err, ErrBusy) || errors.Is(err, storage.ErrNotFound) || errors.Is(err, ErrStopping)
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
