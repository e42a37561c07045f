package playstore_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/playstore"
	"github.com/privacylabels/auditor/internal/fakeplay"
	"github.com/privacylabels/auditor/storage"
)

// handled answers requests with a handler, without a network.
type handled struct{ http.Handler }

func (h handled) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), nil
}

func notes() fakeplay.App {
	return fakeplay.App{
		Package: "org.example.notes", Name: "Notes", Developer: "Example", Entity: "Example Ltd", Policy: "https://example.org/privacy",
		Version: "1.2", Updated: 1_700_000_000,
		Collected: []fakeplay.Data{
			{Category: "Personal info", Type: "Name", Purposes: "App functionality, Fraud prevention, security, and compliance"},
			{Category: "Location", Type: "Precise location", Purposes: "Advertising or marketing", Optional: true},
		},
		Practices: []string{"Data is encrypted in transit"},
	}
}

func scraper(t *testing.T, play http.Handler, log *slog.Logger) *playstore.Scraper {
	t.Helper()
	s, err := playstore.New(playstore.Config{HTTPClient: &http.Client{Transport: handled{play}}, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func scrape(t *testing.T, s *playstore.Scraper, name string) (fleet.Listing, error) {
	t.Helper()
	target, err := s.Resolve("https://play.google.com/store/apps/details?id=" + name)
	if err != nil {
		t.Fatal(err)
	}
	target.ID = 7
	return s.Scrape(t.Context(), target)
}

func TestScrape(t *testing.T) {
	t.Parallel()
	for _, dense := range []bool{false, true} {
		play := &fakeplay.Play{Dense: dense}
		play.Set(notes())
		l, err := scrape(t, scraper(t, play, nil), "org.example.notes")
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Label.Types) != 1 || l.Label.Types[0].Identifier != storage.DataCollected {
			t.Errorf("label %+v", l.Label)
		}
		if want := "https://play.google.com/store/apps/datasafety?hl=en&id=org.example.notes"; l.Read.Size == 0 || l.Read.SHA256.IsZero() || l.Read.URL != want {
			t.Errorf("the page read is %+v, want that of %s", l.Read, want)
		}
		l.Label, l.Read = nil, storage.PageRead{}
		want := fleet.Listing{
			ID: 7, Name: new("Notes"), URL: new("https://play.google.com/store/apps/details?id=org.example.notes"), BundleID: new("org.example.notes"),
			IconURL: new("https://play-lh.googleusercontent.com/icon-org.example.notes"), Developer: new("Example"), LegalEntity: new("Example Ltd"),
			Installs: new("1,000,000+"), Version: new("1.2"), VersionUpdatedAt: new(storage.Time(1_700_000_000_000)),
			PriceAmount: new(0.0), PriceCurrency: new("USD"), PriceFormatted: new("Free"), HasIAP: new(false), GenreName: new("Tools"),
			AgeRating: new("PEGI 3"), AgeRatingSource: "play", AgeRatingLanguage: "en",
			PrivacyPolicyURL: new("https://example.org/privacy"), Extractor: "playstore/1",
		}
		if diff := cmp.Diff(want, l); diff != "" {
			t.Errorf("dense %v (-want +got)\n%s", dense, diff)
		}
	}
}

// Four things that a page without data can mean stay different, and walls are none of them.
// A text may hold anything: what turns the words after it around, or is not to be seen, is not kept.
func TestTextsAreOneVisibleLine(t *testing.T) {
	t.Parallel()
	const before, after = "\x00 Us\u00ade\u202e\u2066r\u200f\u061c\u200b\ufeff\n\t", "\u2069 \x1b\u009b\x7f\u2028ID\u2029 "
	const odd, plain = before + after, "User ID"
	app := notes()
	app.Name, app.Developer, app.Entity, app.Version = odd, odd, odd, odd
	app.Collected = []fakeplay.Data{{Category: odd, Type: odd, Purposes: odd}}
	app.Practices = []string{odd}
	play := &fakeplay.Play{}
	play.Set(app)
	s := scraper(t, play, nil)

	l, err := scrape(t, s, app.Package)
	if err != nil {
		t.Fatal(err)
	}
	found, err := playstore.Searcher{Scraper: s}.Search(t.Context(), "us", "ID", 5)
	if err != nil {
		t.Fatal(err)
	}

	got := []string{*l.Name, *l.Developer, *l.LegalEntity, *l.Version}
	for _, p := range l.Label.Types[0].Purposes {
		got = append(got, p.Title)
		for _, c := range p.Categories {
			got = append(got, c.Title, c.DataTypes[0].Title)
		}
	}
	for _, f := range found {
		got = append(got, *f.Name, *f.Developer)
	}
	want := []string{plain, plain, plain, plain, plain, plain, plain, plain, plain}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("texts (-want +got)\n%s", diff)
	}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	nothing, missing := notes(), notes()
	nothing.Collected, missing.Missing = nil, true
	for name, tt := range map[string]struct {
		app   *fakeplay.App
		fault fakeplay.Fault
		label string
		want  error
	}{
		"nothing collected":  {app: &nothing, label: storage.DataNotCollected},
		"not filled in":      {app: &missing, label: storage.DataNotProvided},
		"no such app":        {want: fleet.ErrNotListed},
		"not understood":     {app: &nothing, fault: fakeplay.Broken, want: fleet.ErrLayout},
		"moved":              {app: new(notes()), fault: fakeplay.Moved, want: fleet.ErrLayout},
		"moved, if unfilled": {app: &missing, fault: fakeplay.Moved, want: fleet.ErrLayout},
		"rate limited":       {app: &nothing, fault: fakeplay.RateLimited, want: fleet.ErrThrottled},
		"consent":            {app: &nothing, fault: fakeplay.Consent, want: fleet.ErrThrottled},
		"robot":              {app: &nothing, fault: fakeplay.Robot, want: fleet.ErrThrottled},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play := new(fakeplay.Play)
			if tt.app != nil {
				play.Set(*tt.app)
			}
			play.Fail(tt.fault)
			l, err := scrape(t, scraper(t, play, nil), "org.example.notes")
			if !errors.Is(err, tt.want) {
				t.Fatalf("got error %v, want %v", err, tt.want)
			}
			if tt.want == nil && (len(l.Label.Types) != 1 || l.Label.Types[0].Identifier != tt.label) {
				t.Errorf("label %+v, want %s", l.Label, tt.label)
			}
			scrape, ok := errors.AsType[*fleet.ScrapeError](err)
			if errors.Is(tt.want, fleet.ErrThrottled) && (!ok || scrape.RetryAfter <= 0) {
				t.Errorf("%v has no time to wait", err)
			}
		})
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	s := scraper(t, new(fakeplay.Play), nil)
	const want = "https://play.google.com/store/apps/details?id=com.example.app"
	for _, good := range []string{want, "https://play.google.com/store/apps/datasafety?hl=fr&id=com.example.app", "http://PLAY.google.com/store/apps/details/?id=com.example.app&gl=DE"} {
		if got, err := s.Resolve(good); err != nil || got.URL != want || got.Identifier != "com.example.app" {
			t.Errorf("Resolve(%q) = %+v, %v", good, got, err)
		}
	}
	for _, bad := range []string{
		"https://play.google.com/store/apps/details", "https://play.google.com/store/apps/details?id=x", "https://play.google.com/store/apps/details?id=a..b",
		"https://play.google.com/store/books/details?id=com.example.app", "https://apps.apple.com/us/app/id1", "https://play.google.com/store/apps/details?id=a.b%26hl%3Dfr",
		"https://play.google.com/store/apps/details?id=a." + strings.Repeat("b", 300),
	} {
		if got, err := s.Resolve(bad); err == nil {
			t.Errorf("Resolve(%q) = %+v", bad, got)
		}
	}
	for text, ok := range map[string]bool{
		"play.google.com/store/apps/details?id=com.example.app&hl=de": true, "PLAY.google.com/store/apps/datasafety?id=com.example.app": true,
		"play.google.com/store/apps/dev?id=7": false,
		"com.example.app":                     true, "market://details?id=com.example.app": true, "market://search?q=x": false, "310633997": false, "Notes": false,
	} {
		if got, is := s.Address(text); is != ok || ok && got != want {
			t.Errorf("Address(%q) = %q, %v", text, got, is)
		}
	}
}

