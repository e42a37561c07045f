package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare("RemovedApps", declaration{
	table: "removed_apps",
	query: asking(func(q storage.RemovedAppQuery, s *selection) {
		s.keepIf(q.RemovedBy != 0, "removed_at <= ?", int64(q.RemovedBy))
		s.order = "removed_at DESC, id"
		s.limit, s.offset = q.Limit, q.Offset
	}),
})

var _ = declare("RemovedParts", declaration{
	table: "removed_parts",
	query: asking(func(q storage.RemovedPartQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.order = "app_id, part"
		s.limit = q.Limit
	}),
})

var _ = declare("PausedApps", declaration{
	table: "paused_apps",
	query: asking(func(q storage.PausedAppQuery, s *selection) {
		s.ofApps(q.Apps)
		s.order = "app_id"
		s.limit = q.Limit
	}),
})

var _ = declare("AppTags", declaration{
	table: "app_tags",
	query: asking(func(q storage.AppTagQuery, s *selection) {
		s.ofApps(q.Apps)
		s.keepIf(q.Tag != "", "tag = ?", q.Tag)
		s.keepIf(q.After != 0, "app_id > ?", int64(q.After))
		s.order = "app_id, tag"
		if q.ByTag {
			s.order = "tag, app_id"
		}
		s.limit = q.Limit
	}),
})
