package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare(func(tx *storage.Tx) any { return &tx.PolicyVersions }, kind[storage.PolicyVersionID, storage.PolicyVersion, storage.PolicyVersionQuery]{
	table: "policy_versions",
	columns: []column[storage.PolicyVersion]{
		number("app_id", func(v *storage.PolicyVersion) *storage.AppID { return &v.ID.App }),
		digest("hash", func(v *storage.PolicyVersion) *storage.Digest { return &v.ID.Hash }),
		number("first_fetched_at", func(v *storage.PolicyVersion) *storage.Time { return &v.FirstFetched }),
		number("last_fetched_at", func(v *storage.PolicyVersion) *storage.Time { return &v.LastFetched }),
		text("policy_url", func(v *storage.PolicyVersion) *string { return &v.PolicyURL }),
		text("final_url", func(v *storage.PolicyVersion) *storage.Text { return &v.FinalURL }),
		text("title", func(v *storage.PolicyVersion) *storage.Text { return &v.Title }),
		text("content_type", func(v *storage.PolicyVersion) *storage.Text { return &v.ContentType }),
		text("origin", func(v *storage.PolicyVersion) *storage.PolicyOrigin { return &v.Origin }),
		number("word_count", func(v *storage.PolicyVersion) *int { return &v.WordCount }),
		text("archive_url", func(v *storage.PolicyVersion) *storage.Text { return &v.ArchiveURL }),
		number("archive_submitted_at", func(v *storage.PolicyVersion) *storage.NullTime { return &v.ArchiveSubmittedAt }),
		text("extractor", func(v *storage.PolicyVersion) *string { return &v.Extractor }),
		digest("replaces", func(v *storage.PolicyVersion) *storage.Digest { return &v.Replaces }),
	},
	text: func(v *storage.PolicyVersion) *string { return &v.Text },
	query: func(q storage.PolicyVersionQuery, s *selection) {
		s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
		s.between("first_fetched_at", q.From, 0)
		s.order = "app_id, first_fetched_at DESC, hash"
		s.limit = q.Limit
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.PolicyAnalyses }, kind[storage.AppID, storage.PolicyAnalysis, storage.PolicyAnalysisQuery]{
	table: "policy_analyses",
	columns: []column[storage.PolicyAnalysis]{
		number("app_id", func(a *storage.PolicyAnalysis) *storage.AppID { return &a.App }),
		text("status", func(a *storage.PolicyAnalysis) *storage.PolicyStatus { return &a.Status }),
		digest("current_hash", func(a *storage.PolicyAnalysis) *storage.Digest { return &a.Current }),
		digest("previous_hash", func(a *storage.PolicyAnalysis) *storage.Digest { return &a.Previous }),
		text("policy_url", func(a *storage.PolicyAnalysis) *storage.Text { return &a.PolicyURL }),
		text("final_url", func(a *storage.PolicyAnalysis) *storage.Text { return &a.FinalURL }),
		text("title", func(a *storage.PolicyAnalysis) *storage.Text { return &a.Title }),
		text("content_type", func(a *storage.PolicyAnalysis) *storage.Text { return &a.ContentType }),
		text("origin", func(a *storage.PolicyAnalysis) *storage.PolicyOrigin { return &a.Origin }),
		number("word_count", func(a *storage.PolicyAnalysis) *int { return &a.WordCount }),
		number("length", func(a *storage.PolicyAnalysis) *int { return &a.Length }),
		number("fetched_at", func(a *storage.PolicyAnalysis) *storage.NullTime { return &a.FetchedAt }),
		text("archive_url", func(a *storage.PolicyAnalysis) *storage.Text { return &a.ArchiveURL }),
		number("archive_submitted_at", func(a *storage.PolicyAnalysis) *storage.NullTime { return &a.ArchiveSubmittedAt }),
		number("failed_days", func(a *storage.PolicyAnalysis) *int { return &a.FailedDays }),
		number("failed_at", func(a *storage.PolicyAnalysis) *storage.NullTime { return &a.FailedAt }),
		number("fetch_again_at", func(a *storage.PolicyAnalysis) *storage.NullTime { return &a.FetchAgainAt }),
		digest("doubtful_hash", func(a *storage.PolicyAnalysis) *storage.Digest { return &a.Doubtful }),
		number("doubtful_at", func(a *storage.PolicyAnalysis) *storage.NullTime { return &a.DoubtfulAt }),
		document("recent_hashes", func(a *storage.PolicyAnalysis) *[]storage.Digest { return &a.Recent }),
		number("unstable_until", func(a *storage.PolicyAnalysis) *storage.NullTime { return &a.UnstableUntil }),
		digest("notified_hash", func(a *storage.PolicyAnalysis) *storage.Digest { return &a.Notified }),
		document("changing_blocks", func(a *storage.PolicyAnalysis) *[]storage.PolicyBlock { return &a.Changing }),
		document("excluded_blocks", func(a *storage.PolicyAnalysis) *[]storage.PolicyBlock { return &a.Excluded }),
		number("updated_at", func(a *storage.PolicyAnalysis) *storage.Time { return &a.UpdatedAt }),
		text("error", func(a *storage.PolicyAnalysis) *storage.Text { return &a.Error }),
		document("log", func(a *storage.PolicyAnalysis) *[]storage.PolicyStep { return &a.Log }),
		document("summary", func(a *storage.PolicyAnalysis) **storage.PolicySummary { return &a.Summary }),
		number("summary_at", func(a *storage.PolicyAnalysis) *storage.NullTime { return &a.SummaryAt }),
		text("mode", func(a *storage.PolicyAnalysis) *storage.PolicyMode { return &a.Mode }),
		text("model", func(a *storage.PolicyAnalysis) *storage.Text { return &a.Model }),
		document("previous_summary", func(a *storage.PolicyAnalysis) **storage.PolicySummary { return &a.PreviousSummary }),
		number("previous_summary_at", func(a *storage.PolicyAnalysis) *storage.NullTime { return &a.PreviousSummaryAt }),
		document("notes", func(a *storage.PolicyAnalysis) *[]storage.PolicyNote { return &a.Notes }),
		digest("notes_of", func(a *storage.PolicyAnalysis) *storage.Digest { return &a.NotesOf }),
		text("claim_owner", func(a *storage.PolicyAnalysis) *string { return &a.Claim.Owner }),
		number("claim_started_at", func(a *storage.PolicyAnalysis) *storage.Time { return &a.Claim.StartedAt }),
		number("claim_expires_at", func(a *storage.PolicyAnalysis) *storage.Time { return &a.Claim.ExpiresAt }),
	},
	query: func(q storage.PolicyAnalysisQuery, s *selection) {
		s.order = "app_id"
		if q.FetchAgainBy != 0 {
			s.keepIf(true, "fetch_again_at > 0 AND fetch_again_at <= ?", int64(q.FetchAgainBy))
			s.order = "fetch_again_at, app_id"
		}
		s.limit = q.Limit
	},
})
