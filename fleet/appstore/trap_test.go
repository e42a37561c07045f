package appstore_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// TestParse_noIslandNeeded: an edge cache may serve a page of last year's format.
func TestParse_noIslandNeeded(t *testing.T) {
	t.Parallel()
	for _, format := range formats()[2:] {
		if l := parse(t, pageOf(t, richApp(format)), 4711); l.Label == nil {
			t.Errorf("%q: no label", format)
		}
	}
}

// TestParse_unreadableIsland: what an older place says still counts.
func TestParse_unreadableIsland(t *testing.T) {
	t.Parallel()
	page := strings.Replace(string(pageOf(t, richApp(fakestore.Cards))), "<footer>",
		`<script type="application/json" id="serialized-server-data">{"data": [</script><footer>`, 1)
	if diff := cmp.Diff(shortLabel(), parse(t, []byte(page), 4711).Label); diff != "" {
		t.Errorf("label (-want +got):\n%s", diff)
	}
}

// TestParse_otherAppsFirst: a list may begin with, or be only of, other apps.
func TestParse_otherAppsFirst(t *testing.T) {
	t.Parallel()
	record := `{"id": "%d", "attributes": {"name": "%s", "privacy": {"privacyTypes": [{"identifier": "%s"}]}}}`
	other, own := fmt.Sprintf(record, 2, "Two", "DATA_USED_TO_TRACK_YOU"), fmt.Sprintf(record, 1, "One", "DATA_NOT_COLLECTED")
	intent := `{"intent": {"id": "%d"}, "data": {"title": "%s", "shelfMapping": {"privacyTypes": {"items": [{"identifier": "%s"}]}}}}`
	pages := map[string][]byte{
		"media api":    box("shoebox-media-api-cache-apps", []byte(`{"a": {"d": [`+other+`]}, "b": {"d": [`+other+`,`+own+`]}}`)),
		"ember, list":  box("shoebox-ember-data-store", []byte(`{"data": [`+other+`,`+own+`]}`)),
		"ember, keyed": box("shoebox-ember-data-store", []byte(`{"2": {"data": `+other+`}, "1": {"data": `+own+`}}`)),
		"ember, one":   box("shoebox-ember-data-store", []byte(`{"data": `+own+`, "included": [`+other+`]}`)),
		"island": islandOf(fmt.Sprintf(intent, 2, "Two", "DATA_USED_TO_TRACK_YOU") + "," +
			fmt.Sprintf(intent, 1, "One", "DATA_NOT_COLLECTED")),
	}
	for name, page := range pages {
		l := parse(t, page, 1)
		if _, ok := value(l.Label).Type(storage.DataNotCollected); !ok || value(l.Name) != "One" || len(l.Label.Types) != 1 {
			t.Errorf("%s: %q with %v, want One with nothing collected", name, value(l.Name), outline(l.Label))
		}
	}
}

