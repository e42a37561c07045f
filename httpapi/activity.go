package httpapi

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

const (
	defaultActivity = 50
	maxActivity     = 500
)

// What the activity log can be narrowed to; any other value narrows nothing.
var (
	activityTypes = []string{
		"scrape", "resync", "policy_summary", "scheduled_sync", "manual_sync", "import", "wayback_import", "backup_export", "backup_restore", "reset",
	}
	activityStatuses = []string{"ok", "error", "partial", "cancelled"}
)

// activityRequest is GET /api/activity.
type activityRequest struct {
	limit, offset int
	kind, status  string
	since, until  storage.Time
	bySince       bool
	byUntil       bool
	sortBy        string
	ascending     bool
}

func (in *activityRequest) decode(r *request) error {
	in.limit = defaultActivity
	if n, ok := r.leadingNumber("limit"); ok {
		in.limit = int(max(1, min(n, maxActivity)))
	}
	if n, ok := r.leadingNumber("offset"); ok {
		in.offset = int(min(n, maxOffset))
	}
	if t, _ := r.query("type"); slices.Contains(activityTypes, t) {
		in.kind = t
	}
	if s, _ := r.query("status"); slices.Contains(activityStatuses, s) {
		in.status = s
	}
	in.since, in.bySince = r.milliseconds("since")
	in.until, in.byUntil = r.bound("until")
	in.sortBy = "started_at"
	if by, _ := r.query("sortBy"); by == "ended_at" || by == "duration_ms" {
		in.sortBy = by
	}
	dir, _ := r.query("sortDir")
	in.ascending = dir == "asc"
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
	Offset  int           `json:"offset"`
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
		Type: in.kind, Status: in.status, From: in.since, To: in.until, Ascending: in.ascending, Limit: in.limit, Offset: in.offset,
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
