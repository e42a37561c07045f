package sqldb

import (
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

var _ = declare(activities, func(tx *storage.Tx) any { return &tx.Activities })

func activities() kind[string, storage.Activity, storage.ActivityQuery] {
	type activity = storage.Activity
	return kind[string, activity, storage.ActivityQuery]{
		table: "activities",
		columns: []column[activity]{
			text("id", func(a *activity) *string { return &a.ID }),
			text("kind", func(a *activity) *string { return &a.Kind }),
			text("type", func(a *activity) *string { return &a.Type }),
			text("status", func(a *activity) *string { return &a.Status }),
			number("app_id", func(a *activity) *storage.AppID { return &a.App }),
			text("app_name", func(a *activity) *storage.Text { return &a.AppName }),
			text("summary", func(a *activity) *storage.Text { return &a.Summary }),
			raw("detail", func(a *activity) *json.RawMessage { return &a.Detail }),
			number("started_at", func(a *activity) *storage.Time { return &a.StartedAt }),
			number("ended_at", func(a *activity) *storage.NullTime { return &a.EndedAt }),
		},
		key: func(id string) []any { return []any{id} },
		query: func(q storage.ActivityQuery, s *selection) {
			s.keepIf(q.Type != "", "type = ?", q.Type)
			s.keepIf(q.Status != "", "status = ?", q.Status)
			s.between("started_at", q.From, q.To)
			s.order = activityOrder(q.Order, q.Ascending)
			s.limit, s.offset = q.Limit, q.Offset
		},
	}
}

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

var _ = declare(audits, func(tx *storage.Tx) any { return &tx.Audits })

func audits() kind[string, storage.Audit, storage.AuditQuery] {
	type audit = storage.Audit
	return kind[string, audit, storage.AuditQuery]{
		table: "audits",
		columns: []column[audit]{
			text("id", func(a *audit) *string { return &a.ID }),
			number("created_at", func(a *audit) *storage.Time { return &a.CreatedAt }),
			text("action", func(a *audit) *string { return &a.Action }),
			text("actor_ip", func(a *audit) *string { return &a.ActorIP }),
			text("actor_user", func(a *audit) *storage.Text { return &a.ActorUser }),
			text("user_agent", func(a *audit) *string { return &a.UserAgent }),
			text("detail", func(a *audit) *string { return &a.Detail }),
			flag("success", func(a *audit) *bool { return &a.Success }),
		},
		key: func(id string) []any { return []any{id} },
		query: func(q storage.AuditQuery, s *selection) {
			s.keepIf(q.Action != "", "action = ?", q.Action)
			s.prefixed("action", q.Prefix)
			s.between("created_at", q.From, q.To)
			s.keepIf(q.Success, "success = ?", true)
			s.keepIf(q.Failure, "success = ?", false)
			s.order = "created_at DESC, id DESC"
			s.limit, s.offset = q.Limit, q.Offset
		},
	}
}

var _ = declare(aiLogs, func(tx *storage.Tx) any { return &tx.AILogs })

func aiLogs() kind[string, storage.AILog, storage.AILogQuery] {
	type row = storage.AILog
	return kind[string, row, storage.AILogQuery]{
		table: "ai_logs",
		columns: []column[row]{
			text("id", func(l *row) *string { return &l.ID }),
			number("created_at", func(l *row) *storage.Time { return &l.CreatedAt }),
			number("app_id", func(l *row) *storage.AppID { return &l.App }),
			text("app_name", func(l *row) *string { return &l.AppName }),
			text("provider", func(l *row) *string { return &l.Provider }),
			text("model", func(l *row) *string { return &l.Model }),
			text("phase", func(l *row) *string { return &l.Phase }),
			text("prompt", func(l *row) *string { return &l.Prompt }),
			text("response", func(l *row) *string { return &l.Response }),
			number("duration_ms", func(l *row) *int64 { return &l.DurationMS }),
			text("error", func(l *row) *string { return &l.Error }),
		},
		key: func(id string) []any { return []any{id} },
		query: func(q storage.AILogQuery, s *selection) {
			s.order = "created_at DESC, id DESC"
			s.limit, s.offset = q.Limit, q.Offset
		},
	}
}
