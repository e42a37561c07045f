package httpapi

import (
	"context"
	"fmt"
	"net/http"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// tasksAnswer is the state of the bulk runners.
type tasksAnswer struct {
	Wayback fleet.RunStatus `json:"wayback"`
	Sync    fleet.RunStatus `json:"sync"`
	Policy  fleet.RunStatus `json:"policy"`
}

// activeTasks answers "GET /api/tasks/active".
func (a *API) activeTasks(_ context.Context, _ nothing) (tasksAnswer, error) {
	return tasksAnswer{Wayback: fleet.Idle(), Sync: a.cfg.Fleet.SyncStatus(), Policy: fleet.Idle()}, nil
}

// syncAnswer is what a run over the fleet came to, or, when nobody waited, its
// id only.
type syncAnswer struct {
	RunID   string `json:"runId"`
	Synced  *int   `json:"synced,omitempty"`
	Changes *int   `json:"changes,omitempty"`
}

func (s syncAnswer) status() int {
	if s.Synced == nil {
		return http.StatusAccepted
	}
	return http.StatusOK
}

// triggerSync answers "POST /api/sync/trigger". Its body is not looked at.
func (a *API) triggerSync(w http.ResponseWriter, r *request) error {
	wait, _ := r.query("wait")
	if err := r.skipBody(); err != nil {
		return err
	}
	run, err := a.cfg.Fleet.Sync(r.Context(), "manual", storage.TriggerManual)
	if err != nil {
		a.note(r, "sync.trigger.failed", false)
		return err
	}
	a.note(r, "sync.trigger.success", true)
	answer := syncAnswer{RunID: run.ID}
	if wait != "0" {
		synced, err := run.Wait(r.Context())
		if err != nil {
			return fmt.Errorf("sync: %w", err)
		}
		answer.Synced, answer.Changes = &synced.Synced, &synced.Changes
	}
	return writeOut(w.(*response), r, answer)
}
