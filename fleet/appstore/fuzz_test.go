package appstore_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// checkListing holds what is true of each listing, whatever it was read from.
func checkListing(t *testing.T, l fleet.Listing) {
	t.Helper()
	for name, text := range map[string]*string{
		"name": l.Name, "url": l.URL, "icon": l.IconURL, "bundle id": l.BundleID, "developer": l.Developer, "version": l.Version,
		"notes": l.WhatsNew, "currency": l.PriceCurrency, "price": l.PriceFormatted, "genre": l.GenreName, "rating": l.AgeRating,
		"policy": l.PrivacyPolicyURL, "country": &l.Country,
	} {
		if s := value(text); !utf8.ValidString(s) || strings.Contains(s, "\x00") || len(s) > 16<<10 {
			t.Errorf("%s is %q", name, s)
		}
		if text != nil && *text == "" && name != "policy" && name != "country" {
			t.Errorf("%s is said to be empty", name)
		}
	}
	if (l.AgeRating == nil) != (l.AgeRatingSource == "") {
		t.Errorf("rating %q is from %q", value(l.AgeRating), l.AgeRatingSource)
	}
	if l.AgeRatingValue != nil && (l.AgeRating == nil || *l.AgeRatingValue <= 0) {
		t.Errorf("rating %q has the number %d", value(l.AgeRating), *l.AgeRatingValue)
	}
	if l.Accessibility != nil && l.Features == nil {
		t.Errorf("accessibility %+v without a list of features", l.Accessibility)
	}
	app := storage.App{ID: 1, Name: "One", URL: "u", AgeRatingLanguage: storage.Text(l.AgeRatingLanguage),
		AgeRatingDescriptors: l.AgeRatingDescriptors, Accessibility: l.Accessibility}
	if err := storage.Validate(app); err != nil {
		t.Error(err)
	}
	if l.Label != nil {
		checkLabel(t, *l.Label)
	}
	for i, f := range value(l.Features) {
		if f.App = l.ID; storage.Validate(f) != nil || f.Position != i {
			t.Errorf("feature %+v: %v", f, storage.Validate(f))
		}
	}
	for _, r := range value(l.Related) {
		if r.App = l.ID; storage.Validate(r) != nil || r.Position > 9 {
			t.Errorf("related %+v: %v", r, storage.Validate(r))
		}
	}
}

func checkLabel(t *testing.T, l storage.Label) {
	t.Helper()
	text, err := json.Marshal(l)
	if err != nil || !l.Known() || !utf8.Valid(text) || strings.Contains(string(text), `\u0000`) {
		t.Errorf("label %s, %v", text, err)
	}
	seen := make(map[string]bool)
	once := func(path ...string) {
		key := strings.Join(path, "\x00") // which no identifier has
		if seen[key] || path[len(path)-1] == "" {
			t.Errorf("%q is empty or there twice", key)
		}
		seen[key] = true
	}
	categories := func(path string, all []storage.LabelCategory) {
		for _, c := range all {
			once(path, c.Identifier)
			if c.Title == "" || len(c.DataTypes) > 64 {
				t.Errorf("category %+v", c)
			}
		}
	}
	for _, ty := range l.Types {
		once(ty.Identifier)
		categories(ty.Identifier, ty.Categories)
		if ty.Title == "" || ty.Categories == nil {
			t.Errorf("type %+v", ty)
		}
		for _, p := range ty.Purposes {
			once(ty.Identifier, "for", p.Identifier)
			categories(ty.Identifier+"\x00for\x00"+p.Identifier, p.Categories)
		}
	}
}

// seeds adds pages of some formats, and all of them in German.
func seeds(f *testing.F, formats ...fakestore.Format) {
	for _, format := range formats {
		app := richApp(format)
		f.Add(pageOf(f, app))
		app.Language = "de-DE"
		f.Add(pageOf(f, app))
	}
}

// bounded fails the test when read allocates more than in proportion to what it is
// given. Nothing else runs beside the inputs of a fuzz test.
func bounded(t *testing.T, size int, read func()) {
	t.Helper()
	if took := cost.Of(read); took.Bytes > 1<<20+1024*uint64(size) {
		t.Errorf("%d bytes allocated for %d", took.Bytes, size)
	}
}

