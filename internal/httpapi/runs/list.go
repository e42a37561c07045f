package runs

import (
	"context"
	"net/http"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// runList are the runs that are recorded, also those that have ended, and their runners.
type runList struct{ engine *runner.Engine }

func (l runList) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/runs", ID: "runs", Group: "runs", Summary: "List bulk runs, newest first", Cached: true,
		}, l.list),
		op.New(op.Spec{
			Route: "GET /api/runs/{id}", ID: "run", Group: "runs", Summary: "Get a bulk run", Cached: true,
			Refuses: []int{http.StatusNotFound},
		}, l.get),
		op.NewPlain(op.Spec{
			Route: "GET /api/tasks/active", ID: "activeTasks", Group: "runs", Summary: "Get the state of the three bulk runners", Cached: true,
			Reads: storage.TablesOf("Runs", "RunItems"),
		}, func(ctx context.Context) (TasksAnswer, error) { return Active(ctx, l.engine) }),
	}
}

type runsRequest struct {
	Runner string    `query:"runner" enum:"sync,wayback,policy,import" doc:"The runs of this runner only." example:"sync"`
	Limit  int       `query:"limit" op:"min=1,max=100,default=50" doc:"The page size." example:"20"`
	Offset op.Offset `query:"offset" doc:"The number of runs to skip." example:"0"`
}

type runsAnswer struct {
	Runs   []runRecord `json:"runs"`   // the runs
	Total  int         `json:"total"`  // the number of all
	Limit  int         `json:"limit"`  // the page size
	Offset op.Offset   `json:"offset"` // the offset as sent, however large
}

// runRecord is a run, open or ended.
type runRecord struct {
	// The ID.
	ID     string `json:"id"`
	Runner string `json:"runner"`
	// Who started the run: user, schedule or another part of the service.
	Initiator string `json:"initiator"`
	// Whether the run was interrupted and resumed.
	Resumed bool `json:"resumed"`
	// The status.
	Status string `json:"status" enum:"running,pause_requested,cancel_requested,paused,interrupted,done,cancelled,error"`
	// Why it was interrupted, failed or was given up; null: it was not.
	Reason storage.Text `json:"reason"`
	// When it began.
	StartedAt storage.Time `json:"startedAt"`
	// When it last changed.
	UpdatedAt storage.Time `json:"updatedAt"`
	// When it ended; null: it has not.
	EndedAt storage.NullTime `json:"endedAt"`
	// The name of the app that is being worked on; null: none.
	CurrentAppName storage.Text `json:"currentAppName"`
	// The summary.
	Summary RunSummary `json:"summary"`
	Totals  any        `json:"totals"`
}

func recordOf(run storage.Run) runRecord {
	r := runRecord{
		ID: run.ID, Runner: run.Runner, Initiator: run.Initiator, Resumed: run.Resumed, Status: stateOf(run), Reason: storage.Text(run.Reason),
		StartedAt: run.StartedAt, UpdatedAt: run.UpdatedAt, EndedAt: storage.NullTime(run.EndedAt), CurrentAppName: storage.Text(run.Current),
		Summary: summaryOf(run), Totals: totalsOf(run),
	}
	if run.Status == storage.RunFailed { // the error itself is in the log
		r.Reason = runFailed
	}
	return r
}

func (l runList) list(ctx context.Context, in runsRequest) (runsAnswer, error) {
	runs, total, err := l.engine.Runs(ctx, storage.RunQuery{Runner: in.Runner, Limit: in.Limit, Offset: in.Offset.Skip})
	answer := runsAnswer{Runs: make([]runRecord, len(runs)), Total: total, Limit: in.Limit, Offset: in.Offset}
	for i, run := range runs {
		answer.Runs[i] = recordOf(run)
	}
	return answer, err
}

type runRequest struct {
	ID string `path:"id" doc:"The ID of the run." example:"01"`
}

func (l runList) get(ctx context.Context, in runRequest) (runRecord, error) {
	run, err := l.engine.Run(ctx, in.ID)
	return recordOf(run), err
}
