package appstore_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

func TestChart(t *testing.T) {
	t.Parallel()
	store := fakestore.New(
		fakestore.App{ID: 1, GenreID: 6007}, fakestore.App{ID: 2, GenreID: 6008}, fakestore.App{ID: 3, GenreID: 6008, Price: 2},
		fakestore.App{ID: 4, GenreID: 6008, Countries: []string{"de"}}, fakestore.App{ID: 5, GenreID: 6008})
	s := configured(t, store, appstore.Config{PerMinute: 1e6, Country: "gb"})
	tests := []struct {
		name  string
		chart fleet.Chart
		want  []storage.AppID
	}{
		{"every genre", fleet.Chart{Country: "us", Limit: 9}, []storage.AppID{1, 2, 5}},
		{"of a genre", fleet.Chart{Country: "us", Genre: 6008, Limit: 9}, []storage.AppID{2, 5}},
		{"with a price", fleet.Chart{Country: "us", Genre: 6008, Paid: true, Limit: 9}, []storage.AppID{3}},
		{"of a storefront", fleet.Chart{Country: "DE", Genre: 6008, Limit: 9}, []storage.AppID{2, 4, 5}},
		{"of no storefront", fleet.Chart{Country: "../", Genre: 6008, Limit: 9}, []storage.AppID{2, 5}},
		{"a few", fleet.Chart{Genre: 6008, Limit: 1}, []storage.AppID{2}},
		{"more than there are", fleet.Chart{Genre: 6008, Limit: 1 << 30}, []storage.AppID{2, 5}},
		{"none", fleet.Chart{Genre: 6008}, nil},
		{"an empty one", fleet.Chart{Genre: 1, Limit: 9}, nil},
	}
	for _, tt := range tests {
		got, err := s.Chart(t.Context(), tt.chart)
		if diff := cmp.Diff(tt.want, idsOf(got)); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
	if store.Charts() != len(tests)-1 {
		t.Errorf("%d charts asked for, want %d", store.Charts(), len(tests)-1)
	}
}

func TestChart_listing(t *testing.T) {
	t.Parallel()
	app := richApp(fakestore.Island)
	app.Price = 2.5
	got, err := newScraper(t, fakestore.New(app)).Chart(t.Context(), fleet.Chart{Country: "de", Paid: true, Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	want := []fleet.Listing{{
		ID: 4711, Name: &app.Name, Developer: &app.Developer, BundleID: &app.BundleID, Country: "de",
		URL:         new("https://apps.apple.com/de/app/quick-fox/id4711"),
		IconURL:     new("https://is1-ssl.mzstatic.com/image/thumb/4711/icon.png/200x200bb.png"),
		PriceAmount: new(2.5), PriceCurrency: new("USD"), PriceFormatted: new("$2.50"),
		GenreID: new(int64(6023)), GenreName: new("Food & Drink"), Extractor: "chart/1",
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestChart_errors(t *testing.T) {
	t.Parallel()
	for kind, want := range map[fakestore.Kind]error{
		fakestore.Throttled: fleet.ErrThrottled, fakestore.Blocked: fleet.ErrBlocked, fakestore.Broken: fleet.ErrUnavailable,
	} {
		store := fakestore.New()
		store.FailAPI(fakestore.Fault{Kind: kind})
		if got, err := newScraper(t, store).Chart(t.Context(), fleet.Chart{Limit: 5}); !errors.Is(err, want) || got != nil {
			t.Errorf("%s: %v, %v, want %v", kind, got, err, want)
		}
	}
	moved := http.RedirectHandler("/elsewhere", http.StatusFound)
	if _, err := newScraper(t, moved).Chart(t.Context(), fleet.Chart{Limit: 5}); !errors.Is(err, fleet.ErrLayout) {
		t.Errorf("redirected: %v, want %v", err, fleet.ErrLayout)
	}
}

// TestChart_real reads a real chart.
func TestChart_real(t *testing.T) {
	t.Parallel()
	all, err := appstore.ParseChart(fixture(t, "itunes/laurmost_charts_topfree_us.json"), "us")
	if err != nil || len(all) != 10 {
		t.Fatalf("%d apps, %v", len(all), err)
	}
	for _, l := range all {
		if l.Name == nil || l.BundleID == nil || l.URL == nil || strings.Contains(*l.URL, "?") || l.Developer == nil || l.GenreName == nil ||
			l.IconURL == nil || !strings.Contains(*l.IconURL, "/100x100bb") || l.GenreID == nil || l.PriceAmount == nil || *l.PriceFormatted != "Free" {
			t.Errorf("app %d lacks something: %+v", l.ID, l)
		}
	}
	if all[0].ID != 6447582581 || *all[0].Name != "Netflix Game Controller" || *all[0].GenreID != 6016 {
		t.Errorf("the first is %+v", all[0])
	}
}

func TestChart_oddAnswers(t *testing.T) {
	t.Parallel()
	entry := func(id string) string { return `{"id": {"attributes": {"im:id": ` + id + `}}}` }
	tests := []struct {
		name, text string
		want       []storage.AppID
		fails      bool
	}{
		{"one without a list", `{"feed": {"entry": ` + entry(`"7"`) + `}}`, []storage.AppID{7}, false},
		{"one twice", `{"feed": {"entry": [` + entry(`7`) + `, ` + entry(`"7"`) + `]}}`, []storage.AppID{7}, false},
		{"no ids", `{"feed": {"entry": [` + entry(`"x"`) + `, ` + entry(`-1`) + `, ` + entry(`1e300`) + `, {}, null, 7, []]}}`, nil, false},
		{"no app", `{"feed": {"entry": {"id": {"attributes": {"im:id": 1}}, "im:contentType": {"attributes": {"term": "Song"}}}}}`, nil, false},
		{"the wrong kind", `{"feed": {"entry": [{"id": {"attributes": {"im:id": 1}}, "im:name": 5, "im:image": "x", "category": []}]}}`, []storage.AppID{1}, false},
		{"no entries", `{"feed": {}}`, nil, false},
		{"no feed", `[]`, nil, false},
		{"no JSON", `<html>`, nil, true},
		{"too deep", strings.Repeat("[", 10_000), nil, true},
	}
	for _, tt := range tests {
		got, err := appstore.ParseChart([]byte(tt.text), "us")
		if diff := cmp.Diff(tt.want, idsOf(got)); diff != "" || (err != nil) != tt.fails {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
}

func FuzzChart(f *testing.F) {
	f.Add([]byte(`{"feed": {"entry": [{"im:name": {"label": "One"}, "im:image": [{"label": "https://a.example/53x53bb.png", "attributes": {"height": "53"}}],
		"im:price": {"label": "$1", "attributes": {"amount": "1.00", "currency": "USD"}}, "category": {"attributes": {"im:id": "6007", "term": "Food"}},
		"id": {"label": "https://apps.apple.com/us/app/x/id7?uo=2", "attributes": {"im:id": "7", "im:bundleId": "a.b"}}}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var all []fleet.Listing
		var err error
		bounded(t, len(text), func() { all, err = appstore.ParseChart(text, "us") })
		if err != nil && all != nil {
			t.Errorf("%d apps beside %v", len(all), err)
		}
		for i, l := range all {
			checkListing(t, l)
			if l.ID <= 0 || l.ID > storage.MaxAppID || i > 0 && all[i-1].ID == l.ID {
				t.Errorf("app %d", l.ID)
			}
		}
	})
}
