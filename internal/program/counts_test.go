package program

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

func TestCounts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name            string
		earlier, totals string
		want, wantNews  string
	}{
		{"a sync", `{"changes": 2}`, `{"changes": 3}`, "changes 3", "changes 1"},
		{"nothing new", `{"changes": 3}`, `{"changes": 3}`, "changes 3", ""},
		{"the first", "", `{"changes": 1}`, "changes 1", "changes 1"},
		{"none", "", "", "", ""},
		{"zero", "", `{"changes": 0}`, "", ""},
		{"by name", "", `{"b": 2, "c": 1000000, "a": 1}`, "a 1, b 2, c 1000000", "a 1, b 2, c 1000000"},
		{"only counted", `{"imported": 1}`, `{"appsAttempted": 9, "attempted": 9, "succeeded": 8, "failed": 1, "skipped": 1, "unchanged": 7, "throttled": 1, "rateLimited": 1, "imported": 4}`,
			"imported 4", "imported 3"},
		{"an import", "", `{"appsWithImports": 1, "imported": 4, "snapshotsRequested": 2, "unavailable": 1}`,
			"imported 4, snapshots requested 2", "imported 4, snapshots requested 2"},
		{"not numbers", "", `{"phase": "all", "list": [1], "deep": {"a": 1}, "yes": true, "none": null}`, "", ""},
		{"not an object", "", `[1, 2]`, "", ""},
		{"not JSON", "", `{"changes": 1`, "", ""},
		{"a hostile name", "", "{\"\\u001b[31mred\": 1}", "[31mred 1", "[31mred 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			found := func(totals string) counts {
				var run storage.Run
				if totals != "" {
					run.Totals = json.RawMessage(totals)
				}
				return countsOf(run)
			}
			all := found(tt.totals)
			got := []string{all.String(), all.since(found(tt.earlier)).String()}
			if diff := cmp.Diff([]string{tt.want, tt.wantNews}, got); diff != "" {
				t.Errorf("all, and what is new (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"": "", "changes": "changes", "archiveThrottled": "archive throttled", "ABC": "a b c", "Öl\x1bÄnderung": "öl änderung",
	} {
		if got := words(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestCauseOf(t *testing.T) {
	t.Parallel()
	for detail, want := range map[string]string{
		"": "", `{}`: "", `{"error": "no answer"}`: "no answer", `{"error": 5}`: "", `[]`: "", `null`: "", `{`: "",
	} {
		var raw json.RawMessage
		if detail != "" {
			raw = json.RawMessage(detail)
		}
		if got := causeOf(raw); got != want {
			t.Errorf("the cause in %q is %q, want %q", detail, got, want)
		}
	}
}
