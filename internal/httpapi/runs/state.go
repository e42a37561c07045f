package runs

import (
	"context"

	"github.com/privacylabels/auditor/storage"
)

// runState is the state of an open run.
type runState struct {
	RunID     string           `json:"runId"`     // the ID of the run
	StartedAt storage.NullTime `json:"startedAt"` // when it began; null: it has not
	UpdatedAt storage.NullTime `json:"updatedAt"` // when it last changed; null: never
	// Who started the run: user, schedule or another part of the service.
	Initiator  string         `json:"initiator"`
	CurrentApp *storage.AppID `json:"currentAppId"` // the ID of the app that is being worked on; null: none
	Totals     any            `json:"totals"`       // what the run has done so far

	run storage.Run
}

// readState returns the status of a runner, and the state of its run, which is nil
// while the runner is idle.
func readState(ctx context.Context, store storage.Store, name string) (status RunnerStatus, state *runState, err error) {
	err = store.View(ctx, func(tx *storage.Tx) error {
		status, state = idle(), nil
		run, err := openRun(tx, name)
		if err != nil || run.ID == "" {
			return err
		}
		if status = statusOf(run); status.RunID == nil {
			return nil
		}
		state = &runState{
			RunID: run.ID, StartedAt: status.StartedAt, UpdatedAt: status.UpdatedAt, Initiator: *status.Initiator, Totals: status.Totals, run: run,
		}
		if status.Running {
			state.CurrentApp, err = currentApp(tx, run)
		}
		return err
	})
	return status, state, err
}

// openRun returns the open run of a runner, the zero Run if there is none.
func openRun(tx *storage.Tx, name string) (storage.Run, error) {
	run, _, err := storage.FindFirst(tx.Runs.List(storage.RunQuery{Runner: name, Open: true, Limit: 1}))
	return run, err
}

// currentApp returns the app that a run works on, nil if it works on none.
func currentApp(tx *storage.Tx, run storage.Run) (*storage.AppID, error) {
	item, found, err := storage.FindFirst(tx.RunItems.List(storage.RunItemQuery{Run: run.ID, Pending: true, Limit: 1}))
	if err != nil || !found {
		return nil, err
	}
	id, err := storage.ParseAppID(item.Subject)
	if err != nil { // not an app
		return nil, nil
	}
	return &id, nil
}
