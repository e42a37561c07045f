package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare(imports, func(tx *storage.Tx) any { return &tx.Imports })

func imports() kind[string, storage.Import, storage.ImportQuery] {
	type record = storage.Import
	return kind[string, record, storage.ImportQuery]{
		table: "imports",
		columns: []column[record]{
			text("id", func(i *record) *string { return &i.ID }),
			number("created_at", func(i *record) *storage.Time { return &i.CreatedAt }),
			number("completed_at", func(i *record) *storage.NullTime { return &i.CompletedAt }),
			text("source", func(i *record) *storage.ImportSource { return &i.Source }),
			text("source_label", func(i *record) *storage.Text { return &i.SourceLabel }),
			number("total", func(i *record) *int { return &i.Total }),
			text("device_id", func(i *record) *storage.Text { return &i.Device }),
			number("matched", func(i *record) *int { return &i.Tally.Matched }),
			number("unmatched", func(i *record) *int { return &i.Tally.Unmatched }),
			number("skipped", func(i *record) *int { return &i.Tally.Skipped }),
			number("imported", func(i *record) *int { return &i.Tally.Imported }),
			number("failed", func(i *record) *int { return &i.Tally.Failed }),
			number("pending_search", func(i *record) *int { return &i.Tally.PendingSearch }),
			number("queued", func(i *record) *int { return &i.Tally.Queued }),
			number("removed", func(i *record) *int { return &i.Tally.Removed }),
		},
		key: func(id string) []any { return []any{id} },
		query: func(q storage.ImportQuery, s *selection) {
			s.keepIf(q.Device != "", "device_id = ?", string(q.Device))
			s.order = "created_at DESC, id DESC"
			s.limit = q.Limit
		},
	}
}

var _ = declare(importItems, func(tx *storage.Tx) any { return &tx.ImportItems })

func importItems() kind[storage.ImportItemID, storage.ImportItem, storage.ImportItemQuery] {
	type item = storage.ImportItem
	return kind[storage.ImportItemID, item, storage.ImportItemQuery]{
		table: "import_items",
		columns: []column[item]{
			text("import_id", func(i *item) *string { return &i.ID.Import }),
			number("seq", func(i *item) *int { return &i.ID.Seq }),
			text("query", func(i *item) *string { return &i.Query }),
			text("edited_query", func(i *item) *storage.Text { return &i.EditedQuery }),
			text("status", func(i *item) *storage.ImportStatus { return &i.Status }),
			reference("app_id", func(i *item) *storage.AppID { return &i.App }),
			text("app_name", func(i *item) *storage.Text { return &i.AppName }),
			text("developer", func(i *item) *storage.Text { return &i.Developer }),
			text("url", func(i *item) *storage.Text { return &i.URL }),
			text("icon_url", func(i *item) *storage.Text { return &i.IconURL }),
			text("country", func(i *item) *storage.Text { return &i.Country }),
			text("error", func(i *item) *storage.Text { return &i.Error }),
			number("removed_app_id", func(i *item) *storage.AppID { return &i.RemovedApp }),
			number("next_attempt", func(i *item) *storage.NullTime { return &i.NextAttempt }),
			number("attempts", func(i *item) *int { return &i.Attempts }),
		},
		key: func(id storage.ImportItemID) []any { return []any{id.Import, int64(id.Seq)} },
		query: func(q storage.ImportItemQuery, s *selection) {
			s.keepIf(q.Import != "", "import_id = ?", q.Import)
			s.keepIf(q.Query != "", "query = ?", q.Query)
			s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
			s.keepIf(q.Status != "", "status = ?", string(q.Status))
			s.keepIf(q.DueBy != 0, "next_attempt <= ?", int64(q.DueBy))
			s.keepIf(q.Waits, "next_attempt > 0")
			switch {
			case q.Queue && q.Reverse:
				s.order = "next_attempt DESC, import_id DESC, seq DESC"
			case q.Queue:
				s.order = "next_attempt, import_id, seq"
			case q.Reverse:
				s.order = "import_id DESC, seq DESC"
			default:
				s.order = "import_id, seq"
			}
			s.limit = q.Limit
		},
	}
}
