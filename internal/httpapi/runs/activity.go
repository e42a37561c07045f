package runs

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/storage"
)

// activities are the entries of the activity log. Clients add one for each session in which
// a user decided on one app after another.
type activities struct{ services.Set }

func (a activities) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/activity", ID: "activity", Group: "runs", Summary: "List the activity log", Cached: true, Reads: storage.TablesOf("Activities"),
			Doc: op.Doc{Answer: op.Answer{Schema: op.Of[activityAnswer]()}},
		}, a.list),
		op.New(op.Spec{
			Route: "POST /api/activity/queue-session", ID: "recordSession", Group: "runs", Summary: "Record a session in which the user decided on apps",
			MaxBody: 4 << 10, Status: http.StatusNoContent,
			Example: `{"totals": {"decided": 2, "safe": 2}, "preflight": {"scope": "all", "sort": "risk", "split": null}}`,
			Doc:     op.Doc{Answer: op.Answer{Status: http.StatusNoContent}},
		}, a.record),
	}
}

type activityRequest struct {
	Limit   int                       `query:"limit" op:"min=1,max=500,default=50" doc:"The maximum number of entries. Defaults to 50." example:"20"`
	Offset  op.Offset                 `query:"offset" doc:"The number of entries to skip." example:"0"`
	Type    string                    `query:"type" op:"loose" enum:"scrape,resync,policy_summary,scheduled_sync,manual_sync,import,wayback_import,backup_export,backup_restore,reset" doc:"Entries of this type only." example:"scrape"`
	Status  string                    `query:"status" op:"loose" enum:"ok,error,partial,cancelled" doc:"Entries with this outcome only." example:"ok"`
	Since   op.Optional[storage.Time] `query:"since" doc:"Entries that began at or after this time. A date means its start, and a time without a zone is UTC."`
	Until   op.Optional[storage.Time] `query:"until" op:"end" doc:"Entries that began at or before this time. A date means its end, in UTC."`
	SortBy  string                    `query:"sortBy" op:"loose,default=started_at" enum:"started_at,ended_at,duration_ms" doc:"The member to sort by. Defaults to started_at." example:"duration_ms"`
	SortDir string                    `query:"sortDir" op:"loose,default=desc" enum:"asc,desc" doc:"The sort direction. Defaults to desc." example:"asc"`
}

type activityAnswer struct {
	Rows    []activityRow `json:"rows"`    // the rows
	Total   int           `json:"total"`   // the number of entries that match
	Limit   int           `json:"limit"`   // the page size
	Offset  op.Offset     `json:"offset"`  // the offset as sent, however large
	Type    storage.Text  `json:"type"`    // the type that was asked for; null: all
	Status  storage.Text  `json:"status"`  // the outcome that was asked for; null: all
	Since   *storage.Time `json:"since"`   // the start of the period that was asked for; null: unbounded
	Until   *storage.Time `json:"until"`   // the end of the period that was asked for; null: unbounded
	SortBy  string        `json:"sortBy"`  // what the rows are sorted by
	SortDir string        `json:"sortDir"` // the direction: asc or desc
}

type activityRow struct {
	storage.Activity
	App        *storage.AppID  `json:"appId"`      // the ID of the app
	Detail     json.RawMessage `json:"detail"`     // more about it; null or empty: nothing
	DurationMs *int64          `json:"durationMs"` // how long it took, in milliseconds; null: it has not ended
}

func (a activities) list(ctx context.Context, in activityRequest) (activityAnswer, error) {
	q := storage.ActivityQuery{
		Type: in.Type, Status: in.Status, From: in.Since.Value, To: in.Until.Value, Ascending: in.SortDir == "asc",
		Limit: in.Limit, Offset: in.Offset.Skip,
	}
	if in.SortBy != "started_at" { // the order of the zero value
		q.Order = storage.ActivityOrder(in.SortBy)
	}
	entries, total, err := activity.List(ctx, a.Store, q)
	if err != nil {
		return activityAnswer{}, err
	}
	answer := activityAnswer{
		Rows: make([]activityRow, len(entries)), Total: total, Limit: in.Limit, Offset: in.Offset,
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
