package appstore_test

import (
	"fmt"
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

// A data type that is not known is recorded under its own name, like a known one, and what a page
// does not name in English is not compared: the label then is its types and categories.
func TestParse_unknownDataTypesAreRecorded(t *testing.T) {
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
	plain, err := changelog.Digest(storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataUsedToTrackYou,
		Categories: []storage.LabelCategory{{Identifier: "FINANCIAL_INFO"}, {Identifier: "LOCATION"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	const heading = `"Data Used to Track You"`
	for name, tt := range map[string]struct {
		words, heading string
		there, back    []string // direction, weight, details
	}{
		"one more":                          {`"Payment Info","Brain Waves"`, heading, []string{"worse tracking [Now collects: Brain Waves]"}, []string{"better tracking [No longer collects: Brain Waves]"}},
		"another one":                       {`"Payment Info","Brain Waves","Eye Movement"`, heading, []string{"worse tracking [Now collects: Brain Waves Now collects: Eye Movement]"}, []string{"better tracking [No longer collects: Brain Waves No longer collects: Eye Movement]"}},
		"renamed":                           {`"Payment Details"`, heading, []string{"neutral declaration [Now called: Payment Details instead of Payment Info] by the store"}, []string{"neutral declaration [Now called: Payment Info instead of Payment Details] by the store"}},
		"in letters that no identifier has": {`"ΔPayment Info"`, heading, nil, nil},
		"that, and one more":                {`"ΔPayment Info","Brain Waves"`, heading, nil, nil},
		"one more, in another language":     {`"Payment Info","Hirnwellen"`, `"Daten, die verwendet werden, um dich zu verfolgen"`, nil, nil},
	} {
		edited := strings.ReplaceAll(strings.Replace(page, `"Payment Info"`, tt.words, 1), heading, tt.heading)
		now := *parse(t, []byte(edited), 1).Label
		for _, c := range []struct {
			older, newer storage.Label
			want         []string
		}{{was, now, tt.there}, {now, was, tt.back}} {
			var got []string
			for _, e := range changelog.WeighAll(changelog.DiffLabels(c.older, c.newer)) {
				by := ""
				if e.StoreWide {
					by = " by the store"
				}
				got = append(got, fmt.Sprint(e.Direction, " ", e.Weight, " ", e.Details, by))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
		if got, err := changelog.Digest(now); err != nil || (got == plain) != (tt.there == nil) || changelog.Detailed(now) != (tt.there != nil) {
			t.Errorf("%s: digest %v, %v, detailed: %v", name, got, err, changelog.Detailed(now))
		}
	}
}

// What the vocabulary does not know is told beside what it does, in the names of the page.
func TestParse_unknownWordsAreRecorded(t *testing.T) {
	t.Parallel()
	const (
		location = `{"identifier": "LOCATION", "title": "Location", "dataTypes": ["Coarse Location"]}`
		linked   = `{"identifier": "DATA_LINKED_TO_YOU", "title": "Data Linked to You", "purposes": [
			{"identifier": "ANALYTICS", "title": "Analytics", "categories": [` + location + `]}%s]}`
	)
	page := func(purposes, types string) storage.Label {
		return *parse(t, island(`{"privacyTypes": {"items": [`+fmt.Sprintf(linked, purposes)+types+`]}}`), 1).Label
	}
	was := page("", "")
	for name, tt := range map[string]struct {
		purposes, types string
		want            []string // direction, weight, sentence, details
	}{
		"purpose": {`, {"identifier": "TRAINING", "title": "Training of Models", "categories": [` + location + `]}`, "", []string{
			`worse purpose "Data Linked to You" changed what it says about: Location [Now used for: Training of Models]`,
		}},
		"category": {`, {"identifier": "ANALYTICS", "categories": [{"identifier": "DREAMS", "title": "Dreams", "dataTypes": ["Day Dreams"]}]}`, "", []string{
			`worse linked "Data Linked to You" now collects: Dreams []`,
		}},
		"privacy type without purposes": {"", `, {"identifier": "DATA_SOLD", "title": "Data Sold", "categories": [` + location + `]}`, []string{
			`neutral declaration New privacy label: "Data Sold" [Location]`,
		}},
	} {
		now := page(tt.purposes, tt.types)
		var got []string
		for _, e := range changelog.WeighAll(changelog.DiffLabels(was, now)) {
			got = append(got, fmt.Sprint(e.Direction, " ", e.Weight, " ", e.Description, " ", e.Details))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || !changelog.Detailed(now) {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