// The details page is asked for once a day.
func TestDetailsOnceADay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		play := new(fakeplay.Play)
		play.Set(notes())
		s := scraper(t, play, nil)
		for _, want := range []int{1, 1, 2} {
			if _, err := scrape(t, s, "org.example.notes"); err != nil {
				t.Fatal(err)
			}
			if got := play.Requests("/store/apps/details"); got != want {
				t.Errorf("%d requests for details, want %d", got, want)
			}
			time.Sleep(13 * time.Hour)
		}
		if got := play.Requests("/store/apps/datasafety"); got != 3 {
			t.Errorf("%d requests for the label", got)
		}
	})
}

// The pace begins at 20 a minute, rises while all is well and halves after a refusal.
func TestPace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		play := new(fakeplay.Play)
		s := scraper(t, play, nil)
		interval := func() time.Duration { // of the last of some requests
			for range 4 { // the burst
				_, _ = scrape(t, s, "org.example.missing")
			}
			_, _ = scrape(t, s, "org.example.missing")
			began := time.Now()
			_, _ = scrape(t, s, "org.example.missing")
			return time.Since(began).Round(100 * time.Millisecond)
		}
		if got := interval(); got != 3*time.Second {
			t.Errorf("at first %v between two requests", got)
		}
		for range 20 * 8 {
			_, _ = scrape(t, s, "org.example.missing")
		}
		if got := interval(); got != time.Second {
			t.Errorf("when all is well %v between two requests", got)
		}
		play.Fail(fakeplay.RateLimited)
		_, _ = scrape(t, s, "org.example.missing")
		play.Fail(fakeplay.None)
		if got := interval(); got != 2*time.Second {
			t.Errorf("after a refusal %v between two requests", got)
		}
	})
}

