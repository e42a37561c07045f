package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare("Notifications", declaration{
	table: "notifications",
	query: asking(func(q storage.NotificationQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.keepIf(q.Unread, "read = ?", false)
		s.keepIf(q.Read, "read = ?", true)
		s.keepIf(q.Due != 0, "not_before <= ?", int64(q.Due))
		keepIn(s, "type NOT IN", q.Without)
		s.order = "created_at DESC, id DESC"
		if q.Oldest {
			s.order = "created_at, id"
		}
		if q.After != 0 {
			s.keep("not_before > 0") // implied, but selects the partial index with this condition
			s.keep("not_before > ?", int64(q.After))
			s.order = "not_before, id"
			if q.Oldest {
				s.order = "not_before DESC, id DESC"
			}
		}
		s.limit, s.offset = q.Limit, q.Offset
	}),
	tallied: "notification_counts",
	tally: func(query any, counters, excess *selection) bool {
		q := query.(storage.NotificationQuery)
		counters.keepIf(q.Unread, "read = ?", false)
		counters.keepIf(q.Read, "read = ?", true)
		keepIn(counters, "type NOT IN", q.Without)
		if q.Due != 0 { // subtract the few delayed ones, which the counters include
			excess.keep("not_before > 0") // implied, but selects the partial index with this condition
			excess.keep("not_before > ?", int64(q.Due))
			excess.keepIf(q.Unread, "NOT read") // a form for which the larger index by read is not used
			excess.keepIf(q.Read, "read")
			keepIn(excess, "type NOT IN", q.Without)
		}
		return q.App == 0 && q.After == 0 && q.Limit <= 0 && q.Offset <= 0
	},
})

var _ = declare("Deliveries", declaration{
	table: "deliveries",
	query: asking(func(q storage.DeliveryQuery, s *selection) {
		s.keepIf(q.Endpoint != "", "endpoint = ?", q.Endpoint)
		s.keepIf(q.State != "", "state = ?", string(q.State))
		s.keepIf(q.Ended, "state <> ?", string(storage.DeliveryPending))
		s.order = "created_at DESC, id DESC"
		if q.Queue {
			s.order = "queued_at, id"
		}
		s.limit, s.offset = q.Limit, q.Offset
	}),
})
