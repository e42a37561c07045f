package fakestore_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

func get(h http.Handler, url string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, url, nil))
	return w
}

func TestStore_pages(t *testing.T) {
	t.Parallel()
	s := fakestore.New(fakestore.App{ID: 1, Name: "One"}, fakestore.App{ID: 2, Slug: "two"}, fakestore.App{ID: 3, Countries: []string{"gb"}})
	tests := []struct {
		path   string
		status int
		says   string
	}{
		{"/us/app/one/id1", 200, "One App"},
		{"/app/id1", 200, "One App"},
		{"/us/app/two/id2", 200, "App 2"},
		{"/us/app/wrong/id2?l=en-US", 301, ""},
		{"/gb/app/x/id3", 200, "App 3"},
		{"/us/app/x/id3", 404, "Not Available"},
		{"/us/app/x/id4", 404, "Not Available"},
		{"/us/developer/x/id1", 404, "Not Available"},
		{"/us/app/x/id999999999999999999999", 404, "Not Available"},
	}
	for _, tt := range tests {
		w := get(s, tt.path)
		if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.says) {
			t.Errorf("%s: %d, want %d and a page with %q", tt.path, w.Code, tt.status, tt.says)
		}
		if w.Code == 301 && w.Header().Get("Location") != "https://apps.apple.com/us/app/two/id2?l=en-US" {
			t.Errorf("%s leads to %s", tt.path, w.Header().Get("Location"))
		}
	}
	if a, b := s.Pages(1), s.Pages(3); a != 2 || b != 2 {
		t.Errorf("counted %d and %d pages, want 2 and 2", a, b)
	}
	s.Remove(1)
	s.Put(fakestore.App{ID: 4})
	if a, b := get(s, "/us/app/x/id1").Code, get(s, "/us/app/x/id4").Code; a != 404 || b != 200 {
		t.Errorf("after a removal and an addition: %d and %d", a, b)
	}
}

// TestStore_scripts: what a page holds is JSON that the markup around leaves whole.
func TestStore_scripts(t *testing.T) {
	t.Parallel()
	label := &storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataLinkedToYou, Title: "</script><b>"}}}
	for format, id := range map[fakestore.Format]string{
		fakestore.Island: "serialized-server-data", fakestore.IslandArray: "serialized-server-data",
		fakestore.MediaAPI: "shoebox-media-api-cache-apps", fakestore.Ember: "shoebox-ember-data-store", fakestore.EmberList: "shoebox-ember-data-store",
	} {
		page := get(fakestore.New(fakestore.App{ID: 1, Name: "</script>", Label: label, Format: format}), "/us/app/x/id1").Body.String()
		_, text, found := strings.Cut(page, `id="`+id+`">`)
		text, _, _ = strings.Cut(text, "</script>")
		if !found || !json.Valid([]byte(text)) || strings.HasPrefix(text, "[") != (format == fakestore.IslandArray) {
			t.Errorf("%q: %t, %.80s", format, found, text)
		}
	}
}

func TestStore_faults(t *testing.T) {
	t.Parallel()
	whole := len(get(fakestore.New(fakestore.App{ID: 1}), "/us/app/x/id1").Body.String())
	tests := []struct {
		kind   fakestore.Kind
		status int
		check  func(w *httptest.ResponseRecorder) bool
	}{
		{fakestore.Gone, 404, nil},
		{fakestore.Throttled, 429, func(w *httptest.ResponseRecorder) bool { return w.Header().Get("Retry-After") == "5" }},
		{fakestore.Blocked, 403, nil},
		{fakestore.Broken, 503, nil},
		{fakestore.Truncated, 200, func(w *httptest.ResponseRecorder) bool { return w.Body.Len() == whole/2 }},
		{fakestore.Garbage, 200, func(w *httptest.ResponseRecorder) bool { return w.Body.Len() < 50 }},
		{fakestore.Nothing, 200, func(w *httptest.ResponseRecorder) bool { return w.Body.Len() == whole }},
		{fakestore.Home, 302, func(w *httptest.ResponseRecorder) bool {
			return strings.HasSuffix(w.Header().Get("Location"), "/today")
		}},
		{fakestore.Away, 302, func(w *httptest.ResponseRecorder) bool {
			return strings.Contains(w.Header().Get("Location"), "example.com")
		}},
		{fakestore.Loop, 302, func(w *httptest.ResponseRecorder) bool {
			return strings.HasSuffix(w.Header().Get("Location"), "/us/app/x/id1")
		}},
		{fakestore.OtherApp, 200, func(w *httptest.ResponseRecorder) bool { return strings.Contains(w.Body.String(), "/id2") }},
		{fakestore.Huge, 200, func(w *httptest.ResponseRecorder) bool { return w.Body.Len() > 5<<20 }},
		{fakestore.Deep, 200, func(w *httptest.ResponseRecorder) bool { return strings.Count(w.Body.String(), "<div>") == 2000 }},
	}
	for _, tt := range tests {
		s := fakestore.New(fakestore.App{ID: 1, Fault: fakestore.Fault{Kind: tt.kind, Times: 2, RetryAfter: "5"}})
		for i, status := range []int{tt.status, tt.status, 200} {
			w := get(s, "/us/app/x/id1")
			if w.Code != status || i < 2 && tt.check != nil && !tt.check(w) {
				t.Errorf("%s, request %d: %d with %d bytes, want %d", tt.kind, i, w.Code, w.Body.Len(), status)
			}
			if i == 2 && w.Body.Len() != whole {
				t.Errorf("%s goes on for longer than it should", tt.kind)
			}
		}
	}
}

