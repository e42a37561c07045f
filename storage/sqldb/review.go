package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare(reviews, func(tx *storage.Tx) any { return &tx.Reviews })

func reviews() kind[string, storage.Review, storage.ReviewQuery] {
	type review = storage.Review
	return kind[string, review, storage.ReviewQuery]{
		table: "reviews",
		columns: []column[review]{
			text("id", func(r *review) *string { return &r.ID }),
			number("app_id", func(r *review) *storage.AppID { return &r.App }),
			text("action", func(r *review) *storage.ReviewAction { return &r.Action }),
			number("acted_at", func(r *review) *storage.Time { return &r.ActedAt }),
			number("covered_count", func(r *review) *int { return &r.CoveredCount }),
			document("covered_snapshots", func(r *review) *[]storage.SnapshotID { return &r.CoveredSnapshots }),
			number("snooze_until", func(r *review) *storage.NullTime { return &r.SnoozeUntil }),
			text("note", func(r *review) *storage.Text { return &r.Note }),
			number("pre_change_count", func(r *review) *int { return &r.PreState.ChangeCount }),
			number("pre_acknowledged_at", func(r *review) *storage.Time { return &r.PreState.ChangesAcknowledgedAt }),
			number("pre_snoozed_until", func(r *review) *storage.Time { return &r.PreState.ChangesSnoozedUntil }),
		},
		key: func(id string) []any { return []any{id} },
		query: func(q storage.ReviewQuery, s *selection) {
			s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
			s.between("acted_at", q.From, q.To)
			s.order = "acted_at DESC, id"
			s.limit = q.Limit
		},
	}
}
