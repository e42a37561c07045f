package sqldb

import (
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

func snapshots() kind[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery] {
	type snapshot = storage.Snapshot
	return kind[storage.SnapshotID, snapshot, storage.SnapshotQuery]{
		table: "snapshots",
		columns: []column[snapshot]{
			number("app_id", func(s *snapshot) *storage.AppID { return &s.ID.App }),
			number("at", func(s *snapshot) *storage.Time { return &s.ID.At }),
			text("source", func(s *snapshot) *storage.Source { return &s.Source }),
			text("triggered_by", func(s *snapshot) *storage.Trigger { return &s.TriggeredBy }),
			digest("label", func(s *snapshot) *storage.Digest { return &s.Label }),
			flag("changed", func(s *snapshot) *bool { return &s.Changed }),
			number("entries", func(s *snapshot) *int { return &s.Entries }),
			text("app_version", func(s *snapshot) *storage.Text { return &s.AppVersion }),
			number("app_version_updated_at", func(s *snapshot) *storage.NullTime { return &s.AppVersionUpdatedAt }),
			text("archive_url", func(s *snapshot) *storage.Text { return &s.ArchiveURL }),
			text("extractor", func(s *snapshot) *string { return &s.Extractor }),
		},
		key: func(id storage.SnapshotID) []any { return []any{int64(id.App), int64(id.At)} },
		query: func(q storage.SnapshotQuery, s *selection) {
			s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
			s.between("at", q.From, q.To)
			s.keepIf(q.Changed, "changed")
			if q.Source == storage.SourceWayback { // written out, so that an index can be of these alone
				s.keep("source = 'wayback'")
			} else {
				s.keepIf(q.Source != "", "source = ?", string(q.Source))
			}
			s.order = "at DESC, app_id"
			if q.Reverse {
				s.order = "at, app_id DESC"
			}
			s.limit = q.Limit
		},
		days: func(q storage.SnapshotQuery, s *selection) bool {
			return s.days(q.From, q.To) && q == storage.SnapshotQuery{From: q.From, To: q.To}
		},
	}
}

func changes() kind[storage.ChangeID, storage.Change, storage.ChangeQuery] {
	type change = storage.Change
	return kind[storage.ChangeID, change, storage.ChangeQuery]{
		table: "changes",
		columns: []column[change]{
			number("app_id", func(c *change) *storage.AppID { return &c.ID.Snapshot.App }),
			number("at", func(c *change) *storage.Time { return &c.ID.Snapshot.At }),
			number("idx", func(c *change) *int { return &c.ID.Index }),
			text("type", func(c *change) *storage.EntryType { return &c.Entry.Type }),
			text("description", func(c *change) *string { return &c.Entry.Description }),
			text("category", func(c *change) *storage.EntryCategory { return &c.Entry.Category }),
			document("details", func(c *change) *[]string { return &c.Entry.Details }),
			flag("store_wide", func(c *change) *bool { return &c.Entry.StoreWide }),
			raw("more", func(c *change) *json.RawMessage { return &c.Entry.More }),
			flag("changed", func(c *change) *bool { return &c.Changed }),
		},
		key: func(id storage.ChangeID) []any {
			return []any{int64(id.Snapshot.App), int64(id.Snapshot.At), int64(id.Index)}
		},
		query: func(q storage.ChangeQuery, s *selection) {
			s.keepIf(q.App != 0, "app_id = ?", int64(q.App))
			s.between("at", q.From, q.To)
			s.keepIf(q.Changed, "changed")
			s.keepIf(q.Type != "", "type = ?", string(q.Type))
			s.keepIf(q.Category != "", "category = ?", string(q.Category))
			s.order = "at DESC, app_id, idx"
			s.limit = q.Limit
		},
		days: func(q storage.ChangeQuery, s *selection) bool {
			s.keepIf(q.Type != "", "type = ?", string(q.Type))
			s.keepIf(q.Category != "", "category = ?", string(q.Category))
			return s.days(q.From, q.To) && q == storage.ChangeQuery{From: q.From, To: q.To, Changed: true, Type: q.Type, Category: q.Category}
		},
	}
}
