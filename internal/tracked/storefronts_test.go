package tracked_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
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
	l := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: pages})
	b.Pages.Show(1, "One", fleettest.Labelled("LINKED: LOCATION"), func(l *fleet.Listing) { l.Country = "us" })
	if _, err := l.Track(t.Context(), tracked.TrackRequest{URLs: []string{fleettest.URL(1)}}); err != nil {
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
		if _, err := l.Storefronts(t.Context(), 1, wrong); !errors.Is(err, tracked.ErrStorefronts) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if _, err := l.Storefronts(t.Context(), 9, nil); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("an app that is not tracked: %v", err)
	}
}

func sides(s tracked.Storefronts) []string {
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

// TestStorefrontSchedule reads the apps with a tag at intervals, and an app that could not be read
// again later.
func TestStorefrontSchedule(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		began, base := time.Now(), b.Clock.Now()
		now := func() time.Time { return base.Add(time.Since(began)) }
		pages := byCountry{b.Pages, make(map[string]*fleettest.Pages)}
		for _, country := range []string{"us", "de"} {
			pages.pages[country] = fleettest.NewPages()
			for id := range storage.AppID(4) {
				pages.pages[country].Show(id+1, "App", fleettest.Labelled("LINKED: LOCATION"), func(l *fleet.Listing) { l.Country = country })
			}
		}
		pages.pages["de"].Fail(2, &fleet.ScrapeError{Cause: fleet.ErrTimeout})
		for id := range storage.AppID(4) {
			b.Observe(t, id+1, "App", fleettest.Labelled("LINKED: LOCATION"))
		}
		err := b.Store.Update(t.Context(), func(tx *storage.Tx) error {
			return errors.Join(
				settings.PutText(tx, settings.StorefrontSchedule, "games: us, de weekly"),
				tx.AppTags.Put(storage.AppTag{App: 1, Tag: "games"}, storage.AppTag{App: 2, Tag: "games"}, storage.AppTag{App: 3, Tag: "games"}),
				tx.PausedApps.Put(storage.PausedApp{App: 3, PausedAt: storage.TimeOf(now())}),
			)
		})
		if err != nil {
			t.Fatal(err)
		}
		l := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: now, Random: rand.Reader}, Scraper: pages})
		var read sync.WaitGroup
		read.Go(func() { l.RunStorefronts(t.Context(), time.Minute) })
		expect := func(after time.Duration, want ...string) {
			t.Helper()
			time.Sleep(after)
			var got []string
			for _, seen := range storagetest.All[storage.StorefrontObservation](t, b.Store) {
				got = append(got, fmt.Sprintf("%d %s day %d", seen.App, seen.Country, seen.At.Sub(storage.TimeOf(base))/(24*time.Hour)))
			}
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("after %v (-want +got):\n%s", after, diff)
			}
		}
		expect(5*time.Minute, "1 de day 0", "1 us day 0", "2 us day 0")
		pages.pages["de"].Fail(2, nil)
		expect(5*time.Hour, "1 de day 0", "1 us day 0", "2 us day 0")
		expect(3*time.Hour, "1 de day 0", "1 us day 0", "2 de day 0", "2 us day 0")
		expect(6*24*time.Hour, "1 de day 0", "1 us day 0", "2 de day 0", "2 us day 0")
		expect(24*time.Hour, "1 de day 0", "1 de day 7", "1 us day 0", "1 us day 7", "2 de day 0", "2 de day 7", "2 us day 0", "2 us day 7")
		l.Stop(0)
		read.Wait()
		if tasks := storagetest.All[storage.Task](t, b.Store); len(tasks) > 0 {
			t.Errorf("left: %+v", tasks)
		}
	})
}

// TestStorefrontScheduleOfManyApps reads each app with one of two tags once in each storefront, with
// more apps than are looked at together.
func TestStorefrontScheduleOfManyApps(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		began, base := time.Now(), b.Clock.Now()
		now := func() time.Time { return base.Add(time.Since(began)) }
		pages := byCountry{b.Pages, map[string]*fleettest.Pages{"us": fleettest.NewPages(), "de": fleettest.NewPages()}}
		want := make(map[string]int)
		err := b.Store.Update(t.Context(), func(tx *storage.Tx) error {
			errs := []error{settings.PutText(tx, settings.StorefrontSchedule, "games: us weekly; children: de, us weekly")}
			for id := storage.AppID(1); id <= 620; id++ {
				tags := map[string]bool{"games": id < 520 || id%3 == 0, "children": id%40 == 0}
				errs = append(errs, tx.Apps.Put(storage.App{ID: id, Name: "App", URL: "https://apps.apple.com/us/app/id" + id.String(), Country: "us", FirstSeen: 1}))
				for country, shown := range pages.pages {
					shown.Show(id, "App", fleettest.Labelled("LINKED: LOCATION"), func(l *fleet.Listing) { l.Country = country })
					if tags["children"] || tags["games"] && country == "us" {
						want[fmt.Sprint(id, " ", country)] = 1
					}
				}
				for tag, has := range tags {
					if has {
						errs = append(errs, tx.AppTags.Put(storage.AppTag{App: id, Tag: tag}))
					}
				}
			}
			return errors.Join(errs...)
		})
		if err != nil {
			t.Fatal(err)
		}
		l := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: now, Random: rand.Reader}, Scraper: pages})
		var read sync.WaitGroup
		read.Go(func() { l.RunStorefronts(t.Context(), time.Minute) })
		time.Sleep(6 * time.Hour)
		l.Stop(0)
		read.Wait()
		got := make(map[string]int)
		for _, seen := range storagetest.All[storage.StorefrontObservation](t, b.Store) {
			got[fmt.Sprint(seen.App, " ", seen.Country)]++
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("how often storefronts were read (-want +got):\n%s", diff)
		}
	})
}
