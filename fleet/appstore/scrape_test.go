package appstore_test

import (
	"context"
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// TestScrape_requests counts what one app costs: one request, and one more for
// what the older pages lack.
func TestScrape_requests(t *testing.T) {
	t.Parallel()
	for _, format := range formats() {
		app := richApp(format)
		store := fakestore.New(app)
		s := newScraper(t, store)
		l, err := s.Scrape(t.Context(), resolve(t, s, "https://apps.apple.com/us/app/quick-fox/id4711"))
		if err != nil {
			t.Fatalf("%q: %v", format, err)
		}
		lookups := 0
		if format == fakestore.EmberList || format == fakestore.Cards {
			lookups = 1
		}
		if p, n := store.Pages(app.ID), store.Lookups(); p != 1 || n != lookups {
			t.Errorf("%q: %d pages and %d lookups, want 1 and %d", format, p, n, lookups)
		}
		if value(l.BundleID) != app.BundleID || value(l.Version) != app.Version || value(l.WhatsNew) != app.Notes ||
			value(l.VersionUpdatedAt) != app.Released || l.Label == nil {
			t.Errorf("%q: %+v", format, l)
		}
		if l.Read.Size == 0 || l.Read.SHA256.IsZero() || !strings.Contains(l.Read.URL, "id4711?l=en-US") {
			t.Errorf("%q: the page read is %+v", format, l.Read)
		}
		if value(l.AgeRating) != "13+" || l.AgeRatingSource != "page" {
			t.Errorf("%q: rating %q from %q, want the page's", format, value(l.AgeRating), l.AgeRatingSource)
		}
	}
}

// TestScrape_ratingOfLookup: a rating that the page lacks is marked as another's.
func TestScrape_ratingOfLookup(t *testing.T) {
	t.Parallel()
	app := richApp(fakestore.Cards)
	page := app
	page.AgeRating = ""
	app.Page = pageOf(t, page)
	s := newScraper(t, fakestore.New(app))
	l, err := s.Scrape(t.Context(), fleet.Target{ID: app.ID})
	if err != nil || value(l.AgeRating) != "13+" || l.AgeRatingSource != "lookup" {
		t.Errorf("rating %q from %q, %v, want the lookup's", value(l.AgeRating), l.AgeRatingSource, err)
	}
}

// TestScrape_lookupFails: the page alone is enough.
func TestScrape_lookupFails(t *testing.T) {
	t.Parallel()
	for _, kind := range []fakestore.Kind{fakestore.Gone, fakestore.Throttled, fakestore.Blocked, fakestore.Broken} {
		store := fakestore.New(richApp(fakestore.Cards))
		store.FailAPI(fakestore.Fault{Kind: kind})
		l, err := newScraper(t, store).Scrape(t.Context(), fleet.Target{ID: 4711})
		if err != nil || l.Label == nil || l.BundleID != nil || store.Lookups() != 1 {
			t.Errorf("%s: %v, %v after %d lookups", kind, outline(l.Label), err, store.Lookups())
		}
	}
}

func TestScrape_storefronts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		target  fleet.Target
		listed  []string
		country string // empty: not found
		pages   int
	}{
		{"its own", fleet.Target{Country: "fr", URL: "https://apps.apple.com/jp/app/app/id1"}, nil, "fr", 1},
		{"that of its address", fleet.Target{URL: "https://apps.apple.com/jp/app/app/id1"}, nil, "jp", 1},
		{"the default", fleet.Target{URL: "https://apps.apple.com/app/app/id1"}, nil, "ch", 1},
		{"no address", fleet.Target{}, nil, "ch", 1},
		{"the address of another app", fleet.Target{URL: "https://apps.apple.com/jp/app/app/id2"}, nil, "ch", 1},
		{"not its own any more", fleet.Target{Country: "fr", URL: "https://apps.apple.com/jp/app/app/id1"}, []string{"jp"}, "jp", 2},
		{"only the default", fleet.Target{Country: "fr", URL: "https://apps.apple.com/jp/app/app/id1"}, []string{"ch"}, "ch", 3},
		{"the largest", fleet.Target{Country: "fr"}, []string{"us"}, "us", 3},
		{"one too far", fleet.Target{Country: "fr"}, []string{"gb"}, "", 3},
		{"nowhere", fleet.Target{}, []string{"zz"}, "", 3},
		{"tracked there", fleet.Target{Country: "fr", OnlyCountry: true}, nil, "fr", 1},
		{"tracked there, and gone", fleet.Target{Country: "fr", OnlyCountry: true, URL: "https://apps.apple.com/jp/app/app/id1"}, []string{"jp", "us"}, "", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			store := fakestore.New(fakestore.App{ID: 1, Countries: tt.listed})
			tt.target.ID = 1
			l, err := configured(t, store, appstore.Config{PerMinute: 1e6, Country: "CH"}).Scrape(t.Context(), tt.target)
			if wantErr := tt.country == ""; wantErr != errors.Is(err, fleet.ErrNotListed) || !wantErr && err != nil {
				t.Fatalf("Scrape: %v", err)
			}
			if l.Country != tt.country || store.Pages(1) != tt.pages {
				t.Errorf("found in %q after %d pages, want %q after %d", l.Country, store.Pages(1), tt.country, tt.pages)
			}
		})
	}
}

