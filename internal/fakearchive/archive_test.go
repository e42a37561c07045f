package fakearchive_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

func get(h http.Handler, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// day returns noon of a day.
func day(year int, month time.Month, day int) storage.Time {
	return storage.TimeOf(time.Date(year, month, day, 12, 0, 0, 0, time.UTC))
}

const address = "https://apps.apple.com/us/app/one/id1"

func TestAddApp(t *testing.T) {
	t.Parallel()
	a := fakearchive.New()
	tests := []struct {
		name   string
		app    fakestore.App
		status int
		says   string
	}{
		{"page", fakestore.App{ID: 1, Slug: "one", Name: "Old Name"}, 200, "Old Name"},
		{"old format", fakestore.App{ID: 2, Format: fakestore.Ember}, 200, "shoebox-ember-data-store"},
		{"gone", fakestore.App{ID: 3, Fault: fakestore.Fault{Kind: fakestore.Gone}}, 404, ""},
		{"moved away", fakestore.App{ID: 4, Fault: fakestore.Fault{Kind: fakestore.Home}}, 302, ""},
	}
	for _, tt := range tests {
		c := a.AddApp(day(2021, 3, 4), "gb", tt.app)
		if c.Status != tt.status || !strings.Contains(string(c.Page), tt.says) || !strings.HasPrefix(c.URL, "https://apps.apple.com/gb/app/") {
			t.Errorf("%s: captured %d of %s with %d bytes", tt.name, c.Status, c.URL, len(c.Page))
		}
		w := get(a, "/web/20210304120000id_/"+c.URL)
		if w.Code != tt.status || w.Body.String() != string(c.Page) || w.Header().Get("Memento-Datetime") != "Thu, 04 Mar 2021 12:00:00 GMT" {
			t.Errorf("%s: replayed %d with %d bytes, %v", tt.name, w.Code, w.Body.Len(), w.Header())
		}
		if leads := c.Location != ""; leads != strings.HasSuffix(w.Header().Get("Location"), "/web/20210304120000id_/"+c.Location) {
			t.Errorf("%s: leads to %q", tt.name, w.Header().Get("Location"))
		}
	}
	a.Clear()
	if w := get(a, "/web/20210304120000id_/https://apps.apple.com/gb/app/one/id1"); w.Code != 404 {
		t.Errorf("what was forgotten is replayed: %d", w.Code)
	}
}

func TestReplay(t *testing.T) {
	t.Parallel()
	a := fakearchive.New(
		fakearchive.Capture{URL: address, At: day(2021, 3, 4) + 999, Page: []byte("first")},
		fakearchive.Capture{URL: address, At: day(2021, 5, 4), Page: []byte("second")},
		fakearchive.Capture{URL: address, At: day(2021, 6, 4), Revisit: true},
		fakearchive.Capture{URL: address, At: day(2022, 1, 1), Status: 429, Page: []byte("slow down")},
		fakearchive.Capture{URL: address, At: day(2022, 2, 1), Status: 301, Location: "https://apps.apple.com/us/app/two/id1"},
	)
	tests := []struct {
		path, to, body string
		status         int
	}{
		{"20210304120000id_/" + address, "", "first", 200},
		{"20210304120000id_/http://www.apps.apple.com:80/US/app/One/id1/", "", "first", 200},
		{"20210504120000/" + address, "", "second", 200},
		{"20210604120000id_/" + address, "", "second", 200},
		{"20220101120000id_/" + address, "", "slow down", 429},
		{"20220201120000id_/" + address, "20220201120000id_/https://apps.apple.com/us/app/two/id1", "", 301},
		{"20210305000000id_/" + address, "20210304120000id_/" + address, "", 302},
		{"2021/" + address, "20210304120000/" + address, "", 302},
		{"20210420000000if_/" + address, "20210504120000if_/" + address, "", 302},
		{"20990101000000id_/" + address, "20220201120000id_/" + address, "", 302},
		{"20210304120000id_/" + address + "2", "", "", 404},
		{"20211399000000id_/" + address, "", "", 404},
		{"yesterday/" + address, "", "", 404},
	}
	for _, tt := range tests {
		w := get(a, "/web/"+tt.path)
		to := strings.TrimPrefix(w.Header().Get("Location"), fakearchive.Host+"/web/")
		if w.Code != tt.status || to != tt.to || tt.body != "" && w.Body.String() != tt.body {
			t.Errorf("%s: %d to %q: %.40q, want %d to %q: %q", tt.path, w.Code, to, w.Body, tt.status, tt.to, tt.body)
		}
		archived := w.Code != 404 && w.Code != 302
		if (w.Header().Get("Memento-Datetime") != "") != archived {
			t.Errorf("%s: Memento-Datetime is %q", tt.path, w.Header().Get("Memento-Datetime"))
		}
	}
	if n := a.Requests(fakearchive.Replay, 1); n != len(tests)-1 {
		t.Errorf("%d replays of the app, want %d", n, len(tests)-1)
	}
	if n := a.Requests(fakearchive.Replay, 12); n != 1 {
		t.Errorf("%d replays of the other app, want 1", n)
	}
}

func TestSave(t *testing.T) {
	t.Parallel()
	a := fakearchive.New()
	for _, want := range []string{address, address + "?mt=8"} {
		w := get(a, "/save/"+want)
		to := w.Header().Get("Location")
		if w.Code != 302 || !strings.HasPrefix(to, fakearchive.Host+"/web/2") || !strings.HasSuffix(to, "/"+want) {
			t.Errorf("saving %s: %d to %q", want, w.Code, to)
		}
	}
	if diff := cmp.Diff([]string{address, address + "?mt=8"}, a.Saved()); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}
	if w := get(a, "/elsewhere"); w.Code != 404 {
		t.Errorf("what it does not serve: %d", w.Code)
	}
}

func TestArchive_counts(t *testing.T) {
	t.Parallel()
	a := fakearchive.New()
	if a.Last(fakearchive.Index) != nil {
		t.Error("there was a request before the first one")
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 5 {
				get(a, "/cdx/search/cdx?url=apps.apple.com%2Fus%2Fapp%2Fone%2Fid1&limit=1")
				get(a, "/cdx/search/cdx?url=example.com")
				get(a, "/web/2021id_/"+address)
				get(a, "/save/"+address)
				a.Add(fakearchive.Capture{URL: "https://example.com/", At: day(2021, 1, 1)})
			}
		})
	}
	group.Wait()
	for _, tt := range []struct {
		service fakearchive.Service
		app     storage.AppID
		want    int
	}{
		{fakearchive.Index, 1, 20}, {fakearchive.Index, 0, 40}, {fakearchive.Replay, 1, 20},
		{fakearchive.Save, 1, 20}, {fakearchive.Save, 0, 20}, {fakearchive.Save, 2, 0},
	} {
		if got := a.Requests(tt.service, tt.app); got != tt.want {
			t.Errorf("%s about app %d: %d requests, want %d", tt.service, tt.app, got, tt.want)
		}
	}
	if r := a.Last(fakearchive.Save); r == nil || r.URL.Path != "/save/"+address {
		t.Errorf("the last one to save was %v", r)
	}
}
