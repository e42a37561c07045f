package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare("Activities", declaration{
	table: "activities",
	query: asking(func(q storage.ActivityQuery, s *selection) {
		s.keepIf(q.Type != "", "type = ?", q.Type)
		s.keepIf(q.Status != "", "status = ?", q.Status)
		s.between("started_at", q.From, q.To)
		s.order = activityOrder(q.Order, q.Ascending)
		s.limit, s.offset = q.Limit, q.Offset
	}),
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

var _ = declare("Audits", declaration{
	table: "audits",
	query: asking(func(q storage.AuditQuery, s *selection) {
		s.keepIf(q.Action != "", "action = ?", q.Action)
		s.prefixed("action", q.Prefix)
		s.between("created_at", q.From, q.To)
		s.keepIf(q.Success, "success = ?", true)
		s.keepIf(q.Failure, "success = ?", false)
		s.order = "created_at DESC, id DESC"
		s.limit, s.offset = q.Limit, q.Offset
	}),
})

var _ = declare("AILogs", declaration{
	table: "ai_logs",
	query: asking(func(q storage.AILogQuery, s *selection) {
		s.order = "created_at DESC, id DESC"
		s.limit, s.offset = q.Limit, q.Offset
	}),
})
