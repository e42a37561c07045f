package fleet_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

func TestRefreshRecordsWhatChanged(t *testing.T) {
	t.Parallel()
	type state = func(*pages)
	show := func(says ...func(*fleet.Listing)) state {
		return func(p *pages) { p.show(1, "Notes", says...) }
	}
	for _, test := range []struct {
		name   string
		states []state
		want   []string // descriptions found by the last refresh
	}{
		{"first sight is no change", []state{show(labelled("LINKED: LOCATION"), featured("voiceover"), rated("4+"))}, nil},
		{"the same again", []state{show(labelled("LINKED: LOCATION")), show(labelled("LINKED: LOCATION"))}, nil},
		{"another order is the same", []state{show(labelled("LINKED: LOCATION CONTACTS", "TRACK: PURCHASES")), show(labelled("TRACK: PURCHASES", "LINKED: CONTACTS LOCATION"))}, nil},
		{"a category more", []state{show(labelled("LINKED: LOCATION")), show(labelled("LINKED: LOCATION CONTACTS"))},
			[]string{`"<LINKED>" now collects: contacts`}},
		{"labels, then features, then rating", []state{
			show(labelled("LINKED: LOCATION"), featured("voiceover"), rated("4+")),
			show(labelled("LINKED: CONTACTS"), featured("captions"), rated("9+")),
		}, []string{
			`"<LINKED>" now collects: contacts`, `"<LINKED>" no longer collects: location`,
			`Now supports accessibility feature: "<captions>"`, `No longer claims accessibility feature: "<voiceover>"`,
			"Age rating changed from 4+ to 9+",
		}},
		{"nothing understood erases nothing", []state{show(labelled("LINKED: LOCATION"), featured("voiceover"), rated("4+")), show()}, nil},
		{"compared with the last state that was seen", []state{show(labelled("LINKED: LOCATION")), show(), show(labelled("LINKED: CONTACTS"))},
			[]string{`"<LINKED>" now collects: contacts`, `"<LINKED>" no longer collects: location`}},
		{"nothing known before is no change", []state{show(), show(labelled("LINKED: LOCATION"))}, nil},
		{"an empty label is not a label", []state{show(labelled("LINKED: LOCATION")), show(labelled())}, nil},
		{"no details provided", []state{show(labelled("LINKED: LOCATION")), show(labelled("MISSING"))},
			[]string{`New privacy label: "<MISSING>"`, `Removed privacy label: "<LINKED>"`}},
		{"features withdrawn", []state{show(featured("voiceover")), show(featured())},
			[]string{`No longer claims accessibility feature: "<voiceover>"`}},
		{"two sources of rating are not compared", []state{show(rated("12+")), show(rated("13+"), func(l *fleet.Listing) { l.AgeRatingSource = "lookup" })}, nil},
		{"a version is no change of a label", []state{show(versioned("1.0")), show(versioned("2.0"))}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			var last fleet.Refresh
			for _, state := range test.states {
				state(b.pages)
				last = b.refresh(t, 1)
			}
			var got []string
			for _, e := range last.Changes {
				got = append(got, e.Description)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			app := b.app(t, 1)
			if app.SyncCount != len(test.states) {
				t.Errorf("sync count is %d after %d refreshes", app.SyncCount, len(test.states))
			}
			want := 0
			if len(test.want) > 0 {
				want = 1
			}
			if app.ChangeCount != want {
				t.Errorf("change count is %d, want %d", app.ChangeCount, want)
			}
			if n := len(all(t, b.store, storage.Tx.Snapshots)); n != len(test.states) {
				t.Errorf("%d snapshots after %d refreshes", n, len(test.states))
			}
			if n := len(all(t, b.store, storage.Tx.Changes)); n != len(test.want) {
				t.Errorf("%d changes are kept, want %d", n, len(test.want))
			}
		})
	}
}

func TestRefreshKeepsWhatThePageDoesNotSay(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	icon, bundle, price := "https://img.example/1.png", "com.example.notes", 0.0
	b.pages.show(1, "Notes", labelled("LINKED: LOCATION CONTACTS", "TRACK: PURCHASES"), featured("voiceover"), rated("4+"), versioned("1.0"),
		func(l *fleet.Listing) { l.IconURL, l.BundleID, l.PriceAmount = &icon, &bundle, &price })
	b.refresh(t, 1)
	full := b.app(t, 1)

	b.pages.show(1, "Notes Pro")
	b.refresh(t, 1)
	got := b.app(t, 1)

	want := full
	want.Name, want.SyncCount, want.LastSynced = "Notes Pro", 2, full.LastSynced.Add(time.Hour)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("app (-want +got):\n%s", diff)
	}
	if full.CategoryCount != 3 || full.LinkedCount != 2 || full.TrackCount != 1 || full.AccessibilityCount != 1 {
		t.Errorf("counts are %d, %d, %d, %d", full.CategoryCount, full.LinkedCount, full.TrackCount, full.AccessibilityCount)
	}
}

