package appstore_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// someApps returns n apps from id 1 on, each with a bundle id in mixed case.
func someApps(n int) (apps []fakestore.App, ids []storage.AppID) {
	for i := range n {
		id := storage.AppID(i + 1)
		apps = append(apps, fakestore.App{ID: id, BundleID: fmt.Sprintf("com.Example.App%d", id)})
		ids = append(ids, id)
	}
	return apps, ids
}

func idsOf(listings []fleet.Listing) []storage.AppID {
	var ids []storage.AppID
	for _, l := range listings {
		ids = append(ids, l.ID)
	}
	slices.Sort(ids)
	return ids
}

func TestLookup_result(t *testing.T) {
	t.Parallel()
	app := richApp(fakestore.Island)
	app.Price = 2.5
	got, err := newScraper(t, fakestore.New(app)).Lookup(t.Context(), "DE", []storage.AppID{app.ID})
	if err != nil {
		t.Fatal(err)
	}
	want := []fleet.Listing{{
		ID: 4711, Name: &app.Name, Developer: &app.Developer, BundleID: &app.BundleID, Country: "de", Platform: storage.PlatformIOS,
		URL:     new("https://apps.apple.com/de/app/quick-fox/id4711"),
		IconURL: new("https://is1-ssl.mzstatic.com/image/thumb/4711/icon.png/512x512bb.jpg"),
		Version: new("2.0 (7)"), VersionUpdatedAt: new(storage.Time(1751296160000)), WhatsNew: &app.Notes,
		PriceAmount: new(2.5), PriceCurrency: new("USD"), PriceFormatted: new("$2.50"),
		GenreID: new(int64(6023)), GenreName: new("Food & Drink"),
		AgeRating: new("13+"), AgeRatingSource: "lookup", Extractor: "lookup/1",
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCandidatesHaveSmallIcons(t *testing.T) {
	t.Parallel()
	app := richApp(fakestore.Island)
	s := newScraper(t, fakestore.New(app))
	searched, err := s.Search(t.Context(), "us", app.Name, 5)
	if err != nil {
		t.Fatal(err)
	}
	looked, err := s.LookupBundles(t.Context(), "us", []string{app.BundleID})
	if err != nil {
		t.Fatal(err)
	}
	const want = "https://is1-ssl.mzstatic.com/image/thumb/4711/icon.png/200x200bb.jpg"
	for _, found := range [][]fleet.Listing{searched, looked} {
		if len(found) != 1 || *found[0].IconURL != want {
			t.Errorf("found %+v, want one with the icon %s", found, want)
		}
	}
}

func TestLookup_chunks(t *testing.T) {
	t.Parallel()
	apps, ids := someApps(250)
	store := fakestore.New(apps...)
	s := newScraper(t, store)
	got, err := s.Lookup(t.Context(), "us", append(ids, 5, 6, 999))
	if err != nil || store.Lookups() != 3 {
		t.Errorf("%v after %d lookups, want 3", err, store.Lookups())
	}
	if diff := cmp.Diff(ids, idsOf(got)); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	if got, err := s.Lookup(t.Context(), "us", nil); got != nil || err != nil || store.Lookups() != 3 {
		t.Errorf("nothing asked for: %v, %v after %d lookups", got, err, store.Lookups())
	}
}

func TestLookupBundles(t *testing.T) {
	t.Parallel()
	apps, _ := someApps(150)
	store := fakestore.New(apps...)
	var bundles []string
	for _, a := range apps {
		bundles = append(bundles, strings.ToUpper(a.BundleID))
	}
	got, err := newScraper(t, store).LookupBundles(t.Context(), "us", append(bundles, " com.example.app1 ", "", "a,b", "com.example.none"))
	if err != nil || len(got) != 150 || store.Lookups() != 2 {
		t.Errorf("%d found, %v after %d lookups, want 150 after 2", len(got), err, store.Lookups())
	}
	for _, l := range got {
		if !strings.HasPrefix(value(l.BundleID), "com.Example.App") {
			t.Errorf("bundle id %q is not as the App Store writes it", value(l.BundleID))
		}
	}
}

// picky fails, with a status, each lookup of more than max apps.
type picky struct {
	handler     http.Handler
	max, status int
	mu          sync.Mutex
	asked       []int
}

func (p *picky) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := len(strings.Split(r.URL.Query().Get("id"), ","))
	p.mu.Lock()
	p.asked = append(p.asked, n)
	p.mu.Unlock()
	if n > p.max {
		w.WriteHeader(p.status)
		return
	}
	p.handler.ServeHTTP(w, r)
}

func TestLookup_split(t *testing.T) {
	t.Parallel()
	apps, ids := someApps(80)
	for _, status := range []int{502, 503, 504} {
		p := &picky{handler: fakestore.New(apps...), max: 30, status: status}
		got, err := newScraper(t, p).Lookup(t.Context(), "us", ids)
		if err != nil || cmp.Diff(ids, idsOf(got)) != "" {
			t.Errorf("%d: %d found, %v", status, len(got), err)
		}
		if diff := cmp.Diff([]int{80, 40, 20, 20, 40, 20, 20}, p.asked); diff != "" {
			t.Errorf("%d: asked for (-want +got):\n%s", status, diff)
		}
	}
	for _, status := range []int{500, 403, 429} {
		p := &picky{handler: fakestore.New(apps...), max: 30, status: status}
		if _, err := newScraper(t, p).Lookup(t.Context(), "us", ids); err == nil || len(p.asked) != 1 {
			t.Errorf("%d: %v after %d lookups, want an error after 1", status, err, len(p.asked))
		}
	}
	p := &picky{handler: fakestore.New(apps...), max: 0, status: 503}
	if _, err := newScraper(t, p).Lookup(t.Context(), "us", ids); !errors.Is(err, fleet.ErrUnavailable) || len(p.asked) > 8 {
		t.Errorf("the App Store is down: %v after %d lookups", err, len(p.asked))
	}
}

// TestLookup_throttledMidway: what was found before comes beside the error.
func TestLookup_throttledMidway(t *testing.T) {
	t.Parallel()
	apps, ids := someApps(150)
	store := fakestore.New(apps...)
	calls := 0
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls++; calls > 1 {
			store.FailAPI(fakestore.Fault{Kind: fakestore.Throttled, RetryAfter: "9"})
		}
		store.ServeHTTP(w, r)
	})
	got, err := newScraper(t, h).Lookup(t.Context(), "us", ids)
	if !errors.Is(err, fleet.ErrThrottled) || len(got) != 100 {
		t.Errorf("%d found, %v, want 100 and %v", len(got), err, fleet.ErrThrottled)
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	store := fakestore.New(
		fakestore.App{ID: 1, Name: "Fox Run"}, fakestore.App{ID: 2, Name: "Red fox", Countries: []string{"gb"}},
		fakestore.App{ID: 3, Name: "Foxes & Hounds"}, fakestore.App{ID: 4, Name: "Dog"})
	s := newScraper(t, store)
	tests := []struct {
		country, term string
		limit         int
		want          []storage.AppID
	}{
		{"us", "fox", 10, []storage.AppID{1, 3}},
		{"us", "  fox\u00a0", 1, []storage.AppID{1}},
		{"GB", "fox", 10, []storage.AppID{1, 2, 3}},
		{"", "s & h", 1000, []storage.AppID{3}},
		{"us", "cat", 10, nil},
		{"us", " ", 10, nil},
		{"us", "fox", 0, nil},
	}
	for _, tt := range tests {
		got, err := s.Search(t.Context(), tt.country, tt.term, tt.limit)
		if diff := cmp.Diff(tt.want, idsOf(got)); diff != "" || err != nil {
			t.Errorf("Search(%q, %q, %d): %v (-want +got):\n%s", tt.country, tt.term, tt.limit, err, diff)
		}
	}
	if store.Searches() != 5 {
		t.Errorf("%d searches asked, want 5", store.Searches())
	}
}

func TestSearch_errors(t *testing.T) {
	t.Parallel()
	for kind, want := range map[fakestore.Kind]error{
		fakestore.Throttled: fleet.ErrThrottled, fakestore.Blocked: fleet.ErrBlocked, fakestore.Broken: fleet.ErrUnavailable,
	} {
		store := fakestore.New()
		store.FailAPI(fakestore.Fault{Kind: kind})
		if got, err := newScraper(t, store).Search(t.Context(), "us", "fox", 5); !errors.Is(err, want) || got != nil {
			t.Errorf("%s: %v, %v, want %v", kind, got, err, want)
		}
	}
	notJSON := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") })
	if _, err := newScraper(t, notJSON).Search(t.Context(), "us", "fox", 5); !errors.Is(err, fleet.ErrLayout) {
		t.Errorf("no JSON: %v, want %v", err, fleet.ErrLayout)
	}
	moved := http.RedirectHandler("/elsewhere", http.StatusFound)
	if _, err := newScraper(t, moved).Search(t.Context(), "us", "fox", 5); !errors.Is(err, fleet.ErrLayout) {
		t.Errorf("redirected: %v, want %v", err, fleet.ErrLayout)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newScraper(t, notJSON).Search(ctx, "us", "fox", 5); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v, want %v", err, context.Canceled)
	}
}

// TestLookup_real reads real answers.
func TestLookup_real(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		ids  []storage.AppID
	}{
		{"laurmost_lookup_duolingo_us.json", []storage.AppID{570060128}},
		{"laurmost_lookup_multi_us.json", []storage.AppID{379968583, 570060128, 829587759}},
		{"laurmost_lookup_notfound.json", nil},
		{"laurmost_search_language_learning_us.json", []storage.AppID{379968583, 557130558, 570060128, 635966718, 829587759,
			1286609883, 1405735469, 6479639235, 6738882620}},
		{"mas_bbedit.json", []storage.AppID{404009241}},
		{"mas_slack-lookup.json", []storage.AppID{803453959}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			all, err := appstore.ParseResults(fixture(t, "itunes/"+tt.name), "us")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.ids, idsOf(all)); diff != "" {
				t.Errorf("apps (-want +got):\n%s", diff)
			}
			for _, l := range all {
				if l.Name == nil || l.BundleID == nil || l.URL == nil || l.IconURL == nil || l.Developer == nil || l.Version == nil ||
					l.VersionUpdatedAt == nil || l.PriceAmount == nil || l.GenreID == nil || l.AgeRating == nil || strings.Contains(*l.URL, "?") {
					t.Errorf("app %d lacks something: %+v", l.ID, l)
				}
			}
		})
	}
}

