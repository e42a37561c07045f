package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare("Annotations", declaration{
	table: "annotations",
	query: asking(func(q storage.AnnotationQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.keepIf(q.Visibility != "", "visibility = ?", string(q.Visibility))
		s.keepIf(q.Present, "deleted_at = 0")
		s.keepIf(q.DeletedBy != 0, "deleted_at > 0 AND deleted_at <= ?", int64(q.DeletedBy))
		s.order = "created_at DESC, id DESC"
		if q.ByID {
			s.order = "id DESC"
		}
		s.limit = q.Limit
	}),
})

var _ = declare("Verdicts", declaration{
	table: "verdicts",
	query: asking(func(q storage.VerdictQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.keepIf(q.Origin != "", "source = ?", string(q.Origin))
		s.keepIf(q.Decision != "", "verdict = ?", string(q.Decision))
		s.order = "app_id, source, source_name"
		s.limit = q.Limit
	}),
})

var _ = declare("Shortlist", declaration{
	table: "shortlist",
	query: asking(func(q storage.ShortlistQuery, s *selection) {
		s.keepIf(q.Source != 0, "source_id = ?", int64(q.Source))
		s.order = "source_id, candidate_id"
		s.limit = q.Limit
	}),
})

var _ = declare("Concerns", declaration{
	table: "concerns",
	query: asking(func(q storage.ConcernQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.order = "app_id, category"
		s.limit = q.Limit
	}),
})

var _ = declare("Reviews", declaration{
	table: "reviews",
	query: asking(func(q storage.ReviewQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.between("acted_at", q.From, q.To)
		s.order = "acted_at DESC, id"
		s.limit = q.Limit
	}),
})
