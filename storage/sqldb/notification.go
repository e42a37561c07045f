package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare(func(tx *storage.Tx) any { return &tx.Notifications }, kind[string, storage.Notification, storage.NotificationQuery]{
	table: "notifications",
	columns: []column[storage.Notification]{
		text("id", func(n *storage.Notification) *string { return &n.ID }),
		number("app_id", func(n *storage.Notification) *storage.AppID { return &n.App }),
		text("app_name", func(n *storage.Notification) *string { return &n.AppName }),
		text("type", func(n *storage.Notification) *storage.NotificationType { return &n.Type }),
		document("changes", func(n *storage.Notification) *[]storage.Entry { return &n.Changes }),
		number("created_at", func(n *storage.Notification) *storage.Time { return &n.CreatedAt }),
		flag("read", func(n *storage.Notification) *bool { return &n.Read }),
		flag("stale", func(n *storage.Notification) *bool { return &n.Stale }),
		number("not_before", func(n *storage.Notification) *storage.NullTime { return &n.NotBefore }),
	},
	query: func(q storage.NotificationQuery, s *selection) {
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
	},
	tallied: "notification_counts",
	tally: func(q storage.NotificationQuery, counters, excess *selection) bool {
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

var _ = declare(func(tx *storage.Tx) any { return &tx.Deliveries }, kind[string, storage.Delivery, storage.DeliveryQuery]{
	table: "deliveries",
	columns: []column[storage.Delivery]{
		text("id", func(d *storage.Delivery) *string { return &d.ID }),
		text("endpoint", func(d *storage.Delivery) *string { return &d.Endpoint }),
		text("host", func(d *storage.Delivery) *string { return &d.Host }),
		text("kind", func(d *storage.Delivery) *storage.DeliveryKind { return &d.Kind }),
		text("title", func(d *storage.Delivery) *string { return &d.Title }),
		document("items", func(d *storage.Delivery) *[]storage.DeliveryItem { return &d.Items }),
		number("omitted", func(d *storage.Delivery) *int { return &d.Omitted }),
		text("state", func(d *storage.Delivery) *storage.DeliveryState { return &d.State }),
		number("created_at", func(d *storage.Delivery) *storage.Time { return &d.CreatedAt }),
		number("queued_at", func(d *storage.Delivery) *storage.Time { return &d.QueuedAt }),
		number("next_attempt", func(d *storage.Delivery) *storage.NullTime { return &d.NextAttempt }),
		number("attempts", func(d *storage.Delivery) *int { return &d.Attempts }),
		number("last_status", func(d *storage.Delivery) *int { return &d.LastStatus }),
		text("last_error", func(d *storage.Delivery) *storage.Text { return &d.LastError }),
		number("delivered_at", func(d *storage.Delivery) *storage.NullTime { return &d.DeliveredAt }),
	},
	query: func(q storage.DeliveryQuery, s *selection) {
		s.keepIf(q.Endpoint != "", "endpoint = ?", q.Endpoint)
		s.keepIf(q.State != "", "state = ?", string(q.State))
		s.keepIf(q.Ended, "state <> ?", string(storage.DeliveryPending))
		s.order = "created_at DESC, id DESC"
		if q.Queue {
			s.order = "queued_at, id"
		}
		s.limit, s.offset = q.Limit, q.Offset
	},
})