// TestScrape_faults gives each fault of the App Store its name, and asks for no
// second page because of it.
func TestScrape_faults(t *testing.T) {
	t.Parallel()
	tests := []struct {
		kind   fakestore.Kind
		want   error
		status int
		pages  int
	}{
		{fakestore.Gone, fleet.ErrNotListed, 404, 3},
		{fakestore.Home, fleet.ErrNotListed, 0, 3},
		{fakestore.Throttled, fleet.ErrThrottled, 429, 1},
		{fakestore.Blocked, fleet.ErrBlocked, 403, 1},
		{fakestore.Broken, fleet.ErrUnavailable, 503, 1},
		{fakestore.Loop, fleet.ErrUnavailable, 0, 6},
		{fakestore.Garbage, fleet.ErrLayout, 0, 1},
		{fakestore.OtherApp, fleet.ErrLayout, 0, 1},
		{fakestore.Away, fleet.ErrLayout, 0, 1},
		{fakestore.Deep, fleet.ErrLayout, 0, 1},
		{fakestore.Huge, fleet.ErrTooLarge, 200, 1},
	}
	for _, tt := range tests {
		t.Run(string(tt.kind), func(t *testing.T) {
			t.Parallel()
			store := fakestore.New(fakestore.App{ID: 1, Fault: fakestore.Fault{Kind: tt.kind}})
			l, err := newScraper(t, store).Scrape(t.Context(), fleet.Target{ID: 1})
			var scrape *fleet.ScrapeError
			if !errors.Is(err, tt.want) || !errors.As(err, &scrape) || scrape.Status != tt.status {
				t.Errorf("Scrape: %v, want %v with status %d", err, tt.want, tt.status)
			}
			if store.Pages(1) != tt.pages {
				t.Errorf("%d pages asked for, want %d", store.Pages(1), tt.pages)
			}
			if diff := cmp.Diff(fleet.Listing{}, l); diff != "" {
				t.Errorf("beside an error (-want +got):\n%s", diff)
			}
		})
	}
}

// TestScrape_inconclusive: a page of the app that is not understood is no error,
// and says nothing about the label.
func TestScrape_inconclusive(t *testing.T) {
	t.Parallel()
	for _, kind := range []fakestore.Kind{fakestore.Nothing, fakestore.Truncated} {
		app := richApp(fakestore.Island)
		app.Fault.Kind = kind
		l, err := newScraper(t, fakestore.New(app)).Scrape(t.Context(), fleet.Target{ID: app.ID})
		if err != nil || l.Label != nil || l.Features != nil || value(l.Name) != app.Name {
			t.Errorf("%s: %q, label %v, %v", kind, value(l.Name), outline(l.Label), err)
		}
	}
}

