package tracked_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/playstore"
	"github.com/privacylabels/auditor/internal/fakeplay"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// handled answers requests by a handler.
type handled struct{ http.Handler }

func (h handled) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), nil
}

// stores is a service over the App Store and Google Play.
type stores struct {
	*fleettest.Bench
	play *fakeplay.Play
}

func newStores(t *testing.T) stores {
	t.Helper()
	play := &fakeplay.Play{}
	scraper, err := playstore.New(playstore.Config{HTTPClient: &http.Client{Transport: handled{play}}, PerMinute: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	source := fleet.Source{Name: storage.SourcePlay, Hosts: []string{"play.google.com"}, Scraper: scraper}
	return stores{fleettest.New(t, func(c *tracked.Config) { c.Sources = []fleet.Source{source} }), play}
}

// appStore shows an app in the App Store that collects these data types linked to the user, and
// refreshes it.
func (s stores) appStore(t *testing.T, id storage.AppID, name string, types ...string) storage.AppID {
	t.Helper()
	label := storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotCollected}}}
	if len(types) > 0 {
		var categories []storage.LabelCategory
		for _, text := range types {
			category, dataType, _ := strings.Cut(text, "/")
			categories = append(categories, storage.LabelCategory{Identifier: category, DataTypes: []storage.DataType{{Identifier: dataType}}})
		}
		label.Types = []storage.PrivacyType{{Identifier: storage.DataLinkedToYou, Purposes: []storage.Purpose{{Identifier: "ANALYTICS", Categories: categories}}}}
	}
	s.Observe(t, id, name, func(l *fleet.Listing) {
		l.Label, l.Developer, l.PrivacyPolicyURL = &label, new("Chat Ltd"), new("https://www.chat.example/privacy")
	})
	return id
}

// onPlay shows an app on Google Play that collects these data types, and refreshes it.
func (s stores) onPlay(t *testing.T, name string, data ...fakeplay.Data) storage.AppID {
	t.Helper()
	id := "org." + strings.ToLower(strings.ReplaceAll(name, " ", ""))
	s.play.Set(fakeplay.App{Package: id, Name: name, Developer: "Chat Ltd.", Policy: "https://chat.example/policy", Collected: data})
	results, err := s.Track(t.Context(), tracked.TrackRequest{URLs: []string{"https://play.google.com/store/apps/details?id=" + id}, Resync: true})
	if err == nil {
		err = results[0].Err
	}
	if err != nil {
		t.Fatal(err)
	}
	s.Clock.Add(1)
	return storage.Number(storage.SourcePlay, id, 0)
}

var (
	email    = fakeplay.Data{Category: "Personal info", Type: "Email address", Purposes: "Analytics"}
	location = fakeplay.Data{Category: "Location", Type: "Precise location", Purposes: "Analytics"}
)

const (
	emailID    = "CONTACT_INFO/EMAIL_ADDRESS"
	locationID = "LOCATION/PRECISE_LOCATION"
)