// TestLookup_oddAnswers: numbers of all kinds, members of the wrong kind, and
// what is no app.
func TestLookup_oddAnswers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []storage.AppID
		fails      bool
	}{
		{"numbers", `{"results": [{"wrapperType": "software", "trackId": 5.7e8}, {"kind": "mac-software", "trackId": "7"}, {"kind": "software", "trackId": 9.0}]}`,
			[]storage.AppID{7, 9, 570000000}, false},
		{"no apps", `{"results": [{"wrapperType": "artist", "artistId": 1}, {"wrapperType": "track", "kind": "song", "trackId": 5},
			{"wrapperType": "software", "trackId": 1.5}, {"wrapperType": "software", "trackId": -1}, {"wrapperType": "software", "trackId": 1e300}, null, 7]}`, nil, false},
		{"the wrong kind", `{"results": [{"wrapperType": "software", "trackId": 1, "trackName": 5, "price": "free", "genres": 3, "version": {}}]}`, []storage.AppID{1}, false},
		{"none", `{"resultCount": 0, "results": []}`, nil, false},
		{"none, without a list", `{"resultCount": 0}`, nil, false},
		{"one of another kind", `{"resultCount": 1, "results": [{"wrapperType": "artist", "artistId": 1}]}`, nil, false},
		{"no list", `{"results": {}}`, nil, true},
		{"a bare record", `{"wrapperType": "software", "trackId": 1}`, nil, true},
		{"an error", `{"errorMessage": "Invalid value(s) for key(s): [country]", "queryParameters": {"country": "xx"}}`, nil, true},
		{"null", `null`, nil, true},
		{"fewer than counted", `{"resultCount": "1", "results": []}`, nil, true},
		{"one damaged", `{"resultCount": 2, "results": [null, {"wrapperType": "software", "trackId": 1}]}`, nil, true},
		{"no JSON", `<html>`, nil, true},
		{"nothing", ``, nil, true},
		{"too deep", strings.Repeat("[", 10_000), nil, true},
	}
	for _, tt := range tests {
		got, err := appstore.ParseResults([]byte("\n\n"+tt.text), "us")
		if diff := cmp.Diff(tt.want, idsOf(got)); diff != "" || (err != nil) != tt.fails {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
}

// TestLookupBundles_question: a text with a comma would ask for two apps.
func TestLookupBundles_question(t *testing.T) {
	t.Parallel()
	var asked []string
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Query().Get("bundleId"))
		fmt.Fprint(w, `{"results": []}`)
	})
	if _, err := newScraper(t, h).LookupBundles(t.Context(), "us", []string{"b.C", "d,e", "f g", "B.c"}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b.c"}, asked); diff != "" {
		t.Errorf("asked for (-want +got):\n%s", diff)
	}
}
