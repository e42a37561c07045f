package main

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
)

// fleet is a fake App Store with apps, and what has to be recorded about them.
type fleet struct {
	*fakestore.Store
	url    string
	ids    []storage.AppID
	rounds int // how often the apps were changed
	shown  map[storage.AppID]string
	want   map[storage.AppID]*record
	pages  atomic.Int64 // that were asked for
	delay  atomic.Int64 // of a page, in nanoseconds

	mu   sync.Mutex
	hold chan struct{} // a page waits until it is closed; nil: none
	held chan struct{} // closed when one waits
}

// record is what has to be recorded about an app.
type record struct {
	snapshots, changes int
	last               string // the age rating
}

func newFleet(t testing.TB, apps int) *fleet {
	t.Helper()
	f := &fleet{Store: fakestore.New(), shown: make(map[storage.AppID]string), want: make(map[storage.AppID]*record)}
	for i := range apps {
		id := storage.AppID(3_000_000 + i)
		f.ids, f.want[id] = append(f.ids, id), &record{}
	}
	f.change()
	server := httptest.NewServer(http.HandlerFunc(f.serve))
	t.Cleanup(server.Close)
	f.url = server.URL
	return f
}

// change begins a round: every other app gets another age rating, which is one change.
func (f *fleet) change() {
	for i, id := range f.ids {
		rating := "4+"
		if i%2 == 1 && f.rounds%2 == 1 {
			rating = "9+"
		}
		f.shown[id] = rating
		f.Put(fakestore.App{
			ID: id, Name: "App " + id.String(), Developer: "Developer", Version: "1", AgeRating: rating,
			Label: &storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataLinkedToYou, Title: "Data Linked to You"}}},
		})
	}
	f.rounds++
}

func (f *fleet) serve(w http.ResponseWriter, r *http.Request) {
	if strings.Contains(r.URL.Path, "/id") {
		f.pages.Add(1)
		time.Sleep(time.Duration(f.delay.Load()))
		f.mu.Lock()
		hold := f.hold
		if hold != nil {
			f.hold = nil
			close(f.held)
		}
		f.mu.Unlock()
		if hold != nil {
			select {
			case <-hold:
			case <-r.Context().Done():
			}
		}
	}
	f.ServeHTTP(w, r)
}

// holdNext holds the next page. It returns what waits for it, and what lets it pass.
func (f *fleet) holdNext() (held <-chan struct{}, release func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hold, f.held = make(chan struct{}), make(chan struct{})
	hold := f.hold
	return f.held, func() { close(hold) }
}

// env is the settings of a replica that reads from this App Store.
func (f *fleet) env() []string {
	return []string{"SERVICE_APPSTORE_URL=" + f.url, "SERVICE_ITUNES_URL=" + f.url, "SERVICE_OUTBOUND_PER_MINUTE=1000000"}
}

// seen notes that an app was read as it is shown.
func (f *fleet) seen(id storage.AppID) {
	w := f.want[id]
	if w.snapshots > 0 && w.last != f.shown[id] {
		w.changes++
	}
	w.snapshots, w.last = w.snapshots+1, f.shown[id]
}

// track lets a replica track all apps.
func (f *fleet) track(r *replica) {
	r.t.Helper()
	for ids := f.ids; len(ids) > 0; {
		batch := ids[:min(len(ids), 100)]
		for _, id := range batch {
			f.seen(id)
		}
		ids = ids[len(batch):]
		urls := make([]string, len(batch))
		for i, id := range batch {
			urls[i] = strconv.Quote("https://apps.apple.com/us/app/id" + id.String())
		}
		answer := must[struct {
			Results []struct{ Status, Error string }
		}](r, "POST", "/api/scrape", `{"urls":[`+strings.Join(urls, ",")+`]}`)
		for _, result := range answer.Results {
			if result.Status != "success" {
				r.t.Fatalf("tracked: %+v", result)
			}
		}
	}
}

