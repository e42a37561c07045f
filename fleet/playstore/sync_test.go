package playstore_test

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/playstore"
	"github.com/privacylabels/auditor/internal/fakeplay"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/wording"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// stores are as many apps of Google Play as of the App Store, tracked over fakes.
type stores struct {
	*tracked.Service
	db     storage.Store
	play   *fakeplay.Play
	store  *fakestore.Store
	number int

	mu      sync.Mutex
	limited string               // the store that limits requests
	served  map[string]time.Time // when a store last served a page
	asked   map[string]int       // number of requests
}

// limit makes a store limit requests.
func (s *stores) limit(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limited = name
}

// client returns a client of a store.
func (s *stores) client(name string, h http.Handler) *http.Client {
	return &http.Client{Transport: handled{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.served[name] = time.Now()
		s.asked[name]++
		if s.limited == name {
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			return
		}
		h.ServeHTTP(w, r)
	})}}
}

func newStores(t *testing.T, number int) *stores {
	t.Helper()
	s := &stores{db: memory.New(), play: new(fakeplay.Play), store: fakestore.New(), number: number, served: make(map[string]time.Time), asked: make(map[string]int)}
	pages, err := appstore.New(appstore.Config{HTTPClient: s.client("store", s.store)})
	if err != nil {
		t.Fatal(err)
	}
	source, err := playstore.Source(playstore.Config{HTTPClient: s.client("play", s.play)})
	if err != nil {
		t.Fatal(err)
	}
	s.Service = tracked.New(tracked.Config{
		Env: storage.Env{Store: s.db, Now: time.Now, Random: rand.Reader}, Scraper: pages, Sources: []fleet.Source{source},
	})
	t.Cleanup(func() { s.Stop(time.Second) })
	label := &storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou, Title: "Linked", Categories: []storage.LabelCategory{{Identifier: "LOCATION", Title: "Location"}},
	}}}
	for i := range number {
		app := notes()
		app.Package = fmt.Sprintf("org.example.notes%d", i)
		s.play.Set(app)
		s.store.Put(fakestore.App{
			ID: storage.AppID(1000 + i), Name: fmt.Sprint("Notes ", i), BundleID: app.Package, Version: "1", AgeRating: "4+", Label: label,
		})
		for _, address := range []string{
			"https://play.google.com/store/apps/details?id=" + app.Package, fmt.Sprintf("https://apps.apple.com/us/app/id%d", 1000+i),
		} {
			results, err := s.Track(t.Context(), tracked.TrackRequest{URLs: []string{address}})
			if err != nil || results[0].Err != nil {
				t.Fatal(address, err, results)
			}
		}
	}
	time.Sleep(24 * time.Hour)
	return s
}

// sync refreshes every app and returns how long each store was asked.
func (s *stores) sync(t *testing.T) (run storage.Run, play, store time.Duration) {
	t.Helper()
	began := time.Now()
	run, err := fleettest.RunAll(t.Context(), s.db, s.SyncJob())
	if err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return run, s.served["play"].Sub(began), s.served["store"].Sub(began)
}

func many() int {
	if testing.Short() {
		return 100
	}
	return 1000
}

// In a sync each store is asked at its own pace, and the sync takes as long as the slower one.
func TestSyncOfBothStores(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStores(t, many())
		run, play, store := s.sync(t)
		t.Logf("%d and %d apps: Google Play took %v, the App Store %v", s.number, s.number, play, store)
		if run.Status != storage.RunDone || run.Completed != 2*s.number {
			t.Fatalf("run %+v", run)
		}
		// Each is about what it takes without the other: two pages of an app a second or so apart,
		// and a page each 3.3 seconds.
		each := time.Duration(s.number)
		if play > each*6*time.Second || store < each*3*time.Second || store > each*3500*time.Millisecond {
			t.Errorf("Google Play took %v, the App Store %v", play, store)
		}
	})
}

// A store that limits requests waits for a while, and the other one goes on meanwhile.
func TestRateLimitOfOneStore(t *testing.T) {
	for name, other := range map[string]string{"play": "store", "store": "play"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStores(t, 100)
				_, play, store := s.sync(t)
				undisturbed := map[string]time.Duration{"play": play, "store": store}
				time.Sleep(24 * time.Hour)
				go func() {
					time.Sleep(time.Minute)
					s.limit(name)
					time.Sleep(30 * time.Second)
					s.limit("")
				}()
				run, play, store := s.sync(t)
				took := map[string]time.Duration{"play": play, "store": store}
				if run.Status != storage.RunDone || run.Completed != 2*s.number {
					t.Errorf("run %+v", run)
				}
				if diff := took[other] - undisturbed[other]; diff.Abs() > 10*time.Second {
					t.Errorf("the other store took %v, without the limit %v", took[other], undisturbed[other])
				}
				if diff := took[name] - undisturbed[name]; diff < 40*time.Second || diff > 5*time.Minute {
					t.Errorf("it took %v, without the limit %v", took[name], undisturbed[name])
				}
			})
		})
	}
}

// Apps of Google Play fail when it limits requests for good, and the sync ends.
func TestLastingRateLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStores(t, 40)
		s.limit("play")
		asked := s.asked["play"]
		run, _, store := s.sync(t)
		if run.Status != storage.RunDone || run.Completed != s.number || run.Failed != s.number || run.EndedAt.Sub(run.StartedAt) > store+5*time.Minute {
			t.Errorf("run %+v", run)
		}
		if n := s.asked["play"] - asked; n > 2*16 {
			t.Errorf("%d requests", n)
		}
	})
}

// The words of a change are those of the store of the app, also if an app of the other store has the
// same labels, which do not tell the store.
func TestChangeBetweenLabelsWithoutData(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStores(t, 1)
		for _, filled := range []bool{false, false, true} { // the first time is to be confirmed
			app, typ := notes(), storage.DataNotProvided
			app.Package, app.Collected, app.Practices, app.Missing = "org.example.notes0", nil, nil, !filled
			if filled {
				typ = storage.DataNotCollected
			}
			s.play.Set(app)
			s.store.Put(fakestore.App{ID: 1000, Name: "Notes 0", BundleID: app.Package, Version: "1", AgeRating: "4+", Label: &storage.Label{
				Types: []storage.PrivacyType{{Identifier: typ, Title: typ}},
			}})
			s.sync(t)
			time.Sleep(24 * time.Hour)
		}
		got := make(map[string][]string)
		err := s.db.View(t.Context(), func(tx *storage.Tx) error {
			for c, err := range tx.Changes.List(storage.ChangeQuery{FromApp: 1}) {
				if err != nil {
					return err
				}
				app, err := tx.Apps.Get(c.ID.Snapshot.App)
				if err != nil {
					return err
				}
				if none := storage.DataNotProvided; c.Entry.PrivacyType == none || c.Entry.PrivacyType == storage.DataNotCollected {
					said, _ := wording.Of(language.English, c.Entry)
					got[app.Store()] = append(got[app.Store()], c.Entry.Description, said)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, all := range got {
			slices.Sort(all)
		}
		want := map[string][]string{
			storage.MainStore: {
				"Declares that no data is collected", "Gives privacy details for the first time", `New privacy label: "Data Not Collected"`,
				`New privacy label: "No Details Provided"`, "No longer gives privacy details", `Removed privacy label: "No Details Provided"`,
			},
			storage.SourcePlay: {
				"Declares that no data is collected or shared", `New in the data safety section: "No data collected or shared"`,
				`New in the data safety section: "No information available"`, `No longer in the data safety section: "No information available"`,
				"The data safety section is filled in for the first time", "The data safety section is no longer filled in",
			},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
