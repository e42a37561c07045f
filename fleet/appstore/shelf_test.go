package appstore_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// The shelves of a page with a label: the summary, and the details behind its header.
func privacyShelves(summary, details string) []byte {
	return island(`{"privacyTypes": ` + summary + `, "privacyHeader": {"seeAllAction": {"pageData": {"shelves": [
		{"contentType": "privacyType", "items": [` + details + `]}]}}}}`)
}

// detailsOfTwo are details of two types, of which one has purposes.
const detailsOfTwo = `{"identifier": "DATA_USED_TO_TRACK_YOU", "categories": [
		{"identifier": "IDENTIFIERS", "dataTypes": ["User ID"]}, {"identifier": "LOCATION", "dataTypes": ["Coarse Location"]}]},
	{"identifier": "DATA_LINKED_TO_YOU", "purposes": [
		{"identifier": "ANALYTICS", "categories": [{"identifier": "IDENTIFIERS", "dataTypes": ["Device ID"]}]},
		{"identifier": "APP_FUNCTIONALITY", "categories": [{"identifier": "LOCATION", "dataTypes": ["Precise Location"]}]}]}`

// TestParse_shelvesAgree: what is on one of the two shelves only was lost on the
// other, and nothing says which.
func TestParse_shelvesAgree(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, summary string
		understood    bool
	}{
		{"the same", `{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"identifier": "IDENTIFIERS"}, {"identifier": "LOCATION"}]},
			{"identifier": "DATA_USED_TO_TRACK_YOU", "categories": [{"identifier": "IDENTIFIERS"}, {"identifier": "LOCATION"}]}`, true},
		{"a category less", `{"identifier": "DATA_USED_TO_TRACK_YOU", "categories": [{"identifier": "IDENTIFIERS"}]},
			{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"identifier": "IDENTIFIERS"}, {"identifier": "LOCATION"}]}`, false},
		{"a category more", `{"identifier": "DATA_USED_TO_TRACK_YOU", "categories": [{"identifier": "IDENTIFIERS"}, {"identifier": "LOCATION"}, {"identifier": "CONTACTS"}]},
			{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"identifier": "IDENTIFIERS"}, {"identifier": "LOCATION"}]}`, false},
		{"a type less", `{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"identifier": "IDENTIFIERS"}, {"identifier": "LOCATION"}]}`, false},
		{"another type", `{"identifier": "DATA_NOT_LINKED_TO_YOU", "categories": [{"identifier": "IDENTIFIERS"}, {"identifier": "LOCATION"}]},
			{"identifier": "DATA_USED_TO_TRACK_YOU", "categories": [{"identifier": "IDENTIFIERS"}, {"identifier": "LOCATION"}]}`, false},
		{"nothing is collected", `{"identifier": "DATA_NOT_COLLECTED"}`, false},
		{"nothing at all", ``, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			label := parse(t, privacyShelves(`{"items": [`+tt.summary+`]}`, detailsOfTwo), 1).Label
			if (label != nil) != tt.understood || label != nil && !changelog.Detailed(*label) {
				t.Errorf("label %+v, want one: %v", label, tt.understood)
			}
		})
	}
}

// TestParse_detailsDecideWithoutSummary: they are the label where there is no shelf
// with a summary.
func TestParse_detailsDecideWithoutSummary(t *testing.T) {
	t.Parallel()
	want := map[string][]string{
		storage.DataUsedToTrackYou: {"IDENTIFIERS", "LOCATION"},
		storage.DataLinkedToYou:    {"IDENTIFIERS", "LOCATION"},
	}
	label := parse(t, privacyShelves(`null`, detailsOfTwo), 1).Label
	if diff := cmp.Diff(want, outline(label)); diff != "" || !changelog.Detailed(value(label)) {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, summary := range []string{`{}`, `{"items": null}`, `{"items": []}`, `{"items": [{"$kind": "Spacer"}]}`, `7`, `"x"`, `[]`} {
		if label := parse(t, privacyShelves(summary, detailsOfTwo), 1).Label; label != nil {
			t.Errorf("summary %s: label %+v, want none", summary, label)
		}
	}
}

// TestParse_halfDetailsAreNoLabel: what the details do not tell would look like a
// purpose that is gone.
func TestParse_halfDetailsAreNoLabel(t *testing.T) {
	t.Parallel()
	summary := `{"items": [{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"identifier": "LOCATION"}]}]}`
	for _, details := range []string{
		`{"title": "Data Dreamt of You"}`,
		`{"identifier": "DATA_LINKED_TO_YOU", "purposes": [{"title": "Dreaming", "categories": [{"identifier": "LOCATION"}]}]}`,
		`{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"title": "Dreams"}]}`,
	} {
		if label := parse(t, privacyShelves(summary, details), 1).Label; label != nil {
			t.Errorf("%s: label %v, want none", details, outline(label))
		}
	}
}

// TestParse_rewordingIsNoChange: a data type that the App Store renames, or adds under
// a name that is not known yet, makes no entry, and leaves types and categories as
// what the digest sees.
func TestParse_rewordingIsNoChange(t *testing.T) {
	t.Parallel()
	app := fakestore.App{ID: 1, Label: &storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataUsedToTrackYou, Title: "Data Used to Track You",
		Categories: []storage.LabelCategory{
			{Identifier: "FINANCIAL_INFO", Title: "Financial Info", DataTypes: []storage.DataType{
				{Identifier: "PAYMENT_INFORMATION", Title: "Payment Info"}, {Identifier: "CREDIT_AND_FRAUD", Title: "Credit Info"}}},
			{Identifier: "LOCATION", Title: "Location", DataTypes: []storage.DataType{{Identifier: "COARSE_LOCATION", Title: "Coarse Location"}}},
		},
	}}}}
	page := string(pageOf(t, app))
	was := *parse(t, []byte(page), 1).Label
	if !changelog.Detailed(was) {
		t.Fatalf("the label lacks detail: %+v", was)
	}
	plain := storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataUsedToTrackYou,
		Categories: []storage.LabelCategory{{Identifier: "FINANCIAL_INFO"}, {Identifier: "LOCATION"}}}}}
	want, err := changelog.Digest(plain)
	if err != nil {
		t.Fatal(err)
	}
	for name, words := range map[string]string{
		"renamed":           `"ΔPayment Info"`,
		"one more":          `"Payment Info","Brain Waves"`,
		"renamed, one more": `"ΔPayment Info","Brain Waves"`,
	} {
		edited := strings.Replace(page, `"Payment Info"`, words, 1)
		now := *parse(t, []byte(edited), 1).Label
		if edited == page || changelog.Detailed(now) {
			t.Errorf("%s: its detail counts as whole: %+v", name, now)
		}
		for _, entries := range [][]storage.Entry{changelog.DiffLabels(was, now), changelog.DiffLabels(now, was)} {
			if len(entries) != 0 {
				t.Errorf("%s: entries %+v, want none", name, entries)
			}
		}
		if got, err := changelog.Digest(now); err != nil || got != want {
			t.Errorf("%s: digest %v, %v, want that of types and categories", name, got, err)
		}
	}
}
