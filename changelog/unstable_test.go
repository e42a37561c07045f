package changelog_test

import (
	"encoding/json"
	"testing"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func TestMarkUnstable(t *testing.T) {
	t.Parallel()
	for more, want := range map[string]string{
		"":                  `{"unstable":true}`,
		"{}":                `{"unstable":true}`,
		" { } ":             `{"unstable":true}`,
		`{"a":1}`:           `{"unstable":true,"a":1}`,
		`{"unstable":true}`: `{"unstable":true}`,
	} {
		e := storage.Entry{Type: storage.EntryAdded, Description: "x"}
		if more != "" {
			e.More = json.RawMessage(more)
		}
		got := changelog.MarkUnstable(e)
		if string(got.More) != want || !changelog.Unstable(got) || !json.Valid(got.More) {
			t.Errorf("%q becomes %s", more, got.More)
		}
	}
	if changelog.Unstable(storage.Entry{}) || changelog.Unstable(storage.Entry{More: json.RawMessage(`{"unstable":"yes"}`)}) {
		t.Error("an entry without the mark has it")
	}
}
