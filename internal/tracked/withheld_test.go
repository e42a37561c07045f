package tracked_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakeplay"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// filled returns a bench with this many apps of Google Play whose developers declare something, and
// one of the App Store.
func filled(t *testing.T, number int) (b *bench, play *fakeplay.Play, ids []storage.AppID) {
	t.Helper()
	s := newStores(t)
	s.appStore(t, 1, "Fox", emailID)
	for i := range number {
		ids = append(ids, s.onPlay(t, fmt.Sprint("Chat ", i), email))
	}
	s.Clock.Add(24 * time.Hour)
	return &bench{s.Bench}, s.play, ids
}

// empty makes the pages of apps on Google Play lack the data safety section, or have it again.
func empty(play *fakeplay.Play, missing bool, numbers ...int) {
	for _, i := range numbers {
		play.Set(fakeplay.App{
			Package: fmt.Sprint("org.chat", i), Name: fmt.Sprint("Chat ", i), Developer: "Chat Ltd.", Policy: "https://chat.example/policy",
			Missing: missing, Collected: []fakeplay.Data{email},
		})
	}
}

// shown says which of the apps say something about data now, and which have a failure.
func shown(t *testing.T, b *bench, ids []storage.AppID) string {
	t.Helper()
	var all []string
	for _, id := range ids {
		app := b.App(t, id)
		one := fmt.Sprint(app.HasPrivacyDetails != nil && *app.HasPrivacyDetails)
		if app.LastError != nil {
			one += " " + string(app.LastError.Code)
		}
		all = append(all, one)
	}
	return strings.Join(all, ", ")
}

// A sync that finds no declaration any more is confirmed by the next one.
func TestMissingDeclarationIsConfirmed(t *testing.T) {
	t.Parallel()
	b, play, ids := filled(t, 2)
	empty(play, true, 0)
	for _, want := range []string{"true unconfirmed, true", "false, true", "false, true"} {
		totals := b.sync(t)
		if diff := cmp.Diff(want, shown(t, b, ids)); diff != "" || totals.Failed > 0 {
			t.Errorf("%d failed (-want +got)\n%s", totals.Failed, diff)
		}
		b.Clock.Add(24 * time.Hour)
	}
	empty(play, false, 0)
	b.sync(t)
	if got := shown(t, b, ids); got != "true, true" {
		t.Errorf("filled in again: %s", got)
	}
}

// A section that was missing once is no change, and neither is the time before.
func TestDeclarationThatComesBack(t *testing.T) {
	t.Parallel()
	b, play, ids := filled(t, 1)
	for _, missing := range []bool{true, false, true} {
		empty(play, missing, 0)
		b.sync(t)
		b.Clock.Add(24 * time.Hour)
	}
	if app := b.App(t, ids[0]); app.ChangeCount > 0 || !*app.HasPrivacyDetails || app.LastError.Code != storage.FailureUnconfirmed {
		t.Errorf("got %+v", app)
	}
}

// A person who refreshes one app sees what its page says.
func TestMissingDeclarationThatAPersonSees(t *testing.T) {
	t.Parallel()
	b, play, ids := filled(t, 1)
	empty(play, true, 0)
	b.refreshURL(t, "https://play.google.com/store/apps/details?id=org.chat0")
	if got := shown(t, b, ids); got != "false" {
		t.Errorf("the app is %s", got)
	}
}

// If many apps say nothing any more, their source has changed. One notification says so, and what the apps
// declared stays, until the source can be read again.
func TestManyMissingDeclarations(t *testing.T) {
	t.Parallel()
	b, play, ids := filled(t, 12)
	numbers := []int{0, 1, 2, 3, 4, 5}
	empty(play, true, numbers...)
	want := strings.Repeat(", true unconfirmed", 6)[2:] + strings.Repeat(", true", 6)
	for range 4 {
		b.sync(t)
		if diff := cmp.Diff(want, shown(t, b, ids)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		b.Clock.Add(24 * time.Hour)
	}
	b.refreshURL(t, "https://play.google.com/store/apps/details?id=org.chat0")
	if diff := cmp.Diff(want, shown(t, b, ids)); diff != "" {
		t.Errorf("refreshed by a person (-want +got)\n%s", diff)
	}
	var said []string
	for _, n := range b.notices(t) {
		said = append(said, n.AppName+": "+n.Changes[0].Description)
	}
	if diff := cmp.Diff([]string{"Google Play: Google Play shows no declaration any more of 6 of 12 apps. That says something about Google Play rather than the apps, " +
		"so what they declared before is unchanged"}, said); diff != "" {
		t.Errorf("notifications (-want +got)\n%s", diff)
	}

	empty(play, false, numbers...)
	b.sync(t)
	if got, want := shown(t, b, ids), strings.Repeat(", true", 12)[2:]; got != want {
		t.Errorf("readable again: %s", got)
	}
}

// Apps that Google Play refuses in the same way are not delisted, either, and those of the App Store
// do not make them fewer.
func TestRefusalOfOneSource(t *testing.T) {
	t.Parallel()
	b, play, ids := filled(t, 6)
	for id := range storage.AppID(40) {
		b.Observe(t, 100+id, "Other", fleettest.Labelled("LINKED: LOCATION"))
	}
	for i := range 5 {
		play.Remove(fmt.Sprint("org.chat", i))
	}
	for range 4 {
		b.sync(t)
		b.Clock.Add(24 * time.Hour)
	}
	for _, id := range ids {
		if state := b.App(t, id).Availability.State(); state != storage.Listed {
			t.Errorf("app %d is %s", id, state)
		}
	}
	if got := b.notices(t); len(got) != 1 || got[0].AppName != "Google Play" || got[0].Type != storage.NoticeSyncAlert {
		t.Errorf("notifications %+v", got)
	}
}

// refreshURL refreshes a tracked app by its address, as a person does.
func (b *bench) refreshURL(t *testing.T, address string) {
	t.Helper()
	results, err := b.Track(t.Context(), tracked.TrackRequest{URLs: []string{address}, Resync: true})
	if err == nil {
		err = results[0].Err
	}
	if err != nil {
		t.Fatal(err)
	}
	b.Clock.Add(time.Minute)
}
