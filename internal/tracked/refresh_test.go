package tracked_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestRefreshRecordsWhatChanged(t *testing.T) {
	t.Parallel()
	type state = func(*fleettest.Pages)
	show := func(says ...func(*fleet.Listing)) state {
		return func(p *fleettest.Pages) { p.Show(1, "Notes", says...) }
	}
	descriptors := func(parts ...string) *storage.RatingDescriptors {
		d := &storage.RatingDescriptors{Language: "en-us"}
		for pair := range slices.Chunk(parts, 2) {
			d.Items = append(d.Items, storage.RatingDescriptor{Heading: pair[0], Text: pair[1]})
		}
		return d
	}
	said := func(l *fleet.Listing) {
		l.AgeRatingValue, l.AgeRatingLanguage, l.BackgroundLocation = new(int64(100)), "en-us", new(false)
		l.AgeRatingDescriptors = descriptors("Contains", "Advertising")
		l.Accessibility = &storage.Accessibility{Status: storage.AccessibilityNotIndicated}
	}
	onDevice := func(device string) func(*fleet.Listing) {
		return func(l *fleet.Listing) {
			l.Accessibility = &storage.Accessibility{Status: storage.AccessibilityDeclared, Devices: []string{device}}
		}
	}
	for _, test := range []struct {
		name   string
		states []state
		want   []string // descriptions found by the last refresh
	}{
		{"first sight is no change", []state{show(fleettest.Labelled("LINKED: LOCATION"), fleettest.Featured("voiceover"), fleettest.Rated("4+"))}, nil},
		{"the same again", []state{show(fleettest.Labelled("LINKED: LOCATION")), show(fleettest.Labelled("LINKED: LOCATION"))}, nil},
		{"another order is the same", []state{show(fleettest.Labelled("LINKED: LOCATION CONTACTS", "TRACK: PURCHASES")), show(fleettest.Labelled("TRACK: PURCHASES", "LINKED: CONTACTS LOCATION"))}, nil},
		{"a category more", []state{show(fleettest.Labelled("LINKED: LOCATION")), show(fleettest.Labelled("LINKED: LOCATION CONTACTS"))},
			[]string{`"Data Linked to You" now collects: Contacts`}},
		{"labels, then features, then rating", []state{
			show(fleettest.Labelled("LINKED: LOCATION"), fleettest.Featured("voiceover"), fleettest.Rated("4+")),
			show(fleettest.Labelled("LINKED: CONTACTS"), fleettest.Featured("captions"), fleettest.Rated("9+")),
		}, []string{
			`"Data Linked to You" now collects: Contacts`, `"Data Linked to You" no longer collects: Location`,
			`Now supports accessibility feature: "Captions"`, `No longer claims accessibility feature: "VoiceOver"`,
			"Age rating changed from 4+ to 9+",
		}},
		{"nothing understood erases nothing", []state{show(fleettest.Labelled("LINKED: LOCATION"), fleettest.Featured("voiceover"), fleettest.Rated("4+")), show()}, nil},
		{"compared with the last state that was seen", []state{show(fleettest.Labelled("LINKED: LOCATION")), show(), show(fleettest.Labelled("LINKED: CONTACTS"))},
			[]string{`"Data Linked to You" now collects: Contacts`, `"Data Linked to You" no longer collects: Location`}},
		{"nothing known before is no change", []state{show(), show(fleettest.Labelled("LINKED: LOCATION"))}, nil},
		{"an empty label is not a label", []state{show(fleettest.Labelled("LINKED: LOCATION")), show(fleettest.Labelled())}, nil},
		{"no details provided", []state{show(fleettest.Labelled("LINKED: LOCATION")), show(fleettest.Labelled("MISSING"))},
			[]string{`New privacy label: "No Details Provided"`, `Removed privacy label: "Data Linked to You"`}},
		{"features withdrawn", []state{show(fleettest.Featured("voiceover")), show(fleettest.Featured())},
			[]string{`No longer claims accessibility feature: "VoiceOver"`}},
		{"two sources of rating are not compared", []state{show(fleettest.Rated("12+")), show(fleettest.Rated("13+"), func(l *fleet.Listing) { l.AgeRatingSource = "lookup" })}, nil},
		{"another storefront's rating", []state{show(fleettest.Rated("4+")), show(fleettest.Rated("A12"), func(l *fleet.Listing) { l.Country = "br" })}, nil},
		{"a rating after a page of another storefront without one", []state{
			show(fleettest.Rated("4+")), show(func(l *fleet.Listing) { l.Country = "br" }),
			show(fleettest.Rated("A12"), func(l *fleet.Listing) { l.Country = "br" })}, nil},
		{"facts seen first", []state{show(fleettest.Rated("4+"), fleettest.Featured()), show(fleettest.Rated("4+"), fleettest.Featured(), said)}, nil},
		{"facts, one after the other", []state{
			show(fleettest.Rated("4+"), fleettest.Featured(), said), show(), // which says nothing
			show(fleettest.Rated("9+"), fleettest.Featured(), said, func(l *fleet.Listing) {
				l.AgeRatingValue, l.BackgroundLocation = new(int64(200)), new(true)
				l.AgeRatingDescriptors = descriptors("Contains", "Advertising", "Infrequent", "Contests")
				l.Accessibility = &storage.Accessibility{Status: storage.AccessibilityNone}
			}),
		}, []string{
			"Now declares that it supports no accessibility features", "Age rating changed from 4+ to 9+",
			"Descriptors of the age rating changed", "May now use the location in the background",
		}},
		{"a page that does not say why no feature is named", []state{
			show(fleettest.Featured(), said), show(fleettest.Featured()),
			show(fleettest.Featured(), func(l *fleet.Listing) { l.Accessibility = &storage.Accessibility{Status: storage.AccessibilityNone} }),
		}, []string{"Now declares that it supports no accessibility features"}},
		{"features of two families of devices are not compared", []state{
			show(fleettest.Featured("voiceover"), onDevice("iphone")), show(fleettest.Featured("captions"), onDevice("mac"))}, nil},
		{"a version is no change of a label", []state{show(fleettest.Versioned("1.0")), show(fleettest.Versioned("2.0"))}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			var last tracked.Refresh
			for _, state := range test.states {
				state(b.Pages)
				last = b.MustRefresh(t, 1)
			}
			var got []string
			for _, e := range last.Changes {
				got = append(got, e.Description)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			app := b.App(t, 1)
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
			if n := len(storagetest.All[storage.Snapshot](t, b.Store)); n != len(test.states) {
				t.Errorf("%d snapshots after %d refreshes", n, len(test.states))
			}
			if n := len(storagetest.All[storage.Change](t, b.Store)); n != len(test.want) {
				t.Errorf("%d changes are kept, want %d", n, len(test.want))
			}
		})
	}
}

