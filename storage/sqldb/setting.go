package sqldb

import "github.com/privacylabels/auditor/storage"

var _ = declare("Settings", declaration{
	table: "settings",
	query: asking(func(q storage.SettingQuery, s *selection) {
		s.prefixed("name", q.Prefix)
		keepIn(s, "name IN", q.Names)
		s.order = "name"
	}),
})

var _ = declare("FlagOverrides", declaration{
	table: "flag_overrides",
	query: asking(func(_ storage.FlagOverrideQuery, s *selection) { s.order = "flag" }),
})

var _ = declare("Revocations", declaration{
	table: "revocations",
	query: asking(func(q storage.RevocationQuery, s *selection) {
		s.keepIf(q.ExpiredBy != 0, "expires_at <= ?", int64(q.ExpiredBy))
		s.order = "expires_at, session"
	}),
})

var _ = declare("ReadTokens", declaration{
	table: "read_tokens",
	query: asking(func(q storage.ReadTokenQuery, s *selection) {
		s.keepIf(q.ExpiredBy != 0, "expires_at <> 0 AND expires_at <= ?", int64(q.ExpiredBy))
		s.order = "created_at DESC, id DESC"
	}),
})