func TestScrape_blockedInARow(t *testing.T) {
	t.Parallel()
	const cooldown = 70 * time.Second
	blocked := fakestore.App{ID: 1, Fault: fakestore.Fault{Kind: fakestore.Blocked}}
	now := time.Date(2026, time.July, 7, 12, 0, 0, 0, time.UTC)
	s := configured(t, fakestore.New(blocked, fakestore.App{ID: 2}), appstore.Config{PerMinute: 1e6, Now: func() time.Time { return now }})
	for i, step := range []struct {
		after time.Duration // since the step before
		id    storage.AppID
		want  error
	}{
		{0, 1, fleet.ErrBlocked},
		{0, 1, fleet.ErrBlocked},
		{0, 2, nil}, // begins anew
		{0, 1, fleet.ErrBlocked},
		{0, 1, fleet.ErrBlocked},
		{0, 1, fleet.ErrThrottled},
		{time.Second, 1, fleet.ErrThrottled}, // such as a request that was sent at the same time
		{time.Second, 2, nil},
		{time.Second, 1, fleet.ErrThrottled},
		{cooldown, 1, fleet.ErrBlocked}, // after the rest it is the app's own affair again
		{0, 1, fleet.ErrBlocked},
		{0, 3, fleet.ErrNotListed},
		{0, 1, fleet.ErrBlocked},
	} {
		now = now.Add(step.after)
		_, err := s.Scrape(t.Context(), fleet.Target{ID: step.id})
		var wait time.Duration
		if errors.Is(step.want, fleet.ErrThrottled) {
			wait = cooldown
		}
		var scrape *fleet.ScrapeError
		if !errors.Is(err, step.want) || errors.As(err, &scrape) && scrape.RetryAfter != wait {
			t.Errorf("step %d: %v, want %v and to wait for %v", i, err, step.want, wait)
		}
	}
}

func TestScrape_retryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.July, 7, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		header string
		want   time.Duration
	}{
		{"", 70 * time.Second},
		{"7", 7 * time.Second},
		{" 30 ", 30 * time.Second},
		{"99999", 10 * time.Minute},
		{"99999999999999999999", 10 * time.Minute},
		{"0", 70 * time.Second},
		{"-5", 70 * time.Second},
		{"soon", 70 * time.Second},
		{now.Add(90 * time.Second).Format(http.TimeFormat), 90 * time.Second},
		{now.Add(24 * time.Hour).Format(http.TimeFormat), 10 * time.Minute},
		{now.Add(-time.Hour).Format(http.TimeFormat), 70 * time.Second},
	}
	for _, tt := range tests {
		store := fakestore.New(fakestore.App{ID: 1, Fault: fakestore.Fault{Kind: fakestore.Throttled, RetryAfter: tt.header}})
		s := configured(t, store, appstore.Config{PerMinute: 1e6, Now: func() time.Time { return now }})
		_, err := s.Scrape(t.Context(), fleet.Target{ID: 1})
		var scrape *fleet.ScrapeError
		if !errors.As(err, &scrape) || scrape.Cause != fleet.ErrThrottled || scrape.RetryAfter != tt.want {
			t.Errorf("Retry-After %q: %v, want to wait for %v", tt.header, err, tt.want)
		}
	}
}

func TestScrape_tooSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := fakestore.New(fakestore.App{ID: 1, Fault: fakestore.Fault{Kind: fakestore.Slow, Delay: time.Minute}})
		start := time.Now()
		_, err := newScraper(t, store).Scrape(t.Context(), fleet.Target{ID: 1})
		if took := time.Since(start); !errors.Is(err, fleet.ErrTimeout) || took != 15*time.Second {
			t.Errorf("Scrape: %v after %v, want %v after 15s", err, took, fleet.ErrTimeout)
		}
	})
}

