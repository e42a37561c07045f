package browser_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// stage is a fake App Store that a program reads.
type stage struct {
	*fakestore.Store
	env  []string      // of the program
	pass chan struct{} // lets one app page through each; nil: all pass
	own  sync.Map      // more of them, by the last part of the page's path
}

// newStage returns a store with some apps, which lets each request for a page of an app
// wait if held is so.
func newStage(t testing.TB, held bool, apps ...fakestore.App) *stage {
	t.Helper()
	s := &stage{Store: fakestore.New(apps...)}
	if held {
		s.pass = make(chan struct{})
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.env = []string{"SERVICE_APPSTORE_URL=" + server.URL, "SERVICE_ITUNES_URL=" + server.URL, "SERVICE_OUTBOUND_PER_MINUTE=1000000"}
	return s
}

func (s *stage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.pass != nil && strings.Contains(r.URL.Path, "/id") {
		select {
		case <-s.pass:
		case <-s.passOf(r.URL.Path[strings.LastIndex(r.URL.Path, "/id"):]):
		case <-r.Context().Done():
			return
		}
	}
	s.Store.ServeHTTP(w, r)
}

func (s *stage) passOf(page string) chan struct{} {
	pass, _ := s.own.LoadOrStore(page, make(chan struct{}))
	return pass.(chan struct{})
}

// letApp lets one request for the page of an app through.
func (s *stage) letApp(t testing.TB, id storage.AppID) {
	t.Helper()
	select {
	case s.passOf("/id" + id.String()) <- struct{}{}:
	case <-time.After(20 * time.Second):
		t.Fatalf("the store is not asked for %d", id)
	}
}

// let lets so many requests through.
func (s *stage) let(t testing.TB, n int) {
	t.Helper()
	for range n {
		select {
		case s.pass <- struct{}{}:
		case <-time.After(20 * time.Second):
			t.Fatal("the store is not asked")
		}
	}
}

// declares returns a label that declares a kind of data under a heading.
func declares(heading, category string) *storage.Label {
	return &storage.Label{Types: []storage.PrivacyType{{
		Identifier: heading, Title: words[heading],
		Categories: []storage.LabelCategory{{Identifier: category, Title: words[category]}},
	}}}
}

var words = map[string]string{
	storage.DataUsedToTrackYou: "Data Used to Track You", storage.DataLinkedToYou: "Data Linked to You",
	"LOCATION": "Location", "PURCHASES": "Purchases",
}

// gardening and weather are apps of the store.
var (
	gardening = fakestore.App{
		ID: 400_000_001, Name: "Compost Calendar", Developer: "Loam & Leaf", BundleID: "example.compost", Version: "2.1", AgeRating: "4+",
		Label: declares(storage.DataLinkedToYou, "PURCHASES"),
	}
	weather = fakestore.App{
		ID: 400_000_002, Name: "Fogbank Weather", Developer: "Fogbank", BundleID: "example.fogbank", Version: "7.0", AgeRating: "4+",
		Label: declares(storage.DataUsedToTrackYou, "LOCATION"),
	}
)
