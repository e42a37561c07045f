package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// historyAction is what the audit log calls imports of the past of all apps.
const historyAction = "wayback.import.bulk"

// historyRuns are imports of the past of all apps from the web archive.
type historyRuns struct{}

func (historyRuns) totals(run storage.Run) any { return fleet.HistoryTotalsOf(run) }
func (historyRuns) options(storage.Run) any    { return nil }
func (historyRuns) progress(told any) any      { return told }

// result is what was imported of an app, or why nothing could be.
func (historyRuns) result(event runner.Event) any {
	if event.Detail == nil {
		return map[string]string{"error": "The app is not tracked any more, or has no address"}
	}
	var failed struct {
		Error *string `json:"error"`
	}
	if json.Unmarshal(event.Detail, &failed) == nil && failed.Error != nil {
		return event.Detail
	}
	return map[string]json.RawMessage{"result": event.Detail}
}

func (historyRuns) told(run storage.Run) string {
	totals := fleet.HistoryTotalsOf(run)
	return fmt.Sprintf("apps=%d imported=%d unchanged=%d skipped=%d failed=%d", totals.AppsAttempted, totals.Imported, totals.Unchanged,
		totals.Skipped, totals.Failed)
}

// importAll answers "POST /api/wayback/import-all".
func (a *API) importAll(w http.ResponseWriter, r *request) error {
	in, err := decode[bulkRequest](r)
	if err != nil {
		return err
	}
	b := bulk{
		kind: historyRuns{}, action: historyAction, stream: in.stream,
		order: runner.Order{Runner: fleet.HistoryRunner, Initiator: runner.Manual, Afresh: in.force},
	}
	var givenUp string // the run that a fresh one takes the place of
	b.may = func(tx storage.Tx) error {
		open, err := storage.First(tx.Runs().List(storage.RunQuery{Runner: fleet.HistoryRunner, Open: true, Limit: 1}))
		if errors.Is(err, storage.ErrNotFound) {
			err = nil
		}
		givenUp = open.ID
		return err
	}
	b.begun = func() {
		if b.order.Afresh && givenUp != "" {
			a.noteDetail(r, historyAction+".force_restart", "discardedRunId="+givenUp, true)
		}
	}
	return a.startRun(w, r, b)
}

// controlAnswer is what became of a run. Status is as in [stateOf], or idle.
type controlAnswer struct {
	OK      bool        `json:"ok"`
	Status  string      `json:"status"`
	Aborted *bool       `json:"aborted,omitempty"` // whether work under way is called off
	Summary *runSummary `json:"summary,omitempty"`
}

// controlImports answers "PATCH /api/wayback/import-all".
func (a *API) controlImports(w http.ResponseWriter, r *request) error {
	var sent struct {
		Action json.RawMessage `json:"action"`
	}
	if err := r.object(&sent); err != nil {
		return err
	}
	begun := false // by this request
	do, asked := a.cfg.Runs.Pause, "pause_requested"
	switch string(bytes.TrimSpace(sent.Action)) {
	case `"pause"`:
	case `"cancel"`:
		do, asked = a.cfg.Runs.Cancel, "cancel_requested"
	case `"resume"`:
		asked = "resume_requested"
		do = func(ctx context.Context, name string) (run storage.Run, err error) {
			run, begun, err = a.cfg.Runs.Continue(ctx, name)
			return run, err
		}
	default:
		return badRequest("action must be pause, resume or cancel")
	}
	run, err := do(r.Context(), fleet.HistoryRunner)
	if errors.Is(err, storage.ErrNotFound) && asked == "cancel_requested" {
		return writeJSON(w, r, controlAnswer{OK: true, Status: "idle"})
	}
	if err != nil {
		a.noteDetail(r, historyAction+"."+asked, toAnswer(err).message, false)
		return err
	}
	answer := controlAnswer{OK: true, Status: stateOf(run), Summary: new(summaryOf(run))}
	switch {
	case asked == "resume_requested":
		if answer.Status = string(run.Status); begun { // else a pause was taken back, and somebody watches the run
			a.watch(r, run, historyAction, historyRuns{}.told)
		}
	case answer.Status == "cancel_requested":
		answer.Aborted = new(true)
	case run.Status != storage.RunRunning: // nobody worked on it, so it happened at once
		asked = answer.Status
	}
	a.noteDetail(r, historyAction+"."+asked, "runId="+run.ID, true)
	return writeJSON(w, r, answer)
}

// removedAnswer says how many records are gone.
type removedAnswer struct {
	Deleted int `json:"deleted"`
}

// removeAllHistory answers "DELETE /api/wayback/import-all".
func (a *API) removeAllHistory(w http.ResponseWriter, r *request) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	n, err := a.cfg.Fleet.RemoveAllHistory(r.Context())
	return a.removed(w, r, historyAction+".remove", n, err)
}

// removed answers that records are gone, or not.
func (a *API) removed(w http.ResponseWriter, r *request, action string, n int, err error) error {
	if err != nil {
		a.noteDetail(r, action, toAnswer(err).message, false)
		return err
	}
	a.noteDetail(r, action, fmt.Sprintf("deleted=%d", n), true)
	return writeJSON(w, r, removedAnswer{n})
}

// historyStatus answers "GET /api/wayback/import-all". The state repeats what is
// beside it, for clients that look there.
type historyStatus struct {
	runnerStatus
	State *historyState `json:"state"` // nil when idle
}

type historyState struct {
	runState
	Status            string           `json:"status"`
	PausedAt          storage.NullTime `json:"pausedAt"`
	PauseRequestedAt  storage.NullTime `json:"pauseRequestedAt"`  // not kept
	CancelRequestedAt storage.NullTime `json:"cancelRequestedAt"` // not kept
}

// importsStatus answers "GET /api/wayback/import-all".
func (a *API) importsStatus(ctx context.Context, _ nothing) (historyStatus, error) {
	status, state, err := a.runStatus(ctx, fleet.HistoryRunner)
	answer := historyStatus{runnerStatus: status}
	if err != nil || state == nil {
		return answer, err
	}
	answer.State = &historyState{runState: *state, Status: status.Status}
	if !status.Running {
		answer.State.PausedAt = status.UpdatedAt
	}
	return answer, nil
}
