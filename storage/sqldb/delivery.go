package sqldb

import "github.com/privacylabels/auditor/storage"

func deliveries() kind[string, storage.Delivery, storage.DeliveryQuery] {
	type delivery = storage.Delivery
	return kind[string, delivery, storage.DeliveryQuery]{
		table: "deliveries",
		columns: []column[delivery]{
			text("id", func(d *delivery) *string { return &d.ID }),
			text("endpoint", func(d *delivery) *string { return &d.Endpoint }),
			text("host", func(d *delivery) *string { return &d.Host }),
			text("kind", func(d *delivery) *storage.DeliveryKind { return &d.Kind }),
			text("title", func(d *delivery) *string { return &d.Title }),
			document("items", func(d *delivery) *[]storage.DeliveryItem { return &d.Items }),
			number("omitted", func(d *delivery) *int { return &d.Omitted }),
			text("state", func(d *delivery) *storage.DeliveryState { return &d.State }),
			number("created_at", func(d *delivery) *storage.Time { return &d.CreatedAt }),
			number("queued_at", func(d *delivery) *storage.Time { return &d.QueuedAt }),
			number("next_attempt", func(d *delivery) *storage.NullTime { return &d.NextAttempt }),
			number("attempts", func(d *delivery) *int { return &d.Attempts }),
			number("last_status", func(d *delivery) *int { return &d.LastStatus }),
			text("last_error", func(d *delivery) *storage.Text { return &d.LastError }),
			number("delivered_at", func(d *delivery) *storage.NullTime { return &d.DeliveredAt }),
		},
		key: func(id string) []any { return []any{id} },
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
	}
}
