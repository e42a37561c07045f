package tracked_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/wording"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// flap refreshes an app once a day with each of the states, and returns what was told on each
// day, and the days whose changes are marked, as letters: "." for no change, "c" for a change
// and "u" for one that is marked.
func flap(t *testing.T, b *bench, says ...func(*fleet.Listing)) (told []int, marks string) {
	t.Helper()
	seen := len(b.notices(t))
	for _, say := range says {
		b.Clock.Add(24 * time.Hour)
		changes := b.Observe(t, 1, "Fox", say).Changes
		now := len(b.notices(t))
		told, seen = append(told, now-seen), now
		switch {
		case len(changes) == 0:
			marks += "."
		case changelog.Unstable(changes[0]):
			marks += "u"
		default:
			marks += "c"
		}
	}
	return told, marks
}

// What goes back and forth is recorded always and told twice, and once more when it rests. Of a
// name, a price, in-app purchases and the legal entity users are not told at all.
func TestUnstable(t *testing.T) {
	t.Parallel()
	labelled := func(change func(*fleet.Listing)) func(*fleet.Listing) {
		return func(l *fleet.Listing) {
			fleettest.Labelled("LINKED: LOCATION")(l)
			change(l)
		}
	}
	background := func(uses bool) func(*fleet.Listing) {
		return func(l *fleet.Listing) { l.BackgroundLocation = &uses }
	}
	reasons := func(texts ...string) func(*fleet.Listing) {
		var items []storage.RatingDescriptor
		for _, text := range texts {
			items = append(items, storage.RatingDescriptor{Heading: "Contains", Text: text})
		}
		return func(l *fleet.Listing) {
			l.AgeRatingDescriptors = &storage.RatingDescriptors{Language: "en", Items: items}
		}
	}
	indicated := func(status storage.AccessibilityStatus) func(*fleet.Listing) {
		return func(l *fleet.Listing) {
			l.Features, l.Accessibility = &[]storage.Feature{}, &storage.Accessibility{Status: status}
		}
	}
	said := func(change func(*fleet.Listing)) func(*fleet.Listing) { return labelled(listed(change)) }
	for name, tt := range map[string]struct {
		a, b func(*fleet.Listing)
		rest string // what is told when it rests in b; empty: nothing is told at all
	}{
		"label":        {fleettest.Labelled("LINKED: LOCATION"), fleettest.Labelled("LINKED: LOCATION CONTACTS"), "now collects: Contacts"},
		"features":     {labelled(fleettest.Featured("voiceover")), labelled(fleettest.Featured("captions")), "Captions"},
		"no features":  {labelled(indicated(storage.AccessibilityNone)), labelled(indicated(storage.AccessibilityNotIndicated)), "No longer indicates"},
		"rating":       {labelled(fleettest.Rated("4+")), labelled(fleettest.Rated("9+")), "from 4+ to 9+"},
		"reasons":      {labelled(reasons("Advertising")), labelled(reasons("Gambling", "Advertising")), "Descriptors of the age rating changed"},
		"background":   {labelled(background(false)), labelled(background(true)), "May now use the location in the background"},
		"version":      {labelled(fleettest.Versioned("3.4.3")), labelled(fleettest.Versioned("3.6")), "Updated from v3.4.3 to v3.6"},
		"developer":    {listed(), said(func(l *fleet.Listing) { l.Developer = new("Broker") }), `Now offered by "Broker" instead of "Small Studio"`},
		"bundle ID":    {listed(), said(func(l *fleet.Listing) { l.BundleID = new("com.broker") }), "The bundle ID is now com.broker instead of com.small.fox"},
		"policy":       {listed(), said(func(l *fleet.Listing) { l.PrivacyPolicyURL = new("") }), "which was at https://small.example/privacy"},
		"capitals":     {listed(), said(func(l *fleet.Listing) { l.Developer = new("SMALL STUDIO") }), ""},
		"encryption":   {listed(), said(func(l *fleet.Listing) { l.PrivacyPolicyURL = new("http://small.example/privacy") }), ""},
		"legal entity": {labelled(entity("Fox Ltd")), labelled(entity("Broker Ltd")), ""},
		"name":         {listed(), said(func(l *fleet.Listing) { l.Name = new("Foxes") }), ""},
		"price":        {listed(), said(func(l *fleet.Listing) { l.PriceAmount, l.PriceFormatted = new(0.99), new("$0.99") }), ""},
		"in-app":       {listed(), said(func(l *fleet.Listing) { l.HasIAP = new(true) }), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.Observe(t, 1, "Fox", tt.a)
			told, marks := flap(t, b, tt.b, tt.a, tt.b, tt.a, tt.b, tt.a, tt.b, tt.a, tt.b)
			want, changes := []int{1, 1, 0, 0, 0, 0, 0, 0, 0}, 9
			switch {
			case tt.rest == "":
				want[0], want[1] = 0, 0
			case name == "version":
				changes = 0 // the snapshots have it
			}
			wantMarks := "ccuuuuuuu"
			if changes == 0 {
				wantMarks = "........."
			}
			if diff := cmp.Diff(want, told); diff != "" || marks != wantMarks {
				t.Errorf("alternating: %s, told (-want +got):\n%s", marks, diff)
			}
			if app := b.App(t, 1); storage.Time(app.UnstableUntil) != app.LastSynced.Add(changelog.UnstableSpan) {
				t.Errorf("unstable until %v, and refreshed at %v", app.UnstableUntil, app.LastSynced)
			}
			shown := 0
			for _, s := range storagetest.All[storage.Snapshot](t, b.Store) {
				if s.Changed {
					shown++
				}
			}
			if shown != changes {
				t.Errorf("%d changes are recorded, want %d", shown, changes)
			}

			told, marks = flap(t, b, tt.b, tt.b, tt.b, tt.b, tt.b, tt.b, tt.b, tt.b)
			want = []int{0, 0, 0, 0, 0, 0, 1, 0}
			if tt.rest == "" {
				want[6] = 0
			}
			if diff := cmp.Diff(want, told); diff != "" || marks != "........" {
				t.Errorf("at rest: %s, told (-want +got):\n%s", marks, diff)
			}
			if until := b.App(t, 1).UnstableUntil; until != 0 {
				t.Errorf("at rest it is unstable until %v", until)
			}
			if tt.rest != "" {
				notice := b.notices(t)[0]
				german, _ := language.Of("de")
				for _, e := range notice.Changes {
					if said := wording.Sentence(german, e); strings.Contains(e.Description, "come to rest") && !strings.Contains(said, "seit sieben Tagen") {
						t.Errorf("in German it says %q", said)
					}
				}
				all := descriptions(notice)
				if !strings.Contains(all, tt.rest) || !strings.Contains(all, "has come to rest") {
					t.Errorf("told when it rests: %s", all)
				}
			}

			told, marks = flap(t, b, tt.a, tt.a)
			if diff := cmp.Diff([]int{min(1, len(tt.rest)), 0}, told); diff != "" || marks != wantMarks[:1]+"." {
				t.Errorf("after the rest: %s, told (-want +got):\n%s", marks, diff)
			}
		})
	}
}

