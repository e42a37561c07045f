package httpapi

import (
	"context"
	"fmt"
	"net/http"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// runnerStatus is how far a runner is. The strings are nil when it is idle.
type runnerStatus struct {
	Running        bool             `json:"running"`
	Initiator      *string          `json:"initiator"`
	CurrentAppName *string          `json:"currentAppName"`
	RunID          *string          `json:"runId"`
	Summary        runSummary       `json:"summary"`
	Status         string           `json:"status"`
	StartedAt      storage.NullTime `json:"startedAt"`
	UpdatedAt      storage.NullTime `json:"updatedAt"`
	Totals         any              `json:"totals"`
}

// runSummary counts the apps of a run.
type runSummary struct {
	Total     int `json:"total"`
	Completed int `json:"completed"`
	Failed    int `json:"failed"`
	Skipped   int `json:"skipped"`
}

// idleRunner is the status of a runner that does nothing.
func idleRunner() runnerStatus { return runnerStatus{Status: "idle"} }

// statusOf returns the status of a runner with an open run. One that was cut off
// is idle: it goes on with the next start.
func statusOf(run storage.Run) runnerStatus {
	if _, cut := runner.CutOff(run); cut {
		return idleRunner()
	}
	s := runnerStatus{
		Running: run.Status == storage.RunRunning, Initiator: &run.Initiator, RunID: &run.ID, Summary: summaryOf(run), Status: stateOf(run),
		StartedAt: storage.NullTime(run.StartedAt), UpdatedAt: storage.NullTime(run.UpdatedAt), Totals: run.Totals,
	}
	if run.Resumed {
		s.Initiator = new(runner.Resume)
	}
	if s.Running {
		s.CurrentAppName = &run.Current
	}
	switch run.Runner {
	case fleet.SyncRunner:
		s.Totals = fleet.TotalsOf(run)
	case fleet.HistoryRunner:
		s.Totals = fleet.HistoryTotalsOf(run)
	case policy.Runner:
		s.Totals = policy.TotalsOf(run)
	}
	return s
}

func summaryOf(run storage.Run) runSummary {
	return runSummary{run.Total, run.Completed, run.Failed, run.Skipped}
}

// stateOf says how far a run is, and what was asked of it and has not come yet.
func stateOf(run storage.Run) string {
	if run.Status == storage.RunRunning && run.Control != "" {
		return run.Control + "_requested"
	}
	return string(run.Status)
}

// tasksAnswer is the state of the bulk runners.
type tasksAnswer struct {
	Wayback runnerStatus `json:"wayback"`
	Sync    runnerStatus `json:"sync"`
	Policy  runnerStatus `json:"policy"`
}

// activeTasks answers "GET /api/tasks/active".
func (a *API) activeTasks(ctx context.Context, _ nothing) (tasksAnswer, error) {
	open, err := a.cfg.Runs.Open(ctx)
	if err != nil {
		return tasksAnswer{}, err
	}
	answer := tasksAnswer{Wayback: idleRunner(), Sync: idleRunner(), Policy: idleRunner()}
	for _, run := range open {
		switch run.Runner {
		case fleet.HistoryRunner:
			answer.Wayback = statusOf(run)
		case fleet.SyncRunner:
			answer.Sync = statusOf(run)
		case policy.Runner:
			answer.Policy = statusOf(run)
		}
	}
	return answer, nil
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
	wait, wrong := r.boolean("wait", true)
	if err := r.skipBody(); err != nil {
		return err
	}
	if wrong != nil {
		return wrong
	}
	run, err := a.cfg.Runs.Start(r.Context(), runner.Order{Runner: fleet.SyncRunner, Initiator: runner.Manual})
	if err != nil {
		a.noteDetail(r, "sync.trigger.failed", toAnswer(err).message, false)
		return err
	}
	watched := a.watch(r, run, "sync.trigger", toldOfSync)
	answer := syncAnswer{RunID: run.ID}
	if wait {
		run, err = watched.wait(r.Context())
		if err != nil {
			return fmt.Errorf("sync: %w", err)
		}
		totals := fleet.TotalsOf(run)
		answer.Synced, answer.Changes = &totals.Succeeded, &totals.Changes
	}
	return writeOut(w.(*response), r, answer)
}

func toldOfSync(run storage.Run) string {
	totals := fleet.TotalsOf(run)
	return fmt.Sprintf("synced=%d changes=%d skipped=%d", totals.Succeeded, totals.Changes, totals.Skipped)
}
