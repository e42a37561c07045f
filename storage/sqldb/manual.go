package sqldb

import (
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

var _ = declare(manualApps, func(tx *storage.Tx) any { return &tx.ManualApps })

func manualApps() kind[string, storage.ManualApp, storage.ManualAppQuery] {
	type app = storage.ManualApp
	return kind[string, app, storage.ManualAppQuery]{
		table: "manual_apps",
		columns: []column[app]{
			text("id", func(a *app) *string { return &a.ID }),
			text("name", func(a *app) *string { return &a.Name }),
			text("source", func(a *app) *storage.ManualSource { return &a.Source }),
			text("developer", func(a *app) *storage.Text { return &a.Developer }),
			text("privacy_policy_url", func(a *app) *storage.Text { return &a.PrivacyPolicyURL }),
			text("source_url", func(a *app) *storage.Text { return &a.SourceURL }),
			text("notes", func(a *app) *storage.Text { return &a.Notes }),
			number("first_seen", func(a *app) *storage.Time { return &a.FirstSeen }),
			number("updated_at", func(a *app) *storage.Time { return &a.UpdatedAt }),
		},
		key: func(id string) []any { return []any{id} },
		query: func(q storage.ManualAppQuery, s *selection) {
			s.order = "updated_at DESC, name, id"
			s.limit = q.Limit
		},
	}
}

var _ = declare(manualAppEvents, func(tx *storage.Tx) any { return &tx.ManualAppEvents })

func manualAppEvents() kind[string, storage.ManualAppEvent, storage.ManualAppEventQuery] {
	type event = storage.ManualAppEvent
	return kind[string, event, storage.ManualAppEventQuery]{
		table: "manual_app_events",
		columns: []column[event]{
			text("id", func(e *event) *string { return &e.ID }),
			text("manual_app_id", func(e *event) *string { return &e.App }),
			text("type", func(e *event) *storage.ManualEventType { return &e.Type }),
			number("occurred_at", func(e *event) *storage.Time { return &e.OccurredAt }),
			raw("detail", func(e *event) *json.RawMessage { return &e.Detail }),
		},
		key: func(id string) []any { return []any{id} },
		query: func(q storage.ManualAppEventQuery, s *selection) {
			s.keepIf(q.App != "", "manual_app_id = ?", q.App)
			s.order = "manual_app_id, occurred_at DESC, id DESC"
			s.limit = q.Limit
		},
	}
}

var _ = declare(manualPolicyVersions, func(tx *storage.Tx) any { return &tx.ManualPolicyVersions })

func manualPolicyVersions() kind[storage.ManualPolicyVersionID, storage.ManualPolicyVersion, storage.ManualPolicyVersionQuery] {
	type version = storage.ManualPolicyVersion
	stored := func(v *version) *string { return &v.Text }
	return kind[storage.ManualPolicyVersionID, version, storage.ManualPolicyVersionQuery]{
		table: "manual_policy_versions",
		columns: []column[version]{
			text("manual_app_id", func(v *version) *string { return &v.ID.App }),
			digest("hash", func(v *version) *storage.Digest { return &v.ID.Hash }),
			number("first_fetched_at", func(v *version) *storage.Time { return &v.FirstFetched }),
			number("last_fetched_at", func(v *version) *storage.Time { return &v.LastFetched }),
			text("policy_url", func(v *version) *storage.Text { return &v.PolicyURL }),
			text("final_url", func(v *version) *storage.Text { return &v.FinalURL }),
			text("title", func(v *version) *storage.Text { return &v.Title }),
			text("content_type", func(v *version) *storage.Text { return &v.ContentType }),
			text("origin", func(v *version) *storage.PolicyOrigin { return &v.Origin }),
			number("word_count", func(v *version) *int { return &v.WordCount }),
			body(stored), named(stored),
			text("extractor", func(v *version) *string { return &v.Extractor }),
		},
		texts: &texts[version]{field: stored},
		key:   func(id storage.ManualPolicyVersionID) []any { return []any{id.App, id.Hash[:]} },
		query: func(q storage.ManualPolicyVersionQuery, s *selection) {
			s.keepIf(q.App != "", "manual_app_id = ?", q.App)
			s.order = "manual_app_id, last_fetched_at DESC, hash"
			s.limit = q.Limit
		},
	}
}
