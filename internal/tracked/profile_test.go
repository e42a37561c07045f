package tracked_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// wants sets the privacy profile.
func (b *bench) wants(t testing.TB, tiers map[string]profile.Tier) {
	t.Helper()
	teststore.Update(t, b.Store, func(tx *storage.Tx) error { return profile.SavePrivacy(tx, profile.Privacy{Tiers: tiers}) })
}

// mismatches returns what the notices on the profile say, oldest first.
func (b *bench) mismatches(t testing.TB) []string {
	t.Helper()
	notices := storagetest.All[storage.Notification](t, b.Store)
	said := []string{}
	for i := len(notices) - 1; i >= 0; i-- {
		n := notices[i]
		if n.Type != storage.NoticeProfileMismatch {
			continue
		}
		var more struct {
			NewCategoryCount                     int
			TopCategory, TopObserved, TopAllowed string
		}
		if len(n.Changes) != 1 || n.Changes[0].Type != "profile_mismatch" || n.App == 0 || n.Read {
			t.Errorf("notice %+v is not an unread one of one entry", n)
			continue
		}
		if err := json.Unmarshal(n.Changes[0].More, &more); err != nil {
			t.Fatal(err)
		}
		said = append(said, fmt.Sprintf("%s | %d %s %s>%s", n.Changes[0].Description,
			more.NewCategoryCount, more.TopCategory, more.TopObserved, more.TopAllowed))
	}
	return said
}

func TestMismatchNotices(t *testing.T) {
	t.Parallel()
	bounds := map[string]profile.Tier{
		profile.Location: profile.NotCollected, profile.Contacts: profile.NotLinked, profile.Identifiers: profile.NotLinked, profile.Other: profile.Linked,
	}
	type step struct {
		says []func(*fleet.Listing)
		wait time.Duration // before the refresh, beside the hour after each
		want string        // what a new notice says; empty: there is none
	}
	say := func(types ...string) []func(*fleet.Listing) {
		return []func(*fleet.Listing){fleettest.Labelled(types...)}
	}
	for name, test := range map[string]struct {
		bounds map[string]profile.Tier
		steps  []step
	}{
		"a new app posts all mismatches": {bounds, []step{
			{say("LINKED: CONTACTS OTHER", "TRACK: LOCATION"), 0, "Notes goes beyond your privacy profile: Location and 1 more | 2 LOCATION tracking>not_collected"},
		}},
		"a new app within the bounds posts nothing": {bounds, []step{{say("LINKED: OTHER USER_CONTENT"), 0, ""}}},
		"only new mismatches are posted": {bounds, []step{
			{say("LINKED: OTHER"), 0, ""},
			{say("LINKED: OTHER CONTACTS"), 0, "Notes goes beyond your privacy profile: Contacts | 1 CONTACTS linked>not_linked"},
			{say("LINKED: OTHER CONTACTS IDENTIFIERS"), 23 * time.Hour, "Notes goes beyond your privacy profile: Identifiers | 1 IDENTIFIERS linked>not_linked"},
		}},
		"once a day": {bounds, []step{
			{say("LINKED: CONTACTS"), 0, "Notes goes beyond your privacy profile: Contacts | 1 CONTACTS linked>not_linked"},
			{say("LINKED: CONTACTS IDENTIFIERS"), 22*time.Hour + 59*time.Minute, ""},
		}},
		"what grows worse is not new": {bounds, []step{
			{say("LINKED: CONTACTS"), 0, "Notes goes beyond your privacy profile: Contacts | 1 CONTACTS linked>not_linked"},
			{say("TRACK: CONTACTS"), 48 * time.Hour, ""}, {say("UNLINKED: CONTACTS"), 48 * time.Hour, ""},
			{say("TRACK: CONTACTS"), 48 * time.Hour, "Notes goes beyond your privacy profile: Contacts | 1 CONTACTS tracking>not_linked"},
		}},
		"a page that does not say keeps what is known": {bounds, []step{
			{say("LINKED: CONTACTS"), 0, "Notes goes beyond your privacy profile: Contacts | 1 CONTACTS linked>not_linked"},
			{nil, 48 * time.Hour, ""}, {say("LINKED: CONTACTS"), 48 * time.Hour, ""},
		}},
		"without bounds nothing is posted": {map[string]profile.Tier{}, []step{{say("TRACK: LOCATION"), 0, ""}}},
		"without a profile neither":        {nil, []step{{say("TRACK: LOCATION"), 0, ""}, {say("TRACK: LOCATION CONTACTS"), 0, ""}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.wants(t, test.bounds)
			want := []string{}
			for _, s := range test.steps {
				b.Clock.Add(s.wait)
				b.Observe(t, 1, "Notes", s.says...)
				if s.want != "" {
					want = append(want, s.want)
				}
				if diff := cmp.Diff(want, b.mismatches(t)); diff != "" {
					t.Fatalf("notices (-want +got):\n%s", diff)
				}
			}
		})
	}
}

