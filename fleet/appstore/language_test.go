package appstore_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// TestParse_otherLanguage: a storefront without English gives the same label with
// the same texts. Only data types have no identifier there, but for those that
// are alone in their category.
func TestParse_otherLanguage(t *testing.T) {
	t.Parallel()
	app := richApp(fakestore.Island)
	app.Language = "de-DE"
	page := pageOf(t, app)
	if !strings.Contains(string(page), "Mit dir verkn") || strings.Contains(string(page), "Data Linked") {
		t.Fatal("the page is not in German")
	}
	want := richLabel()
	german := map[string]storage.DataType{
		"EMAIL_ADDRESS":       {Title: "E-Mail-Adresse"},
		"USER_ID":             {Title: "Benutzer-ID"},
		"DEVICE_ID":           {Title: "Geräte-ID"},
		"PRODUCT_INTERACTION": {Title: "Produktinteraktion"}, // without the hyphen that is not seen
	}
	translate := func(categories []storage.LabelCategory) {
		for _, c := range categories {
			for i, d := range c.DataTypes {
				if g, ok := german[d.Identifier]; ok {
					c.DataTypes[i] = g
				}
			}
		}
	}
	for i := range want.Types {
		want.Types[i].Detail = ""
		translate(want.Types[i].Categories)
		for _, p := range want.Types[i].Purposes {
			translate(p.Categories)
		}
	}
	got := parse(t, page, app.ID)
	if diff := cmp.Diff(want, got.Label); diff != "" {
		t.Errorf("label (-want +got):\n%s", diff)
	}
	features := *app.Features
	features[0].Description = ""
	if diff := cmp.Diff(&features, got.Features); diff != "" {
		t.Errorf("features (-want +got):\n%s", diff)
	}
	if value(got.Version) != app.Version || value(got.AgeRating) != app.AgeRating || value(got.PrivacyPolicyURL) != app.PolicyURL {
		t.Errorf("version %q, rating %q, policy %q", value(got.Version), value(got.AgeRating), value(got.PrivacyPolicyURL))
	}
}

func TestParse_otherLanguageOlderPages(t *testing.T) {
	t.Parallel()
	tests := []struct {
		format fakestore.Format
		known  bool
	}{
		{fakestore.MediaAPI, true},
		{fakestore.Ember, true},
		{fakestore.EmberList, false}, // headings in German, and no identifier
		{fakestore.Cards, false},
	}
	for _, tt := range tests {
		app := richApp(tt.format)
		app.Language = "de-DE"
		want := shortLabel()
		for i := range want.Types {
			want.Types[i].Detail = ""
		}
		if !tt.known {
			want = nil
		}
		if diff := cmp.Diff(want, parse(t, pageOf(t, app), app.ID).Label); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.format, diff)
		}
	}
}

