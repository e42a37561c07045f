package appstore_test

import (
	"encoding/json"
	"html"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// box puts the JSON of a shoebox into a page.
func box(id string, text []byte) []byte {
	return []byte(`<html lang="en-us"><script type="fastboot/shoebox" id="` + id + `">` + string(text) + `</script></html>`)
}

func TestParse_realPage2026(t *testing.T) {
	t.Parallel()
	page := fixture(t, "pages/2026-07_duolingo_us_570060128.trimmed.html")
	golden(t, "duolingo-2026.json", parse(t, page, 570060128))
}

// TestParse_rewrittenByAnArchive reads pages whose links an archive has made lead to itself.
func TestParse_rewrittenByAnArchive(t *testing.T) {
	t.Parallel()
	const prefix = "https://web.archive.org/web/20260710104129"
	for file, id := range map[string]storage.AppID{
		"pages/2026-07_duolingo_us_570060128.trimmed.html":                    570060128,
		"excerpts/2021-03_deliveroo_us_1001501844_embershoebox-keyed.html":    1001501844,
		"excerpts/2021-03_cardiogram_us_1000017994_html-privacy-section.html": 1000017994,
	} {
		page := string(fixture(t, file))
		pictures := strings.NewReplacer(`"https://is1-`, `"`+prefix+`im_/https://is1-`, `"https://`, `"`+prefix+`/https://`)
		toolbar := `<head><script src="//archive.org/includes/athena.js"></script><div id="wm-ipp-base" lang="de"></div>`
		rewritten := strings.Replace(pictures.Replace(page), "<head>", toolbar, 1)
		if diff := cmp.Diff(parse(t, []byte(page), id), parse(t, []byte(rewritten), id)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

func TestParse_realShoebox2025(t *testing.T) {
	t.Parallel()
	text := fixture(t, "excerpts/2025-07_instagram_us_389801252_shoebox-media-api.json")
	for name, text := range map[string][]byte{
		"plain":   text,
		"escaped": []byte(html.EscapeString(string(text))),
	} {
		l := parse(t, box("shoebox-media-api-cache-apps", text), 389801252)
		want := fleet.Listing{
			ID: 389801252, Name: new("Instagram"), Developer: new("Instagram, Inc."), BundleID: new("com.burbn.instagram"),
			URL: new("https://apps.apple.com/us/app/instagram/id389801252"), Country: "us", Platform: storage.PlatformIOS,
			IconURL:          new("https://is1-ssl.mzstatic.com/image/thumb/Purple221/v4/45/76/a8/4576a894-cc00-7cdb-a8a4-9f6a6aee2e0c/Prod-0-0-1x_U007ephone-0-1-0-sRGB-85-220.png/512x512bb.png"),
			Version:          new("387.0.0"),
			VersionUpdatedAt: new(storage.Time(1751296160000)),
			WhatsNew:         new("We’ve updated the app to improve performance and bring you even closer to the people and things you love."),
			PriceAmount:      new(0.0), PriceCurrency: new("USD"), PriceFormatted: new("Free"), HasIAP: new(true),
			GenreName: new("Photo & Video"), AgeRating: new("12+"), AgeRatingSource: "page",
			AgeRatingValue: new(int64(300)), AgeRatingLanguage: "en-us", BackgroundLocation: new(true),
			PrivacyPolicyURL: new("http://instagram.com/legal/privacy/"), Extractor: "shoebox-media-api-cache-apps/1",
		}
		got := l
		got.Label = nil
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: facts (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(map[string][]string{
			storage.DataUsedToTrackYou: {"CONTACT_INFO", "IDENTIFIERS", "OTHER"},
			storage.DataLinkedToYou: {"HEALTH_AND_FITNESS", "PURCHASES", "FINANCIAL_INFO", "LOCATION", "CONTACT_INFO", "CONTACTS",
				"USER_CONTENT", "SEARCH_HISTORY", "BROWSING_HISTORY", "IDENTIFIERS", "USAGE_DATA", "SENSITIVE_INFO", "DIAGNOSTICS", "OTHER"},
		}, outline(l.Label)); diff != "" {
			t.Errorf("%s: label (-want +got):\n%s", name, diff)
		}
		if c := l.Label.Types[0].Categories[0]; c.DataTypes != nil || l.Label.Types[0].Purposes != nil {
			t.Errorf("%s: the page has no details, got %+v", name, l.Label.Types[0])
		}
	}
}

func TestParse_realShoebox2021(t *testing.T) {
	t.Parallel()
	page := fixture(t, "excerpts/2021-03_deliveroo_us_1001501844_embershoebox-keyed.html")
	l := parse(t, page, 1001501844)
	if diff := cmp.Diff(map[string][]string{
		storage.DataUsedToTrackYou: {"PURCHASES", "CONTACT_INFO", "IDENTIFIERS", "USAGE_DATA"},
		storage.DataLinkedToYou: {"PURCHASES", "FINANCIAL_INFO", "LOCATION", "CONTACT_INFO", "USER_CONTENT", "SEARCH_HISTORY",
			"IDENTIFIERS", "USAGE_DATA", "DIAGNOSTICS"},
		storage.DataNotLinkedToYou: {"DIAGNOSTICS"},
	}, outline(l.Label)); diff != "" {
		t.Errorf("label (-want +got):\n%s", diff)
	}
	l.Label, l.WhatsNew = nil, nil
	golden(t, "deliveroo-2021.json", l)
}

func TestParse_realCards2021(t *testing.T) {
	t.Parallel()
	l := parse(t, fixture(t, "excerpts/2021-03_cardiogram_us_1000017994_html-privacy-section.html"), 1000017994)
	want := fleet.Listing{
		ID: 1000017994, Developer: new("Cardiogram, Inc."), AgeRating: new("12+"), AgeRatingSource: "page",
		PrivacyPolicyURL: new("https://cardiogram.com/privacy/"), Extractor: "html/1",
		Label: &storage.Label{Types: []storage.PrivacyType{
			{Identifier: storage.DataLinkedToYou, Title: "Data Linked to You",
				Detail: "The following data may be collected and linked to your identity:",
				Categories: []storage.LabelCategory{
					{Identifier: "HEALTH_AND_FITNESS", Title: "Health & Fitness"}, {Identifier: "CONTACT_INFO", Title: "Contact Info"},
					{Identifier: "IDENTIFIERS", Title: "Identifiers"}, {Identifier: "USAGE_DATA", Title: "Usage Data"}}},
			{Identifier: storage.DataNotLinkedToYou, Title: "Data Not Linked to You",
				Detail:     "The following data may be collected but it is not linked to your identity:",
				Categories: []storage.LabelCategory{{Identifier: "DIAGNOSTICS", Title: "Diagnostics"}}},
		}},
	}
	if diff := cmp.Diff(want, l); diff != "" {
		t.Errorf("listing (-want +got):\n%s", diff)
	}
}

// TestParse_realDetails2021 reads a real answer with purposes and data types,
// which pages before 2025 did not have.
func TestParse_realDetails2021(t *testing.T) {
	t.Parallel()
	var answer struct {
		Data []json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(fixture(t, "amp/2021_deliveroo_1001501844_privacyDetails.json"), &answer); err != nil {
		t.Fatal(err)
	}
	inner, err := json.Marshal(map[string]any{"d": answer.Data})
	if err != nil {
		t.Fatal(err)
	}
	outer, err := json.Marshal(map[string]string{"key": string(inner)})
	if err != nil {
		t.Fatal(err)
	}
	l := parse(t, box("shoebox-media-api-cache-apps", outer), 1001501844)
	golden(t, "deliveroo-2021-details.json", l.Label)
}

// TestParse_realLabels2026 gives each of 25 real labels to a page, and wants it back.
func TestParse_realLabels2026(t *testing.T) {
	t.Parallel()
	fixture(t, "labels-2026/signal.appstore-label.json")
	names, err := filepath.Glob(filepath.Join(fixturesDir, "labels-2026", "*-label.json"))
	if err != nil || len(names) < 25 {
		t.Fatalf("%d labels, %v", len(names), err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			var want storage.Label
			if err := json.Unmarshal(fixture(t, "labels-2026/"+filepath.Base(name)), &want.Types); err != nil {
				t.Fatal(err)
			}
			for i := range want.Types {
				want.Types[i].Purposes = nil // none on a summary
				for j := range want.Types[i].Categories {
					want.Types[i].Categories[j].DataTypes = nil
				}
			}
			for _, format := range formats() {
				app := fakestore.App{ID: 1, Label: &want, Format: format}
				if diff := cmp.Diff(&want, parse(t, pageOf(t, app), 1).Label); diff != "" {
					t.Errorf("%q (-want +got):\n%s", format, diff)
				}
			}
		})
	}
}