func parseBounded(t *testing.T, page []byte) (l fleet.Listing, err error) {
	t.Helper()
	bounded(t, len(page), func() { l, err = appstore.Parse(page, 4711) })
	return l, err
}

func fuzzPage(f *testing.F) {
	f.Fuzz(func(t *testing.T, page []byte) {
		if l, err := parseBounded(t, page); err == nil {
			checkListing(t, l)
			if l.ID != 4711 || l.Extractor == "" {
				t.Errorf("app %d read by %q", l.ID, l.Extractor)
			}
			checkOwn(t, page, l)
		}
	})
}

// checkOwn checks that a listing keeps nothing of the page it was read from, and that reading leaves the page as
// it was.
func checkOwn(t *testing.T, page []byte, want fleet.Listing) {
	t.Helper()
	given := bytes.Clone(page)
	got, err := appstore.Parse(given, want.ID)
	if err != nil || !bytes.Equal(given, page) {
		t.Errorf("the page was changed, or the error %v came later", err)
	}
	clear(given)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the listing is part of the page (-want +got):\n%s", diff)
	}
}

func FuzzParse_markup(f *testing.F) {
	seeds(f, fakestore.Cards, fakestore.EmberList)
	fuzzPage(f)
}

// The other places are JSON: that is what is fuzzed, within a page.

func FuzzParse_island(f *testing.F) {
	fuzzScript(f, "serialized-server-data", fakestore.Island, fakestore.IslandArray)
}

func FuzzParse_mediaAPI(f *testing.F) {
	fuzzScript(f, "shoebox-media-api-cache-apps", fakestore.MediaAPI)
}

func FuzzParse_ember(f *testing.F) {
	fuzzScript(f, "shoebox-ember-data-store", fakestore.Ember, fakestore.EmberList)
}

func fuzzScript(f *testing.F, id string, formats ...fakestore.Format) {
	for _, format := range formats {
		_, text, _ := strings.Cut(string(pageOf(f, richApp(format))), `id="`+id+`">`)
		text, _, _ = strings.Cut(text, "</script>")
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if l, err := parseBounded(t, box(id, []byte(text))); err == nil {
			checkListing(t, l)
		}
	})
}

func FuzzResults(f *testing.F) {
	f.Add([]byte("\n\n\n" + `{"resultCount": 1, "results": [{"wrapperType": "software", "trackId": 5.7e8, "trackName": "One", "price": 1.5,
		"bundleId": "a.b", "trackViewUrl": "https://apps.apple.com/us/app/id570000000?uo=4", "contentAdvisoryRating": "+4"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var all []fleet.Listing
		var err error
		bounded(t, len(text), func() { all, err = appstore.ParseResults(text, "us") })
		if err != nil && all != nil {
			t.Errorf("%d apps beside %v", len(all), err)
		}
		for _, l := range all {
			checkListing(t, l)
			if l.ID <= 0 || l.ID > storage.MaxAppID {
				t.Errorf("app %d", l.ID)
			}
		}
	})
}

// FuzzResolve: what was understood once is understood again.
func FuzzResolve(f *testing.F) {
	s, err := appstore.New(appstore.Config{})
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range []string{"us/app/x/id12?uo=4", "app/id1", "jp/app/%E6%97%A5/id1#a", "us/developer/x/id1", "us/app/id9/id3/"} {
		f.Add("https://apps.apple.com/" + path)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		got, err := s.Resolve(raw)
		if err != nil {
			return
		}
		if got.ID <= 0 || len(got.Country) != 0 && len(got.Country) != 2 || !utf8.ValidString(got.URL) {
			t.Errorf("Resolve(%q) = %+v", raw, got)
		}
		if again, err := s.Resolve(got.URL); err != nil || !cmp.Equal(again, got) {
			t.Errorf("Resolve(%q) = %+v, %v, the first time %+v", got.URL, again, err, got)
		}
		// What can be resolved can be asked for.
		if _, err := http.NewRequest(http.MethodGet, got.URL, nil); err != nil {
			t.Errorf("Resolve(%q): %v", raw, err)
		}
	})
}
