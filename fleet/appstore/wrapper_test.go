package appstore_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// TestParse_wrappers: whatever is around the pages, and objects in place of arrays, the page
// of the app is read.
func TestParse_wrappers(t *testing.T) {
	t.Parallel()
	const (
		label = `{"items": [{"identifier": "DATA_LINKED_TO_YOU", "title": "T", "categories": [{"identifier": "CONTACT_INFO", "title": "C"}]}]}`
		page  = `{"intent": {"$kind": "ProductPageIntent", "id": "1", "language": "en-US"}, "data": {"title": "One", "shelfMapping": {"privacyTypes": ` + label + `}}}`
		other = `{"intent": {"$kind": "ProductPageIntent", "id": "2"}, "data": {"title": "Two", "shelfMapping": {}}}`
	)
	keyed := func(s string) string {
		s = strings.ReplaceAll(s, `"items": [`, `"items": {"0": `)
		s = strings.ReplaceAll(s, `"categories": [`, `"categories": {"0": `)
		return strings.ReplaceAll(s, "]", "}")
	}
	for _, script := range []string{
		`{"data": [` + page + `]}`, `[` + page + `]`, `{"data": {"0": ` + page + `}}`, `{"0": ` + page + `}`, `{"data": ` + page + `}`, page,
		`{"data": {"1": ` + page + `, "0": ` + other + `}, "userTokenHash": "x"}`, `{"data": {"product": ` + page + `}}`,
		`{"data": {"data": [` + other + `,` + page + `]}}`, `{"data": [[` + page + `]]}`, `{"data": {"0": ` + keyed(page) + `}}`,
		`{"data": [null, 7, ` + page + `]}`, "\n {\"data\": {\"0\": " + page + "}}",
	} {
		l := parse(t, []byte(`<html><script type="application/json" id="serialized-server-data">`+script+`</script></html>`), 1)
		if l.Extractor != "serialized-server-data/1" || value(l.Name) != "One" || l.Label == nil || len(l.Label.Types) != 1 || len(l.Label.Types[0].Categories) != 1 {
			t.Errorf("%s: extractor %q, name %q, label %+v", script, l.Extractor, value(l.Name), l.Label)
		}
	}
	for _, script := range []string{`{"data": {"0": ` + other + `}}`, `{"data": {}}`, `{"data": "x"}`, `{"a":{"b":{"c":{"d":{"e":` + page + `}}}}}`} {
		if l, err := appstore.Parse([]byte(`<html><script id="serialized-server-data">`+script+`</script></html>`), 1); err == nil {
			t.Errorf("%s: read as %q", script, value(l.Name))
		}
	}
}

// TestParse_offerOfTheLockup: the ID and the bundle ID may be with the offer of the lockup only.
func TestParse_offerOfTheLockup(t *testing.T) {
	t.Parallel()
	page := func(id string) []byte {
		return islandOf(`{"data": {"title": "One", "lockup": {"offerDisplayProperties": {"adamId": ` + id + `, "bundleId": "com.example.one", "hasInAppPurchases": true,
			"isFree": false, "titles": {"standard": "$4.99"}}}, "shelfMapping": {}}}`)
	}
	for _, id := range []string{`"1"`, `1`} {
		l := parse(t, page(id), 1)
		if value(l.BundleID) != "com.example.one" || !value(l.HasIAP) || value(l.PriceAmount) != 4.99 {
			t.Errorf("bundle %q, in-app purchases %v, price %v", value(l.BundleID), value(l.HasIAP), value(l.PriceAmount))
		}
	}
	if l, err := appstore.Parse(page("2"), 1); err == nil {
		t.Errorf("the page of another app was read: %q", value(l.Name))
	}
	l := parse(t, islandOf(`{"intent": {"id": "1"}, "data": {"title": "One", "lockup": {"adamId": "1", "offerDisplayProperties": {"adamId": "2", "bundleId": "com.example.two"}},
		"shelfMapping": {}}}`), 1)
	if l.BundleID != nil {
		t.Errorf("bundle ID %q of another app", *l.BundleID)
	}
}