// TestParse_unknownDataTypes: a new text in English is a new data type, under its own name. In another
// language it may be a translation, and only where there is no other data type, it is known of which.
func TestParse_unknownDataTypes(t *testing.T) {
	t.Parallel()
	page := func(language, category, texts string) []byte {
		return islandOf(`{"intent": {"id": "1", "language": "` + language + `"}, "data": {"shelfMapping": {"privacyTypes": {"items": [
			{"identifier": "DATA_USED_TO_TRACK_YOU", "categories": [{"identifier": "` + category + `", "dataTypes": [` + texts + `]}]}]}}}}`)
	}
	tests := []struct {
		name, language, category, texts string
		want                            []storage.DataType
	}{
		{"new, English", "en-GB", "IDENTIFIERS", `"Advertising ID", "USER\u00a0ID"`,
			[]storage.DataType{{Identifier: "ADVERTISING_ID", Title: "Advertising ID"}, {Identifier: "USER_ID", Title: "User ID"}}},
		{"new in a category of one, English", "en", "SENSITIVE_INFO", `"Biometric Data"`,
			[]storage.DataType{{Identifier: "BIOMETRIC_DATA", Title: "Biometric Data"}}},
		{"two in a category of one, English", "en", "PURCHASES", `"Purchase History", "Brain Waves"`,
			[]storage.DataType{{Identifier: "PURCHASE_HISTORY", Title: "Purchase History"}, {Identifier: "BRAIN_WAVES", Title: "Brain Waves"}}},
		{"of another category in a category of one", "en", "PURCHASES", `"User ID"`,
			[]storage.DataType{{Identifier: "USER_ID", Title: "User ID"}}},
		{"in a category that is new", "en", "DREAMS", `"Day Dreams"`, []storage.DataType{{Identifier: "DAY_DREAMS", Title: "Day Dreams"}}},
		{"that begins with a digit", "en", "BODY", `"Head", "3D Scans"`,
			[]storage.DataType{{Identifier: "HEAD", Title: "Head"}, {Identifier: "3D_SCANS", Title: "3D Scans"}}},
		{"in the words of its identifier", "en", "FINANCIAL_INFO", `"Credit and Fraud"`,
			[]storage.DataType{{Identifier: "CREDIT_AND_FRAUD", Title: "Credit Info"}}},
		{"without letters", "en", "BODY", `"…"`, []storage.DataType{{Title: "..."}}},
		{"another script, English", "en_US", "IDENTIFIERS", `"識別子"`, []storage.DataType{{Title: "識別子"}}},
		{"new, French", "fr-FR", "IDENTIFIERS", `"Identifiant publicitaire"`, []storage.DataType{{Title: "Identifiant publicitaire"}}},
		{"English text, French page", "fr-FR", "IDENTIFIERS", `"user id"`, []storage.DataType{{Identifier: "USER_ID", Title: "User ID"}}},
		{"category of one, French", "fr-FR", "PURCHASES", `"Historique d’achat"`,
			[]storage.DataType{{Identifier: "PURCHASE_HISTORY", Title: "Purchase History"}}},
		{"two in a category of one, French", "fr-FR", "PURCHASES", `"Achats", "Ventes"`,
			[]storage.DataType{{Identifier: "PURCHASE_HISTORY", Title: "Purchase History"}}},
		{"the same twice", "en", "IDENTIFIERS", `"User ID", "Advertising ID", "user id", "Advertising ID", "Other ID"`,
			[]storage.DataType{{Identifier: "USER_ID", Title: "User ID"}, {Identifier: "ADVERTISING_ID", Title: "Advertising ID"}, {Identifier: "OTHER_ID", Title: "Other ID"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			label := parse(t, page(tt.language, tt.category, tt.texts), 1).Label
			if diff := cmp.Diff(tt.want, label.Types[0].Categories[0].DataTypes); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestParse_versions(t *testing.T) {
	t.Parallel()
	tests := []struct{ shown, want string }{
		{"Version 7.130.0", "7.130.0"},
		{"バージョン 7.130.0", "7.130.0"},
		{"Version 2.0 (7)", "2.0 (7)"},
		{"Phiên bản 1.2", "1.2"},
		{"\u200eVersion\u00a01.2", "1.2"},
		{"1.2-beta", "1.2-beta"},
		{"v3", "v3"},
		{"Summer", "Summer"},
		{"Version Summer", "Summer"},
		{"Version", ""},
		{"Version:", ""},
		{"Verzió", ""},
		{"バージョン", ""},
		{"Phiên bản", ""},
		{"版本16.1", "16.1"},
		{"版本 16.1", "16.1"},
		{"버전2.0.1", "2.0.1"},
		{"16.1版", "16.1"},
		{"Version16.1", "16.1"},
		{"Version: 16.1", "16.1"},
		{"1.2 verzió", "1.2"},
		{"1.2. verzió", "1.2"},
		{"1.2verzió", "1.2"},
		{"3.4.5 นี้", "3.4.5"},
		{"الإصدار ١٫٢", "1.2"},
		{"バージョン１６．１", "16.1"},
		{"v2.0 (7)", "v2.0 (7)"},
		{"Version 1.0b", "1.0b"},
		{"Version 2026.1 (build 12) neu", "2026.1 (build 12)"},
		{"", ""},
	}
	for _, tt := range tests {
		l := parse(t, island(`{"mostRecentVersion": {"items": [{"primarySubtitle": "`+tt.shown+`"}]}}`), 1)
		if value(l.Version) != tt.want {
			t.Errorf("%q: version %q, want %q", tt.shown, value(l.Version), tt.want)
		}
	}
}

// TestParse_versionOfTheList: without a number in the page's own line, the list has it.
func TestParse_versionOfTheList(t *testing.T) {
	t.Parallel()
	l := parse(t, island(`{"mostRecentVersion": {"items": [{"primarySubtitle": "Version", "text": "New."}],
		"seeAllAction": {"pageData": {"shelves": [{"contentType": "titledParagraph", "items": [{"primarySubtitle": "3.1"}, {"primarySubtitle": "3.0"}]}]}}}}`), 1)
	if value(l.Version) != "3.1" {
		t.Errorf("version %q, want that of the list", value(l.Version))
	}
}

// TestParse_versionsInAnyLanguage: a word is not part of a version, wherever it stands.
func TestParse_versionsInAnyLanguage(t *testing.T) {
	t.Parallel()
	words := []string{"Version", "Versão", "Wersja", "Sürüm", "Έκδοση", "Версия", "גרסה", "الإصدار", "संस्करण", "เวอร์ชัน", "버전", "バージョン", "版本", "phiên bản", "Leagan"}
	for _, word := range words {
		for _, number := range []string{"1", "16.1", "7.130.0", "2026.11.28"} {
			for _, shown := range []string{word + " " + number, number + " " + word, word + number, number + word, word + "\u00a0" + number, "\u200f" + word + ": " + number} {
				l := parse(t, island(`{"mostRecentVersion": {"items": [{"primarySubtitle": "`+shown+`"}]}}`), 1)
				if value(l.Version) != number {
					t.Errorf("%q: version %q, want %q", shown, value(l.Version), number)
				}
			}
		}
	}
}

func TestParse_dates(t *testing.T) {
	t.Parallel()
	tests := []struct {
		shown string
		want  storage.Time
	}{
		{"Tue Jul 07 2026 14:30:14 GMT+0000 (Coordinated Universal Time)", 1783434614000},
		{"Tue Jul 07 2026 16:30:14 GMT+0200 (Mitteleuropäische Sommerzeit)", 1783434614000},
		{"2025-06-30T15:09:20Z", 1751296160000},
		{"2021-03-08", 1615161600000},
		{"0001-04-23T00:00:00Z", 0},
		{"9 Oct 2017", 0},
		{"", 0},
	}
	for _, tt := range tests {
		l := parse(t, island(`{"mostRecentVersion": {"items": [{"primarySubtitle": "1", "secondarySubtitle": "`+tt.shown+`"}]}}`), 1)
		if value(l.VersionUpdatedAt) != tt.want {
			t.Errorf("%q: %d, want %d", tt.shown, value(l.VersionUpdatedAt), tt.want)
		}
	}
}