func TestRefreshKeepsWhatThePageDoesNotSay(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	icon, bundle, price := "https://img.example/1.png", "com.example.notes", 0.0
	b.Pages.Show(1, "Notes", fleettest.Labelled("LINKED: LOCATION CONTACTS", "TRACK: PURCHASES"), fleettest.Featured("voiceover"), fleettest.Rated("4+"), fleettest.Versioned("1.0"),
		func(l *fleet.Listing) { l.IconURL, l.BundleID, l.PriceAmount = &icon, &bundle, &price })
	b.MustRefresh(t, 1)
	full := b.App(t, 1)

	b.Observe(t, 1, "Notes Pro")
	got := b.App(t, 1)

	want := full
	want.Name, want.SyncCount, want.LastSynced = "Notes Pro", 2, full.LastSynced.Add(time.Hour)
	want.LastError = &storage.Failure{
		Code: storage.FailureLayout, Message: "the page has no privacy label that can be read; the known label is unchanged", At: want.LastSynced,
	}
	want.PageFacts &= got.PageFacts // a name of a page that was not understood is not compared
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
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION"), fleettest.Featured(), fleettest.Rated("4+"), fleettest.Versioned("1.0"))
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: CONTACTS", "NONE"), fleettest.Featured("captions"), fleettest.Rated("9+"), fleettest.Versioned("2.0"))

	got := map[storage.NotificationType]int{}
	for _, n := range storagetest.All[storage.Notification](t, b.Store) {
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
	notices := func() int { return len(storagetest.All[storage.Notification](t, b.Store)) }
	for i, step := range []struct {
		version string
		wait    time.Duration
		want    int
	}{{"1.0", 0, 0}, {"1.1", 0, 1}, {"1.2", 0, 1}, {"1.3", time.Hour, 2}} {
		b.Clock.Add(step.wait - time.Hour + time.Minute) // refresh moves the clock an hour on
		found := b.Observe(t, 1, "Notes", fleettest.Labelled("NONE"), fleettest.Versioned(step.version))
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
		b.Observe(t, storage.AppID(hour%3+1), "Blank")
	}
	got := storagetest.All[storage.Notification](t, b.Store)
	if len(got) != 2 {
		t.Fatalf("%d notices in 25 hours, want 2", len(got))
	}
	if got[0].Type != storage.NoticeParserFallthrough || got[0].App != 0 {
		t.Errorf("notice is %+v", got[0])
	}
}

// A page without the label that is known was not understood: everything else of it is stored,
// and the app says so until a page has a label again.
func TestRefresh_unreadLabel(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION"))
	before := b.App(t, 1)
	b.Pages.Show(1, "Notes 2")
	lines := func() int {
		return len(slices.DeleteFunc(storagetest.All[storage.Activity](t, b.Store), func(a storage.Activity) bool { return a.App != 1 }))
	}
	known := lines()
	for range 2 { // the second says nothing new
		if run, err := fleettest.RunAll(t.Context(), b.Store, b.SyncJob()); err != nil || run.Completed != 1 {
			t.Errorf("the run is %+v, %v, want the app to be completed", run, err)
		}
	}
	if got := lines() - known; got != 1 {
		t.Errorf("two runs have %d entries about the app, want 1", got)
	}
	got := b.App(t, 1)
	if why := got.LastError; why == nil || why.Code != storage.FailureLayout || !strings.Contains(why.Message, "label") {
		t.Errorf("the last error is %+v, want one about the label", why)
	}
	if got.Name != "Notes 2" || got.LabelDigest != before.LabelDigest || got.LastSynced <= before.LastSynced {
		t.Errorf("the app is %+v, want the new name and the known label", got)
	}
	if line := b.ActivityOn(t, 1); !strings.Contains(string(line.Summary), "no privacy label") || !strings.Contains(string(line.Detail), `"layout"`) {
		t.Errorf("the activity is %q %s, want the cause", line.Summary, line.Detail)
	}
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION"))
	if got := b.App(t, 1).LastError; got != nil {
		t.Errorf("the next page left %+v", got)
	}
}

func TestUnknownLayoutIsNotifiedOnceADay(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION"))
	b.Pages.Fail(1, &fleet.ScrapeError{Cause: fleet.ErrLayout})
	b.Pages.Fail(2, &fleet.ScrapeError{Cause: fleet.ErrLayout})
	for range 3 {
		if _, err := b.Track(t.Context(), tracked.TrackRequest{URLs: []string{fleettest.URL(1), fleettest.URL(2)}, Resync: true}); err != nil {
			t.Fatal(err)
		}
		b.Clock.Add(time.Hour)
	}
	got := storagetest.All[storage.Notification](t, b.Store)
	if len(got) != 1 || got[0].Type != storage.NoticeParserFallthrough || !strings.Contains(got[0].Changes[0].Description, "Notes") {
		t.Errorf("notices are %+v, want one that names the app", got)
	}
}

func TestSnapshotsAreInTheOrderOfSightWhateverTheClock(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION"))
	b.Clock.Add(-48 * time.Hour)
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: CONTACTS"))
	snapshots := storagetest.All[storage.Snapshot](t, b.Store)
	if len(snapshots) != 2 || !snapshots[0].Changed || snapshots[1].Changed {
		t.Errorf("the newest snapshot is not the one that was seen last: %+v", snapshots)
	}
}

// What identifies the page is stored with a state that is new, and with no other. What a server
// says of it that cannot be stored is left out.
func TestPageIsNotedWithChanges(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	page := func(size int64) func(*fleet.Listing) {
		return func(l *fleet.Listing) {
			l.Read = storage.PageRead{SHA256: storage.Digest{byte(size)}, Size: size, URL: "https://apps.apple.com/us/app/id1", Date: "now", ETag: "\x00" + strings.Repeat("a", int(size))}
		}
	}
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION"), page(1))
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION"), page(2))
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: CONTACTS"), page(3))
	var got []storage.PageRead
	for _, s := range storagetest.All[storage.Snapshot](t, b.Store) {
		got = append(got, s.Page)
	}
	noted := func(size byte) storage.PageRead {
		return storage.PageRead{SHA256: storage.Digest{size}, Size: int64(size), URL: "https://apps.apple.com/us/app/id1", Date: "now"}
	}
	if diff := cmp.Diff([]storage.PageRead{noted(3), {}, noted(1)}, got); diff != "" {
		t.Errorf("newest first (-want +got):\n%s", diff)
	}
}

// What a scraper returns that cannot be kept is the app's failure, not the service's.
func TestListingThatCannotBeKept(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]func(*fleet.Listing){
		"name with NUL":        func(l *fleet.Listing) { l.Name = new("No\x00tes") },
		"developer not UTF-8":  func(l *fleet.Listing) { l.Developer = new("\xff") },
		"identifier not UTF-8": func(l *fleet.Listing) { fleettest.Labelled("LINKED: LOCA\xffTION")(l) },
		"of another app":       func(l *fleet.Listing) { l.ID = 2 },
	} {
		b := newBench(t)
		b.Pages.Show(1, "Notes", says)
		results, err := b.Track(t.Context(), tracked.TrackRequest{URLs: []string{fleettest.URL(1)}})
		if err != nil || results[0].Outcome != tracked.OutcomeError || !errors.Is(results[0].Err, fleet.ErrLayout) {
			t.Errorf("%s: %+v, %v", name, results, err)
		}
		if n, _ := b.On().Size(t.Context()); n != 0 {
			t.Errorf("%s: %d apps are tracked", name, n)
		}
	}
}

