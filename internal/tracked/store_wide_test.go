package tracked_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
)

// A new scale of age ratings is recorded with each app, and users are told of it with the first. A change
// within a scale is one of the app.
func TestNewScaleIsToldOnce(t *testing.T) {
	t.Parallel()
	const apps = 6
	rated := func(rating string) func(*fleet.Listing) {
		return func(l *fleet.Listing) {
			fleettest.Labelled("LINKED: LOCATION")(l)
			l.Country, l.AgeRating, l.AgeRatingSource = "us", &rating, "page"
		}
	}
	for name, tt := range map[string]struct {
		from, to  string
		wait      time.Duration // between two apps
		told      int
		direction storage.Direction
	}{
		"12 to 13":                    {"12+", "13+", time.Hour, 1, storage.Neutral},
		"17 to 16":                    {"17+", "16+", time.Hour, 1, storage.Neutral},
		"17 to 18":                    {"17+", "18+", 24 * time.Hour, 1, storage.Neutral},
		"app by app over half a year": {"17+", "18+", 31 * 24 * time.Hour, apps, storage.Neutral},
		"another form":                {"12+", "A12", time.Hour, 1, storage.Neutral},
		"within the old scale":        {"4+", "9+", time.Hour, apps, storage.Worse},
		"within the new scale":        {"13+", "16+", time.Hour, apps, storage.Worse},
		"milder in the new scale":     {"16+", "13+", time.Hour, apps, storage.Better},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			for id := range storage.AppID(apps) {
				b.Observe(t, id+1, fmt.Sprint("App ", id), rated(tt.from))
			}
			var got []string
			for id := range storage.AppID(apps) {
				b.Clock.Add(tt.wait)
				b.Pages.Show(id+1, fmt.Sprint("App ", id), rated(tt.to))
				for _, e := range b.MustRefresh(t, id+1).Changes {
					got = append(got, fmt.Sprint(e.From, " ", e.To, " ", e.Direction, " ", e.Weight))
				}
			}
			var want []string
			for range apps {
				want = append(want, fmt.Sprint(tt.from, " ", tt.to, " ", tt.direction, " age_rating"))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			if told := len(b.notices(t)); told != tt.told {
				t.Errorf("%d notifications, want %d", told, tt.told)
			}
		})
	}
}

// What an app itself changed is told with it, whatever the store changed at the same time.
func TestNewScaleBesideAChange(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	show := func(id storage.AppID, rating, label string) {
		b.Pages.Show(id, "App", func(l *fleet.Listing) {
			fleettest.Labelled(label)(l)
			l.Country, l.AgeRating, l.AgeRatingSource = "us", &rating, "page"
		})
		b.MustRefresh(t, id)
	}
	for id := range storage.AppID(2) {
		show(id+1, "12+", "LINKED: LOCATION")
	}
	for id := range storage.AppID(2) {
		show(id+1, "13+", "LINKED: LOCATION CONTACTS")
	}
	var got []string
	for _, n := range b.notices(t) {
		for _, e := range n.Changes {
			got = append(got, fmt.Sprint(n.App, " ", e.Description))
		}
	}
	slices.Sort(got)
	want := []string{
		`1 "Data Linked to You" now collects: Contacts`, `1 Age rating changed from 12+ to 13+`, `2 "Data Linked to You" now collects: Contacts`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A store that goes back and forth between two scales is told of once, and not when it rests.
func TestNewScaleThatIsUnstable(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	rated := func(rating string) func(*fleet.Listing) {
		return func(l *fleet.Listing) {
			fleettest.Labelled("LINKED: LOCATION")(l)
			fleettest.Rated(rating)(l)
		}
	}
	b.Observe(t, 1, "Fox", rated("12+"))
	told, marks := flap(t, b, rated("13+"), rated("12+"), rated("13+"), rated("12+"))
	if diff := cmp.Diff([]int{1, 0, 0, 0}, told); diff != "" || marks != "ccuu" {
		t.Errorf("alternating: %s, told (-want +got):\n%s", marks, diff)
	}
	told, _ = flap(t, b, slices.Repeat([]func(*fleet.Listing){rated("12+")}, 9)...)
	if diff := cmp.Diff(make([]int, 9), told); diff != "" {
		t.Errorf("at rest, told (-want +got):\n%s", diff)
	}
}
