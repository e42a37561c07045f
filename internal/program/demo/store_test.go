package demo

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

var (
	_ fleet.Scraper  = (*Store)(nil)
	_ fleet.Lookuper = (*Store)(nil)
	_ fleet.Searcher = (*Store)(nil)
)

var end = time.Date(2026, 6, 30, 12, 0, 0, 0, time.UTC)

// at is the demo as it is in a state.
func at(state int) *Store {
	now := end.Add(-time.Duration(states-1-state) * step)
	return New(end, func() time.Time { return now })
}

func TestApps(t *testing.T) {
	t.Parallel()
	seen := make(map[storage.AppID]string)
	for _, app := range slices.Concat(apps(), playApps()) {
		name := *app.first.Name
		resolve := at(0).Resolve
		if app.onPlay() {
			name, resolve = name+" on Google Play", at(0).Play().Scraper.Resolve
		}
		if other, ok := seen[app.id]; ok || app.first.ID != app.id {
			t.Errorf("%s and %q have the id %d", name, other, app.id)
		}
		seen[app.id] = name
		if target, err := resolve(*app.first.URL); err != nil || target.ID != app.id && target.Identifier != app.first.Identifier {
			t.Errorf("%s: its own address resolves to %v, %v", name, target, err)
		}
		last := 0
		for _, u := range app.updates {
			if u.state <= last || u.state >= states {
				t.Errorf("%s: state %d after %d, of %d", name, u.state, last, states)
			}
			last = u.state
		}
	}
	if len(seen) != 16 {
		t.Errorf("%d apps, want a dozen and four on Google Play", len(seen))
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	tests := []struct {
		address string
		want    storage.AppID // 0: an error
	}{
		{"https://apps.apple.com/us/app/idea-box/id12", 12},
		{"https://apps.apple.com/app/id12?mt=8", 12},
		{"https://apps.apple.com/app/id12/", 12},
		{"https://apps.apple.com/us/app/id", 0},
		{"https://apps.apple.com/us/app/12", 0},
		{"https://apps.apple.com/us/app/idea", 0},
		{"https://elsewhere.example/app/id12", 0},
		{"http://[::1", 0},
		{"", 0},
	}
	for _, tt := range tests {
		target, err := at(0).Resolve(tt.address)
		if target.ID != tt.want || errors.Is(err, fleet.ErrAddress) != (tt.want == 0) {
			t.Errorf("Resolve(%q) = %d, %v; want %d", tt.address, target.ID, err, tt.want)
		}
	}
}

func TestScrape(t *testing.T) {
	t.Parallel()
	target := fleet.Target{ID: 9_900_000_001}
	var versions []string
	for state := range states {
		page, err := at(state).Scrape(t.Context(), target)
		if err != nil {
			t.Fatal(err)
		}
		versions = append(versions, *page.Version)
	}
	versions = slices.Compact(versions)
	if diff := cmp.Diff([]string{"4.1", "4.2", "4.3", "5.0"}, versions); diff != "" {
		t.Errorf("versions over time (-want +got):\n%s", diff)
	}
	if _, err := at(0).Scrape(t.Context(), fleet.Target{ID: 1}); !errors.Is(err, fleet.ErrNotListed) {
		t.Errorf("an unknown app: error %v, want %v", err, fleet.ErrNotListed)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := at(0).Scrape(ctx, target); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: error %v", err)
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	demo := at(0)
	tests := []struct {
		name string
		find func(ctx context.Context) ([]fleet.Listing, error)
		want []string
	}{
		{"lookup", func(ctx context.Context) ([]fleet.Listing, error) {
			return demo.Lookup(ctx, "us", []storage.AppID{9_900_000_002, 5, 9_900_000_001})
		}, []string{"Tidewatch Weather", "Ledgerly Budget"}},
		{"bundles", func(ctx context.Context) ([]fleet.Listing, error) {
			return demo.LookupBundles(ctx, "us", []string{"EXAMPLE.umbral-optics.night-atlas", "example.none"})
		}, []string{"Night Atlas"}},
		{"search", func(ctx context.Context) ([]fleet.Listing, error) { return demo.Search(ctx, "us", "RECIPES hearth", 5) },
			[]string{"Hearthstone Recipes"}},
		{"search for one of many", func(ctx context.Context) ([]fleet.Listing, error) { return demo.Search(ctx, "us", "a", 1) },
			[]string{"Basket & Barrow"}},
		{"search for no one", func(ctx context.Context) ([]fleet.Listing, error) { return demo.Search(ctx, "us", "a", -1) }, nil},
		{"search in vain", func(ctx context.Context) ([]fleet.Listing, error) {
			return demo.Search(ctx, "us", "weather recipes", 5)
		}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			found, err := tt.find(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, l := range found {
				names = append(names, *l.Name)
				if l.Label != nil || l.Features != nil {
					t.Errorf("%s has what only a page has", *l.Name)
				}
			}
			if diff := cmp.Diff(tt.want, names); diff != "" {
				t.Errorf("found (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCategories(t *testing.T) {
	t.Parallel()
	got := collected("ID", "", []use{forFunction(email, crashes), forMarketing(userName, email)})
	want := []storage.LabelCategory{
		{Identifier: "CONTACT_INFO", DataTypes: []storage.DataType{{Identifier: "EMAIL_ADDRESS"}, {Identifier: "NAME"}}},
		{Identifier: "DIAGNOSTICS", DataTypes: []storage.DataType{{Identifier: "CRASH_DATA"}}},
	}
	if diff := cmp.Diff(want, got.Categories); diff != "" {
		t.Errorf("categories of all purposes (-want +got):\n%s", diff)
	}
	if len(got.Purposes) != 2 || len(got.Purposes[1].Categories) != 1 {
		t.Errorf("purposes: %+v", got.Purposes)
	}
}

func TestSlug(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Voice Control": "voice_control", " A & b!": "a_b", "é": "", "": "", "Photo 2x": "photo_2x",
	} {
		if got := slug(text, '_'); got != want || strings.HasSuffix(got, "_") {
			t.Errorf("slug(%q) = %q, want %q", text, got, want)
		}
	}
}
