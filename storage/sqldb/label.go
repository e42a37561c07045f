package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare(labels, func(tx *storage.Tx) any { return &tx.Labels })

func labels() kind[storage.Digest, storage.LabelBody, storage.LabelQuery] {
	type body = storage.LabelBody
	return kind[storage.Digest, body, storage.LabelQuery]{
		table: "labels",
		columns: []column[body]{
			digest("digest", func(b *body) *storage.Digest { return &b.Digest }),
			document("label", func(b *body) *storage.Label { return &b.Label }),
		},
		key: func(d storage.Digest) []any { return []any{d[:]} },
		query: func(q storage.LabelQuery, s *selection) {
			s.keepIf(q.Unused, "digest NOT IN (SELECT label FROM snapshots WHERE label IS NOT NULL)")
			s.keepIf(q.Unused, "digest NOT IN (SELECT label FROM apps WHERE label IS NOT NULL)")
			s.order, s.limit = "digest", q.Limit
		},
	}
}

var _ = declare(features, func(tx *storage.Tx) any { return &tx.Features })

func features() kind[storage.FeatureID, storage.Feature, storage.FeatureQuery] {
	type feature = storage.Feature
	return kind[storage.FeatureID, feature, storage.FeatureQuery]{
		table: "features",
		columns: []column[feature]{
			number("app_id", func(f *feature) *storage.AppID { return &f.App }),
			text("identifier", func(f *feature) *string { return &f.Identifier }),
			text("title", func(f *feature) *string { return &f.Title }),
			text("description", func(f *feature) *storage.Text { return &f.Description }),
			text("icon_template", func(f *feature) *storage.Text { return &f.IconTemplate }),
			number("position", func(f *feature) *int { return &f.Position }),
		},
		key: func(id storage.FeatureID) []any { return []any{int64(id.App), id.Identifier} },
		query: func(q storage.FeatureQuery, s *selection) {
			s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
			s.order = "app_id, identifier"
		},
	}
}
