package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare(settings, func(tx *storage.Tx) any { return &tx.Settings })

func settings() kind[string, storage.Setting, storage.SettingQuery] {
	type setting = storage.Setting
	return kind[string, setting, storage.SettingQuery]{
		table: "settings",
		columns: []column[setting]{
			text("name", func(s *setting) *string { return &s.Name }),
			text("value", func(s *setting) *string { return &s.Value }),
		},
		key: func(name string) []any { return []any{name} },
		query: func(q storage.SettingQuery, s *selection) {
			s.prefixed("name", q.Prefix)
			keepSome(s, "name", q.Names)
			s.order = "name"
		},
	}
}

var _ = declare(flagOverrides, func(tx *storage.Tx) any { return &tx.FlagOverrides })

func flagOverrides() kind[string, storage.FlagOverride, storage.FlagOverrideQuery] {
	type override = storage.FlagOverride
	return kind[string, override, storage.FlagOverrideQuery]{
		table: "flag_overrides",
		columns: []column[override]{
			text("flag", func(o *override) *string { return &o.Flag }),
			text("value", func(o *override) *string { return &o.Value }),
			number("updated_at", func(o *override) *storage.Time { return &o.UpdatedAt }),
		},
		key:   func(flag string) []any { return []any{flag} },
		query: func(_ storage.FlagOverrideQuery, s *selection) { s.order = "flag" },
	}
}

var _ = declare(revocations, func(tx *storage.Tx) any { return &tx.Revocations })

func revocations() kind[string, storage.Revocation, storage.RevocationQuery] {
	type revocation = storage.Revocation
	return kind[string, revocation, storage.RevocationQuery]{
		table: "revocations",
		columns: []column[revocation]{
			text("session", func(r *revocation) *string { return &r.Session }),
			number("expires_at", func(r *revocation) *storage.Time { return &r.ExpiresAt }),
		},
		key: func(session string) []any { return []any{session} },
		query: func(q storage.RevocationQuery, s *selection) {
			s.keepIf(q.ExpiredBy != 0, "expires_at <= ?", int64(q.ExpiredBy))
			s.order = "expires_at, session"
		},
	}
}

var _ = declare(readTokens, func(tx *storage.Tx) any { return &tx.ReadTokens })

func readTokens() kind[string, storage.ReadToken, storage.ReadTokenQuery] {
	type token = storage.ReadToken
	return kind[string, token, storage.ReadTokenQuery]{
		table: "read_tokens",
		columns: []column[token]{
			text("id", func(t *token) *string { return &t.ID }),
			text("kind", func(t *token) *storage.ReadTokenKind { return &t.Kind }),
			text("name", func(t *token) *storage.Text { return &t.Name }),
			digest("digest", func(t *token) *storage.Digest { return &t.Digest }),
			number("created_at", func(t *token) *storage.Time { return &t.CreatedAt }),
			number("last_used_at", func(t *token) *storage.NullTime { return &t.LastUsedAt }),
			number("expires_at", func(t *token) *storage.NullTime { return &t.ExpiresAt }),
		},
		key: func(id string) []any { return []any{id} },
		query: func(q storage.ReadTokenQuery, s *selection) {
			s.keepIf(q.ExpiredBy != 0, "expires_at <> 0 AND expires_at <= ?", int64(q.ExpiredBy))
			s.order = "created_at DESC, id DESC"
		},
	}
}
