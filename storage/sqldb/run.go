package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare("Runs", declaration{
	table:   "runs",
	settled: []string{"runner", "started_at", "ended_at"},
	query: asking(func(q storage.RunQuery, s *selection) {
		s.keepIf(q.Runner != "", "runner = ?", q.Runner)
		s.keepIf(q.Open, "ended_at = 0")
		s.order = "started_at DESC, id DESC"
		s.limit, s.offset = q.Limit, q.Offset
	}),
})

var _ = declare("RunItems", declaration{
	table: "run_items",
	query: asking(func(q storage.RunItemQuery, s *selection) {
		s.keepIf(q.Run != "", "run_id = ?", q.Run)
		s.keepIf(q.Pending, "done = FALSE")
		s.keepIf(q.From > 0, "seq >= ?", q.From)
		s.keepIf(q.Below > 0, "seq < ?", q.Below)
		s.order = "run_id, seq"
		s.limit = q.Limit
	}),
})

var _ = declare("Tasks", declaration{
	table: "tasks",
	query: asking(func(q storage.TaskQuery, s *selection) {
		s.keepIf(q.Kind != "", "kind = ?", q.Kind)
		s.order = "kind, subject"
	}),
})

var _ = declare("Results", declaration{
	table: "results",
	query: asking(func(q storage.ResultQuery, s *selection) {
		s.keepIf(q.Running, "ended_at = 0")
		s.keepIf(q.EndedBy != 0, "ended_at <> 0 AND ended_at <= ?", int64(q.EndedBy))
		s.order = "started_at DESC, id DESC"
		s.offset = q.Offset
	}),
})
