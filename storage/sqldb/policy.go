package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare("PolicyVersions", declaration{
	table: "policy_versions",
	query: asking(func(q storage.PolicyVersionQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.between("first_fetched_at", q.From, 0)
		s.order = "app_id, first_fetched_at DESC, hash"
		s.limit = q.Limit
	}),
})

var _ = declare("PolicyAnalyses", declaration{
	table: "policy_analyses",
	query: asking(func(q storage.PolicyAnalysisQuery, s *selection) {
		s.order = "app_id"
		if q.FetchAgainBy != 0 {
			s.keepIf(true, "fetch_again_at > 0 AND fetch_again_at <= ?", int64(q.FetchAgainBy))
			s.order = "fetch_again_at, app_id"
		}
		s.limit = q.Limit
	}),
})
