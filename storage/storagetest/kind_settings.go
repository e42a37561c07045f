package storagetest

import "github.com/privacylabels/auditor/storage"

func settings() kind[string, storage.Setting, storage.SettingQuery] {
	var stock []storage.Setting
	for _, name := range []string{"b", "a_c", "abc", "A_c", "a%", "a", "é", "a_", "a_\U0010ffff", "B", "a_c.d", "\U0010ffff", "a`"} {
		stock = append(stock, storage.Setting{Name: name, Value: "of " + name})
	}
	return kind[string, storage.Setting, storage.SettingQuery]{
		name:  "Settings",
		table: storage.Tx.Settings,
		key:   func(s *storage.Setting, n int) { s.Name = text("setting", n) },
		stock: stock,
		lookups: []lookup[string, storage.SettingQuery]{
			{
				name: "by name, bytewise",
				want: []string{
					"A_c", "B", "a", "a%", "a_", "a_c", "a_c.d", "a_\U0010ffff", "a`", "abc", "b", "é", "\U0010ffff",
				},
			},
			{
				name:  "that begin with a name",
				query: storage.SettingQuery{Prefix: "a_"},
				want:  []string{"a_", "a_c", "a_c.d", "a_\U0010ffff"},
			},
			{
				name:  "that begin with the last character",
				query: storage.SettingQuery{Prefix: "\U0010ffff"},
				want:  []string{"\U0010ffff"},
			},
			{name: "that begin with no pattern", query: storage.SettingQuery{Prefix: "a%"}, want: []string{"a%"}},
			{name: "that begin in this letter case", query: storage.SettingQuery{Prefix: "A"}, want: []string{"A_c"}},
			{name: "that begin as none does", query: storage.SettingQuery{Prefix: "a_c.d."}},
		},
	}
}
