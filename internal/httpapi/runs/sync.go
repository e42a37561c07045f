package runs

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

const syncAction = "sync.trigger"

// syncs are runs that refresh all apps.
type syncs struct{ Bulk }

func (s syncs) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/sync/status", ID: "syncStatus", Group: "runs", Summary: "Get the state of the sync runner",
		}, s.Fleet.SyncStatus),
		op.WithRequest(op.Spec{
			Route: "POST /api/sync/trigger", ID: "sync", Group: "runs", Summary: "Refresh all apps",
			Limit: op.Every(10*time.Minute, 10, "sync.trigger"), Refuses: []int{http.StatusConflict},
			Doc: op.Doc{Forms: []op.Form{
				{
					ID: "sync", Summary: "Refresh all apps and wait for the result", Without: []string{"wait", "Prefer"},
					Answer: op.Answer{Schema: op.Of[syncAnswer]()},
				},
				{
					ID: "startSync", Summary: "Refresh all apps without waiting", Query: map[string]string{"wait": "0"}, Without: []string{"Prefer"},
					Answer: acceptedAnswer(),
				},
			}},
		}, s.trigger),
		op.WithRequest(op.Spec{
			Route: "PATCH /api/sync/trigger", ID: "controlSync", Group: "runs", Summary: "Pause, resume or cancel the sync runner",
			Limit: op.Every(time.Minute, 20, "sync.control"), MaxBody: 2 << 10, Example: `{"action": "cancel"}`,
			Refuses: []int{http.StatusNotFound, http.StatusConflict},
		}, s.control),
	}
}

// syncAnswer has the counts, of apps and of entries of the changelog.
type syncAnswer struct {
	RunID   string `json:"runId"`   // the ID of the run
	Synced  int    `json:"synced"`  // number of apps that were refreshed
	Changes int    `json:"changes"` // number of entries that the sync added to the changelog
}

func (s syncs) trigger(ctx context.Context, r op.Request, in op.Waiting) (any, error) {
	run, err := s.Runs.Start(ctx, runner.StartOptions{Runner: tracked.SyncRunner, Initiator: runner.Manual})
	if err != nil {
		r.Note(syncAction+".failed", r.Explain(err).Message, false)
		return nil, err
	}
	watched := watch(r, s.Runs, run, syncAction, syncDetail)
	if in.Async(r) {
		return accepted(r, run), nil
	}
	if run, err = watched.wait(ctx); err != nil {
		return nil, fmt.Errorf("sync: %w", err)
	}
	totals := tracked.TotalsOf(run)
	return syncAnswer{run.ID, totals.Succeeded, totals.Changes}, nil
}

func (s syncs) control(ctx context.Context, r op.Request, in controlRequest) (controlAnswer, error) {
	return s.Bulk.control(ctx, r, tracked.SyncRunner, syncAction, in, syncDetail)
}

// syncDetail returns the counts of a sync, for the audit log.
func syncDetail(run storage.Run) string {
	totals := tracked.TotalsOf(run)
	return fmt.Sprintf("synced=%d changes=%d skipped=%d", totals.Succeeded, totals.Changes, totals.Skipped)
}