// state returns the pair of an app, or the suggestions.
func (s stores) state(t *testing.T, id storage.AppID) tracked.PairState {
	t.Helper()
	state, err := s.PairOf(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// differences names what the stores are told differently, with the store that is told.
func (s stores) differences(t *testing.T, id storage.AppID) (all []string) {
	t.Helper()
	pair := s.state(t, id).Pair
	if pair == nil {
		t.Fatalf("app %d has no pair", id)
	}
	for _, d := range pair.Differences {
		told := "Google Play"
		if strings.HasPrefix(d.Play, "Google Play is not told") {
			told = "App Store"
		}
		all = append(all, d.Name+": "+told)
	}
	return all
}

// ofPairs returns the entries about pairs of an app, oldest first.
func (s stores) ofPairs(t *testing.T, id storage.AppID) (all []string) {
	t.Helper()
	err := s.Store.View(t.Context(), func(tx *storage.Tx) error {
		all = nil
		for c, err := range tx.Changes.List(storage.ChangeQuery{App: id, Category: storage.CategoryPair}) {
			if err != nil {
				return err
			}
			all = append(all, string(c.Entry.Type)+" "+c.Entry.Feature+" "+string(c.Entry.Direction))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(all)
	return all
}

func TestPairDiffers(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	one, other := s.appStore(t, 7, "Chat", emailID), s.onPlay(t, "Chat", email, location)
	if _, err := s.Pair(t.Context(), other, one); err != nil { // in either order
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"the precise location: Google Play"}, s.differences(t, one)); diff != "" {
		t.Errorf("at first (-want +got):\n%s", diff)
	}
	if got := s.ofPairs(t, one); got != nil {
		t.Errorf("the first comparison is told as a change: %q", got)
	}

	s.appStore(t, 7, "Chat", emailID, locationID) // it closes
	if got := s.differences(t, other); got != nil {
		t.Errorf("differences: %q", got)
	}
	s.onPlay(t, "Chat", location) // another opens
	if diff := cmp.Diff([]string{"email addresses: App Store"}, s.differences(t, one)); diff != "" {
		t.Errorf("at the end (-want +got):\n%s", diff)
	}
	want := []string{"removed the precise location better", "added email addresses worse"}
	for _, id := range []storage.AppID{one, other} {
		if diff := cmp.Diff(want, s.ofPairs(t, id)); diff != "" {
			t.Errorf("entries of app %d (-want +got):\n%s", id, diff)
		}
	}
}

// A label that goes back and forth opens and closes a difference each time. Of that, users are told
// twice on each app, as of the label itself.
func TestUnstablePair(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	one, other := s.appStore(t, 7, "Chat", emailID), s.onPlay(t, "Chat", email)
	if _, err := s.Pair(t.Context(), one, other); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		s.Clock.Add(24 * time.Hour)
		s.appStore(t, 7, "Chat", emailID, locationID)
		s.Clock.Add(24 * time.Hour)
		s.appStore(t, 7, "Chat", emailID)
	}
	b := bench{s.Bench}
	told := make(map[storage.AppID]int)
	for _, n := range b.notices(t) {
		if slices.ContainsFunc(n.Changes, func(e storage.Entry) bool { return e.Category == storage.CategoryPair }) {
			told[n.App]++
		}
	}
	if diff := cmp.Diff(map[storage.AppID]int{one: 2, other: 2}, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	for _, id := range []storage.AppID{one, other} {
		if n := len(s.ofPairs(t, id)); n != 10 {
			t.Errorf("%d entries on app %d, want 10", n, id)
		}
		if b.App(t, id).UnstableUntil == 0 {
			t.Errorf("app %d is not unstable", id)
		}
	}
}

func TestPairIsRefused(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	one, two, play, second := s.appStore(t, 7, "Chat"), s.appStore(t, 8, "Chat Pro"), s.onPlay(t, "Chat"), s.onPlay(t, "Chat Pro")
	if _, err := s.Pair(t.Context(), one, play); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Pair(t.Context(), play, one); err != nil {
		t.Errorf("the same pair again: %v", err)
	}
	const stores = "A pair is an app of the App Store and one of Google Play."
	for _, tt := range []struct {
		a, b storage.AppID
		want string
	}{
		{one, two, stores}, {play, second, stores}, {one, one, stores},
		{two, play, "Chat (Google Play) is already paired with Chat (App Store). Remove that pair first."},
		{one, second, "Chat (App Store) is already paired with Chat (Google Play). Remove that pair first."},
	} {
		_, err := s.Pair(t.Context(), tt.a, tt.b)
		if !errors.Is(err, tracked.ErrPair) || err.Error() != tt.want {
			t.Errorf("%d with %d: %v, want %q", tt.a, tt.b, err, tt.want)
		}
	}
	if _, err := s.Pair(t.Context(), one, 99); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("with an app that is not tracked: %v", err)
	}
	for _, want := range []bool{true, false} {
		if removed, err := s.Unpair(t.Context(), play); removed != want || err != nil {
			t.Errorf("Unpair: %v, %v, want %v", removed, err, want)
		}
	}
	if removed, err := s.Unpair(t.Context(), 99); removed || !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("Unpair an app that is not tracked: %v, %v", removed, err)
	}
	if _, err := s.Pair(t.Context(), two, play); err != nil {
		t.Errorf("after the pair was removed: %v", err)
	}
}

// A suggestion is no pair, and a like name alone is no suggestion, nor is a developer with many apps.
func TestPairIsSuggested(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	one, fit := s.appStore(t, 7, "Chat: Messages"), s.onPlay(t, "Chat")
	s.onPlay(t, "Calendar")
	s.appStore(t, 8, "Chat") // of the same store
	for _, app := range []struct{ name, developer, policy string }{{"Chat", "Others", "https://others.example/"}, {"Chatter", "Chat Ltd", ""}} {
		id := "com." + strings.ToLower(app.name)
		s.play.Set(fakeplay.App{Package: id, Name: app.name, Developer: app.developer, Policy: app.policy})
		if _, err := s.Track(t.Context(), tracked.TrackRequest{URLs: []string{"market://details?id=" + id}}); err != nil {
			t.Fatal(err)
		}
	}
	state := s.state(t, one)
	if state.Pair != nil || len(state.Suggestions) != 1 || state.Suggestions[0].ID != fit {
		t.Fatalf("the state is %+v, want one suggestion and no pair", state)
	}
	if diff := cmp.Diff([]string{"likeName", "likeDeveloper", "samePolicySite"}, state.Suggestions[0].Reasons); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
	if _, err := s.Pair(t.Context(), one, fit); err != nil {
		t.Fatal(err)
	}
	if got := s.state(t, 8).Suggestions; len(got) != 0 {
		t.Errorf("an app with a pair is suggested: %+v", got)
	}
}

// A pair outlives its apps. While one is not there, nothing is said to differ.
func TestPairOutlivesItsApps(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	one, other := s.appStore(t, 7, "Chat", emailID), s.onPlay(t, "Chat", location)
	if _, err := s.Pair(t.Context(), one, other); err != nil {
		t.Fatal(err)
	}
	before := s.differences(t, one)
	if _, err := s.Remove(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	pair := s.state(t, one).Pair
	if pair == nil || pair.Play.Tracked || pair.Compared || len(pair.Differences) != 0 {
		t.Errorf("without the other app the pair is %+v", pair)
	}
	if _, err := s.Restore(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, s.differences(t, one)); diff != "" {
		t.Errorf("differences after the return (-before +after):\n%s", diff)
	}
}

func TestPairsByPage(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	for i, name := range []string{"Alpha", "Beta", "Gamma"} {
		var data []fakeplay.Data
		if name != "Beta" {
			data = append(data, location)
		}
		if _, err := s.Pair(t.Context(), s.appStore(t, storage.AppID(i+1), name), s.onPlay(t, name, data...)); err != nil {
			t.Fatal(err)
		}
	}
	pages := func(q storage.PairQuery) (all [][]storage.AppID) {
		t.Helper()
		for {
			pairs, next, err := s.Pairs(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			ids := []storage.AppID{}
			for _, p := range pairs {
				ids = append(ids, p.AppStore.ID)
			}
			if all, q.After = append(all, ids), next; next == 0 {
				return all
			}
		}
	}
	for _, tt := range []struct {
		q    storage.PairQuery
		want [][]storage.AppID
	}{
		{storage.PairQuery{}, [][]storage.AppID{{1, 2, 3}}},
		{storage.PairQuery{Limit: 2}, [][]storage.AppID{{1, 2}, {3}}},
		{storage.PairQuery{Limit: 3}, [][]storage.AppID{{1, 2, 3}}},
		{storage.PairQuery{Limit: 1, Differs: true}, [][]storage.AppID{{1}, {3}}},
	} {
		if diff := cmp.Diff(tt.want, pages(tt.q)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.q, diff)
		}
	}
}

// A list may name an app in both stores before any of the two is tracked.
func TestPairAhead(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	target := func(text string) fleet.Target {
		got, err := s.Resolve(t.Context(), text, "")
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	pair := func(address, play string) []string {
		refused, err := s.PairAhead(t.Context(), [][2]fleet.Target{{target(address), target(play)}})
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, why := range refused {
			if !errors.Is(why, tracked.ErrPair) {
				t.Errorf("error %v", why)
			}
			all = append(all, why.Error())
		}
		return all
	}
	for range 2 { // the second time changes nothing
		if got := pair(fleettest.URL(1), "org.chat"); got != nil {
			t.Fatalf("refused: %v", got)
		}
	}
	if got := pair(fleettest.URL(2), "org.chat"); len(got) != 1 || got[0] != "org.chat (Google Play) is already paired with app 1 (App Store). Remove that pair first." {
		t.Errorf("refused: %q", got)
	}
	if got := pair(fleettest.URL(2), fleettest.URL(3)); len(got) != 1 || got[0] != "A pair is an app of the App Store and one of Google Play." {
		t.Errorf("refused: %q", got)
	}
	id := s.appStore(t, 1, "Chat", emailID)
	if state := s.state(t, id); state.Pair == nil || state.Pair.Compared || state.Pair.Play.Tracked {
		t.Errorf("before the second is tracked: %+v", state.Pair)
	}
	s.onPlay(t, "Chat", email, location)
	if state := s.state(t, id); !state.Pair.Compared || len(state.Pair.Differences) != 1 {
		t.Errorf("when both are tracked: %+v", state.Pair)
	}
}
