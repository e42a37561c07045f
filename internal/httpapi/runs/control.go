package runs

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// controlRequest is what to do with the open run of a runner.
type controlRequest struct {
	Action string `json:"action" enum:"pause,resume,cancel" op:"required"` // what to do with the run
}

type controlAnswer struct {
	OK bool `json:"ok"` // whether it succeeded
	// The status of the run: running, paused, error, cancelled or done; pause_requested or
	// cancel_requested until the process that works on it has reacted; idle: there is no run.
	Status  string      `json:"status"`
	Aborted *bool       `json:"aborted,omitempty"` // whether work in progress is being aborted
	Summary *RunSummary `json:"summary,omitempty"` // the number of apps by outcome
}

// control pauses, resumes or cancels the open run of a runner. The audit log gets a line
// with the action and, when a resumed run stops, one with the detail.
func (b Bulk) control(ctx context.Context, r op.Request, name, action string, in controlRequest, detail func(storage.Run) string) (controlAnswer, error) {
	var run storage.Run
	var err error
	started := false // by this request; else a pause was withdrawn, and the run is watched already
	switch in.Action {
	case "pause":
		run, err = b.Runs.Pause(ctx, name)
	case "resume":
		run, started, err = b.Runs.Continue(ctx, name)
	case "cancel":
		run, err = b.Runs.Cancel(ctx, name)
		if errors.Is(err, storage.ErrNotFound) {
			return controlAnswer{OK: true, Status: "idle"}, nil
		}
	}
	event := in.Action + "_requested"
	if err != nil {
		r.Note(action+"."+event, r.Explain(err).Message, false)
		return controlAnswer{}, err
	}
	answer := controlAnswer{OK: true, Status: stateOf(run), Summary: new(summaryOf(run))}
	switch {
	case in.Action == "resume":
		answer.Status = string(run.Status)
		if started {
			watch(r, b.Runs, run, action, detail)
		}
	case answer.Status == "cancel_requested":
		answer.Aborted = new(true)
	case run.Status != storage.RunRunning: // no process worked on it, so it took effect at once
		event = answer.Status
	}
	r.Note(action+"."+event, "runId="+run.ID, true)
	return answer, nil
}