func TestStore_slow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := fakestore.New(fakestore.App{ID: 1, Fault: fakestore.Fault{Kind: fakestore.Slow, Delay: time.Minute}})
		start := time.Now()
		if w := get(s, "/us/app/x/id1"); w.Code != 200 || time.Since(start) != time.Minute {
			t.Errorf("%d after %v, want 200 after a minute", w.Code, time.Since(start))
		}
	})
}

func TestStore_api(t *testing.T) {
	t.Parallel()
	s := fakestore.New(fakestore.App{ID: 1, Name: "Fox", BundleID: "a.Fox"}, fakestore.App{ID: 2, Name: "Foxes", BundleID: "a.foxes", Price: 3},
		fakestore.App{ID: 3, Name: "Fox of Britain", Countries: []string{"gb"}})
	tests := []struct {
		path string
		want []int64
	}{
		{"/lookup?id=1,2,9", []int64{2, 1}},
		{"/lookup?bundleId=A.FOX", []int64{1}},
		{"/lookup?id=3", nil},
		{"/lookup?id=3&country=gb", []int64{3}},
		{"/lookup", nil},
		{"/search?term=fox", []int64{1, 2}},
		{"/search?term=fox&limit=1", []int64{1}},
	}
	for _, tt := range tests {
		w := get(s, tt.path)
		var answer struct {
			Count   int `json:"resultCount"`
			Results []struct {
				ID int64 `json:"trackId"`
			}
		}
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || !strings.HasPrefix(w.Body.String(), "\n") {
			t.Errorf("%s: %v", tt.path, err)
		}
		var got []int64
		for _, r := range answer.Results {
			got = append(got, r.ID)
		}
		if fmt.Sprint(got) != fmt.Sprint(tt.want) || answer.Count != len(got) {
			t.Errorf("%s: %v and count %d, want %v", tt.path, got, answer.Count, tt.want)
		}
	}
	if s.Lookups() != 5 || s.Searches() != 2 {
		t.Errorf("%d lookups and %d searches, want 5 and 2", s.Lookups(), s.Searches())
	}
	s.FailAPI(fakestore.Fault{Kind: fakestore.Broken, Times: 1})
	if a, b := get(s, "/lookup?id=1").Code, get(s, "/lookup?id=1").Code; a != 503 || b != 200 {
		t.Errorf("a fault of one request: %d, then %d", a, b)
	}
}

func TestStore_charts(t *testing.T) {
	t.Parallel()
	s := fakestore.New(fakestore.App{ID: 1, GenreID: 6007}, fakestore.App{ID: 2, GenreID: 6008}, fakestore.App{ID: 3, GenreID: 6008, Price: 2},
		fakestore.App{ID: 4, GenreID: 6008, Countries: []string{"gb"}})
	for _, tt := range []struct{ path, want string }{
		{"/us/rss/topfreeapplications/limit=10/json", "1 2"},
		{"/us/rss/topfreeapplications/limit=1/json", "1"},
		{"/gb/rss/topfreeapplications/limit=10/genre=6008/json", "2 4"},
		{"/us/rss/toppaidapplications/limit=10/genre=6008/json", "3"},
		{"/us/rss/toppaidapplications/limit=10/genre=6007/json", ""},
	} {
		w := get(s, tt.path)
		ids := regexp.MustCompile(`"im:id":"(\d)"`).FindAllStringSubmatch(w.Body.String(), -1)
		var got []string
		for _, id := range ids {
			got = append(got, id[1])
		}
		if strings.Join(got, " ") != tt.want || w.Code != 200 {
			t.Errorf("%s: %d with %v, want %s", tt.path, w.Code, got, tt.want)
		}
	}
	if w := get(s, "/us/rss/topfreemusic/limit=10/json"); w.Code != 404 || s.Charts() != 5 {
		t.Errorf("another chart: %d after %d", w.Code, s.Charts())
	}
	s.FailAPI(fakestore.Fault{Kind: fakestore.Throttled, Times: 1})
	if w := get(s, "/us/rss/topfreeapplications/limit=10/json"); w.Code != 429 {
		t.Errorf("throttled: %d", w.Code)
	}
}

func TestStore_concurrent(t *testing.T) {
	t.Parallel()
	s := fakestore.New(fakestore.App{ID: 1})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				get(s, "/us/app/x/id1")
				get(s, "/lookup?id=1")
				s.Put(fakestore.App{ID: 1, Version: "2"})
			}
		})
	}
	group.Wait()
	if s.Pages(1) != 160 || s.Lookups() != 160 {
		t.Errorf("%d pages and %d lookups, want 160 of each", s.Pages(1), s.Lookups())
	}
}
