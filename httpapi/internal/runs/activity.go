package runs

import (
	"context"
	"encoding/json"

	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// activities are the entries of the activity log.
type activities struct{ store storage.Store }

func (a activities) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/activity", ID: "activity", Group: "runs", Summary: "The activity log", Cached: true, Reads: storage.TablesOf("Activities"),
			Doc: op.Doc{Answer: op.Answer{Schema: op.Of[activityAnswer](), Headers: []op.Header{op.Ignored}}},
		}, a.list),
	}
}

type activityRequest struct {
	Limit   int                       `query:"limit" op:"loose,prefix,min=1,max=500,default=50" doc:"At most so many; else 50" example:"20"`
	Offset  op.PrefixOffset           `query:"offset" op:"loose" doc:"Skip so many first" example:"0"`
	Type    string                    `query:"type" op:"loose" enum:"scrape,resync,policy_summary,scheduled_sync,manual_sync,import,wayback_import,backup_export,backup_restore,reset" doc:"Only entries of this type" example:"scrape"`
	Status  string                    `query:"status" op:"loose" enum:"ok,error,partial,cancelled" doc:"Only entries with this outcome" example:"ok"`
	Since   op.Optional[storage.Time] `query:"since" doc:"Only what began then, or later. A date is its first moment in UTC, and a time without a zone is in UTC"`
	Until   op.Optional[storage.Time] `query:"until" op:"end" doc:"Only what began then, or earlier. A date is its last moment in UTC"`
	SortBy  string                    `query:"sortBy" op:"loose,default=started_at" enum:"started_at,ended_at,duration_ms" doc:"The order; else started_at" example:"duration_ms"`
	SortDir string                    `query:"sortDir" op:"loose,default=desc" enum:"asc,desc" doc:"The direction of the order; else desc" example:"asc"`
}

type activityAnswer struct {
	Rows    []activityRow `json:"rows"`
	Total   int           `json:"total"`
	Limit   int           `json:"limit"`
	Offset  op.Offset     `json:"offset"`
	Type    storage.Text  `json:"type"`
	Status  storage.Text  `json:"status"`
	Since   *storage.Time `json:"since"`
	Until   *storage.Time `json:"until"`
	SortBy  string        `json:"sortBy"`
	SortDir string        `json:"sortDir"`
}

type activityRow struct {
	storage.Activity
	App        *storage.AppID  `json:"appId"`
	Detail     json.RawMessage `json:"detail"`
	DurationMs *int64          `json:"durationMs"`
}

func (a activities) list(ctx context.Context, in activityRequest) (activityAnswer, error) {
	q := storage.ActivityQuery{
		Type: in.Type, Status: in.Status, From: in.Since.Value, To: in.Until.Value, Ascending: in.SortDir == "asc",
		Limit: in.Limit, Offset: in.Offset.Skip,
	}
	if in.SortBy != "started_at" { // the order of the zero value
		q.Order = storage.ActivityOrder(in.SortBy)
	}
	entries, total, err := activity.List(ctx, a.store, q)
	if err != nil {
		return activityAnswer{}, err
	}
	answer := activityAnswer{
		Rows: make([]activityRow, len(entries)), Total: total, Limit: in.Limit, Offset: in.Offset.Offset,
		Type: storage.Text(in.Type), Status: storage.Text(in.Status), Since: in.Since.Ptr(), Until: in.Until.Ptr(),
		SortBy: in.SortBy, SortDir: in.SortDir,
	}
	for i, entry := range entries {
		answer.Rows[i] = activityRowOf(entry)
	}
	return answer, nil
}

func activityRowOf(entry storage.Activity) activityRow {
	row := activityRow{Activity: entry, Detail: entry.Detail}
	if entry.App != 0 {
		row.App = &entry.App
	}
	if entry.EndedAt != 0 {
		row.DurationMs = new(int64(storage.Time(entry.EndedAt) - entry.StartedAt))
	}
	return row
}
