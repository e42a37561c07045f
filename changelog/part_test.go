package changelog_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// words returns the entries as they are for people, without subjects.
func words(entries ...storage.Entry) []storage.Entry {
	for i := range entries {
		entries[i].Subject, entries[i].Direction, entries[i].Weight = storage.Subject{}, "", ""
	}
	return entries
}

func TestSubjects(t *testing.T) {
	t.Parallel()
	coarse, precise := category("LOCATION", "COARSE_LOCATION"), category("LOCATION", "PRECISE_LOCATION")
	both, other := category("LOCATION", "COARSE_LOCATION", "PRECISE_LOCATION"), category("OTHER", "OTHER")
	for name, tt := range map[string]struct {
		older, now storage.Label
		want       []string
	}{
		"types": {
			label(typed("A", "X")), label(typed("B", "Y", "Z")),
			[]string{
				`{"privacyType":"B","parts":[{"type":"added","dataCategory":"Y"},{"type":"added","dataCategory":"Z"}]}`,
				`{"privacyType":"A","parts":[{"type":"removed","dataCategory":"X"}]}`,
			},
		},
		"a type without categories": {
			label(tracking(coarse)), label(typed(storage.DataNotCollected)),
			[]string{
				`{"privacyType":"DATA_NOT_COLLECTED"}`,
				`{"privacyType":"DATA_USED_TO_TRACK_YOU","parts":[{"type":"removed","dataCategory":"LOCATION","dataType":"COARSE_LOCATION"}]}`,
			},
		},
		"a detailed type": {
			label(tracking(coarse)), label(tracking(coarse), linked(purpose("ANALYTICS", both, other))),
			[]string{`{"privacyType":"DATA_LINKED_TO_YOU","parts":[` +
				`{"type":"added","dataCategory":"LOCATION","dataType":"COARSE_LOCATION"},` +
				`{"type":"added","dataCategory":"LOCATION","dataType":"PRECISE_LOCATION"},` +
				`{"type":"added","dataCategory":"OTHER","dataType":"OTHER"}]}`},
		},
		"categories": {
			label(typed("A", "X")), label(typed("A", "Y")),
			[]string{`{"privacyType":"A","dataCategory":"Y"}`, `{"privacyType":"A","dataCategory":"X"}`},
		},
		"detailed categories": {
			label(linked(purpose("ANALYTICS", coarse))), label(linked(purpose("ANALYTICS", other), purpose("PERSONALIZATION", other))),
			[]string{
				`{"privacyType":"DATA_LINKED_TO_YOU","dataCategory":"OTHER","dataType":"OTHER","parts":[{"type":"added","dataType":"OTHER"},` +
					`{"type":"added","purpose":"ANALYTICS"},{"type":"added","purpose":"PERSONALIZATION"}]}`,
				`{"privacyType":"DATA_LINKED_TO_YOU","dataCategory":"LOCATION","purpose":"ANALYTICS","dataType":"COARSE_LOCATION",` +
					`"parts":[{"type":"removed","dataType":"COARSE_LOCATION"},{"type":"removed","purpose":"ANALYTICS"}]}`,
			},
		},
		"each from the label that names it": {
			label(tracking(coarse)), label(tracking(category("OTHER"))),
			[]string{
				`{"privacyType":"DATA_USED_TO_TRACK_YOU","dataCategory":"OTHER"}`,
				`{"privacyType":"DATA_USED_TO_TRACK_YOU","dataCategory":"LOCATION","dataType":"COARSE_LOCATION","parts":[{"type":"removed","dataType":"COARSE_LOCATION"}]}`,
			},
		},
		"detail of only one category": {
			label(tracking(other)), label(tracking(other, precise, category("CONTACTS"))),
			[]string{
				`{"privacyType":"DATA_USED_TO_TRACK_YOU","dataCategory":"LOCATION"}`,
				`{"privacyType":"DATA_USED_TO_TRACK_YOU","dataCategory":"CONTACTS"}`,
			},
		},
		"a changed category": {
			label(linked(purpose("APP_FUNCTIONALITY", coarse))), label(linked(purpose("ANALYTICS", both))),
			[]string{`{"privacyType":"DATA_LINKED_TO_YOU","dataCategory":"LOCATION","dataType":"PRECISE_LOCATION","parts":[` +
				`{"type":"added","purpose":"ANALYTICS"},{"type":"removed","purpose":"APP_FUNCTIONALITY"},{"type":"added","dataType":"PRECISE_LOCATION"}]}`},
		},
		"a data type for another purpose": {
			label(linked(purpose("ANALYTICS", coarse), purpose("PERSONALIZATION", both))),
			label(linked(purpose("ANALYTICS", both), purpose("PERSONALIZATION", precise))),
			[]string{`{"privacyType":"DATA_LINKED_TO_YOU","dataCategory":"LOCATION","parts":[` +
				`{"type":"added","purpose":"ANALYTICS","dataType":"PRECISE_LOCATION"},{"type":"removed","purpose":"PERSONALIZATION","dataType":"COARSE_LOCATION"}]}`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, e := range changelog.DiffLabels(tt.older, tt.now) {
				text, err := json.Marshal(e.Subject)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, string(text))
				if e.Type == storage.EntryModified && len(e.Parts) != len(e.Details) {
					t.Errorf("%d parts of %q", len(e.Parts), e.Details)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("subjects (-want +got):\n%s", diff)
			}
		})
	}
}
