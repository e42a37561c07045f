package changelog_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func entry(kind storage.EntryType, description string, details ...string) storage.Entry {
	return storage.Entry{Type: kind, Description: description, Details: details}
}

func modified(description string, details ...string) storage.Entry {
	e := entry(storage.EntryModified, description, details...)
	e.Category = storage.CategoryPrivacyLabel
	return e
}

func TestDiffLabels(t *testing.T) {
	t.Parallel()
	renamed := typed(storage.DataLinkedToYou, "LOCATION")
	renamed.Title, renamed.Detail = "Données liées à vous", "Autre texte"
	plain := label(typed(storage.DataLinkedToYou, "LOCATION"), typed(storage.DataUsedToTrackYou, "IDENTIFIERS"))
	untitled := storage.PrivacyType{Identifier: "NEW_KIND", Categories: []storage.LabelCategory{{Identifier: "GENES"}}}

	tests := []struct {
		name       string
		older, now storage.Label
		want       []storage.Entry
	}{
		{"nothing", plain, plain, nil},
		{"was not known", storage.Label{}, plain, nil},
		{"is not known", plain, storage.Label{}, nil},
		{"is without identifiers", plain, label(typed("", "LOCATION")), nil},
		{"order", plain, label(plain.Types[1], plain.Types[0]), nil},
		{"title and text", label(typed(storage.DataLinkedToYou, "LOCATION")), label(renamed), nil},
		{
			"new type", label(plain.Types[0]), plain,
			[]storage.Entry{entry("added", `New privacy label: "Data Used to Track You"`, "Identifiers")},
		},
		{
			"new type without categories", plain, label(plain.Types[0], plain.Types[1], typed(storage.DataNotCollected)),
			[]storage.Entry{{Type: "added", Description: `New privacy label: "Data Not Collected"`, Details: []string{}}},
		},
		{
			"removed type", plain, label(plain.Types[1]),
			[]storage.Entry{entry("removed", `Removed privacy label: "Data Linked to You"`)},
		},
		{
			"one type for another", label(typed(storage.DataNotCollected)), plain,
			[]storage.Entry{
				entry("added", `New privacy label: "Data Linked to You"`, "Location"),
				entry("added", `New privacy label: "Data Used to Track You"`, "Identifiers"),
				entry("removed", `Removed privacy label: "Data Not Collected"`),
			},
		},
		{
			"categories come and go, in page order",
			label(typed(storage.DataLinkedToYou, "OTHER", "CONTACTS", "LOCATION")),
			label(typed(storage.DataLinkedToYou, "USAGE_DATA", "CONTACTS", "IDENTIFIERS")),
			[]storage.Entry{
				entry("added", `"Data Linked to You" now collects: Usage Data`),
				entry("added", `"Data Linked to You" now collects: Identifiers`),
				entry("removed", `"Data Linked to You" no longer collects: Other Data`),
				entry("removed", `"Data Linked to You" no longer collects: Location`),
			},
		},
		{
			"a category moves to another type",
			label(typed(storage.DataLinkedToYou, "CONTACTS"), typed(storage.DataUsedToTrackYou, "OTHER", "LOCATION")),
			label(typed(storage.DataLinkedToYou, "CONTACTS", "LOCATION"), typed(storage.DataUsedToTrackYou, "OTHER")),
			[]storage.Entry{
				entry("added", `"Data Linked to You" now collects: Location`),
				entry("removed", `"Data Used to Track You" no longer collects: Location`),
			},
		},
		{
			"the last category goes", label(typed(storage.DataLinkedToYou, "LOCATION")), label(typed(storage.DataLinkedToYou)),
			[]storage.Entry{entry("removed", `"Data Linked to You" no longer collects: Location`)},
		},
		{
			"a title in another language",
			label(typed(storage.DataLinkedToYou, "LOCATION", "OTHER")), label(renamed),
			[]storage.Entry{entry("removed", `"Data Linked to You" no longer collects: Other Data`)},
		},
		{
			"what is named twice counts once",
			label(typed("A", "X", "X"), typed("A", "Y")), label(typed("A", "Y", "X"), typed("B", "Z", "Z"), typed("B", "Z")),
			[]storage.Entry{entry("added", `New privacy label: "B"`, "Z")},
		},
		{
			"words of identifiers stand in for titles", label(typed(storage.DataNotCollected)),
			label(typed(storage.DataNotCollected), untitled),
			[]storage.Entry{entry("added", `New privacy label: "New Kind"`, "Genes")},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, words(changelog.DiffLabels(tt.older, tt.now)...)); diff != "" {
				t.Errorf("DiffLabels (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDiffLabelsDetail(t *testing.T) {
	t.Parallel()
	coarse, precise := category("LOCATION", "COARSE_LOCATION"), category("LOCATION", "PRECISE_LOCATION")
	both := category("LOCATION", "COARSE_LOCATION", "PRECISE_LOCATION")
	const about = `"Data Linked to You" changed what it says about: Location`

	tests := []struct {
		name       string
		older, now storage.Label
		want       []storage.Entry
	}{
		{
			"another purpose",
			label(linked(purpose("APP_FUNCTIONALITY", coarse))),
			label(linked(purpose("APP_FUNCTIONALITY", coarse), purpose("ANALYTICS", coarse))),
			[]storage.Entry{modified(about, "Now used for: Analytics")},
		},
		{
			"one purpose for another",
			label(linked(purpose("APP_FUNCTIONALITY", coarse))), label(linked(purpose("ANALYTICS", coarse))),
			[]storage.Entry{modified(about, "Now used for: Analytics", "No longer used for: App Functionality")},
		},
		{
			"one data type for another",
			label(linked(purpose("ANALYTICS", precise))), label(linked(purpose("ANALYTICS", coarse))),
			[]storage.Entry{modified(about, "Now collects: Coarse Location instead of Precise Location")},
		},
		{
			"one data type for another, for one purpose",
			label(linked(purpose("ANALYTICS", coarse), purpose("APP_FUNCTIONALITY", both))),
			label(linked(purpose("ANALYTICS", precise), purpose("APP_FUNCTIONALITY", both))),
			[]storage.Entry{modified(about, "Now used for Analytics: Precise Location instead of Coarse Location")},
		},
		{
			"a data type for one purpose more, another for one less",
			label(linked(purpose("ANALYTICS", coarse), purpose("PERSONALIZATION", both))),
			label(linked(purpose("ANALYTICS", both), purpose("PERSONALIZATION", precise)), tracking(coarse)),
			[]storage.Entry{
				entry("added", `New privacy label: "Data Used to Track You"`, "Location"),
				modified(about,
					"Now used for Analytics: Precise Location", "No longer used for Personalization: Coarse Location"),
			},
		},
		{
			"tracking has no purposes",
			label(tracking(coarse)), label(tracking(both)),
			[]storage.Entry{
				modified(`"Data Used to Track You" changed what it says about: Location`, "Now collects: Precise Location"),
			},
		},
		{
			"modified comes after added and removed, in page order",
			label(tracking(category("OTHER", "A"), precise, category("USAGE_DATA", "X"))),
			label(tracking(category("OTHER", "B"), coarse, category("CONTACTS", "CONTACTS"))),
			[]storage.Entry{
				entry("added", `"Data Used to Track You" now collects: Contacts`),
				entry("removed", `"Data Used to Track You" no longer collects: Usage Data`),
				modified(`"Data Used to Track You" changed what it says about: Other Data`,
					"Now collects: B", "No longer collects: A"),
				modified(`"Data Used to Track You" changed what it says about: Location`,
					"Now collects: Coarse Location instead of Precise Location"),
			},
		},
		{
			"older lacks detail", label(tracking(category("LOCATION"))), label(tracking(coarse)), nil,
		},
		{
			"newer lacks detail", label(tracking(coarse)), label(tracking(category("LOCATION"))), nil,
		},
		{
			"newer lacks detail of another category",
			label(tracking(coarse)), label(tracking(precise, category("OTHER"))),
			[]storage.Entry{entry("added", `"Data Used to Track You" now collects: Other Data`)},
		},
		{
			"neither has it whole", label(typed(storage.DataLinkedToYou, "LOCATION"), tracking(coarse)),
			label(typed(storage.DataLinkedToYou, "LOCATION"), tracking(precise)), nil,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, words(changelog.DiffLabels(tt.older, tt.now)...)); diff != "" {
				t.Errorf("DiffLabels (-want +got):\n%s", diff)
			}
		})
	}
}

// The entries as they go over the wire, in full.
func TestDiffLabelsJSON(t *testing.T) {
	t.Parallel()
	got, err := json.MarshalIndent(changelog.DiffLabels(
		label(typed(storage.DataLinkedToYou, "CONTACT_INFO", "LOCATION")),
		label(
			typed(storage.DataLinkedToYou, "CONTACT_INFO", "CONTACTS"),
			typed(storage.DataUsedToTrackYou, "IDENTIFIERS", "USAGE_DATA"),
		),
	), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const want = `[
 {
  "type": "added",
  "description": "New privacy label: \"Data Used to Track You\"",
  "privacyType": "DATA_USED_TO_TRACK_YOU",
  "parts": [
   {
    "type": "added",
    "dataCategory": "IDENTIFIERS"
   },
   {
    "type": "added",
    "dataCategory": "USAGE_DATA"
   }
  ],
  "details": [
   "Identifiers",
   "Usage Data"
  ]
 },
 {
  "type": "added",
  "description": "\"Data Linked to You\" now collects: Contacts",
  "privacyType": "DATA_LINKED_TO_YOU",
  "dataCategory": "CONTACTS"
 },
 {
  "type": "removed",
  "description": "\"Data Linked to You\" no longer collects: Location",
  "privacyType": "DATA_LINKED_TO_YOU",
  "dataCategory": "LOCATION"
 }
]`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}
