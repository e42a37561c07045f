package fleet_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
)

// byCountry has a page for each storefront. One that lacks the app says so.
type byCountry struct {
	*fleettest.Pages
	pages map[string]*fleettest.Pages
}

func (c byCountry) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	if !t.OnlyCountry {
		return c.Pages.Scrape(ctx, t)
	}
	pages, ok := c.pages[t.Country]
	if !ok {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrNotListed}
	}
	return pages.Scrape(ctx, t)
}

// TestStorefronts reads an app in several storefronts. The tracked app stays as it is.
func TestStorefronts(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	pages := byCountry{b.Pages, make(map[string]*fleettest.Pages)}
	show := func(country, name string, says ...func(*fleet.Listing)) {
		pages.pages[country] = fleettest.NewPages()
		pages.pages[country].Show(1, name, append(says, func(l *fleet.Listing) { l.Country = country })...)
	}
	show("us", "One", fleettest.Labelled("LINKED: LOCATION"), fleettest.Versioned("2"))
	show("de", "Eins", fleettest.Labelled("LINKED: LOCATION CONTACTS"), fleettest.Versioned("2"))
	show("fr", "One", fleettest.Labelled("LINKED: LOCATION"), fleettest.Versioned("2"))
	pages.pages["fr"].Fail(1, &fleet.ScrapeError{Cause: fleet.ErrTimeout})
	l := fleet.New(fleet.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: pages})
	b.Pages.Show(1, "One", fleettest.Labelled("LINKED: LOCATION"), func(l *fleet.Listing) { l.Country = "us" })
	if _, err := l.Track(t.Context(), fleet.TrackRequest{URLs: []string{fleettest.URL(1)}}); err != nil {
		t.Fatal(err)
	}
	before := b.App(t, 1)

	read, err := l.Storefronts(t.Context(), 1, []string{"de", "us", "jp", "fr"})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := l.Storefronts(t.Context(), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"base us",
		`de listed=true failed=false [{label  "Data Linked to You" now collects: Contacts} {name One Eins}]`,
		"us listed=true failed=false []",
		"jp listed=false failed=false [{listed true false}]",
		"fr listed=nil failed=true []",
	}
	if diff := cmp.Diff(want, sides(read)); diff != "" {
		t.Errorf("what was read (-want +got):\n%s", diff)
	}
	want = []string{want[0], want[1], want[3], want[2]} // by country, without that which could not be read
	if diff := cmp.Diff(want, sides(stored)); diff != "" {
		t.Errorf("what is stored (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, b.App(t, 1)); diff != "" {
		t.Errorf("the tracked app (-before +after):\n%s", diff)
	}

	for _, wrong := range [][]string{{"us", "us"}, {"USA"}, {"US"}, slices.Repeat([]string{"us"}, 21)} {
		if _, err := l.Storefronts(t.Context(), 1, wrong); !errors.Is(err, fleet.ErrStorefronts) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if _, err := l.Storefronts(t.Context(), 9, nil); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("an app that is not tracked: %v", err)
	}
}

func sides(s fleet.Storefronts) []string {
	lines := []string{"base " + s.Base}
	for _, side := range s.Storefronts {
		listed := "nil"
		if side.Listed != nil {
			listed = fmt.Sprint(*side.Listed)
		}
		lines = append(lines, fmt.Sprintf("%s listed=%s failed=%t %v", side.Country, listed, side.Failure != nil, side.Differences))
	}
	return lines
}