// Facts that belong together are of one reading.
func TestVersionAndPriceAreNotMixed(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	notes, free, usd := "First notes", 0.0, "USD"
	b.Pages.Show(1, "Notes", fleettest.Versioned("1.0"), func(l *fleet.Listing) {
		l.WhatsNew, l.PriceAmount, l.PriceCurrency = &notes, &free, &usd
	})
	b.MustRefresh(t, 1)
	b.Observe(t, 1, "Notes", func(l *fleet.Listing) { l.Version, l.PriceFormatted = new("2.0"), new("$4.99") })
	app := b.App(t, 1)
	if app.CurrentVersion != "2.0" || app.WhatsNew != "" || app.VersionUpdatedAt != 0 {
		t.Errorf("version 2.0 has notes %q and date %d of 1.0", app.WhatsNew, app.VersionUpdatedAt)
	}
	if app.PriceAmount != nil || app.PriceCurrency != "" || app.PriceFormatted != "$4.99" {
		t.Errorf("the price is %v %q %q", app.PriceAmount, app.PriceCurrency, app.PriceFormatted)
	}
	b.Observe(t, 1, "Notes")
	if again := b.App(t, 1); again.CurrentVersion != "2.0" || again.PriceFormatted != "$4.99" {
		t.Errorf("a page that says nothing took %q, %q", again.CurrentVersion, again.PriceFormatted)
	}
}