// A word that is not known is its own identifier, and is logged once.
func TestUnknownWords(t *testing.T) {
	t.Parallel()
	app := notes()
	app.Collected = []fakeplay.Data{{Category: "Dreams", Type: "Nightmares", Purposes: "Telepathy"}}
	app.Practices = []string{"Sealed with wax"}
	play := new(fakeplay.Play)
	play.Set(app)
	var log bytes.Buffer
	s := scraper(t, play, slog.New(slog.NewTextHandler(&log, nil)))
	for range 2 {
		l, err := scrape(t, s, "org.example.notes")
		if err != nil {
			t.Fatal(err)
		}
		got := l.Label.Types[0]
		want := storage.Purpose{Identifier: "Telepathy", Title: "Telepathy", Categories: []storage.LabelCategory{
			{Identifier: "Dreams", Title: "Dreams", DataTypes: []storage.DataType{{Identifier: "Nightmares", Title: "Nightmares"}}},
		}}
		if diff := cmp.Diff([]storage.Purpose{want}, got.Purposes); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
	for _, word := range []string{"Dreams", "Nightmares", "Telepathy", "Sealed with wax"} {
		if n := strings.Count(log.String(), word); n != 1 {
			t.Errorf("%q is logged %d times:\n%s", word, n, &log)
		}
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	play := new(fakeplay.Play)
	other := notes()
	other.Package, other.Name = "org.example.maps", "Maps"
	play.Set(notes(), other)
	s := playstore.Searcher{Scraper: scraper(t, play, nil)}
	found, err := s.Search(t.Context(), "us", "note", 5)
	if err != nil || len(found) != 1 || *found[0].Name != "Notes" || found[0].Identifier != "org.example.notes" || deref(found[0].Developer) != "Example" {
		t.Errorf("found %+v, %v", found, err)
	}
	if found, err = s.Search(t.Context(), "us", "nothing of the kind", 5); err != nil || len(found) != 0 {
		t.Errorf("found %+v, %v; want nothing", found, err)
	}
	for fault, want := range map[fakeplay.Fault]error{
		fakeplay.Broken: fleet.ErrLookup, fakeplay.Moved: fleet.ErrLookup, fakeplay.Robot: fleet.ErrThrottled, fakeplay.Consent: fleet.ErrThrottled,
	} {
		play.Fail(fault)
		if found, err := s.Search(t.Context(), "us", "note", 5); !errors.Is(err, want) {
			t.Errorf("fault %d: found %+v, %v", fault, found, err)
		}
	}
}

// That a search found nothing is only believed of a page that says so.
func TestSearchWithoutResults(t *testing.T) {
	t.Parallel()
	const block = `<script>AF_initDataCallback({key: 'ds:4', hash: '1', data:%s, sideChannel: {}});</script>`
	for name, tt := range map[string]struct {
		page string
		want error
	}{
		"an empty list":             {fmt.Sprintf(block, `[[null,[[{"23":[[]]}]]]]`), nil},
		"a list that is left out":   {fmt.Sprintf(block, `[[null,[[{"23":[null,[]]}]]]]`), nil},
		"no section":                {fmt.Sprintf(block, `[[null,[]]]`), nil},
		"a sentence":                {"<html lang=en><div>We couldn&#39;t find anything for your search - xyz</div>", nil},
		"another kind of list":      {fmt.Sprintf(block, `[[null,[[{"23":[{"1":{}}]}]]]]`), fleet.ErrLookup},
		"another section":           {fmt.Sprintf(block, `[[null,[[{"23":[[]]}],[{"24":[[]]}]]]]`), fleet.ErrLookup},
		"links to apps":             {fmt.Sprintf(block, `[[null,[]]]`) + `<a href="/store/apps/details?id=org.example.notes">Notes</a>`, fleet.ErrLookup},
		"data of another kind":      {fmt.Sprintf(block, `[["Games"],[1]]`), fleet.ErrLookup},
		"results in another form":   {fmt.Sprintf(block, `[[null,[[{"23":[[["org.example.notes","Notes"]]]}]]]]`), fleet.ErrLookup},
		"no data":                   {"<html lang=en>", fleet.ErrLookup},
		"data that ends too early":  {`<script>AF_initDataCallback({data:[[null,[]]]`, fleet.ErrLookup},
		"a wall with data in a way": {fmt.Sprintf(block, `[0]`) + `<form action="https://consent.google.com/save">`, fleet.ErrThrottled},
	} {
		s := scraper(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, tt.page) }), nil)
		if found, err := (playstore.Searcher{Scraper: s}).Search(t.Context(), "us", "x", 5); !errors.Is(err, tt.want) || len(found) > 0 {
			t.Errorf("%s: found %+v, %v, want %v", name, found, err, tt.want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []playstore.Config{{BaseURL: "ftp://play.example"}, {BaseURL: "https://play.example/?a=b"}, {PerMinute: -1}} {
		if _, err := playstore.New(c); err == nil {
			t.Errorf("New(%+v) accepts it", c)
		}
	}
}
