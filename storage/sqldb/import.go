package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare(func(tx *storage.Tx) any { return &tx.Imports }, kind[string, storage.Import, storage.ImportQuery]{
	table: "imports",
	columns: []column[storage.Import]{
		text("id", func(i *storage.Import) *string { return &i.ID }),
		number("created_at", func(i *storage.Import) *storage.Time { return &i.CreatedAt }),
		number("completed_at", func(i *storage.Import) *storage.NullTime { return &i.CompletedAt }),
		text("source", func(i *storage.Import) *storage.ImportSource { return &i.Source }),
		text("source_label", func(i *storage.Import) *storage.Text { return &i.SourceLabel }),
		number("total", func(i *storage.Import) *int { return &i.Total }),
		text("device_id", func(i *storage.Import) *storage.Text { return &i.Device }),
		number("matched", func(i *storage.Import) *int { return &i.Tally.Matched }),
		number("unmatched", func(i *storage.Import) *int { return &i.Tally.Unmatched }),
		number("skipped", func(i *storage.Import) *int { return &i.Tally.Skipped }),
		number("imported", func(i *storage.Import) *int { return &i.Tally.Imported }),
		number("failed", func(i *storage.Import) *int { return &i.Tally.Failed }),
		number("pending_search", func(i *storage.Import) *int { return &i.Tally.PendingSearch }),
		number("queued", func(i *storage.Import) *int { return &i.Tally.Queued }),
		number("removed", func(i *storage.Import) *int { return &i.Tally.Removed }),
	},
	query: func(q storage.ImportQuery, s *selection) {
		s.keepIf(q.Device != "", "device_id = ?", string(q.Device))
		s.order = "created_at DESC, id DESC"
		s.limit = q.Limit
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.ImportItems }, kind[storage.ImportItemID, storage.ImportItem, storage.ImportItemQuery]{
	table: "import_items",
	columns: []column[storage.ImportItem]{
		text("import_id", func(i *storage.ImportItem) *string { return &i.ID.Import }),
		number("seq", func(i *storage.ImportItem) *int { return &i.ID.Seq }),
		text("query", func(i *storage.ImportItem) *string { return &i.Query }),
		text("edited_query", func(i *storage.ImportItem) *storage.Text { return &i.EditedQuery }),
		text("status", func(i *storage.ImportItem) *storage.ImportStatus { return &i.Status }),
		reference("app_id", func(i *storage.ImportItem) *storage.AppID { return &i.App }),
		text("app_name", func(i *storage.ImportItem) *storage.Text { return &i.AppName }),
		text("developer", func(i *storage.ImportItem) *storage.Text { return &i.Developer }),
		text("url", func(i *storage.ImportItem) *storage.Text { return &i.URL }),
		text("icon_url", func(i *storage.ImportItem) *storage.Text { return &i.IconURL }),
		text("country", func(i *storage.ImportItem) *storage.Text { return &i.Country }),
		text("error", func(i *storage.ImportItem) *storage.Text { return &i.Error }),
		number("removed_app_id", func(i *storage.ImportItem) *storage.AppID { return &i.RemovedApp }),
		number("next_attempt", func(i *storage.ImportItem) *storage.NullTime { return &i.NextAttempt }),
		number("attempts", func(i *storage.ImportItem) *int { return &i.Attempts }),
	},
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
})
