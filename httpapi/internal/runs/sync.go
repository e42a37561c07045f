package runs

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/storage"
)

const syncAction = "sync.trigger"

// syncs are runs that refresh all apps.
type syncs struct {
	fleet *fleet.Service
	bulk  Bulk
}

func (s syncs) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/sync/status", ID: "syncStatus", Group: "runs", Summary: "State of the sync runner",
		}, s.status),
		op.WithRequest(op.Spec{
			Route: "POST /api/sync/trigger", ID: "sync", Group: "runs", Summary: "Refresh all apps",
			Limit: op.Every(10*time.Minute, 10, "sync.trigger"), Refuses: []int{http.StatusConflict},
			Doc: op.Doc{Also: []op.Answer{{Status: http.StatusAccepted, Schema: op.Of[syncAnswer]()}}},
		}, s.trigger),
		op.WithRequest(op.Spec{
			Route: "PATCH /api/sync/trigger", ID: "controlSync", Group: "runs", Summary: "Pause, resume or cancel the sync runner",
			Limit: op.Every(time.Minute, 20, "sync.control"), MaxBody: 2 << 10, Example: `{"action": "cancel"}`,
			Refuses: []int{http.StatusNotFound, http.StatusConflict},
		}, s.control),
	}
}

func (s syncs) status(ctx context.Context, _ op.None) (fleet.SyncStatus, error) {
	return s.fleet.SyncStatus(ctx)
}

type syncRequest struct {
	Wait bool `query:"wait" op:"default=true" doc:"0: answer 202 as soon as the run has begun; else 1"`
}

// syncAnswer has the counts, of apps and of entries of the changelog, only if the request waited for the end of the run.
type syncAnswer struct {
	RunID   string `json:"runId"`
	Synced  *int   `json:"synced,omitempty"`
	Changes *int   `json:"changes,omitempty"`
}

// StatusCode implements [op.Statuser].
func (s syncAnswer) StatusCode() int {
	if s.Synced == nil {
		return http.StatusAccepted
	}
	return http.StatusOK
}

func (s syncs) trigger(ctx context.Context, r op.Request, in syncRequest) (syncAnswer, error) {
	run, err := s.bulk.Engine.Start(ctx, runner.StartOptions{Runner: fleet.SyncRunner, Initiator: runner.Manual})
	if err != nil {
		r.Note(syncAction+".failed", r.Explain(err).Message, false)
		return syncAnswer{}, err
	}
	watched := watch(r, s.bulk.Engine, run, syncAction, syncDetail)
	answer := syncAnswer{RunID: run.ID}
	if !in.Wait {
		return answer, nil
	}
	if run, err = watched.wait(ctx); err != nil {
		return answer, fmt.Errorf("sync: %w", err)
	}
	totals := fleet.TotalsOf(run)
	answer.Synced, answer.Changes = &totals.Succeeded, &totals.Changes
	return answer, nil
}

func (s syncs) control(ctx context.Context, r op.Request, in controlRequest) (controlAnswer, error) {
	return s.bulk.control(ctx, r, fleet.SyncRunner, syncAction, in, syncDetail)
}

// syncDetail returns the counts of a sync, for the audit log.
func syncDetail(run storage.Run) string {
	totals := fleet.TotalsOf(run)
	return fmt.Sprintf("synced=%d changes=%d skipped=%d", totals.Succeeded, totals.Changes, totals.Skipped)
}
