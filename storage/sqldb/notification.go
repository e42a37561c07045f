package sqldb

import "github.com/privacylabels/auditor/storage"

func notifications() kind[string, storage.Notification, storage.NotificationQuery] {
	type notification = storage.Notification
	return kind[string, notification, storage.NotificationQuery]{
		table: "notifications",
		columns: []column[notification]{
			text("id", func(n *notification) *string { return &n.ID }),
			number("app_id", func(n *notification) *storage.AppID { return &n.App }),
			text("app_name", func(n *notification) *string { return &n.AppName }),
			text("type", func(n *notification) *storage.NotificationType { return &n.Type }),
			document("changes", func(n *notification) *[]storage.Entry { return &n.Changes }),
			number("created_at", func(n *notification) *storage.Time { return &n.CreatedAt }),
			flag("read", func(n *notification) *bool { return &n.Read }),
			flag("stale", func(n *notification) *bool { return &n.Stale }),
			number("not_before", func(n *notification) *storage.NullTime { return &n.NotBefore }),
		},
		key: func(id string) []any { return []any{id} },
		query: func(q storage.NotificationQuery, s *selection) {
			s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
			s.keepIf(q.Unread, "read = ?", false)
			s.keepIf(q.Read, "read = ?", true)
			s.keepIf(q.Due != 0, "not_before <= ?", int64(q.Due))
			keepNone(s, "type", q.Without)
			s.order = "created_at DESC, id DESC"
			if q.Oldest {
				s.order = "created_at, id"
			}
			if q.After != 0 {
				s.keep("not_before > 0") // said once more for the index that holds no others
				s.keep("not_before > ?", int64(q.After))
				s.order = "not_before, id"
				if q.Oldest {
					s.order = "not_before DESC, id DESC"
				}
			}
			s.limit, s.offset = q.Limit, q.Offset
		},
	}
}
