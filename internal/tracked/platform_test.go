package tracked_test

import (
	"context"
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// platforms is pages whose addresses may name a platform.
type platforms struct {
	*fleettest.Pages
	asked []string // addresses
}

func (p *platforms) Resolve(address string) (fleet.Target, error) {
	plain, _, _ := strings.Cut(address, "?")
	id, err := storage.ParseAppID(strings.TrimPrefix(plain, "https://apps.apple.com/us/app/id"))
	return fleet.Target{ID: id, URL: address, Country: "us"}, err
}

func (p *platforms) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	p.asked = append(p.asked, t.URL)
	return p.Pages.Scrape(ctx, t)
}

func onPlatforms(t *testing.T) (*bench, *platforms, *tracked.Service) {
	t.Helper()
	b := newBench(t)
	p := &platforms{Pages: b.Pages}
	return b, p, tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: p})
}

func versioned(platform storage.Platform, version string) func(*fleet.Listing) {
	return func(l *fleet.Listing) { l.Platform, l.Version = platform, &version }
}

// The same ID under the address of another platform does not move the app, and the result says
// so.
func TestTrackStaysOnThePlatform(t *testing.T) {
	t.Parallel()
	const plain = "https://apps.apple.com/us/app/id1"
	for name, tt := range map[string]struct {
		first, again string
		other        storage.Platform
	}{
		"mac, then plain":  {plain + "?platform=mac", plain, storage.PlatformIOS},
		"mac, then tv":     {plain + "?mt=12", plain + "?platform=tv", storage.PlatformTV},
		"plain, then mac":  {plain, plain + "?platform=mac", storage.PlatformMac},
		"mac by two names": {plain + "?mt=12", plain + "?platform=mac", ""},
		"phone and tablet": {plain, plain + "?platform=ipad", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, p, s := onPlatforms(t)
			b.Pages.Show(1, "Fox")
			var last tracked.Refresh
			for _, address := range []string{tt.first, tt.again} {
				results, err := s.Track(t.Context(), tracked.TrackRequest{URLs: []string{address}})
				if err != nil || results[0].Err != nil {
					t.Fatal(results, err)
				}
				last = results[0].Refresh
			}
			own := storage.App{URL: tt.first}.Platform()
			if got := b.App(t, 1).Platform(); got != own || last.OtherPlatform != tt.other {
				t.Errorf("the app is of %s, and the result names %q; want %s and %q", got, last.OtherPlatform, own, tt.other)
			}
			if tt.other != "" && p.asked[1] != tt.first {
				t.Errorf("asked for %s, want the page of its platform", p.asked[1])
			}
		})
	}
}

// A page of another platform than the app's has no facts about it, and an app whose address
// names no platform gets that of its page, without an update that never was.
func TestPageOfAnotherPlatform(t *testing.T) {
	t.Parallel()
	const plain = "https://apps.apple.com/us/app/id1"
	for name, tt := range map[string]struct {
		address  string
		pages    []func(*fleet.Listing)
		want     string // the version in the end
		platform storage.Platform
		updates  int
	}{
		"another page": {
			plain + "?platform=mac",
			[]func(*fleet.Listing){versioned("mac", "3.4.3"), versioned("ios", "3.6"), versioned("mac", "3.4.3"), versioned("ios", "3.6")},
			"3.4.3", storage.PlatformMac, 0,
		},
		"an update": {
			plain + "?platform=mac",
			[]func(*fleet.Listing){versioned("mac", "3.4.3"), versioned("mac", "3.5")},
			"3.5", storage.PlatformMac, 1,
		},
		"learned": {
			plain, []func(*fleet.Listing){versioned("", "3.6"), versioned("mac", "3.4.3")}, "3.4.3", storage.PlatformMac, 0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, _, s := onPlatforms(t)
			updates := 0
			for _, page := range tt.pages {
				b.Pages.Show(1, "Fox", page)
				results, err := s.Track(t.Context(), tracked.TrackRequest{URLs: []string{tt.address}})
				if err != nil || results[0].Err != nil {
					t.Fatal(results, err)
				}
				if results[0].Refresh.VersionChanged {
					updates++
				}
				b.Clock.Add(25 * time.Hour)
			}
			app := b.App(t, 1)
			got := []any{string(app.CurrentVersion), app.Platform(), updates}
			if diff := cmp.Diff([]any{tt.want, tt.platform, tt.updates}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// macStore finds an app only among those for the Mac.
type macStore struct{ *fleettest.Pages }

func (macStore) Search(context.Context, string, string, int) ([]fleet.Listing, error) {
	return []fleet.Listing{{ID: 1, Name: new("Foxglove"), URL: new("https://apps.apple.com/us/app/id1?uo=4")}}, nil
}

func (macStore) SearchMac(context.Context, string, string, int) ([]fleet.Listing, error) {
	return []fleet.Listing{{ID: 2, Name: new("Fox"), URL: new("https://apps.apple.com/us/app/id2"), Country: "us", Platform: storage.PlatformMac}}, nil
}

func TestSearchFindsAppsOfTheMac(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: macStore{b.Pages}})
	found, err := s.Search(t.Context(), "us", []tracked.Query{{Name: "fox"}, {Name: "Foxglove"}})
	if err != nil {
		t.Fatal(err)
	}
	mac := tracked.Candidate{
		ID: 2, Country: "us", Platform: storage.PlatformMac, Name: "Fox", SearchQuery: "fox", URL: "https://apps.apple.com/us/app/id2?platform=mac",
	}
	if one, err := found.Matches[0].Choice(); err != nil || one != mac {
		t.Errorf("chosen is %+v, %v, want %+v", one, err, mac)
	}
	if n := len(found.Matches[1].Candidates); n != 1 {
		t.Errorf("%d candidates for a name that another app has, want that app alone", n)
	}
}
