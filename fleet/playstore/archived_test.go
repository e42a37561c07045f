package playstore_test

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/playstore"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/internal/fakeplay"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// captured returns a capture of the data safety page of an app.
func captured(address string, at time.Time, app fakeplay.App, language string) fakearchive.Capture {
	play := &fakeplay.Play{Language: language}
	play.Set(app)
	answer := httptest.NewRecorder()
	play.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/store/apps/datasafety?id="+app.Package, nil))
	return fakearchive.Capture{URL: address, At: storage.TimeOf(at), Page: answer.Body.Bytes()}
}

func TestArchivedAddresses(t *testing.T) {
	t.Parallel()
	target := fleet.Target{Source: "play", URL: "https://play.google.com/store/apps/details?id=org.example.notes"}
	for address, want := range map[string]bool{
		"https://play.google.com/store/apps/datasafety?id=org.example.notes":             true,
		"http://play.google.com:80/store/apps/datasafety?hl=de&id=org.example.notes&gl=": true,
		"https://play.google.com/store/apps/datasafety?id=org.example.notes2":            false,
		"https://play.google.com/store/apps/details?id=org.example.notes":                false,
		"https://play.example/store/apps/datasafety?id=org.example.notes":                false,
		"https://consent.google.com/m?continue=x":                                        false,
		"": false,
	} {
		if got := (playstore.Archived{}).Is(target, address); got != want {
			t.Errorf("Is(%q) = %v", address, got)
		}
	}
	if got := (playstore.Archived{}).Addresses(fleet.Target{URL: "https://apps.apple.com/app/id1"}); got != nil {
		t.Errorf("addresses %v of an app of the App Store", got)
	}
}

// The past of an app of Google Play comes from the web archive as that of one of the App Store: a
// survey, and a bisection for each change that it finds.
func TestImportOfThePast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		play, archive := new(fakeplay.Play), fakearchive.New()
		now := notes()
		play.Set(now)
		before := notes()
		before.Collected, before.Practices = before.Collected[:1], nil
		other := notes()
		other.Package = "org.example.notes2"
		time.Sleep(time.Until(time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC)))
		began := time.Now()
		time.Sleep(3 * 365 * 24 * time.Hour)
		changed := began.AddDate(1, 2, 3)
		for at := began.AddDate(0, 1, 0); at.Before(time.Now()); at = at.AddDate(0, 0, 7) {
			app := before
			if at.After(changed) {
				app = now
			}
			address := "https://play.google.com/store/apps/datasafety?id=org.example.notes"
			if at.Day() < 15 {
				address += "&hl=en"
			}
			archive.Add(captured(address, at, app, ""), captured("https://play.google.com/store/apps/datasafety?id=org.example.notes2", at, other, ""))
		}
		archive.Add(fakearchive.Capture{ // a wall is no page of the app
			URL: "https://play.google.com/store/apps/datasafety?id=org.example.notes", At: storage.TimeOf(began.AddDate(0, 0, 2)),
			Page: []byte("<html><form action=https://consent.google.com/save>"),
		})
		for _, at := range []time.Time{time.Date(2021, 6, 1, 0, 0, 0, 0, time.UTC), time.Date(2022, 3, 31, 0, 0, 0, 0, time.UTC)} {
			archive.Add(captured("https://play.google.com/store/apps/datasafety?id=org.example.notes", at, other, "")) // before there were labels
		}

		s := newStores(t, 0)
		s.play.Set(now)
		results, err := s.Track(t.Context(), tracked.TrackRequest{URLs: []string{"https://play.google.com/store/apps/details?id=org.example.notes"}})
		if err != nil || results[0].Err != nil {
			t.Fatal(err, results)
		}
		id := results[0].Refresh.ID
		web, err := wayback.New(wayback.Config{
			Parse: appstore.Parse, Pages: map[string]wayback.Pages{"play": playstore.Archived{}}, HTTPClient: fakestore.Client(archive), PerMinute: 60,
		})
		if err != nil {
			t.Fatal(err)
		}
		past := history.New(history.Config{Env: storage.Env{Store: s.db, Now: time.Now, Random: rand.Reader}, Archive: web})
		defer past.Stop(time.Second)
		plan, err := past.Plan(t.Context(), id, 0)
		if err != nil || plan.Captures < 140 {
			t.Fatalf("plan %+v, %v", plan, err)
		}
		if first := storage.Time(plan.FirstAt); first < storage.TimeOf(began) {
			t.Errorf("the first capture is of %v", first)
		}
		got, err := past.Import(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Changes) != 1 || got.Changes[0].At < storage.TimeOf(changed) || got.Changes[0].At.Sub(storage.TimeOf(changed)) > 8*24*time.Hour {
			t.Errorf("changes %+v, want one a week after %v at most", got.Changes, changed)
		}
		if got.Pages > 20 {
			t.Errorf("%d pages were read", got.Pages)
		}
		var said []string
		if err := s.db.View(t.Context(), func(tx *storage.Tx) error {
			for c, err := range tx.Changes.List(storage.ChangeQuery{App: id}) {
				if err != nil {
					return err
				}
				if e := c.Entry; e.Type != storage.EntryWayback {
					said = append(said, fmt.Sprintf("%s %s %s", e.Category, e.Type, e.Description))
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if len(said) < 2 { // the category and the practice
			t.Errorf("entries %q", said)
		}
		if diff := cmp.Diff(0, archive.Requests(fakearchive.Save, 0)); diff != "" {
			t.Error(diff)
		}
	})
}
