package appstore_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// TestParse_island wants back all that the newest pages have.
func TestParse_island(t *testing.T) {
	t.Parallel()
	for _, format := range []fakestore.Format{fakestore.Island, fakestore.IslandArray} {
		app := richApp(format)
		want := fleet.Listing{
			ID: 4711, Name: &app.Name, Developer: &app.Developer, BundleID: &app.BundleID, Country: "us",
			URL:     new("https://apps.apple.com/us/app/quick-fox/id4711"),
			IconURL: new("https://is1-ssl.mzstatic.com/image/thumb/4711/icon.png/512x512bb.png"),
			Version: new("2.0 (7)"), VersionUpdatedAt: new(storage.Time(1751296160000)), WhatsNew: &app.Notes,
			PriceAmount: new(0.0), PriceCurrency: new("USD"), PriceFormatted: new("Free"), HasIAP: new(true),
			GenreID: new(int64(6023)), GenreName: new("Food & Drink"), AgeRating: new("13+"), AgeRatingSource: "page",
			AgeRatingLanguage: "en-us", PrivacyPolicyURL: &app.PolicyURL, Label: richLabel(), Features: app.Features,
			Accessibility: &storage.Accessibility{Status: storage.AccessibilityDeclared, Devices: []string{}},
			Related: &[]storage.RelatedApp{
				app.Related[0],
				app.Related[1],
			},
			Extractor: "serialized-server-data/1",
		}
		if diff := cmp.Diff(want, parse(t, pageOf(t, app), 4711)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", format, diff)
		}
	}
}

