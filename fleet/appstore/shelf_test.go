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

// TestParse_summaryDecidesWhatThereIs: what is on one of the two shelves only is
// in the label when that is the summary.
func TestParse_summaryDecidesWhatThereIs(t *testing.T) {
	t.Parallel()
	userID := []storage.DataType{{Identifier: "USER_ID", Title: "User ID"}}
	deviceID := []storage.DataType{{Identifier: "DEVICE_ID", Title: "Device ID"}}
	ids := func(types []storage.DataType) storage.LabelCategory {
		return storage.LabelCategory{Identifier: "IDENTIFIERS", Title: "Identifiers", DataTypes: types}
	}
	tracking := storage.PrivacyType{Identifier: storage.DataUsedToTrackYou, Title: "Data Used to Track You",
		Categories: []storage.LabelCategory{ids(userID)}}
	linked := storage.PrivacyType{Identifier: storage.DataLinkedToYou, Title: "Data Linked to You",
		Categories: []storage.LabelCategory{ids(deviceID)},
		Purposes:   []storage.Purpose{{Identifier: "ANALYTICS", Title: "Analytics", Categories: []storage.LabelCategory{ids(deviceID)}}}}
	tests := []struct {
		name, summary string
		want          []storage.PrivacyType
	}{
		{"category removed", `{"identifier": "DATA_USED_TO_TRACK_YOU", "categories": [{"identifier": "IDENTIFIERS"}]},
			{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"identifier": "IDENTIFIERS"}]}`,
			[]storage.PrivacyType{tracking, linked}},
		{"type removed", `{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"identifier": "IDENTIFIERS"}]}`,
			[]storage.PrivacyType{linked}},
		{"category added", `{"identifier": "DATA_USED_TO_TRACK_YOU", "categories": [{"identifier": "CONTACTS"}, {"identifier": "IDENTIFIERS"}]}`,
			[]storage.PrivacyType{{Identifier: storage.DataUsedToTrackYou, Title: "Data Used to Track You",
				Categories: []storage.LabelCategory{{Identifier: "CONTACTS", Title: "Contacts"}, ids(userID)}}}},
		{"type added", `{"identifier": "DATA_NOT_LINKED_TO_YOU", "categories": [{"identifier": "IDENTIFIERS"}]}`,
			[]storage.PrivacyType{{Identifier: storage.DataNotLinkedToYou, Title: "Data Not Linked to You",
				Categories: []storage.LabelCategory{ids(nil)}}}},
		{"all categories removed", `{"identifier": "DATA_LINKED_TO_YOU", "categories": []}`,
			[]storage.PrivacyType{{Identifier: storage.DataLinkedToYou, Title: "Data Linked to You", Categories: []storage.LabelCategory{}}}},
		{"nothing is collected any more", `{"identifier": "DATA_NOT_COLLECTED"}`,
			[]storage.PrivacyType{{Identifier: storage.DataNotCollected, Title: "Data Not Collected", Categories: []storage.LabelCategory{}}}},
		{"data types of its own", `{"identifier": "DATA_USED_TO_TRACK_YOU", "categories": [{"identifier": "IDENTIFIERS", "dataTypes": ["Device ID", "User ID"]}]}`,
			[]storage.PrivacyType{{Identifier: storage.DataUsedToTrackYou, Title: "Data Used to Track You",
				Categories: []storage.LabelCategory{ids([]storage.DataType{deviceID[0], userID[0]})}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := parse(t, privacyShelves(`{"items": [`+tt.summary+`]}`, detailsOfTwo), 1).Label
			if diff := cmp.Diff(&storage.Label{Types: tt.want}, got); diff != "" {
				t.Errorf("label (-want +got):\n%s", diff)
			}
		})
	}
}

// TestParse_detailsDecideWithoutSummary: they are the label where nothing else is.
func TestParse_detailsDecideWithoutSummary(t *testing.T) {
	t.Parallel()
	want := map[string][]string{
		storage.DataUsedToTrackYou: {"IDENTIFIERS", "LOCATION"},
		storage.DataLinkedToYou:    {"IDENTIFIERS", "LOCATION"},
	}
	for _, summary := range []string{`null`, `{}`, `{"items": null}`, `{"items": []}`, `{"items": [{"$kind": "Spacer"}]}`} {
		label := parse(t, privacyShelves(summary, detailsOfTwo), 1).Label
		if diff := cmp.Diff(want, outline(label)); diff != "" || !changelog.Detailed(value(label)) {
			t.Errorf("summary %s (-want +got):\n%s", summary, diff)
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

// TestParse_rewordingIsNoChange: a data type that the store renames, or adds under
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
