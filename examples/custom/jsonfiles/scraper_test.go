package jsonfiles_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/examples/custom/jsonfiles"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

const base = "https://apps.example.org/catalog"

func newScraper(t testing.TB, files fs.FS) *jsonfiles.Scraper {
	t.Helper()
	s, err := jsonfiles.New(files, base)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// folder returns a folder with one file, of the app 7.
func folder(content string) fstest.MapFS { return fstest.MapFS{"7.json": {Data: []byte(content)}} }

func TestNew(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		base string
		ok   bool
	}{
		{"https://apps.example.org/catalog", true},
		{"http://localhost:8080/", true},
		{"apps.example.org", false},
		{"/catalog", false},
		{"ftp://apps.example.org/", false},
		{"https://apps.example.org/?id=", false},
		{"https://apps.example.org/#x", false},
		{"https:///x", false},
		{"://", false},
	} {
		if _, err := jsonfiles.New(fstest.MapFS{}, one.base); (err == nil) != one.ok {
			t.Errorf("New(%q): %v, want success: %t", one.base, err, one.ok)
		}
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	s := newScraper(t, fstest.MapFS{})
	for _, one := range []struct {
		address string
		want    storage.AppID // zero: refused
	}{
		{base + "/7", 7},
		{base + "/7/", 7},
		{base + "/9007199254740991", storage.MaxAppID},
		{base + "/9007199254740992", 0},
		{base + "/99999999999999999999", 0},
		{base + "/0", 0},
		{base + "/-7", 0},
		{base + "/7/8", 0},
		{base + "/7?x", 0},
		{base + "/../7", 0},
		{base + "7", 0},
		{base, 0},
		{"https://apps.example.com/catalog/7", 0},
		{"", 0},
	} {
		got, err := s.Resolve(one.address)
		want := fleet.Target{}
		if one.want != 0 {
			want = fleet.Target{ID: one.want, URL: s.Address(one.want)}
		}
		if !cmp.Equal(got, want) || errors.Is(err, fleet.ErrAddress) != (one.want == 0) {
			t.Errorf("Resolve(%q): %+v, %v; want %+v", one.address, got, err, want)
		}
	}
}

func TestScrape(t *testing.T) {
	t.Parallel()
	text := func(s string) *string { return &s }
	for _, one := range []struct {
		name, file string
		want       fleet.Listing // without what all have
	}{
		{name: "name alone", file: `{"name":"Notes"}`, want: fleet.Listing{Name: text("Notes")}},
		{
			name: "everything",
			file: `{"name":"Notes","developer":"Agency","bundleId":"org.example.notes","iconUrl":"https://example.org/i.png",
				"version":"2.4","ageRating":"4+","privacyPolicyUrl":"https://example.org/p",
				"collects":{"DATA_USED_TO_TRACK_YOU":["USAGE_DATA"],"DATA_LINKED_TO_YOU":["USER_CONTENT","CONTACT_INFO","CONTACT_INFO"]},
				"features":["VOICEOVER","LARGER_TEXT",""]}`,
			want: fleet.Listing{
				Name: text("Notes"), Developer: text("Agency"), BundleID: text("org.example.notes"),
				IconURL: text("https://example.org/i.png"), Version: text("2.4"), AgeRating: text("4+"),
				PrivacyPolicyURL: text("https://example.org/p"),
				Label: &storage.Label{Types: []storage.PrivacyType{
					{
						Identifier: storage.DataLinkedToYou, Title: "Data Linked To You",
						Categories: []storage.LabelCategory{
							{Identifier: "CONTACT_INFO", Title: "Contact Info"}, {Identifier: "USER_CONTENT", Title: "User Content"},
						},
					},
					{
						Identifier: storage.DataUsedToTrackYou, Title: "Data Used To Track You",
						Categories: []storage.LabelCategory{{Identifier: "USAGE_DATA", Title: "Usage Data"}},
					},
				}},
				Features: &[]storage.Feature{
					{Identifier: "LARGER_TEXT", Title: "Larger Text"}, {Identifier: "VOICEOVER", Title: "Voiceover", Position: 1},
				},
			},
		},
		{
			name: "nothing collected, no features",
			file: `{"name":"Notes","collects":{},"features":[]}`,
			want: fleet.Listing{
				Name: text("Notes"),
				Label: &storage.Label{Types: []storage.PrivacyType{
					{Identifier: storage.DataNotCollected, Title: "Data Not Collected"},
				}},
				Features: &[]storage.Feature{},
			},
		},
	} {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			s := newScraper(t, folder(one.file))
			got, err := s.Scrape(t.Context(), fleet.Target{ID: 7})
			if err != nil {
				t.Fatal(err)
			}
			want := one.want
			want.ID, want.URL = 7, text(base+"/7")
			want.AgeRatingSource, want.Extractor = "jsonfiles/1", "jsonfiles/1"
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("listing (-want +got):\n%s", d)
			}
		})
	}
}

