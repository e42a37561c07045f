package sqldb

import "github.com/privacylabels/auditor/storage"

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
