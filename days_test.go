package auditor_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// Weeks with a sync a day, and apps that leave the App Store for some days, or only seem
// to: what is told is what happened, each once.
func TestWeeksOfAvailability(t *testing.T) {
	t.Parallel()
	label := &storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotCollected, Title: "Data Not Collected"}}}
	const gone, broken, abroad = fakestore.Gone, fakestore.Broken, "abroad"
	apps := []struct {
		name  string
		fault func(day int) fakestore.Kind // abroad: it is listed in another storefront only
		want  []string                     // changes, oldest first
	}{
		{"back after a week", func(day int) fakestore.Kind {
			if day >= 3 && day < 10 {
				return gone
			}
			return ""
		}, []string{"day 5: listed to unlisted", "day 10: unlisted to listed"}},
		{"gone for good, with errors between", func(day int) fakestore.Kind {
			switch {
			case day >= 3 && day%2 == 1:
				return gone
			case day >= 3:
				return broken
			}
			return ""
		}, []string{"day 7: listed to unlisted"}},
		{"still in another storefront", func(day int) fakestore.Kind {
			if day >= 3 {
				return abroad
			}
			return ""
		}, []string{"day 5: listed to unlisted"}},
		{"twice", func(day int) fakestore.Kind {
			if day >= 2 && day < 5 || day >= 6 && day < 9 {
				return gone
			}
			return ""
		}, []string{"day 4: listed to unlisted", "day 5: unlisted to listed", "day 8: listed to unlisted", "day 9: unlisted to listed"}},
		{"now and then", func(day int) fakestore.Kind {
			if day%3 != 0 {
				return gone
			}
			return ""
		}, nil},
		{"broken for days", func(day int) fakestore.Kind {
			if day >= 3 && day < 12 {
				return broken
			}
			return ""
		}, nil},
		{"another scale, by law", func(int) fakestore.Kind { return "" }, []string{"day 6: 17+ to 18+ by the App Store"}},
	}
	for i := range 20 { // with fewer, five that are not listed on one day would say something about the App Store
		steady := apps[len(apps)-1]
		steady.name, steady.want = fmt.Sprintf("always there %d", i), nil
		apps = append(apps, steady)
	}
	synctest.Test(t, func(t *testing.T) {
		shop := fakestore.New()
		show := func(day int) {
			for i, a := range apps {
				app := fakestore.App{ID: storage.AppID(i + 1), Name: a.name, Version: "1", AgeRating: "17+", Label: label, Countries: []string{"us", "gb"}}
				if day >= 6 && strings.HasPrefix(a.name, "another scale") {
					app.AgeRating = "18+"
				}
				if kind := a.fault(day); kind == abroad {
					app.Countries = []string{"gb"}
				} else {
					app.Fault.Kind = kind
				}
				shop.Put(app)
			}
		}
		scraper, err := appstore.New(appstore.Config{HTTPClient: fakestore.Client(shop)})
		if err != nil {
			t.Fatal(err)
		}
		a, err := auditor.New(auditor.WithStore(storagetest.Strict(t, memory.New())), auditor.WithScraper(scraper),
			auditor.WithPolicyFetcher(&policySite{}), auditor.WithArchive(noPast{}))
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		show(0)
		var addresses []string
		for i := range apps {
			addresses = append(addresses, fmt.Sprintf("https://apps.apple.com/us/app/app/id%d", i+1))
		}
		results, err := a.Services().Fleet.Track(t.Context(), tracked.TrackRequest{URLs: addresses})
		if err != nil || slices.ContainsFunc(results, func(r tracked.Result) bool { return r.Err != nil }) {
			t.Fatalf("track: %+v, %v", results, err)
		}
		for day := range 15 {
			show(day)
			(&scraping{t: t, Auditor: a}).post("/api/sync/trigger", "{}")
			time.Sleep(24*time.Hour - time.Since(began)%(24*time.Hour))
		}

		var feed struct {
			Rows []struct {
				AppName   string
				ScrapedAt int64
				Entry     storage.Entry
			}
		}
		var inbox struct {
			Notifications []struct {
				AppName   string
				CreatedAt int64
				Changes   []storage.Entry
			}
		}
		for path, into := range map[string]any{"/api/changelog?limit=500": &feed, "/api/notifications?limit=200": &inbox} {
			if err := json.Unmarshal([]byte(ask(t, a, path)), into); err != nil {
				t.Fatal(err)
			}
		}
		reported, notified := map[string][]string{}, map[string][]string{}
		line := func(at int64, e storage.Entry) string {
			by := ""
			if e.StoreWide {
				by = " by the App Store"
			}
			return fmt.Sprintf("day %d: %s to %s%s", int(time.UnixMilli(at).Sub(began).Hours()/24), e.From, e.To, by)
		}
		for _, row := range slices.Backward(feed.Rows) {
			reported[row.AppName] = append(reported[row.AppName], line(row.ScrapedAt, row.Entry))
		}
		for _, n := range slices.Backward(inbox.Notifications) {
			for _, e := range n.Changes {
				notified[n.AppName] = append(notified[n.AppName], line(n.CreatedAt, e))
			}
		}
		want := map[string][]string{}
		for _, app := range apps {
			if app.want != nil {
				want[app.name] = app.want
			}
		}
		if diff := cmp.Diff(want, reported); diff != "" {
			t.Errorf("the feed (-want +got):\n%s", diff)
		}
		want["twice"] = want["twice"][:2] // what goes back and forth is told of twice
		if diff := cmp.Diff(want, notified); diff != "" {
			t.Errorf("the inbox (-want +got):\n%s", diff)
		}
		for i, app := range apps {
			detail, err := a.Services().Fleet.Detail(t.Context(), storage.AppID(i+1))
			if err != nil || detail.Country != "us" || len(detail.PrivacyTypes) != 1 {
				t.Errorf("%s: %+v, %v", app.name, detail.App, err)
			}
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
}
