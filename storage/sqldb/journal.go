package sqldb

import (
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

var _ = declare(func(tx *storage.Tx) any { return &tx.Activities }, kind[string, storage.Activity, storage.ActivityQuery]{
	table: "activities",
	columns: []column[storage.Activity]{
		text("id", func(a *storage.Activity) *string { return &a.ID }),
		text("kind", func(a *storage.Activity) *string { return &a.Kind }),
		text("type", func(a *storage.Activity) *string { return &a.Type }),
		text("status", func(a *storage.Activity) *string { return &a.Status }),
		number("app_id", func(a *storage.Activity) *storage.AppID { return &a.App }),
		text("app_name", func(a *storage.Activity) *storage.Text { return &a.AppName }),
		text("summary", func(a *storage.Activity) *storage.Text { return &a.Summary }),
		raw("detail", func(a *storage.Activity) *json.RawMessage { return &a.Detail }),
		number("started_at", func(a *storage.Activity) *storage.Time { return &a.StartedAt }),
		number("ended_at", func(a *storage.Activity) *storage.NullTime { return &a.EndedAt }),
	},
	query: func(q storage.ActivityQuery, s *selection) {
		s.keepIf(q.Type != "", "type = ?", q.Type)
		s.keepIf(q.Status != "", "status = ?", q.Status)
		s.between("started_at", q.From, q.To)
		s.order = activityOrder(q.Order, q.Ascending)
		s.limit, s.offset = q.Limit, q.Offset
	},
})

// activityOrder returns the order of activities. Those that have not ended come last in both
// directions.
func activityOrder(by storage.ActivityOrder, ascending bool) string {
	const rest = "started_at DESC, id DESC"
	turn := " DESC"
	if ascending {
		turn = " ASC"
	}
	switch by {
	case storage.ByEnd:
		return "nullif(ended_at, 0)" + turn + " NULLS LAST, " + rest
	case storage.ByDuration:
		return "nullif(ended_at, 0) - started_at" + turn + " NULLS LAST, " + rest
	case storage.ByID:
		return "id" + turn
	case storage.ByStart:
	}
	return "started_at" + turn + ", id DESC"
}

var _ = declare(func(tx *storage.Tx) any { return &tx.Audits }, kind[string, storage.Audit, storage.AuditQuery]{
	table: "audits",
	columns: []column[storage.Audit]{
		text("id", func(a *storage.Audit) *string { return &a.ID }),
		number("created_at", func(a *storage.Audit) *storage.Time { return &a.CreatedAt }),
		text("action", func(a *storage.Audit) *string { return &a.Action }),
		text("actor_ip", func(a *storage.Audit) *string { return &a.ActorIP }),
		text("actor_user", func(a *storage.Audit) *storage.Text { return &a.ActorUser }),
		text("user_agent", func(a *storage.Audit) *string { return &a.UserAgent }),
		text("detail", func(a *storage.Audit) *string { return &a.Detail }),
		flag("success", func(a *storage.Audit) *bool { return &a.Success }),
	},
	query: func(q storage.AuditQuery, s *selection) {
		s.keepIf(q.Action != "", "action = ?", q.Action)
		s.prefixed("action", q.Prefix)
		s.between("created_at", q.From, q.To)
		s.keepIf(q.Success, "success = ?", true)
		s.keepIf(q.Failure, "success = ?", false)
		s.order = "created_at DESC, id DESC"
		s.limit, s.offset = q.Limit, q.Offset
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.AILogs }, kind[string, storage.AILog, storage.AILogQuery]{
	table: "ai_logs",
	columns: []column[storage.AILog]{
		text("id", func(l *storage.AILog) *string { return &l.ID }),
		number("created_at", func(l *storage.AILog) *storage.Time { return &l.CreatedAt }),
		number("app_id", func(l *storage.AILog) *storage.AppID { return &l.App }),
		text("app_name", func(l *storage.AILog) *string { return &l.AppName }),
		text("provider", func(l *storage.AILog) *string { return &l.Provider }),
		text("model", func(l *storage.AILog) *string { return &l.Model }),
		text("phase", func(l *storage.AILog) *string { return &l.Phase }),
		text("prompt", func(l *storage.AILog) *string { return &l.Prompt }),
		text("response", func(l *storage.AILog) *string { return &l.Response }),
		number("duration_ms", func(l *storage.AILog) *int64 { return &l.DurationMS }),
		text("error", func(l *storage.AILog) *string { return &l.Error }),
	},
	query: func(q storage.AILogQuery, s *selection) {
		s.order = "created_at DESC, id DESC"
		s.limit, s.offset = q.Limit, q.Offset
	},
})