// TestScrape_cancelled: the caller's own end comes back as such.
func TestScrape_cancelled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := fakestore.New(fakestore.App{ID: 1, Fault: fakestore.Fault{Kind: fakestore.Slow, Delay: time.Minute}})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		_, err := newScraper(t, store).Scrape(ctx, fleet.Target{ID: 1})
		var scrape *fleet.ScrapeError
		if !errors.Is(err, context.Canceled) || errors.As(err, &scrape) {
			t.Errorf("Scrape: %v, want the context's error", err)
		}
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := newScraper(t, store).Scrape(ctx, fleet.Target{ID: 1}); !errors.Is(err, context.DeadlineExceeded) || errors.As(err, &scrape) {
			t.Errorf("Scrape: %v, want the context's error", err)
		}
	})
}

// TestScrape_redirects: a page under an old name leads to the one under the new,
// wherever pages are fetched from.
func TestScrape_redirects(t *testing.T) {
	t.Parallel()
	app := richApp(fakestore.Island)
	store := fakestore.New(app)
	s := newScraper(t, store)
	l, err := s.Scrape(t.Context(), resolve(t, s, "https://itunes.apple.com/us/app/old-name/id4711?mt=8"))
	if err != nil || value(l.Name) != app.Name || store.Pages(app.ID) != 2 {
		t.Errorf("%q, %v after %d pages", value(l.Name), err, store.Pages(app.ID))
	}
}

// TestScrape_question checks the request: in English, with a browser's headers, and
// only those parameters that select the page.
func TestScrape_question(t *testing.T) {
	t.Parallel()
	var asked *http.Request
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r
		http.NotFound(w, r)
	})
	s := newScraper(t, h)
	address := "https://apps.apple.com/us/app/%E6%97%A5/id1?uo=4&mt=12&platform=mac&l=de-DE&see-all=reviews"
	if _, err := s.Scrape(t.Context(), resolve(t, s, address)); !errors.Is(err, fleet.ErrNotListed) {
		t.Fatal(err)
	}
	want := url.Values{"mt": {"12"}, "platform": {"mac"}, "l": {"en-US"}}
	if diff := cmp.Diff(want, asked.URL.Query()); diff != "" {
		t.Errorf("query (-want +got):\n%s", diff)
	}
	if got := asked.URL.Scheme + "://" + asked.URL.Host + asked.URL.EscapedPath(); got != "https://apps.apple.com/de/app/%E6%97%A5/id1" {
		t.Errorf("asked last for %s, want the third storefront", got)
	}
	if a, l := asked.Header.Get("User-Agent"), asked.Header.Get("Accept-Language"); a == "" || a == "Go-http-client/1.1" || l != "en-US,en;q=0.9" {
		t.Errorf("asked as %q in %q", a, l)
	}
}

// TestScrape_mirror uses sockets, the guard and a base URL with a path.
func TestScrape_mirror(t *testing.T) {
	t.Parallel()
	app := richApp(fakestore.Cards)
	store := fakestore.New(app)
	srv := httptest.NewServer(http.StripPrefix("/mirror", store))
	t.Cleanup(srv.Close)
	s, err := appstore.New(appstore.Config{PagesURL: srv.URL + "/mirror/", LookupURL: srv.URL + "/mirror"})
	if err != nil {
		t.Fatal(err)
	}
	l, err := s.Scrape(t.Context(), resolve(t, s, "https://apps.apple.com/us/app/old-name/id4711"))
	if err != nil || value(l.Name) != app.Name || value(l.BundleID) != app.BundleID {
		t.Errorf("%q, %q, %v", value(l.Name), value(l.BundleID), err)
	}
	srv.Close()
	if _, err := s.Scrape(t.Context(), fleet.Target{ID: 4711}); !errors.Is(err, fleet.ErrUnavailable) {
		t.Errorf("Scrape without a server: %v, want %v", err, fleet.ErrUnavailable)
	}
}

func TestScrape_noApp(t *testing.T) {
	t.Parallel()
	s := newScraper(t, http.NotFoundHandler())
	for _, id := range []storage.AppID{0, -1, math.MinInt64} {
		if _, err := s.Scrape(t.Context(), fleet.Target{ID: id}); !errors.Is(err, fleet.ErrAddress) {
			t.Errorf("Scrape(%d): %v, want %v", id, err, fleet.ErrAddress)
		}
	}
}

