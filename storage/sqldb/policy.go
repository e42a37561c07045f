package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare(policyVersions, func(tx *storage.Tx) any { return &tx.PolicyVersions })

func policyVersions() kind[storage.PolicyVersionID, storage.PolicyVersion, storage.PolicyVersionQuery] {
	type version = storage.PolicyVersion
	stored := func(v *version) *string { return &v.Text }
	return kind[storage.PolicyVersionID, version, storage.PolicyVersionQuery]{
		table: "policy_versions",
		columns: []column[version]{
			number("app_id", func(v *version) *storage.AppID { return &v.ID.App }),
			digest("hash", func(v *version) *storage.Digest { return &v.ID.Hash }),
			number("first_fetched_at", func(v *version) *storage.Time { return &v.FirstFetched }),
			number("last_fetched_at", func(v *version) *storage.Time { return &v.LastFetched }),
			text("policy_url", func(v *version) *string { return &v.PolicyURL }),
			text("final_url", func(v *version) *storage.Text { return &v.FinalURL }),
			text("title", func(v *version) *storage.Text { return &v.Title }),
			text("content_type", func(v *version) *storage.Text { return &v.ContentType }),
			text("origin", func(v *version) *storage.PolicyOrigin { return &v.Origin }),
			number("word_count", func(v *version) *int { return &v.WordCount }),
			body(stored), named(stored),
			text("archive_url", func(v *version) *storage.Text { return &v.ArchiveURL }),
			number("archive_submitted_at", func(v *version) *storage.NullTime { return &v.ArchiveSubmittedAt }),
			text("extractor", func(v *version) *string { return &v.Extractor }),
		},
		texts: &texts[version]{field: stored},
		key:   func(id storage.PolicyVersionID) []any { return []any{int64(id.App), id.Hash[:]} },
		query: func(q storage.PolicyVersionQuery, s *selection) {
			s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
			s.between("first_fetched_at", q.From, 0)
			s.order = "app_id, first_fetched_at DESC, hash"
			s.limit = q.Limit
		},
	}
}

var _ = declare(policyAnalyses, func(tx *storage.Tx) any { return &tx.PolicyAnalyses })

func policyAnalyses() kind[storage.AppID, storage.PolicyAnalysis, storage.PolicyAnalysisQuery] {
	type analysis = storage.PolicyAnalysis
	return kind[storage.AppID, analysis, storage.PolicyAnalysisQuery]{
		table: "policy_analyses",
		columns: []column[analysis]{
			number("app_id", func(a *analysis) *storage.AppID { return &a.App }),
			text("status", func(a *analysis) *storage.PolicyStatus { return &a.Status }),
			digest("current_hash", func(a *analysis) *storage.Digest { return &a.Current }),
			digest("previous_hash", func(a *analysis) *storage.Digest { return &a.Previous }),
			text("policy_url", func(a *analysis) *storage.Text { return &a.PolicyURL }),
			text("final_url", func(a *analysis) *storage.Text { return &a.FinalURL }),
			text("title", func(a *analysis) *storage.Text { return &a.Title }),
			text("content_type", func(a *analysis) *storage.Text { return &a.ContentType }),
			text("origin", func(a *analysis) *storage.PolicyOrigin { return &a.Origin }),
			number("word_count", func(a *analysis) *int { return &a.WordCount }),
			number("length", func(a *analysis) *int { return &a.Length }),
			number("fetched_at", func(a *analysis) *storage.NullTime { return &a.FetchedAt }),
			text("archive_url", func(a *analysis) *storage.Text { return &a.ArchiveURL }),
			number("archive_submitted_at", func(a *analysis) *storage.NullTime { return &a.ArchiveSubmittedAt }),
			number("unstable_until", func(a *analysis) *storage.NullTime { return &a.UnstableUntil }),
			number("withheld_at", func(a *analysis) *storage.NullTime { return &a.Withheld }),
			number("updated_at", func(a *analysis) *storage.Time { return &a.UpdatedAt }),
			text("error", func(a *analysis) *storage.Text { return &a.Error }),
			document("log", func(a *analysis) *[]storage.PolicyStep { return &a.Log }),
			document("summary", func(a *analysis) **storage.PolicySummary { return &a.Summary }),
			number("summary_at", func(a *analysis) *storage.NullTime { return &a.SummaryAt }),
			text("mode", func(a *analysis) *storage.PolicyMode { return &a.Mode }),
			text("model", func(a *analysis) *storage.Text { return &a.Model }),
			document("previous_summary", func(a *analysis) **storage.PolicySummary { return &a.PreviousSummary }),
			number("previous_summary_at", func(a *analysis) *storage.NullTime { return &a.PreviousSummaryAt }),
			document("notes", func(a *analysis) *[]storage.PolicyNote { return &a.Notes }),
			digest("notes_of", func(a *analysis) *storage.Digest { return &a.NotesOf }),
			text("claim_owner", func(a *analysis) *string { return &a.Claim.Owner }),
			number("claim_started_at", func(a *analysis) *storage.Time { return &a.Claim.StartedAt }),
			number("claim_expires_at", func(a *analysis) *storage.Time { return &a.Claim.ExpiresAt }),
		},
		key:   func(app storage.AppID) []any { return []any{int64(app)} },
		query: func(_ storage.PolicyAnalysisQuery, s *selection) { s.order = "app_id" },
	}
}
