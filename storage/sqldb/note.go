package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare(annotations, func(tx *storage.Tx) any { return &tx.Annotations })

func annotations() kind[storage.AnnotationID, storage.Annotation, storage.AnnotationQuery] {
	type annotation = storage.Annotation
	return kind[storage.AnnotationID, annotation, storage.AnnotationQuery]{
		table: "annotations",
		columns: []column[annotation]{
			number("id", func(a *annotation) *storage.AnnotationID { return &a.ID }),
			number("app_id", func(a *annotation) *storage.AppID { return &a.App }),
			text("change_id", func(a *annotation) *storage.Text { return &a.Change }),
			text("body", func(a *annotation) *string { return &a.Body }),
			text("tag", func(a *annotation) *storage.Tag { return &a.Tag }),
			text("visibility", func(a *annotation) *storage.Visibility { return &a.Visibility }),
			number("created_at", func(a *annotation) *storage.Time { return &a.CreatedAt }),
			number("updated_at", func(a *annotation) *storage.Time { return &a.UpdatedAt }),
			number("deleted_at", func(a *annotation) *storage.NullTime { return &a.DeletedAt }),
			text("source", func(a *annotation) *storage.Origin { return &a.Origin }),
			text("source_name", func(a *annotation) *storage.Text { return &a.OriginName }),
		},
		key: func(id storage.AnnotationID) []any { return []any{int64(id)} },
		query: func(q storage.AnnotationQuery, s *selection) {
			s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
			s.keepIf(q.Visibility != "", "visibility = ?", string(q.Visibility))
			s.keepIf(q.Present, "deleted_at = 0")
			s.keepIf(q.DeletedBy != 0, "deleted_at > 0 AND deleted_at <= ?", int64(q.DeletedBy))
			s.order = "created_at DESC, id DESC"
			if q.ByID {
				s.order = "id DESC"
			}
			s.limit = q.Limit
		},
	}
}

var _ = declare(verdicts, func(tx *storage.Tx) any { return &tx.Verdicts })

func verdicts() kind[storage.VerdictID, storage.Verdict, storage.VerdictQuery] {
	type verdict = storage.Verdict
	return kind[storage.VerdictID, verdict, storage.VerdictQuery]{
		table: "verdicts",
		columns: []column[verdict]{
			number("app_id", func(v *verdict) *storage.AppID { return &v.App }),
			text("source", func(v *verdict) *storage.Origin { return &v.Origin }),
			text("source_name", func(v *verdict) *storage.Text { return &v.OriginName }),
			text("verdict", func(v *verdict) *storage.Decision { return &v.Decision }),
			text("rationale", func(v *verdict) *storage.Text { return &v.Rationale }),
			number("set_at", func(v *verdict) *storage.Time { return &v.SetAt }),
			number("updated_at", func(v *verdict) *storage.Time { return &v.UpdatedAt }),
		},
		key: func(id storage.VerdictID) []any {
			return []any{int64(id.App), string(id.Origin), string(id.OriginName)}
		},
		query: func(q storage.VerdictQuery, s *selection) {
			s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
			s.keepIf(q.Origin != "", "source = ?", string(q.Origin))
			s.keepIf(q.Decision != "", "verdict = ?", string(q.Decision))
			s.order = "app_id, source, source_name"
			s.limit = q.Limit
		},
	}
}

var _ = declare(shortlist, func(tx *storage.Tx) any { return &tx.Shortlist })

func shortlist() kind[storage.ShortlistID, storage.ShortlistEntry, storage.ShortlistQuery] {
	type entry = storage.ShortlistEntry
	return kind[storage.ShortlistID, entry, storage.ShortlistQuery]{
		table: "shortlist",
		columns: []column[entry]{
			number("source_id", func(e *entry) *storage.AppID { return &e.Source }),
			number("candidate_id", func(e *entry) *storage.AppID { return &e.Candidate }),
			text("name", func(e *entry) *string { return &e.Name }),
			text("developer", func(e *entry) *string { return &e.Developer }),
			text("icon_url", func(e *entry) *string { return &e.IconURL }),
			text("url", func(e *entry) *string { return &e.URL }),
			text("bundle_id", func(e *entry) *string { return &e.BundleID }),
			text("note", func(e *entry) *string { return &e.Note }),
			number("modes", func(e *entry) *storage.Modes { return &e.Modes }),
			number("added_at", func(e *entry) *storage.Time { return &e.AddedAt }),
		},
		key: func(id storage.ShortlistID) []any { return []any{int64(id.Source), int64(id.Candidate)} },
		query: func(q storage.ShortlistQuery, s *selection) {
			s.keepIf(q.Source != 0, "source_id = ?", int64(q.Source))
			s.order = "source_id, candidate_id"
			s.limit = q.Limit
		},
	}
}

var _ = declare(concerns, func(tx *storage.Tx) any { return &tx.Concerns })

func concerns() kind[storage.ConcernID, storage.Concern, storage.ConcernQuery] {
	type concern = storage.Concern
	return kind[storage.ConcernID, concern, storage.ConcernQuery]{
		table: "concerns",
		columns: []column[concern]{
			number("app_id", func(c *concern) *storage.AppID { return &c.App }),
			text("category", func(c *concern) *string { return &c.Category }),
			document("accepted", func(c *concern) *[]string { return &c.Accepted }),
			number("accepted_at", func(c *concern) *storage.Time { return &c.AcceptedAt }),
			number("until", func(c *concern) *storage.NullTime { return &c.Until }),
			text("note", func(c *concern) *storage.Text { return &c.Note }),
		},
		key: func(id storage.ConcernID) []any { return []any{int64(id.App), id.Category} },
		query: func(q storage.ConcernQuery, s *selection) {
			s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
			s.order = "app_id, category"
			s.limit = q.Limit
		},
	}
}

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
