package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare(func(tx *storage.Tx) any { return &tx.Settings }, kind[string, storage.Setting, storage.SettingQuery]{
	table: "settings",
	columns: []column[storage.Setting]{
		text("name", func(s *storage.Setting) *string { return &s.Name }),
		text("value", func(s *storage.Setting) *string { return &s.Value }),
	},
	query: func(q storage.SettingQuery, s *selection) {
		s.prefixed("name", q.Prefix)
		keepIn(s, "name IN", q.Names)
		s.order = "name"
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.FlagOverrides }, kind[string, storage.FlagOverride, storage.FlagOverrideQuery]{
	table: "flag_overrides",
	columns: []column[storage.FlagOverride]{
		text("flag", func(o *storage.FlagOverride) *string { return &o.Flag }),
		text("value", func(o *storage.FlagOverride) *string { return &o.Value }),
		number("updated_at", func(o *storage.FlagOverride) *storage.Time { return &o.UpdatedAt }),
	},
	query: func(_ storage.FlagOverrideQuery, s *selection) { s.order = "flag" },
})

var _ = declare(func(tx *storage.Tx) any { return &tx.Revocations }, kind[string, storage.Revocation, storage.RevocationQuery]{
	table: "revocations",
	columns: []column[storage.Revocation]{
		text("session", func(r *storage.Revocation) *string { return &r.Session }),
		number("expires_at", func(r *storage.Revocation) *storage.Time { return &r.ExpiresAt }),
	},
	query: func(q storage.RevocationQuery, s *selection) {
		s.keepIf(q.ExpiredBy != 0, "expires_at <= ?", int64(q.ExpiredBy))
		s.order = "expires_at, session"
	},
})

var _ = declare(func(tx *storage.Tx) any { return &tx.ReadTokens }, kind[string, storage.ReadToken, storage.ReadTokenQuery]{
	table: "read_tokens",
	columns: []column[storage.ReadToken]{
		text("id", func(t *storage.ReadToken) *string { return &t.ID }),
		text("kind", func(t *storage.ReadToken) *storage.ReadTokenKind { return &t.Kind }),
		text("name", func(t *storage.ReadToken) *storage.Text { return &t.Name }),
		digest("digest", func(t *storage.ReadToken) *storage.Digest { return &t.Digest }),
		number("created_at", func(t *storage.ReadToken) *storage.Time { return &t.CreatedAt }),
		number("last_used_at", func(t *storage.ReadToken) *storage.NullTime { return &t.LastUsedAt }),
		number("expires_at", func(t *storage.ReadToken) *storage.NullTime { return &t.ExpiresAt }),
	},
	query: func(q storage.ReadTokenQuery, s *selection) {
		s.keepIf(q.ExpiredBy != 0, "expires_at <> 0 AND expires_at <= ?", int64(q.ExpiredBy))
		s.order = "created_at DESC, id DESC"
	},
})
