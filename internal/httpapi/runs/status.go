package runs

import (
	"context"
	"iter"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// RunnerStatus is the progress of a bulk runner. The strings are nil when it is
// idle.
type RunnerStatus struct {
	Running bool `json:"running"` // whether work is in progress
	// Who started the run: user, schedule or another part of the service; null: no run.
	Initiator *string `json:"initiator"`
	// The name of the app that is being worked on; null: none.
	CurrentAppName *string          `json:"currentAppName"`
	RunID          *string          `json:"runId"`        // the ID of the run; null: there is none
	Summary        RunSummary       `json:"summary"`      // the number of apps by outcome
	Status         string           `json:"status"`       // the status
	StartedAt      storage.NullTime `json:"startedAt"`    // when it began; null: it has not
	UpdatedAt      storage.NullTime `json:"updatedAt"`    // when it last changed; null: never
	WaitingUntil   storage.NullTime `json:"waitingUntil"` // when the run continues if it waits for a rate limit to end
	Totals         any              `json:"totals"`       // what the run has done so far; null: no run
}

// RunSummary counts the apps of a run.
type RunSummary struct {
	Total     int `json:"total"`     // the number of apps
	Completed int `json:"completed"` // the number of completed apps
	Failed    int `json:"failed"`    // the number of failed apps
	Skipped   int `json:"skipped"`   // the number of skipped apps
}

// idle returns the status of a runner without an open run.
func idle() RunnerStatus { return RunnerStatus{Status: "idle"} }

// statusOf returns the status of a runner with an open run. A runner whose run was
// interrupted is idle: the next start resumes the run.
func statusOf(run storage.Run) RunnerStatus {
	if _, interrupted := runner.Interrupted(run); interrupted {
		return idle()
	}
	s := RunnerStatus{
		Running: run.Status == storage.RunRunning, Initiator: &run.Initiator, RunID: &run.ID, Summary: summaryOf(run), Status: stateOf(run),
		StartedAt: storage.NullTime(run.StartedAt), UpdatedAt: storage.NullTime(run.UpdatedAt),
		WaitingUntil: storage.NullTime(run.WaitingUntil),
	}
	if run.Resumed {
		s.Initiator = new(runner.Resume)
	}
	if s.Running {
		s.CurrentAppName = &run.Current
	}
	s.Totals = totalsOf(run)
	return s
}

// totalsOf returns the totals of a run as its runner counts them.
func totalsOf(run storage.Run) any {
	switch run.Runner {
	case tracked.SyncRunner:
		return tracked.TotalsOf(run)
	case history.Runner:
		return history.TotalsOf(run)
	case policy.Runner:
		return policy.TotalsOf(run)
	}
	return run.Totals
}

// summaryOf returns the counts of a run.
func summaryOf(run storage.Run) RunSummary {
	return RunSummary{run.Total, run.Completed, run.Failed, run.Skipped}
}

// stateOf returns the status of a run, or the pause or cancellation that was
// requested and has not taken effect yet.
func stateOf(run storage.Run) string {
	if run.Status == storage.RunRunning && run.Control != "" {
		return run.Control + "_requested"
	}
	return string(run.Status)
}

// TasksAnswer is the status of the bulk runners.
type TasksAnswer struct {
	Wayback RunnerStatus `json:"wayback"` // the history import
	Sync    RunnerStatus `json:"sync"`    // the sync
	Policy  RunnerStatus `json:"policy"`  // the policy run
}

// Active returns the status of the bulk runners.
func Active(ctx context.Context, engine *runner.Engine) (TasksAnswer, error) {
	open, err := engine.Open(ctx)
	if err != nil {
		return TasksAnswer{}, err
	}
	answer := TasksAnswer{Wayback: idle(), Sync: idle(), Policy: idle()}
	for _, run := range open {
		switch run.Runner {
		case history.Runner:
			answer.Wayback = statusOf(run)
		case tracked.SyncRunner:
			answer.Sync = statusOf(run)
		case policy.Runner:
			answer.Policy = statusOf(run)
		}
	}
	return answer, nil
}

// All yields the status of each runner by its name.
func (t TasksAnswer) All() iter.Seq2[string, RunnerStatus] {
	return func(yield func(string, RunnerStatus) bool) {
		_ = yield("wayback", t.Wayback) && yield("sync", t.Sync) && yield("policy", t.Policy)
	}
}