func entity(name string) func(*fleet.Listing) {
	return func(l *fleet.Listing) { l.LegalEntity = &name }
}

// descriptions returns the sentences of a notification.
func descriptions(n storage.Notification) string {
	var words []string
	for _, e := range n.Changes {
		words = append(words, e.Description)
	}
	return strings.Join(words, "; ")
}

// An app that the store delists and lists again and again is told of twice, and when it has come to rest,
// also while it is delisted, when no page shows so.
func TestUnstableListing(t *testing.T) {
	t.Parallel()
	for name, listedAtRest := range map[string]bool{"back": true, "gone": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.Observe(t, 1, "Fox", fleettest.Labelled("LINKED: LOCATION"))
			told := func(listed bool, days int) (n int) {
				before := len(b.notices(t))
				for range days {
					b.Clock.Add(24 * time.Hour)
					b.Pages.Fail(1, nil)
					if !listed {
						b.Pages.Fail(1, &fleet.ScrapeError{Cause: fleet.ErrNotListed})
					}
					_, err := b.Service.Refresh(t.Context(), fleettest.Target(1), storage.TriggerManual)
					if (err == nil) != listed {
						t.Fatal(err)
					}
				}
				return len(b.notices(t)) - before
			}
			var got []int
			for range 4 {
				got = append(got, told(false, 3), told(true, 1))
			}
			if diff := cmp.Diff([]int{1, 1, 0, 0, 0, 0, 0, 0}, got); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
			if n := told(listedAtRest, 12); n != 1 {
				t.Errorf("at rest it is told %d times", n)
			}
			all := descriptions(b.notices(t)[0])
			if !strings.Contains(all, "The place in the store has come to rest") {
				t.Errorf("told when it rests: %s", all)
			}
			if isBack := strings.Contains(all, "No longer in"); isBack == listedAtRest {
				t.Errorf("told when it rests: %s", all)
			}
		})
	}
}

// It may rest as it was when users were notified last.
func TestUnstableRestsAsBefore(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	one, two := fleettest.Labelled("LINKED: LOCATION"), fleettest.Labelled("TRACK: LOCATION")
	b.Observe(t, 1, "Fox", one)
	flap(t, b, two, one, two, one)
	told, marks := flap(t, b, one, one, one, one, one, one, one, one)
	if diff := cmp.Diff([]int{0, 0, 0, 0, 0, 0, 1, 0}, told); diff != "" || marks != "........" {
		t.Errorf("%s, told (-want +got):\n%s", marks, diff)
	}
	notices := b.notices(t)
	last := notices[0].Changes
	if len(last) != 1 || !strings.HasSuffix(last[0].Description, "as it was when you were notified last") {
		t.Errorf("told %+v", last)
	}
}

// States that do not return, or return after more than the span, are changes like any other.
func TestStable(t *testing.T) {
	t.Parallel()
	label := func(categories string) func(*fleet.Listing) { return fleettest.Labelled("LINKED: " + categories) }
	b := newBench(t)
	b.Observe(t, 1, "Fox", label("LOCATION"))
	told, marks := flap(t, b, label("CONTACTS"), label("PURCHASES"), label("OTHER"), label("LOCATION"), label("DIAGNOSTICS"))
	if diff := cmp.Diff([]int{1, 1, 1, 1, 1}, told); diff != "" || marks != "ccccc" {
		t.Errorf("%s, told (-want +got):\n%s", marks, diff)
	}
	for range 3 { // more than a span between two
		b.Clock.Add(15 * 24 * time.Hour)
		told, marks = flap(t, b, label("LOCATION"))
		if told[0] != 1 || marks != "c" {
			t.Errorf("after a pause: %s, told %v", marks, told)
		}
		b.Clock.Add(15 * 24 * time.Hour)
		told, marks = flap(t, b, label("CONTACTS"))
		if told[0] != 1 || marks != "c" {
			t.Errorf("after a pause: %s, told %v", marks, told)
		}
	}
}