// TestParse_kindOfThePage: a page of another kind is read if its data is about the app, and one
// that says that it is a product's comes first.
func TestParse_kindOfThePage(t *testing.T) {
	t.Parallel()
	page := func(kind, named, title string) string {
		return `{"intent": {"$kind": "` + kind + `", "id": "9"}, "data": {"title": "` + title + `", "lockup": {"adamId": "` + named + `"}, "shelfMapping": {"privacyTypes":
			{"items": [{"identifier": "DATA_LINKED_TO_YOU", "title": "T", "categories": [{"identifier": "CONTACT_INFO", "title": "C"}]}]}}}}`
	}
	product := strings.Replace(page("ProductPageIntent", "1", "Product"), `"id": "9"`, `"id": "1"`, 1)
	for script, want := range map[string]string{
		page("AppPageIntent", "1", "One"):                       "One",
		page("AppPageIntent", "1", "One") + "," + product:       "Product",
		page("DeveloperPageIntent", "2", "Two") + "," + product: "Product",
	} {
		l := parse(t, islandOf("["+script+"]"), 1)
		if value(l.Name) != want || l.Label == nil || len(l.Label.Types) != 1 {
			t.Errorf("%s: name %q, label %+v", script, value(l.Name), l.Label)
		}
	}
	if l, err := appstore.Parse(islandOf("["+page("DeveloperPageIntent", "2", "Two")+"]"), 1); err == nil {
		t.Errorf("the page of another app was read: %q", value(l.Name))
	}
}

// serving answers each path with a handler of its own.
func serving(answers map[string]http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if answer := answers[r.URL.Path]; answer != nil {
			answer(w, r)
			return
		}
		http.NotFound(w, r)
	})
}

// TestLookup_markBeforeTheAnswer: a byte order mark, before or after the blank lines, is no part
// of the answer.
func TestLookup_markBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	const answer = `{"resultCount": 1, "results": [{"wrapperType": "software", "kind": "software", "trackId": 1, "trackName": "One"}]}`
	for _, before := range []string{"", "\n\n\n", "\ufeff", "\n\n\ufeff", "\ufeff\n\n"} {
		s := newScraper(t, serving(map[string]http.HandlerFunc{"/lookup": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(before + answer))
		}}))
		found, err := s.Lookup(t.Context(), "us", []storage.AppID{1})
		if err != nil || len(found) != 1 {
			t.Errorf("%q: %d apps, %v", before, len(found), err)
		}
	}
}

// TestLookup_errorNamesTheLookup: what was not understood is no page.
func TestLookup_errorNamesTheLookup(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"<html>", `{"results": `, ""} {
		write := func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(answer)) }
		s := newScraper(t, serving(map[string]http.HandlerFunc{"/lookup": write, "/search": write}))
		_, lookup := s.Lookup(t.Context(), "us", []storage.AppID{1})
		_, search := s.Search(t.Context(), "us", "one", 1)
		for _, err := range []error{lookup, search} {
			if err == nil || !strings.Contains(err.Error(), "lookup") || strings.Contains(err.Error(), "page") {
				t.Errorf("%q: %v", answer, err)
			}
		}
	}
}

// TestScrape_languageAfterRedirects: whatever a redirect drops, the page is asked for in English.
func TestScrape_languageAfterRedirects(t *testing.T) {
	t.Parallel()
	page := pageOf(t, fakestore.App{ID: 1, Name: "One"})
	for _, to := range []string{
		"/us/app/one/id1", "/us/app/one/id1?l=fr", "/us/app/one/id1?mt=8&l=ja#top", "https://apps.apple.com/us/app/one/id1", "https://itunes.apple.com/us/app/one/id1?uo=4",
	} {
		var asked []string
		s := newScraper(t, serving(map[string]http.HandlerFunc{
			"/us/app/id1": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusMovedPermanently) },
			"/us/app/one/id1": func(w http.ResponseWriter, r *http.Request) {
				asked = append(asked, r.URL.Query()["l"]...)
				_, _ = w.Write(page)
			},
		}))
		target := fleet.Target{ID: 1, URL: "https://apps.apple.com/us/app/id1?platform=mac", Country: "us"}
		if _, err := s.Scrape(t.Context(), target); err != nil || !slices.Equal(asked, []string{"en-US"}) {
			t.Errorf("to %s: languages %q, %v", to, asked, err)
		}
	}
}
