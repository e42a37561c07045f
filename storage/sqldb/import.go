package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare("Imports", declaration{
	table: "imports",
	query: asking(func(q storage.ImportQuery, s *selection) {
		s.keepIf(q.Device != "", "device_id = ?", string(q.Device))
		s.order = "created_at DESC, id DESC"
		s.limit = q.Limit
	}),
})

var _ = declare("ImportItems", declaration{
	table: "import_items",
	query: asking(func(q storage.ImportItemQuery, s *selection) {
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
	}),
})
