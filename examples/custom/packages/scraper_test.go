package packages_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/privacylabels/auditor/examples/custom/packages"
	"github.com/privacylabels/auditor/fleet"
)

func newScraper(index string) *packages.Scraper {
	return packages.New(fstest.MapFS{"index.json": {Data: []byte(index)}}, "index.json")
}

func TestResolve(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"org.example.app":                  "org.example.app",
		"org.example.app/":                 "",
		"org.example.app?x":                "",
		"app":                              "",
		"":                                 "",
		"org.example\x00.app":              "",
		"org.example.\xff":                 "",
		"org." + strings.Repeat("x", 10e3): "",
	} {
		got, err := newScraper("{}").Resolve(packages.Address(name))
		if got.Identifier != want || errors.Is(err, fleet.ErrAddress) != (want == "") {
			t.Errorf("%.40q: %+v, %v", name, got, err)
		}
	}
}

func TestScrape(t *testing.T) {
	t.Parallel()
	const app = `{"org.example.app": {"name": "App", "collects": {"DATA_LINKED_TO_YOU": ["LOCATION", "LOCATION"]}}}`
	for _, tt := range []struct {
		index string
		want  error
	}{
		{app, nil},
		{`{"org.example.app": {"name": "App", "collects": {}}}`, nil},
		{`{"org.example.app": {"name": "App"}}`, nil},
		{`{}`, fleet.ErrNotListed},
		{`{"org.example.app": {}}`, fleet.ErrLayout},
		{`{"app": {"name": "App"}}`, fleet.ErrLayout},
		{`[]`, fleet.ErrLayout},
		{strings.Repeat(" ", packages.MaxSize+1), fleet.ErrTooLarge},
	} {
		got, err := newScraper(tt.index).Scrape(t.Context(), fleet.Target{ID: 7, Identifier: "org.example.app"})
		if !errors.Is(err, tt.want) {
			t.Errorf("%.60s: %v, want %v", tt.index, err, tt.want)
		}
		if err == nil && (got.ID != 7 || *got.Name != "App" || (got.Label != nil) != strings.Contains(tt.index, "collects")) {
			t.Errorf("%s: %+v", tt.index, got)
		}
	}
	found, err := newScraper(app).Search(t.Context(), "us", "AP", 5)
	if err != nil || len(found) != 1 || found[0].Identifier != "org.example.app" {
		t.Errorf("search: %+v, %v", found, err)
	}
}

// FuzzScrape: whatever the index holds is an app or a ScrapeError.
func FuzzScrape(f *testing.F) {
	f.Add(`{"org.example.app": {"name": "App", "collects": {"": [""]}}}`)
	f.Add(`{"org.example.app": null}`)
	f.Fuzz(func(t *testing.T, index string) {
		got, err := newScraper(index).Scrape(t.Context(), fleet.Target{ID: 7, Identifier: "org.example.app"})
		if _, ok := errors.AsType[*fleet.ScrapeError](err); err != nil && !ok || err == nil && got.Name == nil {
			t.Errorf("%+v, %v", got, err)
		}
	})
}
