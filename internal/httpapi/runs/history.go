package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

const historyAction = "wayback.import.bulk"

// histories are what the web archive has of one app or of all, and the runs that import it.
type histories struct{ Bulk }

func (h histories) operations() []op.Operation {
	const route = " /api/wayback/import-all"
	ofImport := []int{http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity, http.StatusBadGateway,
		http.StatusGatewayTimeout, http.StatusNotImplemented}
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET" + route, ID: "historyRun", Group: "runs", Summary: "Get the state of the web archive runner", Cached: true,
		}, h.status),
		op.WithRequest(op.Spec{
			Route: "POST" + route, ID: "importAllHistory", Group: "runs", Summary: "Import the history of all apps from the web archive",
			Limit: op.Every(time.Minute, 2, "wayback.import-all"), Refuses: []int{http.StatusConflict, http.StatusNotImplemented},
			Doc: op.Doc{
				Forms: []op.Form{
					{
						ID: "importAllHistory", Summary: "Import the history of all apps and wait for the result", Without: []string{"stream", "wait", "Prefer"},
						Answer: op.Answer{Schema: bulkSchema[history.Totals]("HistoryRunAnswer")},
					},
					{
						ID: "followHistoryImport", Summary: "Import the history of all apps and stream the progress", Query: map[string]string{"stream": "1"}, Without: []string{"wait", "Prefer"},
						Answer: op.Answer{Content: op.NDJSON, Schema: historyLine},
					},
					{
						ID: "startHistoryImport", Summary: "Import the history of all apps without waiting", Query: map[string]string{"wait": "0"},
						Without: []string{"stream", "Prefer"}, Answer: acceptedAnswer(),
					},
				},
				Faults: map[int]op.Schema{http.StatusInternalServerError: failedRun},
			},
		}, h.start),
		op.WithRequest(op.Spec{
			Route: "PATCH" + route, ID: "controlHistoryRun", Group: "runs", Summary: "Pause, resume or cancel the web archive runner",
			Limit: op.Every(time.Minute, 20, "wayback.import-all.control"), MaxBody: 2 << 10, Example: `{"action": "cancel"}`,
			Refuses: []int{http.StatusNotFound, http.StatusConflict, http.StatusNotImplemented},
		}, h.control),
		op.WithRequest(op.Spec{
			Route: "DELETE" + route, ID: "removeAllHistory", Group: "runs", Summary: "Delete the history of all apps that was imported from the web archive",
			Access: op.Administer, Refuses: []int{http.StatusConflict},
		}, h.remove),
		op.WithRequest(op.WithLater(op.Spec{
			Route: "POST /api/apps/{id}/import-history", ID: "importHistory", Group: "runs", Summary: "Import the history of an app from the web archive",
			Limit: op.Every(time.Minute, 3, "wayback.import.{id}"), MaxBody: 4 << 10, BodyOptional: true, Example: `{"intervalMonths": 6}`,
			Refuses: ofImport,
		}, "startImportHistory", op.Answer{Schema: op.Of[importHistoryAnswer]()}), h.fetch),
		op.WithRequest(op.Spec{
			Route: "POST /api/apps/{id}/import-history/preview", ID: "previewImportHistory", Group: "runs",
			Summary: "Preview the import of the history of an app from the web archive",
			Limit:   op.Every(time.Minute, 3, "wayback.preview.{id}"), MaxBody: 4 << 10, BodyOptional: true, Example: `{"intervalMonths": 6}`,
			Refuses: ofImport,
		}, h.plan),
		op.WithRequest(op.Spec{
			Route: "DELETE /api/apps/{id}/import-history", ID: "removeHistory", Group: "runs", Summary: "Delete the history of an app that was imported from the web archive",
			Access: op.Administer, Refuses: []int{http.StatusNotFound, http.StatusConflict},
		}, h.removeOne),
	}
}

// historyStatus is the status of the runner. The state repeats it for clients that
// read it there.
type historyStatus struct {
	RunnerStatus
	State *historyState `json:"state"` // the state of the run; nil: no run is open
}

type historyState struct {
	runState
	Status            string           `json:"status"`            // the status
	PausedAt          storage.NullTime `json:"pausedAt"`          // when the run was paused; null: it is not
	PauseRequestedAt  storage.NullTime `json:"pauseRequestedAt"`  // always null
	CancelRequestedAt storage.NullTime `json:"cancelRequestedAt"` // always null
}

func (h histories) status(ctx context.Context) (historyStatus, error) {
	status, state, err := readState(ctx, h.Store, history.Runner)
	answer := historyStatus{RunnerStatus: status}
	if err != nil || state == nil {
		return answer, err
	}
	answer.State = &historyState{runState: *state, Status: status.Status}
	if !status.Running {
		answer.State.PausedAt = status.UpdatedAt
	}
	return answer, nil
}

type startHistoryRequest struct {
	Interval int `query:"intervalMonths" op:"min=1,max=6" doc:"Fetch one archived page per this many months. Without it, the changes are located with as few pages as possible."`

	Stream bool `query:"stream" doc:"Stream the progress of the run as NDJSON."`
	Force  bool `query:"force" doc:"Start a new run, even if one is paused"`
	op.Waiting
}

func (h histories) start(ctx context.Context, r op.Request, in startHistoryRequest) (any, error) {
	var discarded string // the ID of the open run that a forced start ends
	return h.Run(ctx, r, Start{
		Kind: historyRuns{}, Action: historyAction, Stream: in.Stream, Async: in.Async(r),
		Options: runner.StartOptions{
			Runner: history.Runner, Initiator: runner.Manual, Restart: in.Force, Options: history.RunOptions{Months: in.Interval}.JSON(),
			If: func(tx *storage.Tx) error {
				open, err := openRun(tx, history.Runner)
				discarded = open.ID
				return err
			},
		},
		Started: func() {
			if in.Force && discarded != "" {
				r.Note(historyAction+".force_restart", "discardedRunId="+discarded, true)
			}
		},
	})
}

func (h histories) control(ctx context.Context, r op.Request, in controlRequest) (controlAnswer, error) {
	return h.Bulk.control(ctx, r, history.Runner, historyAction, in, historyRuns{}.Detail)
}

func (h histories) remove(ctx context.Context, r op.Request, _ op.None) (removedAnswer, error) {
	n, err := h.History.RemoveAll(ctx)
	noteRemoved(r, historyAction+".remove", n, err)
	return removedAnswer{n}, err
}

// historyRuns implements [Kind].
type historyRuns struct{}

func (historyRuns) Options(storage.Run) any { return nil }
func (historyRuns) Progress(report any) any { return report }

// Result returns what was imported of an app, or why nothing was.
func (historyRuns) Result(event runner.Event) any {
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

func (historyRuns) Detail(run storage.Run) string {
	totals := history.TotalsOf(run)
	return fmt.Sprintf("apps=%d imported=%d unchanged=%d skipped=%d failed=%d", totals.AppsAttempted, totals.Imported, totals.Unchanged,
		totals.Skipped, totals.Failed)
}

// historyLine returns the schema of a line.
func historyLine(r *openapi.Reflector) *openapi.Schema {
	return linesOf("History", lineParts{
		progress: reflect.TypeFor[history.TargetOutcome](), result: reflect.TypeFor[historyResult](), totals: reflect.TypeFor[history.Totals](),
	})(r)
}

// historyResult is what [historyRuns.Result] returns of an app.
type historyResult struct {
	Result *history.Result `json:"result,omitempty"` // the result
	Error  string          `json:"error,omitempty"`  // why there is no result
}
