package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare("Labels", declaration{
	table: "labels",
	query: asking(func(q storage.LabelQuery, s *selection) {
		s.keepIf(q.Unused, "digest NOT IN (SELECT label FROM snapshots WHERE label IS NOT NULL)")
		s.keepIf(q.Unused, "digest NOT IN (SELECT label FROM apps WHERE label IS NOT NULL)")
		s.order, s.limit = "digest", q.Limit
	}),
})

var _ = declare("Features", declaration{
	table: "features",
	query: asking(func(q storage.FeatureQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.order = "app_id, identifier"
	}),
})