func TestAcceptedConcernsAreNotPosted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.wants(t, map[string]profile.Tier{profile.Location: profile.NotCollected})
	observe := func(want int, types ...string) {
		t.Helper()
		b.Clock.Add(time.Hour)
		b.Observe(t, 1, "Notes", fleettest.Labelled(types...))
		if got := b.mismatches(t); len(got) != want {
			t.Errorf("with the label %q: notices %q, want %d", types, got, want)
		}
	}
	observe(1, "LINKED: LOCATION")
	reviews := review.New(storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader})
	if _, err := reviews.AcceptConcern(t.Context(), storage.ConcernID{App: 1, Category: profile.Location}, 0, ""); err != nil {
		t.Fatal(err)
	}
	observe(1, "LINKED: CONTACTS")
	observe(1, "LINKED: LOCATION CONTACTS")                    // as accepted
	observe(2, "LINKED: LOCATION CONTACTS", "TRACK: LOCATION") // new data, although the day has a notice
	observe(2, "LINKED: LOCATION", "TRACK: LOCATION")          // known
}

// The data types that a page names for the first time, after the category was accepted without
// any, are accepted as well, but not those that come later.
func TestAcceptedBeforeThePageNamedDataTypes(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.wants(t, map[string]profile.Tier{profile.Location: profile.NotCollected})
	reviews := review.New(storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader})
	observe := func(notices int, want string, dataTypes ...string) {
		t.Helper()
		b.Clock.Add(time.Hour)
		b.Pages.Show(1, "Notes", fleettest.Labelled("TRACK: LOCATION"), func(l *fleet.Listing) {
			for _, d := range dataTypes {
				location := &l.Label.Types[0].Categories[0]
				location.DataTypes = append(location.DataTypes, storage.DataType{Identifier: d, Title: d})
			}
		})
		b.MustRefresh(t, 1)
		concerns, err := reviews.Concerns(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(concerns[0].State, concerns[0].NewData)
		if got != want || len(b.mismatches(t)) != notices {
			t.Errorf("with %q: %s and %d notices, want %s and %d", dataTypes, got, len(b.mismatches(t)), want, notices)
		}
	}
	observe(1, "open[]")
	if _, err := reviews.AcceptConcern(t.Context(), storage.ConcernID{App: 1, Category: profile.Location}, 0, ""); err != nil {
		t.Fatal(err)
	}
	observe(1, "accepted[]", "COARSE_LOCATION")
	observe(1, "accepted[]")
	observe(2, "open[DATA_USED_TO_TRACK_YOU/PRECISE_LOCATION]", "COARSE_LOCATION", "PRECISE_LOCATION")
	observe(2, "accepted[]", "COARSE_LOCATION")
}

// An app that is tracked again is notified of again.
func TestMismatchClockGoesWithTheApp(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.wants(t, map[string]profile.Tier{profile.Location: profile.NotCollected})
	b.Pages.Show(1, "Notes", fleettest.Labelled("LINKED: LOCATION"))
	for want := 1; want <= 2; want++ {
		b.MustRefresh(t, 1)
		if got := b.mismatches(t); len(got) != want {
			t.Errorf("%d notices, want %d", len(got), want)
		}
		if _, err := b.Purge(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	}
	if left := storagetest.All[storage.Setting](t, b.Store); len(left) != 1 {
		t.Errorf("settings left are %v", left)
	}
}

func TestGridMetaOfProfileAndVerdicts(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id, types := range map[storage.AppID][]string{1: {"LINKED: LOCATION"}, 2: {"UNLINKED: LOCATION"}, 3: {"MISSING"}, 4: {"TRACK: LOCATION"}} {
		b.Observe(t, id, fmt.Sprint("App ", id), fleettest.Labelled(types...))
	}
	teststore.Update(t, b.Store, func(tx *storage.Tx) error {
		a, err := tx.Apps.Get(2)
		if err != nil {
			return err
		}
		a.Decision = storage.DecisionReplace
		return tx.Apps.Put(a)
	})
	grid := func() *tracked.GridMeta {
		page, err := b.On().List(t.Context(), tracked.ListQuery{Limit: 3, Grid: true})
		if err != nil {
			t.Fatal(err)
		}
		return page.Meta
	}
	if got := grid(); got.ProfileBadges == nil || len(got.ProfileBadges) != 0 {
		t.Errorf("without a profile there are badges: %v", got.ProfileBadges)
	}
	b.wants(t, map[string]profile.Tier{profile.Location: profile.NotLinked})
	want := map[storage.AppID]string{1: "1 mismatch", 2: "Matches", 3: "Nothing declared"}
	labels := map[storage.AppID]string{}
	got := grid()
	for id, badge := range got.ProfileBadges {
		labels[id] = badge.Label
	}
	if diff := cmp.Diff(want, labels); diff != "" {
		t.Errorf("badges (-want +got):\n%s", diff)
	}
	b.MustRefresh(t, 2) // which keeps the verdict
	if diff := cmp.Diff(map[storage.AppID]storage.Decision{2: storage.DecisionReplace}, grid().UserVerdicts); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
}
