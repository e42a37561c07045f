package sqldb

import (
	"strings"

	"github.com/privacylabels/auditor/storage"
)

var _ = declare("Notifications", declaration{
	table: "notifications",
	query: asking(func(q storage.NotificationQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.keepIf(q.Unread, "read = ?", false)
		s.keepIf(q.Read, "read = ?", true)
		s.keepIf(q.Due != 0, "not_before <= ?", int64(q.Due))
		keepIn(s, "type NOT IN", q.Without)
		newest := ordering{"created_at DESC", "id DESC"}
		s.order = newest.in(q.Oldest)
		if q.After != 0 {
			s.keep("not_before > 0") // implied, but selects the partial index with this condition
			s.keep("not_before > ?", int64(q.After))
			s.order = "not_before, id"
			if q.Oldest {
				s.order = "not_before DESC, id DESC"
			}
		}
		s.limit, s.offset = q.Limit, q.Offset
		if q.Offset > 0 && q.App == 0 && q.After == 0 { // the index has all that is needed to skip rows without reading them
			s.keys = "SELECT " + newest.columns() + " FROM notifications"
			if len(s.where) > 0 {
				s.keys += " WHERE " + strings.Join(s.where, " AND ")
			}
		}
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