func TestRelatedAppsFollowThePage(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	beside := func(ids ...storage.AppID) func(*fleet.Listing) {
		related := []storage.RelatedApp{}
		for i, id := range ids {
			related = append(related, storage.RelatedApp{Shelf: storage.ShelfMayAlsoLike, Related: id, Name: "Other", URL: fleettest.URL(id), Position: i})
		}
		return func(l *fleet.Listing) { l.Related = &related }
	}
	shown := func() (ids []storage.AppID) {
		for _, r := range storagetest.All[storage.RelatedApp](t, b.Store) {
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
		b.Observe(t, 1, "Notes", fleettest.Labelled("NONE"), step.says)
		if diff := cmp.Diff(step.want, shown()); diff != "" {
			t.Errorf("related apps (-want +got):\n%s", diff)
		}
	}
}

// The web archive has the pages under the address with the app's name, so an address
// without it gets the one that the page names.
func TestAddressGetsTheName(t *testing.T) {
	t.Parallel()
	const named = "https://apps.apple.com/us/app/notes/id1"
	for name, tt := range map[string]struct{ tracked, page, want string }{
		"of the ID":               {"https://apps.apple.com/us/app/id1", named, named},
		"without a storefront":    {"https://apps.apple.com/app/id1", named, named},
		"with a query":            {"https://apps.apple.com/us/app/id1?platform=ipad", named, named + "?platform=ipad"},
		"named app":               {"https://apps.apple.com/us/app/id1", "https://apps.apple.com/us/app/app/id1", "https://apps.apple.com/us/app/app/id1"},
		"with another name":       {"https://apps.apple.com/us/app/old/id1", named, "https://apps.apple.com/us/app/old/id1"},
		"a page without one":      {"https://apps.apple.com/us/app/id1", "", "https://apps.apple.com/us/app/id1"},
		"a page without the name": {"https://apps.apple.com/app/id1", "https://apps.apple.com/us/app/id1", "https://apps.apple.com/app/id1"},
		"of another app":          {"https://apps.apple.com/us/app/id1", "https://apps.apple.com/us/app/notes/id12", "https://apps.apple.com/us/app/id1"},
		"of another storefront":   {"https://apps.apple.com/de/app/id1", named, "https://apps.apple.com/de/app/id1"},
		"of another host":         {"https://apps.apple.com/us/app/id1", "https://store.example/us/app/notes/id1", "https://apps.apple.com/us/app/id1"},
		"of another source":       {"https://store.example/id1", "https://store.example/app/notes/id1", "https://store.example/id1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			target := fleet.Target{ID: 1, URL: tt.tracked, Country: "us"}
			for _, page := range []string{tt.page, ""} { // a page that names none later changes nothing
				b.Pages.Show(1, "Notes", func(l *fleet.Listing) {
					if page != "" {
						l.URL = &page
					}
				})
				if _, err := b.Refresh(t.Context(), target, storage.TriggerManual); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(tt.want, b.App(t, 1).URL); diff != "" {
					t.Errorf("address (-want +got):\n%s", diff)
				}
			}
		})
	}
}
