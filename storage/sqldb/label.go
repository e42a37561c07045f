package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare(func(tx *storage.Tx) any { return &tx.Labels }, kind[storage.Digest, storage.LabelBody, storage.LabelQuery]{
	table: "labels",
	columns: []column[storage.LabelBody]{
		digest("digest", func(b *storage.LabelBody) *storage.Digest { return &b.Digest }),
		document("label", func(b *storage.LabelBody) *storage.Label { return &b.Label }),
	},
	query: func(q storage.LabelQuery, s *selection) {
		s.keepIf(q.Unused, "digest NOT IN (SELECT label FROM snapshots WHERE label IS NOT NULL)")
		s.keepIf(q.Unused, "digest NOT IN (SELECT label FROM apps WHERE label IS NOT NULL)")
		s.order, s.limit = "digest", q.Limit
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.Features }, kind[storage.FeatureID, storage.Feature, storage.FeatureQuery]{
	table: "features",
	columns: []column[storage.Feature]{
		number("app_id", func(f *storage.Feature) *storage.AppID { return &f.App }),
		text("identifier", func(f *storage.Feature) *string { return &f.Identifier }),
		text("title", func(f *storage.Feature) *string { return &f.Title }),
		text("description", func(f *storage.Feature) *storage.Text { return &f.Description }),
		text("icon_template", func(f *storage.Feature) *storage.Text { return &f.IconTemplate }),
		number("position", func(f *storage.Feature) *int { return &f.Position }),
	},
	query: func(q storage.FeatureQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.order = "app_id, identifier"
	},
})