// TestScrape_idTooLargeIsNotListed: the App Store is not asked about what it cannot have.
func TestScrape_idTooLargeIsNotListed(t *testing.T) {
	t.Parallel()
	s := newScraper(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("asked for %s", r.URL) }))
	for _, digits := range []string{"9007199254740992", "9223372036854775807", "99999999999999999999"} {
		target := resolve(t, s, "https://apps.apple.com/us/app/x/id"+digits)
		var scrape *fleet.ScrapeError
		if _, err := s.Scrape(t.Context(), target); !errors.Is(err, fleet.ErrNotListed) || !errors.As(err, &scrape) {
			t.Errorf("Scrape of id%s: %v, want %v", digits, err, fleet.ErrNotListed)
		}
	}
}

// TestScrape_redirectedToOtherApp: the page behind it is not even asked for.
func TestScrape_redirectedToOtherApp(t *testing.T) {
	t.Parallel()
	asked := 0
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, "/us/app/two/id2", http.StatusMovedPermanently)
	})
	_, err := newScraper(t, h).Scrape(t.Context(), fleet.Target{ID: 1})
	if !errors.Is(err, fleet.ErrLayout) || asked != 1 {
		t.Errorf("Scrape: %v after %d requests, want %v after 1", err, asked, fleet.ErrLayout)
	}
}

// TestScrape_otherStorefront: an app that is tracked in one storefront is not read in
// another one, to which the App Store may redirect.
func TestScrape_otherStorefront(t *testing.T) {
	t.Parallel()
	store := fakestore.New(fakestore.App{ID: 1})
	us := "/us/app/app/id1"
	for _, tt := range []struct {
		name   string
		only   bool
		answer func(http.ResponseWriter, *http.Request)
		want   error
	}{
		{"redirected", true, http.RedirectHandler(us, http.StatusFound).ServeHTTP, fleet.ErrNotListed},
		{"redirected to the other host", true, http.RedirectHandler("https://itunes.apple.com"+us, http.StatusFound).ServeHTTP, fleet.ErrNotListed},
		{"the page of another one", true, func(w http.ResponseWriter, r *http.Request) {
			other := r.Clone(r.Context())
			other.URL.Path = us
			store.ServeHTTP(w, other)
		}, fleet.ErrLayout},
		{"redirected before it is tracked", false, http.RedirectHandler(us, http.StatusFound).ServeHTTP, nil},
		{"another name in the same one", true, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/de/app/app/id1" {
				store.ServeHTTP(w, r)
				return
			}
			http.Redirect(w, r, "/de/app/app/id1", http.StatusMovedPermanently)
		}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.URL.Path, "/de/") {
					tt.answer(w, r)
					return
				}
				store.ServeHTTP(w, r)
			})
			l, err := newScraper(t, h).Scrape(t.Context(), fleet.Target{ID: 1, Country: "de", OnlyCountry: tt.only})
			if !errors.Is(err, tt.want) {
				t.Errorf("Scrape: %q, %v, want %v", l.Country, err, tt.want)
			}
		})
	}
}

// TestScrape_otherStatus: an answer that is neither a page nor a known refusal,
// such as a part of a page, is not read.
func TestScrape_otherStatus(t *testing.T) {
	t.Parallel()
	page := pageOf(t, fakestore.App{ID: 1})
	for status, want := range map[int]error{
		204: fleet.ErrUnavailable, 206: fleet.ErrUnavailable, 300: fleet.ErrUnavailable, 400: fleet.ErrUnavailable,
		401: fleet.ErrBlocked, 408: fleet.ErrTimeout, 410: fleet.ErrNotListed, 451: fleet.ErrNotListed, 504: fleet.ErrTimeout,
	} {
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write(page)
		})
		if _, err := newScraper(t, h).Scrape(t.Context(), fleet.Target{ID: 1}); !errors.Is(err, want) {
			t.Errorf("status %d: %v, want %v", status, err, want)
		}
	}
}
