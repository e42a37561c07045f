package sqldb

import "github.com/privacylabels/auditor/storage"

func apps() kind[storage.AppID, storage.App, storage.AppQuery] {
	type app = storage.App
	return kind[storage.AppID, app, storage.AppQuery]{
		table: "apps",
		columns: []column[app]{
			number("id", func(a *app) *storage.AppID { return &a.ID }),
			text("name", func(a *app) *string { return &a.Name }),
			text("url", func(a *app) *string { return &a.URL }),
			text("icon_url", func(a *app) *storage.Text { return &a.IconURL }),
			text("bundle_id", func(a *app) *storage.Text { return &a.BundleID }),
			text("developer", func(a *app) *storage.Text { return &a.Developer }),
			text("privacy_policy_url", func(a *app) *storage.Text { return &a.PrivacyPolicyURL }),
			text("country", func(a *app) *string { return &a.Country }),
			number("first_seen", func(a *app) *storage.Time { return &a.FirstSeen }),
			number("last_synced", func(a *app) *storage.Time { return &a.LastSynced }),
			number("change_count", func(a *app) *int { return &a.ChangeCount }),
			number("changes_acknowledged_at", func(a *app) *storage.Time { return &a.ChangesAcknowledgedAt }),
			number("changes_snoozed_until", func(a *app) *storage.Time { return &a.ChangesSnoozedUntil }),
			text("current_version", func(a *app) *storage.Text { return &a.CurrentVersion }),
			number("version_updated_at", func(a *app) *storage.NullTime { return &a.VersionUpdatedAt }),
			text("whats_new", func(a *app) *storage.Text { return &a.WhatsNew }),
			optional("price_amount", func(a *app) **float64 { return &a.PriceAmount }),
			text("price_currency", func(a *app) *storage.Text { return &a.PriceCurrency }),
			text("price_formatted", func(a *app) *storage.Text { return &a.PriceFormatted }),
			optional("has_iap", func(a *app) **bool { return &a.HasIAP }),
			optional("genre_id", func(a *app) **int64 { return &a.GenreID }),
			text("genre_name", func(a *app) *storage.Text { return &a.GenreName }),
			text("age_rating", func(a *app) *storage.Text { return &a.AgeRating }),
			text("age_rating_source", func(a *app) *storage.Text { return &a.AgeRatingSource }),
			optional("has_privacy_details", func(a *app) **bool { return &a.HasPrivacyDetails }),
			optional("has_accessibility_labels", func(a *app) **bool { return &a.HasAccessibilityLabels }),
			digest("label", func(a *app) *storage.Digest { return &a.LabelDigest }),
			number("category_count", func(a *app) *int { return &a.CategoryCount }),
			number("track_count", func(a *app) *int { return &a.TrackCount }),
			number("linked_count", func(a *app) *int { return &a.LinkedCount }),
			number("unlinked_count", func(a *app) *int { return &a.UnlinkedCount }),
			number("sync_count", func(a *app) *int { return &a.SyncCount }),
			number("accessibility_count", func(a *app) *int { return &a.AccessibilityCount }),
			number("pending", func(a *app) *storage.PendingKinds { return &a.Pending }),
			number("footprint", func(a *app) *storage.Footprint { return &a.Footprint }),
			text("decision", func(a *app) *storage.Decision { return &a.Decision }),
		},
		key:     func(id storage.AppID) []any { return []any{int64(id)} },
		settled: []string{"name", "bundle_id"},
		query: func(q storage.AppQuery, s *selection) {
			s.keepIf(q.BundleID != "", "lower(bundle_id) = ?", lower(q.BundleID))
			s.order = "name, id"
			s.limit, s.offset = q.Limit, q.Offset
			if len(q.Devices) > 0 {
				onDevices(q.Devices, s)
			}
		},
	}
}

// lower is what the databases' lower() is to a text of ASCII; other letters are
// left alone, as SQLite does and as PostgreSQL does in the collation "C".
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

func relatedApps() kind[storage.RelatedID, storage.RelatedApp, storage.RelatedQuery] {
	type related = storage.RelatedApp
	return kind[storage.RelatedID, related, storage.RelatedQuery]{
		table: "related_apps",
		columns: []column[related]{
			number("app_id", func(r *related) *storage.AppID { return &r.App }),
			text("shelf", func(r *related) *string { return &r.Shelf }),
			number("related_id", func(r *related) *storage.AppID { return &r.Related }),
			text("name", func(r *related) *string { return &r.Name }),
			text("developer", func(r *related) *storage.Text { return &r.Developer }),
			text("icon_url", func(r *related) *storage.Text { return &r.IconURL }),
			text("url", func(r *related) *string { return &r.URL }),
			number("position", func(r *related) *int { return &r.Position }),
			number("observed_at", func(r *related) *storage.Time { return &r.ObservedAt }),
		},
		key: func(id storage.RelatedID) []any { return []any{int64(id.App), id.Shelf, int64(id.Related)} },
		query: func(q storage.RelatedQuery, s *selection) {
			s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
			s.keepIf(q.Shelf != "", "shelf = ?", q.Shelf)
			s.order = "app_id, shelf, position, related_id"
			s.limit = q.Limit
		},
	}
}