// TestParse_olderPages wants back what each of the older formats has.
func TestParse_olderPages(t *testing.T) {
	t.Parallel()
	tests := []struct {
		format    fakestore.Format
		extractor string
		has       bool // bundle id, version and the like
	}{
		{fakestore.MediaAPI, "shoebox-media-api-cache-apps/1", true},
		{fakestore.Ember, "shoebox-ember-data-store/1", true},
		{fakestore.EmberList, "html/1", false},
		{fakestore.Cards, "html/1", false},
	}
	for _, tt := range tests {
		t.Run(string(tt.format), func(t *testing.T) {
			t.Parallel()
			app := richApp(tt.format)
			got := parse(t, pageOf(t, app), app.ID)
			want := fleet.Listing{
				ID: 4711, Name: &app.Name, Developer: &app.Developer, Country: "us",
				URL:         new("https://apps.apple.com/us/app/quick-fox/id4711"),
				PriceAmount: new(0.0), PriceCurrency: new("USD"), PriceFormatted: new("Free"),
				GenreName: new("Food & Drink"), AgeRating: new("13+"), AgeRatingSource: "page", AgeRatingLanguage: "en-us",
				PrivacyPolicyURL: &app.PolicyURL, Label: shortLabel(), Extractor: tt.extractor,
			}
			if tt.has {
				want.Platform = storage.PlatformIOS
				want.BundleID, want.HasIAP = &app.BundleID, new(true)
				want.Version, want.VersionUpdatedAt, want.WhatsNew = new("2.0 (7)"), new(storage.Time(1751296160000)), &app.Notes
			}
			if tt.format == fakestore.Ember {
				want.GenreID = new(int64(6023))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestParse_states distinguishes the possible statements of a developer, and their absence.
func TestParse_states(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		label    *storage.Label
		provided *bool
	}{
		{"nothing is collected", only(storage.DataNotCollected, "Data Not Collected"), new(true)},
		{"no details provided", only(storage.DataNotProvided, "No Details Provided"), new(false)},
		{"no section", nil, nil},
		{"a section without types", &storage.Label{}, nil},
	}
	for _, tt := range tests {
		for _, format := range formats() {
			t.Run(tt.name+", "+string(format), func(t *testing.T) {
				t.Parallel()
				got := parse(t, pageOf(t, fakestore.App{ID: 1, Label: tt.label, Format: format}), 1).Label
				want := tt.label
				if !value(want).Known() {
					want = nil
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("label (-want +got):\n%s", diff)
				}
				if got != nil && cmp.Diff(tt.provided, got.Provided()) != "" {
					t.Errorf("provided = %v, want %v", value(got.Provided()), value(tt.provided))
				}
			})
		}
	}
}

// TestParse_notProvidedSentence reads the state where it is a sentence only.
func TestParse_notProvidedSentence(t *testing.T) {
	t.Parallel()
	page := island(`{"privacyHeader": {"items": [{"bodyText": {"styledText": {"rawText":
		"The developer will be required to provide privacy\u00a0details when they submit their next app update."}}}]}}`)
	want := only(storage.DataNotProvided, "No Details Provided")
	if diff := cmp.Diff(want, parse(t, page, 1).Label); diff != "" {
		t.Errorf("label (-want +got):\n%s", diff)
	}
}

func TestParse_features(t *testing.T) {
	t.Parallel()
	voice := `{"title": "VoiceOver", "artwork": {"template": "systemimage://voiceover"}}`
	tests := []struct {
		name, shelves string
		want          *[]storage.Feature
	}{
		{"no section", `{}`, nil},
		{"not yet indicated", `{"accessibilityHeader": {"items": [{"text": {}}], "seeAllAction": null}}`, &[]storage.Feature{}},
		{"an empty shelf", `{"accessibilityFeatures": {"items": []}}`, &[]storage.Feature{}},
		{"behind the header nothing is found", `{"accessibilityHeader": {"seeAllAction": {"pageData": {"shelves": []}}}}`, nil},
		{"summary only", `{"accessibilityHeader": {}, "accessibilityFeatures": {"items": [{"features": [` + voice + `]}]}}`,
			&[]storage.Feature{{Identifier: "voiceover", Title: "VoiceOver", IconTemplate: "systemimage://voiceover"}}},
		{"by symbol, title and neither", `{"accessibilityFeatures": {"items": [{"features": [
			{"title": "Something", "artwork": {"template": "systemimage://ear"}},
			{"title": " Larger\u00a0Text "}, {"title": "Larger text"}, {"title": "読み上げ", "artwork": {"template": "systemimage://wave.3"}},
			{"title": "Switch Control!", "artwork": {"template": "systemimage://switch.2"}}]}]}}`,
			&[]storage.Feature{
				{Identifier: "audio_descriptions", Title: "Audio Descriptions", IconTemplate: "systemimage://ear"},
				{Identifier: "larger_text", Title: "Larger Text", Position: 1},
				{Identifier: "wave_3", Title: "読み上げ", IconTemplate: "systemimage://wave.3", Position: 2},
				{Identifier: "switch_2", Title: "Switch Control!", IconTemplate: "systemimage://switch.2", Position: 3}}},
		{"a symbol of several, and one beside the title only once", `{"accessibilityFeatures": {"items": [{"features": [
			{"title": "New One", "artwork": {"template": "systemimage://checkmark"}}, {"title": "New Two", "artwork": {"template": "systemimage://checkmark"}},
			{"title": "New Three"}, {"title": "New Three", "artwork": {"template": "systemimage://three"}}]}]}}`,
			&[]storage.Feature{
				{Identifier: "new_one", Title: "New One", IconTemplate: "systemimage://checkmark"},
				{Identifier: "new_two", Title: "New Two", IconTemplate: "systemimage://checkmark", Position: 1},
				{Identifier: "three", Title: "New Three", Position: 2}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, parse(t, island(tt.shelves), 1).Features); diff != "" {
				t.Errorf("features (-want +got):\n%s", diff)
			}
		})
	}
}

// TestParse_unknownWords keeps identifiers that there may be one day, and knows
// nothing of a label of which a part has neither identifier nor known title.
func TestParse_unknownWords(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, item string
		want       *storage.PrivacyType
	}{
		{"new identifiers", `{"identifier": "DATA_SOLD", "title": "Data Sold", "categories": [{"identifier": "DREAMS", "title": "Dreams", "dataTypes": ["Day Dreams"]}]}`,
			&storage.PrivacyType{Identifier: "DATA_SOLD", Title: "Data Sold", Categories: []storage.LabelCategory{
				{Identifier: "DREAMS", Title: "Dreams", DataTypes: []storage.DataType{{Identifier: "DAY_DREAMS", Title: "Day Dreams"}}}}}},
		{"no title", `{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"identifier": "DREAMS"}]}`,
			&storage.PrivacyType{Identifier: "DATA_LINKED_TO_YOU", Title: "Data Linked to You", Categories: []storage.LabelCategory{
				{Identifier: "DREAMS", Title: "DREAMS"}}}},
		{"known titles", `{"title": "Data linked to you", "categories": [{"title": "Health and Fitness"}, {"title": "Sensitive"}, {"title": "Other"}]}`,
			&storage.PrivacyType{Identifier: "DATA_LINKED_TO_YOU", Title: "Data Linked to You", Categories: []storage.LabelCategory{
				{Identifier: "HEALTH_AND_FITNESS", Title: "Health & Fitness"}, {Identifier: "SENSITIVE_INFO", Title: "Sensitive Info"}, {Identifier: "OTHER", Title: "Other Data"}}}},
		{"another kind of item beside", `{"$kind": "Spacer"}, {"identifier": "DATA_NOT_COLLECTED"}`, nil},
		{"an unknown type", `{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"identifier": "OTHER"}]}, {"title": "Data Dreamt of You"}`, nil},
		{"an unknown category", `{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"title": "Dreams"}]}`, nil},
		{"an unknown purpose", `{"identifier": "DATA_LINKED_TO_YOU", "purposes": [{"title": "Dreaming", "categories": [{"identifier": "OTHER"}]}]}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := parse(t, island(`{"privacyTypes": {"items": [`+tt.item+`]}}`), 1).Label
			var want *storage.Label
			if tt.want != nil {
				want = &storage.Label{Types: []storage.PrivacyType{*tt.want}}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("label (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParse_errors(t *testing.T) {
	t.Parallel()
	app := richApp(fakestore.Island)
	tests := []struct {
		name string
		page []byte
		want error
	}{
		{"nothing", nil, fleet.ErrLayout},
		{"no page", []byte("\x00\xff<<<"), fleet.ErrLayout},
		{"no app", []byte("<html><title>App Store</title>"), fleet.ErrLayout},
		{"another app, by its island", pageOf(t, fakestore.App{ID: 2}), fleet.ErrLayout},
		{"another app, by its markup", pageOf(t, fakestore.App{ID: 2, Format: fakestore.Cards}), fleet.ErrLayout},
		{"elements without end", []byte(strings.Repeat("<div>", 2000)), fleet.ErrLayout},
		{"lists without end", island(strings.Repeat("[", 5000) + strings.Repeat("]", 5000)), fleet.ErrLayout},
		{"too large", make([]byte, 4<<20+1), fleet.ErrTooLarge},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l, err := appstore.Parse(tt.page, 1)
			var scrape *fleet.ScrapeError
			if !errors.Is(err, tt.want) || !errors.As(err, &scrape) {
				t.Errorf("Parse: %v, want %v", err, tt.want)
			}
			if diff := cmp.Diff(fleet.Listing{}, l); diff != "" {
				t.Errorf("beside an error (-want +got):\n%s", diff)
			}
		})
	}
	if _, err := appstore.Parse(pageOf(t, app), app.ID+1); !errors.Is(err, fleet.ErrLayout) {
		t.Errorf("Parse for another app: %v, want %v", err, fleet.ErrLayout)
	}
}

// island is a page of app 1 with these shelves.
func island(shelves string) []byte {
	return islandOf(`{"intent": {"id": "1", "storefront": "us", "language": "en-US"}, "data": {"title": "One", "shelfMapping": ` + shelves + `}}`)
}

func islandOf(pages string) []byte {
	return []byte(`<html><script type="application/json" id="serialized-server-data">{"data": [` + pages + `]}</script></html>`)
}
