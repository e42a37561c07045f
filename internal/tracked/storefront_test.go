package tracked_test

import (
	"crypto/rand"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// TestTrackStaysInTheStorefront: an app that is refreshed is read where it is tracked,
// unless the address names another storefront.
func TestTrackStaysInTheStorefront(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		named string // the storefront in the address
		again tracked.TrackRequest
		want  []string // the storefronts that are asked
	}{
		"by ID":                              {"us", tracked.TrackRequest{IDs: []storage.AppID{1}}, []string{"us", "gb"}},
		"by an address without one":          {"", tracked.TrackRequest{URLs: []string{fleettest.URL(1)}}, []string{"", "gb"}},
		"by an address in another one":       {"us", tracked.TrackRequest{URLs: []string{fleettest.URL(1)}}, []string{"us", "us"}},
		"by ID, with an address without one": {"", tracked.TrackRequest{IDs: []storage.AppID{1}}, []string{"", "gb"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			p := &abroad{Pages: b.Pages, named: tt.named}
			l := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: p, Country: "ch"})
			b.Pages.Show(1, "App", func(l *fleet.Listing) { l.Country = "gb" })
			for _, request := range []tracked.TrackRequest{{URLs: []string{fleettest.URL(1)}}, tt.again} {
				results, err := l.Track(t.Context(), request)
				if err != nil || results[0].Err != nil {
					t.Fatal(results, err)
				}
			}
			if diff := cmp.Diff(tt.want, p.asked); diff != "" {
				t.Errorf("storefronts asked (-want +got):\n%s", diff)
			}
		})
	}
}

// TestOtherStorefrontDoesNotDelist: that another storefront does not list an app, which its
// address names, is no sign that it was removed from the one in which it is tracked.
func TestOtherStorefrontDoesNotDelist(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		named string // the storefront in the address
		want  string
	}{
		"another storefront": {"us", storage.Listed},
		"its own":            {"gb", storage.Unlisted},
		"none":               {"", storage.Unlisted},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			p := &abroad{Pages: b.Pages, named: tt.named}
			l := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: p, Country: "ch"})
			b.Pages.Show(1, "App", func(l *fleet.Listing) { l.Country = "gb" })
			request := tracked.TrackRequest{URLs: []string{fleettest.URL(1)}}
			for day := range 4 {
				results, err := l.Track(t.Context(), request)
				if err != nil || (results[0].Err == nil) != (day == 0) {
					t.Fatal(results, err)
				}
				b.Pages.Fail(1, &fleet.ScrapeError{Cause: fleet.ErrNotListed})
				b.Clock.Add(24 * time.Hour)
			}
			if got := b.App(t, 1).Availability.State(); got != tt.want {
				t.Errorf("the app is %s, want %s", got, tt.want)
			}
		})
	}
}
