package sqldb

import (
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

var _ = declare(func(tx *storage.Tx) any { return &tx.ManualApps }, kind[string, storage.ManualApp, storage.ManualAppQuery]{
	table: "manual_apps",
	columns: []column[storage.ManualApp]{
		text("id", func(a *storage.ManualApp) *string { return &a.ID }),
		text("name", func(a *storage.ManualApp) *string { return &a.Name }),
		text("source", func(a *storage.ManualApp) *storage.ManualSource { return &a.Source }),
		text("developer", func(a *storage.ManualApp) *storage.Text { return &a.Developer }),
		text("privacy_policy_url", func(a *storage.ManualApp) *storage.Text { return &a.PrivacyPolicyURL }),
		text("source_url", func(a *storage.ManualApp) *storage.Text { return &a.SourceURL }),
		text("notes", func(a *storage.ManualApp) *storage.Text { return &a.Notes }),
		number("first_seen", func(a *storage.ManualApp) *storage.Time { return &a.FirstSeen }),
		number("updated_at", func(a *storage.ManualApp) *storage.Time { return &a.UpdatedAt }),
	},
	query: func(q storage.ManualAppQuery, s *selection) {
		s.order = "updated_at DESC, name, id"
		s.limit = q.Limit
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.ManualAppEvents }, kind[string, storage.ManualAppEvent, storage.ManualAppEventQuery]{
	table: "manual_app_events",
	columns: []column[storage.ManualAppEvent]{
		text("id", func(e *storage.ManualAppEvent) *string { return &e.ID }),
		text("manual_app_id", func(e *storage.ManualAppEvent) *string { return &e.App }),
		text("type", func(e *storage.ManualAppEvent) *storage.ManualEventType { return &e.Type }),
		number("occurred_at", func(e *storage.ManualAppEvent) *storage.Time { return &e.OccurredAt }),
		raw("detail", func(e *storage.ManualAppEvent) *json.RawMessage { return &e.Detail }),
	},
	query: func(q storage.ManualAppEventQuery, s *selection) {
		s.keepIf(q.App != "", "manual_app_id = ?", q.App)
		s.order = "manual_app_id, occurred_at DESC, id DESC"
		s.limit = q.Limit
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.ManualPolicyVersions }, kind[storage.ManualPolicyVersionID, storage.ManualPolicyVersion, storage.ManualPolicyVersionQuery]{
	table: "manual_policy_versions",
	columns: []column[storage.ManualPolicyVersion]{
		text("manual_app_id", func(v *storage.ManualPolicyVersion) *string { return &v.ID.App }),
		digest("hash", func(v *storage.ManualPolicyVersion) *storage.Digest { return &v.ID.Hash }),
		number("first_fetched_at", func(v *storage.ManualPolicyVersion) *storage.Time { return &v.FirstFetched }),
		number("last_fetched_at", func(v *storage.ManualPolicyVersion) *storage.Time { return &v.LastFetched }),
		text("policy_url", func(v *storage.ManualPolicyVersion) *storage.Text { return &v.PolicyURL }),
		text("final_url", func(v *storage.ManualPolicyVersion) *storage.Text { return &v.FinalURL }),
		text("title", func(v *storage.ManualPolicyVersion) *storage.Text { return &v.Title }),
		text("content_type", func(v *storage.ManualPolicyVersion) *storage.Text { return &v.ContentType }),
		text("origin", func(v *storage.ManualPolicyVersion) *storage.PolicyOrigin { return &v.Origin }),
		number("word_count", func(v *storage.ManualPolicyVersion) *int { return &v.WordCount }),
		text("extractor", func(v *storage.ManualPolicyVersion) *string { return &v.Extractor }),
	},
	text: func(v *storage.ManualPolicyVersion) *string { return &v.Text },
	query: func(q storage.ManualPolicyVersionQuery, s *selection) {
		s.keepIf(q.App != "", "manual_app_id = ?", q.App)
		s.order = "manual_app_id, last_fetched_at DESC, hash"
		s.limit = q.Limit
	},
})
