package httpapi

import (
	"context"
	"encoding/json"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

const (
	defaultActivity = 50
	maxActivity     = 500
)

// What the activity log can be narrowed to; any other value is ignored.
var (
	activityTypes = []string{
		"scrape", "resync", "policy_summary", "scheduled_sync", "manual_sync", "import", "wayback_import", "backup_export", "backup_restore", "reset",
	}
	activityStatuses = []string{"ok", "error", "partial", "cancelled"}
)

// activityRequest is GET /api/activity.
type activityRequest struct {
	limit        int
	offset       offset
	kind, status string
	since, until storage.Time
	bySince      bool
	byUntil      bool
	sortBy       string
	ascending    bool
}

func (in *activityRequest) decode(r *request) (err error) {
	in.limit = r.clamped("limit", defaultActivity, maxActivity)
	in.offset = r.leadingOffset()
	in.kind = r.oneOf("type", activityTypes...)
	in.status = r.oneOf("status", activityStatuses...)
	if in.since, in.bySince, err = r.moment("since"); err != nil {
		return err
	}
	if in.until, in.byUntil, err = r.latest("until"); err != nil {
		return err
	}
	if in.sortBy = r.oneOf("sortBy", "started_at", "ended_at", "duration_ms"); in.sortBy == "" {
		in.sortBy = "started_at"
	}
	in.ascending = r.oneOf("sortDir", "asc", "desc") == "asc"
	return nil
}

// activityRow is a line of the log.
type activityRow struct {
	storage.Activity
	App        *storage.AppID  `json:"appId"`
	Detail     json.RawMessage `json:"detail"`
	DurationMs *int64          `json:"durationMs"`
}

type activityAnswer struct {
	Rows    []activityRow `json:"rows"`
	Total   int           `json:"total"`
	Limit   int           `json:"limit"`
	Offset  offset        `json:"offset"`
	Type    storage.Text  `json:"type"`
	Status  storage.Text  `json:"status"`
	Since   *storage.Time `json:"since"`
	Until   *storage.Time `json:"until"`
	SortBy  string        `json:"sortBy"`
	SortDir string        `json:"sortDir"`
}

// listActivity answers "GET /api/activity".
func (a *API) listActivity(ctx context.Context, in activityRequest) (activityAnswer, error) {
	q := storage.ActivityQuery{
		Type: in.kind, Status: in.status, From: in.since, To: in.until, Ascending: in.ascending, Limit: in.limit, Offset: in.offset.skip,
	}
	if in.sortBy != "started_at" {
		q.Order = storage.ActivityOrder(in.sortBy)
	}
	lines, total, err := activity.List(ctx, a.cfg.Store, q)
	if err != nil {
		return activityAnswer{}, err
	}
	answer := activityAnswer{
		Rows: make([]activityRow, len(lines)), Total: total, Limit: in.limit, Offset: in.offset,
		Type: storage.Text(in.kind), Status: storage.Text(in.status), SortBy: in.sortBy, SortDir: "desc",
	}
	if in.bySince {
		answer.Since = &in.since
	}
	if in.byUntil {
		answer.Until = &in.until
	}
	if in.ascending {
		answer.SortDir = "asc"
	}
	for i, line := range lines {
		answer.Rows[i] = activityRowOf(line)
	}
	return answer, nil
}

func activityRowOf(line storage.Activity) activityRow {
	row := activityRow{Activity: line, Detail: line.Detail}
	if line.App != 0 {
		row.App = &line.App
	}
	if line.EndedAt != 0 {
		took := int64(storage.Time(line.EndedAt) - line.StartedAt)
		row.DurationMs = &took
	}
	return row
}
