package fleet_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
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

// What goes back and forth is recorded always and told twice, and once more when it rests.
func TestUnstable(t *testing.T) {
	t.Parallel()
	feature := func(names ...string) func(*fleet.Listing) {
		return func(l *fleet.Listing) {
			fleettest.Labelled("LINKED: LOCATION")(l)
			fleettest.Featured(names...)(l)
		}
	}
	rated := func(rating string) func(*fleet.Listing) {
		return func(l *fleet.Listing) {
			fleettest.Labelled("LINKED: LOCATION")(l)
			fleettest.Rated(rating)(l)
		}
	}
	for name, tt := range map[string]struct {
		a, b func(*fleet.Listing)
		rest string // what is told when it rests in b
	}{
		"label":    {fleettest.Labelled("LINKED: LOCATION"), fleettest.Labelled("LINKED: LOCATION CONTACTS"), "now collects: Contacts"},
		"features": {feature("voiceover"), feature("captions"), "Captions"},
		"rating":   {rated("4+"), rated("9+"), "from 4+ to 9+"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.Observe(t, 1, "Fox", tt.a)
			told, marks := flap(t, b, tt.b, tt.a, tt.b, tt.a, tt.b, tt.a, tt.b, tt.a, tt.b)
			if diff := cmp.Diff([]int{1, 1, 0, 0, 0, 0, 0, 0, 0}, told); diff != "" || marks != "ccuuuuuuu" {
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
			if shown != 9 {
				t.Errorf("%d changes are recorded, want 9", shown)
			}

			told, marks = flap(t, b, tt.b, tt.b, tt.b, tt.b, tt.b, tt.b, tt.b, tt.b)
			if diff := cmp.Diff([]int{0, 0, 0, 0, 0, 0, 1, 0}, told); diff != "" || marks != "........" {
				t.Errorf("at rest: %s, told (-want +got):\n%s", marks, diff)
			}
			if until := b.App(t, 1).UnstableUntil; until != 0 {
				t.Errorf("at rest it is unstable until %v", until)
			}
			notices := b.notices(t)
			var words []string
			for _, e := range notices[0].Changes {
				words = append(words, e.Description)
			}
			if all := strings.Join(words, "; "); !strings.Contains(all, tt.rest) || !strings.Contains(all, "has come to rest") {
				t.Errorf("told when it rests: %s", all)
			}

			told, marks = flap(t, b, tt.a, tt.a)
			if diff := cmp.Diff([]int{1, 0}, told); diff != "" || marks != "c." {
				t.Errorf("after the rest: %s, told (-want +got):\n%s", marks, diff)
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