// TestParse_realListOfOthers: the box of this page has other apps only.
func TestParse_realListOfOthers(t *testing.T) {
	t.Parallel()
	text := fixture(t, "excerpts/2021-03_whatsapp_us_310633997_embershoebox-list.html")
	page := `<link rel="canonical" href="https://apps.apple.com/us/app/whatsapp/id310633997">` + string(text)
	want := fleet.Listing{ID: 310633997, URL: new("https://apps.apple.com/us/app/whatsapp/id310633997"), Country: "us", Extractor: "html/1"}
	if diff := cmp.Diff(want, parse(t, []byte(page), 310633997)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestParse_otherAppsLockups: a page has the names and ratings of twenty others.
func TestParse_otherAppsLockups(t *testing.T) {
	t.Parallel()
	l := parse(t, island(`{"similarItems": {"items": [
		{"adamId": "2", "title": "Two", "ageRating": "17+", "bundleId": "com.example.two", "clickAction": {"pageUrl": "https://apps.apple.com/us/app/two/id2"}}]}}`), 1)
	if value(l.Name) != "One" || l.AgeRating != nil || l.BundleID != nil {
		t.Errorf("took %q, %q, %q from another app", value(l.Name), value(l.AgeRating), value(l.BundleID))
	}
}

// TestParse_related: the shelves are found, bundles and the app itself are not on
// them, each app is once, and no more than ten are kept of each.
func TestParse_related(t *testing.T) {
	t.Parallel()
	var items []string
	for i := range 15 {
		items = append(items, fmt.Sprintf(`{"adamId": %d, "title": "App %[1]d", "developerName": "Dev", "icon": {"template": "https://example.com/%[1]d/{w}x{h}{c}.{f}"},
			"clickAction": {"pageUrl": "https://apps.apple.com/us/app/app-%[1]d/id%[1]d?l=en"}}`, i/2+1))
	}
	l := parse(t, island(`{"moreByDeveloper": {"items": [
		{"adamId": "9", "title": "Nine", "clickAction": {"pageUrl": "https://apps.apple.com/us/app-bundle/nine/id9"}},
		{"adamId": "10", "title": "Ten"}, {"adamId": "11"}, {"title": "No id"}]}, "similarItems": {"items": [`+strings.Join(items, ",")+`]}}`), 1)
	want := []storage.RelatedApp{
		{Shelf: storage.ShelfMoreByDeveloper, Related: 10, Name: "Ten", URL: "https://apps.apple.com/us/app/id10"}}
	for id := 2; id <= 8; id++ {
		want = append(want, storage.RelatedApp{Shelf: storage.ShelfMayAlsoLike, Related: storage.AppID(id), Name: fmt.Sprint("App ", id), Developer: "Dev",
			IconURL: storage.Text(fmt.Sprintf("https://example.com/%d/512x512bb.png", id)),
			URL:     fmt.Sprintf("https://apps.apple.com/us/app/app-%d/id%[1]d", id), Position: id - 2})
	}
	if diff := cmp.Diff(&want, l.Related); diff != "" {
		t.Errorf("related (-want +got):\n%s", diff)
	}
	var many []string
	for i := range 15 {
		many = append(many, fmt.Sprintf(`{"adamId": %d, "title": "App"}`, i+2))
	}
	l = parse(t, island(`{"similarItems": {"items": [`+strings.Join(many, ",")+`]}}`), 1)
	if n := len(value(l.Related)); n != 10 {
		t.Errorf("%d apps of a shelf, want 10", n)
	}
	if l := parse(t, island(`{"similarItems": null}`), 1); l.Related != nil {
		t.Errorf("related without a shelf: %v", l.Related)
	}
}

// TestParse_details: purposes and data types are kept, and the texts are those of
// the summary, which have been the same in every year.
func TestParse_details(t *testing.T) {
	t.Parallel()
	got := parse(t, pageOf(t, richApp(fakestore.Island)), 4711).Label
	if diff := cmp.Diff(richLabel(), got); diff != "" {
		t.Errorf("label (-want +got):\n%s", diff)
	}
}

func TestParse_inAppPurchases(t *testing.T) {
	t.Parallel()
	for _, want := range []*bool{nil, new(false), new(true)} {
		for _, format := range []fakestore.Format{fakestore.Island, fakestore.MediaAPI, fakestore.Ember} {
			got := parse(t, pageOf(t, fakestore.App{ID: 1, HasIAP: want, Format: format}), 1).HasIAP
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q (-want +got):\n%s", format, diff)
			}
		}
	}
}

// TestParse_linkedData: the developer is found whatever lies around the name.
func TestParse_linkedData(t *testing.T) {
	t.Parallel()
	page := `<link rel="canonical" href="https://apps.apple.com/us/app/one/id1">
		<script type="application/ld+json">{"@type": "Organization", "name": "App Store", "author": {"name": "No Name"}}</script>
		<script type="application/ld+json">not JSON</script>
		<script name="schema:software-application" type="application/ld+json">{"author": {"address": {"street": {"a": "}"}},
			"name": "A &amp; B {Ltd}", "@type": "Person"}, "name": "One", "@type": "SoftwareApplication", "offers": [{"price": 1.5, "priceCurrency": "EUR"}]}</script>`
	l := parse(t, []byte(page), 1)
	if value(l.Developer) != "A & B {Ltd}" || value(l.PriceAmount) != 1.5 || value(l.PriceCurrency) != "EUR" {
		t.Errorf("%q, %v %q", value(l.Developer), value(l.PriceAmount), value(l.PriceCurrency))
	}
}

// TestParse_wordsOfOtherPlaces: the phrase for a missing label is on every older
// page, and the footer has the App Store's own policy.
func TestParse_wordsOfOtherPlaces(t *testing.T) {
	t.Parallel()
	for _, format := range formats() {
		page := pageOf(t, fakestore.App{ID: 1, Format: format})
		if !strings.Contains(string(page), "No Details Provided") || !strings.Contains(string(page), "apple.com/legal/privacy") {
			t.Fatalf("%q: the page does not set the trap", format)
		}
		if l := parse(t, page, 1); l.Label != nil || l.PrivacyPolicyURL != nil {
			t.Errorf("%q: label %v, policy %q", format, outline(l.Label), value(l.PrivacyPolicyURL))
		}
	}
}

// TestParse_truncated: half a page must not look like a shorter label.
func TestParse_truncated(t *testing.T) {
	t.Parallel()
	for _, format := range formats() {
		page := pageOf(t, richApp(format))
		want := outline(parse(t, page, 4711).Label)
		for end := range page {
			if end%251 != 0 {
				continue
			}
			l, err := appstore.Parse(page[:end], 4711)
			if err == nil && l.Label != nil && cmp.Diff(want, outline(l.Label)) != "" {
				t.Fatalf("%q, cut at %d of %d: %v", format, end, len(page), outline(l.Label))
			}
		}
	}
}

func TestParse_policyURL(t *testing.T) {
	t.Parallel()
	header := `{"privacyHeader": {"items": [{"bodyText": {"linkedSubstrings": {"Politique": {"url": "%s", "actionMetrics": {"data": [{"fields": {"targetId": "privacyPolicy"}}]}},
		"A": {"url": "https://example.com/other", "actionMetrics": {"data": [{"fields": {"targetId": "privacyDefinitions"}}]}}}}}]}}`
	tests := []struct{ url, want string }{
		{"https://example.com/privacy", "https://example.com/privacy"},
		{" http://192.168.0.1:8080/p?a#b ", "http://192.168.0.1:8080/p?a#b"},
		{"https://www.apple.com/legal/privacy/", "https://www.apple.com/legal/privacy/"},
		{"javascript:alert(1)", ""},
		{"https://user:word@example.com/", ""},
		{"https://example.com/" + strings.Repeat("a", 2048), ""},
		{"privacy.html", ""},
	}
	for _, tt := range tests {
		got := parse(t, island(fmt.Sprintf(header, tt.url)), 1).PrivacyPolicyURL
		if (got != nil) != (tt.want != "") || value(got) != tt.want {
			t.Errorf("policy %.60q = %v %q, want %q: an unusable one is not known", tt.url, got, value(got), tt.want)
		}
	}
}

// TestParse_removedPolicy: a page has no link to the policy only if it is whole and has other
// links of the developer. Whatever else it shows may be a link that is not understood.
func TestParse_removedPolicy(t *testing.T) {
	t.Parallel()
	link := func(target, url string) string {
		return fmt.Sprintf(`{"clickAction": {"url": %q, "actionMetrics": {"data": [{"fields": {"targetId": %q}}]}}}`, url, target)
	}
	website, support := link("DeveloperWebsite", "https://example.com/"), link("LinkToAppSupport", "https://example.com/")
	policy := link("LinkToPrivacyPolicy", "https://example.com/privacy")
	const header = `[{"bodyText": {"styledText": {"rawText": "The developer"}}}]`
	page := func(header, links, owners string) string {
		return fmt.Sprintf(`{"shelfMapping": {"privacyHeader": {"items": %s}, "notPurchasedLinks": %s, "purchasedLinks": %s}}`, header, links, owners)
	}
	items := func(links ...string) string { return `{"items": [` + strings.Join(links, ",") + `]}` }
	tests := []struct {
		name, data string
		want       *string
	}{
		{"the website and support", page(header, items(website, support), items(website)), new("")},
		{"only support, of owners", page(header, "null", items(support)), new("")},
		{"the policy is only for owners", page(header, items(website), items(policy)), new("https://example.com/privacy")},
		{"a policy that cannot be used", page(header, items(website, link("LinkToPrivacyPolicy", "javascript:alert(1)")), "null"), nil},
		{"a link of another kind", page(header, items(website, link("LinkToTerms", "https://example.com/")), "null"), nil},
		{"a link that is a number", page(header, items(website, "5"), "null"), nil},
		{"a link without a target", page(header, items(website, `{}`), "null"), nil},
		{"a link with a damaged action", page(header, items(website, `{"clickAction": "x"}`), "null"), nil},
		{"a link with damaged metrics", page(header, items(website, `{"clickAction": {"actionMetrics": {"data": "x"}}}`), "null"), nil},
		{"links that are a text", page(header, items(website), `"x"`), nil},
		{"no links", page(header, items(), items()), nil},
		{"no text about privacy", page(`[{}]`, items(website), "null"), nil},
		{"a damaged text about privacy", page(`[{"bodyText": "x"}]`, items(website), "null"), nil},
		{"damaged links in the text", page(`[{"bodyText": {"styledText": {"rawText": "The developer"}, "linkedSubstrings": "x"}}]`, items(website), "null"), nil},
		{"another link in the text", page(`[{"bodyText": {"styledText": {"rawText": "The developer"}, "linkedSubstrings": {"policy": {"url": "https://example.com/privacy"}}}}]`, items(website), "null"), nil},
		{"no privacy section", `{"shelfMapping": {"notPurchasedLinks": ` + items(website) + `}}`, nil},
		{"an incomplete page", `{"isIncomplete": true, ` + page(header, items(website), "null")[1:], nil},
	}
	for _, tt := range tests {
		got := parse(t, islandOf(`{"intent": {"id": "1", "language": "en"}, "data": `+tt.data+`}`), 1).PrivacyPolicyURL
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestParse_platforms: an app of the computer or the television has no entry for
// the phone.
func TestParse_platforms(t *testing.T) {
	t.Parallel()
	for platforms, want := range map[string]string{
		`{"osx": {"bundleId": "mac"}}`:                                   "mac",
		`{"appletvos": {"bundleId": "tv"}}`:                              "tv",
		`{"xros": {"bundleId": "vision"}, "ios": {"bundleId": "phone"}}`: "phone",
		`{"xros": {"bundleId": "vision"}}`:                               "vision",
		`{}`:                                                             "",
	} {
		page := box("shoebox-media-api-cache-apps", []byte(`{"a": {"d": [{"id": "1", "attributes": {"platformAttributes": `+platforms+`}}]}}`))
		if got := value(parse(t, page, 1).BundleID); got != want {
			t.Errorf("%s: bundle id %q, want %q", platforms, got, want)
		}
	}
}

// TestParse_islandOfOtherApp: what the page is for counts, not what else it shows.
func TestParse_islandOfOtherApp(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		page string
		ok   bool
	}{
		"by intent":             {`{"intent": {"id": "1"}, "data": {"lockup": {"adamId": "2"}}}`, true},
		"by lockup":             {`{"data": {"lockup": {"adamId": 1}}}`, true},
		"by offer":              {`{"data": {"titleOfferDisplayProperties": {"adamId": "1"}}}`, true},
		"names no app":          {`{"data": {"shelfMapping": {}}}`, true},
		"has no product":        {`{"data": {"title": "Today"}}`, false},
		"intent for another":    {`{"intent": {"id": "2"}, "data": {"lockup": {"adamId": "1"}, "shelfMapping": {}}}`, false},
		"names another only":    {`{"data": {"lockup": {"adamId": "2"}, "shelfMapping": {}}}`, false},
		"null":                  {`null`, false},
		"numbers where objects": {`{"intent": 1, "data": 2}`, false},
	} {
		if _, err := appstore.Parse(islandOf(tt.page), 1); (err == nil) != tt.ok {
			t.Errorf("%s: %v, want understood: %t", name, err, tt.ok)
		}
	}
}

// TestParse_answerWithLabel: of several answers about the app, that with the
// label counts.
func TestParse_answerWithLabel(t *testing.T) {
	t.Parallel()
	page := box("shoebox-media-api-cache-apps", []byte(`{"a": {"d": [{"id": "1", "attributes": {"name": "Sparse"}}]},
		"b": "{\"d\": [{\"id\": \"1\", \"attributes\": {\"name\": \"Whole\", \"privacy\": {\"privacyTypes\": [{\"identifier\": \"DATA_NOT_COLLECTED\"}]}}}]}"}`))
	l := parse(t, page, 1)
	if _, ok := value(l.Label).Type(storage.DataNotCollected); !ok || value(l.Name) != "Whole" {
		t.Errorf("%q with %v", value(l.Name), outline(l.Label))
	}
}

// TestParse_emptyLists: a label that says that nothing is collected, or
// declared, and names what is collected, is not understood.
func TestParse_emptyLists(t *testing.T) {
	t.Parallel()
	for _, id := range []string{storage.DataNotCollected, storage.DataNotProvided} {
		l := parse(t, island(`{"privacyTypes": {"items": [{"identifier": "`+id+`", "categories": [{"identifier": "OTHER"}],
			"purposes": [{"identifier": "ANALYTICS", "categories": [{"identifier": "OTHER"}]}]}]}}`), 1)
		if l.Label != nil {
			t.Errorf("%s: label %+v, want none", id, outline(l.Label))
		}
	}
}

// TestParse_otherKindOfPage: a page about the app that is not its product page is
// not read as one, but does not keep the markup from being read.
func TestParse_otherKindOfPage(t *testing.T) {
	t.Parallel()
	const page = `{"intent": {%s"id": "1"}, "data": {"title": "One", "shelfMapping": {"privacyTypes": {"items": [{"identifier": "DATA_NOT_COLLECTED"}]}}}}`
	for kind, ok := range map[string]bool{
		``:                               true,
		`"$kind": null, `:                true,
		`"$kind": "ProductPageIntent", `: true,
		`"$kind": "ReviewsPageIntent", `: false,
		`"$kind": "productpageintent", `: false,
		`"$kind": 7, `:                   false,
	} {
		island := islandOf(fmt.Sprintf(page, kind))
		if _, err := appstore.Parse(island, 1); (err == nil) != ok {
			t.Errorf("%s: %v, want understood: %t", kind, err, ok)
		}
		around := append([]byte(`<link rel="canonical" href="https://apps.apple.com/us/app/one/id1">`), island...)
		l := parse(t, around, 1)
		if found := l.Extractor != "html/1" && l.Label != nil; found != ok {
			t.Errorf("%s: read by %s, label %v", kind, l.Extractor, outline(l.Label))
		}
	}
	both := fmt.Sprintf(page, `"$kind": "ReviewsPageIntent", `) + "," + strings.Replace(fmt.Sprintf(page, ""), "One", "Own", 1)
	if l := parse(t, islandOf(both), 1); value(l.Name) != "Own" {
		t.Errorf("%q, want the product page behind the other", value(l.Name))
	}
}

// TestParse_scriptWithNUL: HTML replaces the character, so that the JSON is valid.
func TestParse_scriptWithNUL(t *testing.T) {
	t.Parallel()
	page := strings.Replace(string(island(`{}`)), "One", "O\x00ne", 1)
	if name := value(parse(t, []byte(page), 1).Name); name != "O\ufffdne" {
		t.Errorf("the name is %q", name)
	}
}