func TestRefreshNotifies(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.pages.show(1, "Notes", labelled("LINKED: LOCATION"), featured(), rated("4+"), versioned("1.0"))
	b.refresh(t, 1)
	b.pages.show(1, "Notes", labelled("LINKED: CONTACTS", "NONE"), featured("captions"), rated("9+"), versioned("2.0"))
	b.refresh(t, 1)

	got := map[storage.NotificationType]int{}
	for _, n := range all(t, b.store, storage.Tx.Notifications) {
		got[n.Type] = len(n.Changes)
		if n.App != 1 || n.AppName != "Notes" || n.Read {
			t.Errorf("notification %+v is not an unread one about the app", n)
		}
	}
	want := map[storage.NotificationType]int{
		storage.NoticeNewPrivacyTypes:      1,
		storage.NoticeLabelChanges:         3, // two categories and the rating
		storage.NoticeAccessibilityChanges: 1,
		storage.NoticeVersionUpdates:       1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries by type of notification (-want +got):\n%s", diff)
	}
}

func TestVersionNoticeOnceAnHour(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	notices := func() int { return len(all(t, b.store, storage.Tx.Notifications)) }
	for i, step := range []struct {
		version string
		wait    time.Duration
		want    int
	}{{"1.0", 0, 0}, {"1.1", 0, 1}, {"1.2", 0, 1}, {"1.3", time.Hour, 2}} {
		b.clock.Add(step.wait - time.Hour + time.Minute) // refresh moves the clock an hour on
		b.pages.show(1, "Notes", labelled("NONE"), versioned(step.version))
		found := b.refresh(t, 1)
		if found.VersionChanged != (i > 0) {
			t.Errorf("step %d: version changed is %v", i, found.VersionChanged)
		}
		if got := notices(); got != step.want {
			t.Errorf("step %d: %d notices, want %d", i, got, step.want)
		}
	}
}

func TestParserFallthroughNoticeOnceADay(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for hour := range 25 {
		b.pages.show(storage.AppID(hour%3+1), "Blank")
		b.refresh(t, storage.AppID(hour%3+1))
	}
	got := all(t, b.store, storage.Tx.Notifications)
	if len(got) != 2 {
		t.Fatalf("%d notices in 25 hours, want 2", len(got))
	}
	if got[0].Type != storage.NoticeParserFallthrough || got[0].App != 0 {
		t.Errorf("notice is %+v", got[0])
	}
}

func TestPageNotUnderstoodIsToldOnceADay(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.pages.show(1, "Notes", labelled("LINKED: LOCATION"))
	b.refresh(t, 1)
	b.pages.fail(1, &fleet.ScrapeError{Cause: fleet.ErrLayout})
	b.pages.fail(2, &fleet.ScrapeError{Cause: fleet.ErrLayout})
	for range 3 {
		if _, err := b.Track(t.Context(), fleet.TrackRequest{URLs: []string{url(1), url(2)}, Resync: true}); err != nil {
			t.Fatal(err)
		}
		b.clock.Add(time.Hour)
	}
	got := all(t, b.store, storage.Tx.Notifications)
	if len(got) != 1 || got[0].Type != storage.NoticeParserFallthrough || !strings.Contains(got[0].Changes[0].Description, "Notes") {
		t.Errorf("notices are %+v, want one that names the app", got)
	}
}

func TestSnapshotsAreInTheOrderOfSightWhateverTheClock(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.pages.show(1, "Notes", labelled("LINKED: LOCATION"))
	b.refresh(t, 1)
	b.clock.Add(-48 * time.Hour)
	b.pages.show(1, "Notes", labelled("LINKED: CONTACTS"))
	b.refresh(t, 1)
	snapshots := all(t, b.store, storage.Tx.Snapshots)
	if len(snapshots) != 2 || !snapshots[0].Changed || snapshots[1].Changed {
		t.Errorf("the newest snapshot is not the one that was seen last: %+v", snapshots)
	}
}

