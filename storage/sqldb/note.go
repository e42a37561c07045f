package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare(func(tx *storage.Tx) any { return &tx.Annotations }, kind[storage.AnnotationID, storage.Annotation, storage.AnnotationQuery]{
	table: "annotations",
	columns: []column[storage.Annotation]{
		number("id", func(a *storage.Annotation) *storage.AnnotationID { return &a.ID }),
		number("app_id", func(a *storage.Annotation) *storage.AppID { return &a.App }),
		text("change_id", func(a *storage.Annotation) *storage.Text { return &a.Change }),
		text("body", func(a *storage.Annotation) *string { return &a.Body }),
		text("tag", func(a *storage.Annotation) *storage.Tag { return &a.Tag }),
		text("visibility", func(a *storage.Annotation) *storage.Visibility { return &a.Visibility }),
		number("created_at", func(a *storage.Annotation) *storage.Time { return &a.CreatedAt }),
		number("updated_at", func(a *storage.Annotation) *storage.Time { return &a.UpdatedAt }),
		number("deleted_at", func(a *storage.Annotation) *storage.NullTime { return &a.DeletedAt }),
		text("source", func(a *storage.Annotation) *storage.Origin { return &a.Origin }),
		text("source_name", func(a *storage.Annotation) *storage.Text { return &a.OriginName }),
	},
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
})

var _ = declare(func(tx *storage.Tx) any { return &tx.Verdicts }, kind[storage.VerdictID, storage.Verdict, storage.VerdictQuery]{
	table: "verdicts",
	columns: []column[storage.Verdict]{
		number("app_id", func(v *storage.Verdict) *storage.AppID { return &v.App }),
		text("source", func(v *storage.Verdict) *storage.Origin { return &v.Origin }),
		text("source_name", func(v *storage.Verdict) *storage.Text { return &v.OriginName }),
		text("verdict", func(v *storage.Verdict) *storage.Decision { return &v.Decision }),
		text("rationale", func(v *storage.Verdict) *storage.Text { return &v.Rationale }),
		number("set_at", func(v *storage.Verdict) *storage.Time { return &v.SetAt }),
		number("updated_at", func(v *storage.Verdict) *storage.Time { return &v.UpdatedAt }),
	},
	query: func(q storage.VerdictQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.keepIf(q.Origin != "", "source = ?", string(q.Origin))
		s.keepIf(q.Decision != "", "verdict = ?", string(q.Decision))
		s.order = "app_id, source, source_name"
		s.limit = q.Limit
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.Shortlist }, kind[storage.ShortlistID, storage.ShortlistEntry, storage.ShortlistQuery]{
	table: "shortlist",
	columns: []column[storage.ShortlistEntry]{
		number("source_id", func(e *storage.ShortlistEntry) *storage.AppID { return &e.Source }),
		number("candidate_id", func(e *storage.ShortlistEntry) *storage.AppID { return &e.Candidate }),
		text("name", func(e *storage.ShortlistEntry) *string { return &e.Name }),
		text("developer", func(e *storage.ShortlistEntry) *string { return &e.Developer }),
		text("icon_url", func(e *storage.ShortlistEntry) *string { return &e.IconURL }),
		text("url", func(e *storage.ShortlistEntry) *string { return &e.URL }),
		text("bundle_id", func(e *storage.ShortlistEntry) *string { return &e.BundleID }),
		text("note", func(e *storage.ShortlistEntry) *string { return &e.Note }),
		number("modes", func(e *storage.ShortlistEntry) *storage.Modes { return &e.Modes }),
		number("added_at", func(e *storage.ShortlistEntry) *storage.Time { return &e.AddedAt }),
	},
	query: func(q storage.ShortlistQuery, s *selection) {
		s.keepIf(q.Source != 0, "source_id = ?", int64(q.Source))
		s.order = "source_id, candidate_id"
		s.limit = q.Limit
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.Concerns }, kind[storage.ConcernID, storage.Concern, storage.ConcernQuery]{
	table: "concerns",
	columns: []column[storage.Concern]{
		number("app_id", func(c *storage.Concern) *storage.AppID { return &c.App }),
		text("category", func(c *storage.Concern) *string { return &c.Category }),
		document("accepted", func(c *storage.Concern) *[]string { return &c.Accepted }),
		number("accepted_at", func(c *storage.Concern) *storage.Time { return &c.AcceptedAt }),
		number("until", func(c *storage.Concern) *storage.NullTime { return &c.Until }),
		text("note", func(c *storage.Concern) *storage.Text { return &c.Note }),
	},
	query: func(q storage.ConcernQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.order = "app_id, category"
		s.limit = q.Limit
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.Reviews }, kind[string, storage.Review, storage.ReviewQuery]{
	table: "reviews",
	columns: []column[storage.Review]{
		text("id", func(r *storage.Review) *string { return &r.ID }),
		number("app_id", func(r *storage.Review) *storage.AppID { return &r.App }),
		text("action", func(r *storage.Review) *storage.ReviewAction { return &r.Action }),
		number("acted_at", func(r *storage.Review) *storage.Time { return &r.ActedAt }),
		number("covered_count", func(r *storage.Review) *int { return &r.CoveredCount }),
		document("covered_snapshots", func(r *storage.Review) *[]storage.SnapshotID { return &r.CoveredSnapshots }),
		number("snooze_until", func(r *storage.Review) *storage.NullTime { return &r.SnoozeUntil }),
		text("note", func(r *storage.Review) *storage.Text { return &r.Note }),
		number("pre_change_count", func(r *storage.Review) *int { return &r.PreState.ChangeCount }),
		number("pre_acknowledged_at", func(r *storage.Review) *storage.Time { return &r.PreState.ChangesAcknowledgedAt }),
		number("pre_snoozed_until", func(r *storage.Review) *storage.Time { return &r.PreState.ChangesSnoozedUntil }),
	},
	query: func(q storage.ReviewQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.between("acted_at", q.From, q.To)
		s.order = "acted_at DESC, id"
		s.limit = q.Limit
	},
})