func TestScrapeFails(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		name  string
		files fs.FS
		want  error
	}{
		{"no file", fstest.MapFS{}, fleet.ErrNotListed},
		{"a folder", fstest.MapFS{"7.json/x": {}}, fleet.ErrUnavailable},
		{"empty", folder(""), fleet.ErrLayout},
		{"no JSON", folder("name: Notes"), fleet.ErrLayout},
		{"null", folder("null"), fleet.ErrLayout},
		{"no name", folder(`{"developer":"Agency"}`), fleet.ErrLayout},
		{"empty name", folder(`{"name":""}`), fleet.ErrLayout},
		{"misspelt", folder(`{"name":"Notes","colects":{}}`), fleet.ErrLayout},
		{"type without a name", folder(`{"name":"Notes","collects":{"":["X"]}}`), fleet.ErrLayout},
		{"two apps", folder(`{"name":"Notes"}{"name":"Maps"}`), fleet.ErrLayout},
		{"not UTF-8", folder("{\"name\":\"N\xff\"}"), fleet.ErrLayout},
		{"NUL in the name", folder(`{"name":"N\u0000"}`), fleet.ErrLayout},
		{"NUL in a category", folder(`{"name":"N","collects":{"X":["\u0000"]}}`), fleet.ErrLayout},
		{"deep", folder(`{"name":` + strings.Repeat("[", 20_000)), fleet.ErrLayout},
		{"as large as may be", folder(`{"name":""}` + strings.Repeat(" ", jsonfiles.MaxSize-11)), fleet.ErrLayout},
		{"too large", folder(`{"name":"N"}` + strings.Repeat(" ", jsonfiles.MaxSize-11)), fleet.ErrTooLarge},
	} {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			got, err := newScraper(t, one.files).Scrape(t.Context(), fleet.Target{ID: 7})
			var failed *fleet.ScrapeError
			if !errors.As(err, &failed) || !errors.Is(err, one.want) {
				t.Errorf("Scrape: %v, want a ScrapeError with %v", err, one.want)
			}
			if d := cmp.Diff(fleet.Listing{}, got); d != "" {
				t.Errorf("a listing beside an error (-want +got):\n%s", d)
			}
		})
	}
}

func TestScrapeEndsWithContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := newScraper(t, folder(`{"name":"Notes"}`)).Scrape(ctx, fleet.Target{ID: 7})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Scrape with an ended context: %v, want %v", err, context.Canceled)
	}
}

// FuzzScrape: what is read can be stored, and is read the same again; what is
// not understood is a ScrapeError.
func FuzzScrape(f *testing.F) {
	for _, seed := range []string{
		`{"name":"Notes"}`, `{"name":"N","collects":{},"features":[]}`, `{"name":"N\u0000"}`, `{"name":"\ud800"}`, "[", "",
		`{"name":"N","collects":{"DATA_LINKED_TO_YOU":["A","A",""],"":[]},"features":["\u0130x","b"]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		s := newScraper(t, folder(string(content)))
		got, err := s.Scrape(t.Context(), fleet.Target{ID: 7})
		if err != nil {
			var failed *fleet.ScrapeError
			if !errors.As(err, &failed) {
				t.Fatalf("%v is no ScrapeError", err)
			}
			return
		}
		again, err := s.Scrape(t.Context(), fleet.Target{ID: 7})
		if d := cmp.Diff(got, again); d != "" || err != nil {
			t.Errorf("read again: %v (-first +second):\n%s", err, d)
		}
		app := storage.App{ID: got.ID, Name: *got.Name, URL: *got.URL}
		if err := storage.Validate(app); err != nil {
			t.Error(err)
		}
		if got.Label != nil {
			body := storage.LabelBody{Digest: storage.Digest{1}, Label: *got.Label}
			if err := storage.Validate(body); err != nil || !got.Label.Known() {
				t.Errorf("label %+v: %v", got.Label, err)
			}
		}
		if got.Features != nil {
			for _, feature := range *got.Features {
				feature.App = got.ID
				if err := storage.Validate(feature); err != nil {
					t.Error(err)
				}
			}
		}
	})
}
