package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare("ManualApps", declaration{
	table: "manual_apps",
	query: asking(func(q storage.ManualAppQuery, s *selection) {
		s.order = "updated_at DESC, name, id"
		s.limit = q.Limit
	}),
})

var _ = declare("ManualAppEvents", declaration{
	table: "manual_app_events",
	query: asking(func(q storage.ManualAppEventQuery, s *selection) {
		s.keepIf(q.App != "", "manual_app_id = ?", q.App)
		s.order = "manual_app_id, occurred_at DESC, id DESC"
		s.limit = q.Limit
	}),
})

var _ = declare("ManualPolicyVersions", declaration{
	table: "manual_policy_versions",
	query: asking(func(q storage.ManualPolicyVersionQuery, s *selection) {
		s.keepIf(q.App != "", "manual_app_id = ?", q.App)
		s.order = "manual_app_id, last_fetched_at DESC, hash"
		s.limit = q.Limit
	}),
})
