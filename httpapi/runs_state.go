package httpapi

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// runState is the state of an open run.
type runState struct {
	RunID      string           `json:"runId"`
	StartedAt  storage.NullTime `json:"startedAt"`
	UpdatedAt  storage.NullTime `json:"updatedAt"`
	Initiator  string           `json:"initiator"`
	CurrentApp *storage.AppID   `json:"currentAppId"`
	Totals     any              `json:"totals"`

	run storage.Run
}

// runStatus returns the status of a runner and, unless that is idle, of its run.
func (a *API) runStatus(ctx context.Context, name string) (status runnerStatus, state *runState, err error) {
	err = a.cfg.Store.View(ctx, func(tx storage.Tx) error {
		status, state = idleRunner(), nil
		run, err := storage.First(tx.Runs().List(storage.RunQuery{Runner: name, Open: true, Limit: 1}))
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		if err != nil {
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

// currentApp returns the app that a run is at, nil when there is none.
func currentApp(tx storage.Tx, run storage.Run) (*storage.AppID, error) {
	item, err := storage.First(tx.RunItems().List(storage.RunItemQuery{Run: run.ID, Pending: true, Limit: 1}))
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	id, err := storage.ParseAppID(item.Subject)
	if err != nil { // not an app
		return nil, nil
	}
	return &id, nil
}
