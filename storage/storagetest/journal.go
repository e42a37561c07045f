package storagetest

import (
	"github.com/privacylabels/auditor/storage"
)

// act returns an activity; with an end of zero it still goes on.
func act(id string, start storage.Time, end storage.NullTime) storage.Activity {
	return storage.Activity{ID: id, Kind: "scrape", Type: "scrape", Status: "ok", StartedAt: start, EndedAt: end}
}

// as returns the activity with another type and status.
func as(a storage.Activity, kind, status string) storage.Activity {
	a.Type, a.Status = kind, status
	return a
}

func activities() golden[string, storage.Activity, storage.ActivityQuery] {
	return golden[string, storage.Activity, storage.ActivityQuery]{
		records: []storage.Activity{
			act("b", 100, 130),
			as(act("é", 100, 0), "resync", "partial"),
			as(act("B", 100, 130), "resync", "ok"),
			as(act("c", 99, 100), "scrape", "error"),
			act("a", 100, 100),
			as(act("d", 1000, 0), "resync", "ok"),
			act("e", 70, 100),
			act("f", 90, 1000),
		},
		lookups: []lookup[string, storage.ActivityQuery]{
			{name: "newest start first, then by id, last first", want: []string{"d", "é", "b", "a", "B", "c", "f", "e"}},
			{name: "oldest start first", query: storage.ActivityQuery{Ascending: true}, want: []string{"e", "f", "c", "é", "b", "a", "B", "d"}},
			{name: "by id, last first", query: storage.ActivityQuery{Order: storage.ByID}, want: []string{"é", "f", "e", "d", "c", "b", "a", "B"}},
			{
				name:  "by id",
				query: storage.ActivityQuery{Order: storage.ByID, Ascending: true},
				want:  []string{"B", "a", "b", "c", "d", "e", "f", "é"},
			},
			{
				name:  "last end first, open ones behind",
				query: storage.ActivityQuery{Order: storage.ByEnd},
				want:  []string{"f", "b", "B", "a", "c", "e", "d", "é"},
			},
			{
				name:  "first end first, open ones behind",
				query: storage.ActivityQuery{Order: storage.ByEnd, Ascending: true},
				want:  []string{"a", "c", "e", "b", "B", "f", "d", "é"},
			},
			{
				name:  "longest first, open ones behind",
				query: storage.ActivityQuery{Order: storage.ByDuration},
				want:  []string{"f", "b", "B", "e", "c", "a", "d", "é"},
			},
			{
				name:  "shortest first, open ones behind",
				query: storage.ActivityQuery{Order: storage.ByDuration, Ascending: true},
				want:  []string{"a", "c", "b", "B", "e", "f", "d", "é"},
			},
			{name: "of a type", query: storage.ActivityQuery{Type: "resync"}, want: []string{"d", "é", "B"}},
			{name: "of a status", query: storage.ActivityQuery{Status: "error"}, want: []string{"c"}},
			{name: "from a moment on", query: storage.ActivityQuery{From: 100}, want: []string{"d", "é", "b", "a", "B"}},
			{name: "up to a moment", query: storage.ActivityQuery{To: 99}, want: []string{"c", "f", "e"}},
			{
				name:  "at a moment, by duration",
				query: storage.ActivityQuery{From: 100, To: 100, Order: storage.ByDuration, Ascending: true},
				want:  []string{"a", "b", "B", "é"},
			},
			{
				name: "by everything at once",
				query: storage.ActivityQuery{
					Type: "resync", Status: "ok", From: 100, To: 1000, Order: storage.ByEnd, Ascending: true,
				},
				want: []string{"B", "d"},
			},
			{name: "of no such type", query: storage.ActivityQuery{Type: "res%"}},
		},
	}
}

func settings() golden[string, storage.Setting, storage.SettingQuery] {
	var stock []storage.Setting
	for _, name := range []string{"b", "a_c", "abc", "A_c", "a%", "a", "é", "a_", "a_\U0010ffff", "B", "a_c.d", "\U0010ffff", "a`"} {
		stock = append(stock, storage.Setting{Name: name, Value: "of " + name})
	}
	return golden[string, storage.Setting, storage.SettingQuery]{
		records: stock,
		lookups: []lookup[string, storage.SettingQuery]{
			{
				name: "by name, bytewise",
				want: []string{
					"A_c", "B", "a", "a%", "a_", "a_c", "a_c.d", "a_\U0010ffff", "a`", "abc", "b", "é", "\U0010ffff",
				},
			},
			{name: "that begin with a name", query: storage.SettingQuery{Prefix: "a_"}, want: []string{"a_", "a_c", "a_c.d", "a_\U0010ffff"}},
			{name: "that begin with the last character", query: storage.SettingQuery{Prefix: "\U0010ffff"}, want: []string{"\U0010ffff"}},
			{name: "that begin with no pattern", query: storage.SettingQuery{Prefix: "a%"}, want: []string{"a%"}},
			{name: "that begin in this letter case", query: storage.SettingQuery{Prefix: "A"}, want: []string{"A_c"}},
			{name: "that begin as none does", query: storage.SettingQuery{Prefix: "a_c.d."}},
			{name: "of some names", query: storage.SettingQuery{Names: []string{"b", "a_c", "a_", "none", "b"}}, want: []string{"a_", "a_c", "b"}},
			{name: "of some names that begin alike", query: storage.SettingQuery{Prefix: "a_", Names: []string{"b", "a_c", "a_c.d"}}, want: []string{"a_c", "a_c.d"}},
			{name: "of no such name", query: storage.SettingQuery{Names: []string{"a_C"}}},
		},
	}
}