func TestRefreshFailureKeepsNothing(t *testing.T) {
	t.Parallel()
	for _, cause := range []error{fleet.ErrNotListed, fleet.ErrLayout, fleet.ErrBlocked, fleet.ErrTooLarge, fleet.ErrTimeout, fleet.ErrUnavailable} {
		t.Run(cause.Error(), func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.pages.show(1, "Notes", labelled("LINKED: LOCATION"))
			b.refresh(t, 1)
			before := b.app(t, 1)
			b.pages.fail(1, &fleet.ScrapeError{Cause: cause, Status: 500})
			target, _ := b.pages.Resolve(url(1))
			if _, err := b.Refresh(t.Context(), target, storage.TriggerManual); !errors.Is(err, cause) {
				t.Fatalf("error is %v, want %v", err, cause)
			}
			if diff := cmp.Diff(before, b.app(t, 1)); diff != "" {
				t.Errorf("app (-before +after):\n%s", diff)
			}
			if n := len(all(t, b.store, storage.Tx.Snapshots)); n != 1 {
				t.Errorf("%d snapshots, want 1", n)
			}
		})
	}
}

// What a scraper returns that cannot be kept is the app's failure, not the service's.
func TestListingThatCannotBeKept(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]func(*fleet.Listing){
		"name with NUL":         func(l *fleet.Listing) { l.Name = new("No\x00tes") },
		"developer not UTF-8":   func(l *fleet.Listing) { l.Developer = new("\xff") },
		"identifier not UTF-8":  func(l *fleet.Listing) { labelled("LINKED: LOCA\xffTION")(l) },
		"price that is not one": func(l *fleet.Listing) { l.PriceAmount = new(math.NaN()) },
		"of another app":        func(l *fleet.Listing) { l.ID = 2 },
	} {
		b := newBench(t)
		b.pages.show(1, "Notes", says)
		results, err := b.Track(t.Context(), fleet.TrackRequest{URLs: []string{url(1)}})
		if err != nil || results[0].Outcome != fleet.OutcomeError || !errors.Is(results[0].Err, fleet.ErrLayout) {
			t.Errorf("%s: %+v, %v", name, results, err)
		}
		if n, _ := b.Size(t.Context()); n != 0 {
			t.Errorf("%s: %d apps are tracked", name, n)
		}
	}
}

// Facts that belong together are of one reading.
func TestVersionAndPriceAreNotMixed(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	notes, free, usd := "First notes", 0.0, "USD"
	b.pages.show(1, "Notes", versioned("1.0"), func(l *fleet.Listing) {
		l.WhatsNew, l.PriceAmount, l.PriceCurrency = &notes, &free, &usd
	})
	b.refresh(t, 1)
	b.pages.show(1, "Notes", func(l *fleet.Listing) { l.Version, l.PriceFormatted = new("2.0"), new("$4.99") })
	b.refresh(t, 1)
	app := b.app(t, 1)
	if app.CurrentVersion != "2.0" || app.WhatsNew != "" || app.VersionUpdatedAt != 0 {
		t.Errorf("version 2.0 has notes %q and date %d of 1.0", app.WhatsNew, app.VersionUpdatedAt)
	}
	if app.PriceAmount != nil || app.PriceCurrency != "" || app.PriceFormatted != "$4.99" {
		t.Errorf("the price is %v %q %q", app.PriceAmount, app.PriceCurrency, app.PriceFormatted)
	}
	b.pages.show(1, "Notes")
	b.refresh(t, 1)
	if again := b.app(t, 1); again.CurrentVersion != "2.0" || again.PriceFormatted != "$4.99" {
		t.Errorf("a page that says nothing took %q, %q", again.CurrentVersion, again.PriceFormatted)
	}
}

func TestRelatedAppsFollowThePage(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	beside := func(ids ...storage.AppID) func(*fleet.Listing) {
		related := []storage.RelatedApp{}
		for i, id := range ids {
			related = append(related, storage.RelatedApp{Shelf: storage.ShelfMayAlsoLike, Related: id, Name: "Other", URL: url(id), Position: i})
		}
		return func(l *fleet.Listing) { l.Related = &related }
	}
	shown := func() (ids []storage.AppID) {
		for _, r := range all(t, b.store, storage.Tx.RelatedApps) {
			ids = append(ids, r.Related)
		}
		return ids
	}
	for _, step := range []struct {
		says func(*fleet.Listing)
		want []storage.AppID
	}{
		{beside(7, 3, 7), []storage.AppID{7, 3}},
		{func(*fleet.Listing) {}, []storage.AppID{7, 3}}, // no shelf on the page
		{beside(5), []storage.AppID{5}},
		{beside(), nil},
	} {
		b.pages.show(1, "Notes", labelled("NONE"), step.says)
		b.refresh(t, 1)
		if diff := cmp.Diff(step.want, shown()); diff != "" {
			t.Errorf("related apps (-want +got):\n%s", diff)
		}
	}
}