// sync starts a sync and returns its ID.
func (f *fleet) sync(r *replica) string {
	r.t.Helper()
	run := must[struct{ RunID string }](r, "POST", "/api/sync/trigger?wait=0", "")
	if run.RunID == "" {
		r.t.Fatal("the sync has no ID")
	}
	return run.RunID
}

// watch returns a function that returns a run as the database has it. It stays connected, because
// a connection for each call would take time from the replicas.
func watch(t testing.TB, address, id string) (run func() storage.Run, stop func()) {
	t.Helper()
	s, err := postgres.Open(t.Context(), address, postgres.WithReaders(1))
	if err != nil {
		t.Fatal(err)
	}
	return func() (run storage.Run) {
		t.Helper()
		err := s.View(t.Context(), func(tx *storage.Tx) (err error) {
			run, err = tx.Runs.Get(id)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return run
	}, func() { s.Close() }
}

// ended waits for the end of a run.
func ended(t testing.TB, address, id string, within time.Duration) storage.Run {
	t.Helper()
	current, stop := watch(t, address, id)
	defer stop()
	for end := time.Now().Add(within); ; time.Sleep(50 * time.Millisecond) {
		run := current()
		if run.EndedAt != 0 {
			return run
		}
		if time.Now().After(end) {
			t.Fatalf("the run has not ended within %v: %+v", within, run)
		}
	}
}

// examine fails the test unless a run was whole, and each app has a snapshot of it, and a
// change if it was changed. It returns how many apps are exempt, because two processes ended
// during each: they fail, and the next run does them.
func (f *fleet) examine(t testing.TB, address string, run storage.Run) (abandoned int) {
	t.Helper()
	onDatabase(t, address, func(tx *storage.Tx) error {
		exempt := make(map[string]bool)
		for item, err := range tx.RunItems.List(storage.RunItemQuery{Run: run.ID}) {
			if err != nil {
				return err
			}
			if item.Crashes < 2 || item.Outcome != "failed" {
				t.Errorf("an item is left: %+v", item)
			}
			exempt[item.Subject] = true
		}
		for _, id := range f.ids {
			if !exempt[id.String()] {
				f.seen(id)
			}
		}
		abandoned = len(exempt)
		return nil
	})
	if done := len(f.ids) - abandoned; run.Status != storage.RunDone || run.Total != len(f.ids) || run.Completed != done || run.Failed != abandoned || run.Skipped > 0 {
		t.Errorf("the run is %+v, want %d apps, %d of which were abandoned", run, len(f.ids), abandoned)
	}
	f.unchanged(t, address)
	return abandoned
}

// exact is examine of a run without abandoned apps.
func (f *fleet) exact(t testing.TB, address string, run storage.Run) {
	t.Helper()
	if n := f.examine(t, address, run); n > 0 {
		t.Errorf("%d apps were abandoned", n)
	}
}

// unchanged fails the test unless each app has the snapshots and changes that it had at the
// end of the last run.
func (f *fleet) unchanged(t testing.TB, address string) {
	t.Helper()
	wrong := 0
	onDatabase(t, address, func(tx *storage.Tx) error {
		for _, id := range f.ids {
			snapshots, err := tx.Snapshots.Count(storage.SnapshotQuery{App: id})
			if err != nil {
				return err
			}
			changes, err := tx.Changes.Count(storage.ChangeQuery{App: id})
			if err != nil {
				return err
			}
			if want := f.want[id]; snapshots != want.snapshots || changes != want.changes {
				if wrong++; wrong <= 3 {
					t.Errorf("app %d has %d snapshots and %d changes, want %d and %d", id, snapshots, changes, want.snapshots, want.changes)
				}
			}
		}
		return nil
	})
	if wrong > 0 {
		t.Errorf("%d of %d apps were not done exactly once", wrong, len(f.ids))
	}
}
