package fakestore

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Store is a fake App Store. It is safe for concurrent use.
type Store struct {
	mu    sync.Mutex
	apps  map[storage.AppID]App
	pages map[storage.AppID]int
	api   Fault
	asked map[string]int // requests by path of the lookup and search, and for charts
}

// New returns a store with some apps.
func New(apps ...App) *Store {
	s := &Store{
		apps:  make(map[storage.AppID]App),
		pages: make(map[storage.AppID]int),
		asked: make(map[string]int),
	}
	s.Put(apps...)
	return s
}

// Put adds apps, or replaces those with the same ID.
func (s *Store) Put(apps ...App) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range apps {
		s.apps[a.ID] = a
	}
}

// Remove removes apps.
func (s *Store) Remove(ids ...storage.AppID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		delete(s.apps, id)
	}
}

// FailAPI sets the fault of the lookup, search and charts.
func (s *Store) FailAPI(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.api = f
}

// Pages returns the number of requests for the page of an app, including failed and
// redirected ones.
func (s *Store) Pages(id storage.AppID) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pages[id]
}

// Lookups returns the number of requests to the lookup.
func (s *Store) Lookups() int { return s.count("/lookup") }

// Searches returns the number of requests to the search.
func (s *Store) Searches() int { return s.count("/search") }

// Charts returns the number of requests for charts.
func (s *Store) Charts() int { return s.count(chartPath) }

func (s *Store) count(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[path]
}

// ServeHTTP answers /lookup, /search, the charts and the pages of apps.
func (s *Store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case path == "/lookup", path == "/search":
		s.serveAPI(w, r)
	case strings.Contains(path, chartPath):
		s.serveChart(w, r)
	default:
		s.servePage(w, r)
	}
}

func (s *Store) servePage(w http.ResponseWriter, r *http.Request) {
	match := regexp.MustCompile(`^(?:/([a-z]{2}))?/app(?:/([^/]+))?/id(\d+)/?$`).FindStringSubmatch(r.URL.Path)
	if match == nil {
		notFound(w)
		return
	}
	country, slug := match[1], match[2]
	id, err := storage.ParseAppID(match[3])
	if err != nil {
		notFound(w)
		return
	}
	app, ok := s.pageOf(id)
	switch {
	case app.Fault.Kind != None:
		app.fail(w, r)
	case !ok, !app.listed(country):
		notFound(w)
	case app.Slug != "" && slug != app.Slug:
		http.Redirect(w, r, app.url(country)+"?"+r.URL.RawQuery, http.StatusMovedPermanently)
	default:
		writePage(w, app.render(country))
	}
}

// pageOf counts a request and applies a fault.
func (s *Store) pageOf(id storage.AppID) (App, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages[id]++
	app, ok := s.apps[id]
	if ok {
		kept := app
		kept.Fault = app.Fault.used()
		s.apps[id] = kept
	}
	return app, ok
}

// ask counts a request to the lookup, the search or for a chart, and applies a fault.
func (s *Store) ask(path string) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[path]++
	fault := s.api
	s.api = fault.used()
	return fault
}

// used returns a fault after one more request.
func (f Fault) used() Fault {
	if f.Times == 1 {
		return Fault{}
	}
	f.Times = max(0, f.Times-1)
	return f
}

// fail responds with the fault of the app.
func (a App) fail(w http.ResponseWriter, r *http.Request) {
	switch page := a.render("us"); a.Fault.Kind {
	case Truncated:
		writePage(w, page[:len(page)/2])
	case Garbage:
		writePage(w, []byte("\x00\xff<<<not a page"))
	case Nothing:
		a.Label, a.Features = nil, nil
		writePage(w, a.render("us"))
	case Home:
		http.Redirect(w, r, "https://apps.apple.com/us/iphone/today", http.StatusFound)
	case Away:
		http.Redirect(w, r, "https://example.com"+r.URL.Path, http.StatusFound)
	case Loop:
		http.Redirect(w, r, r.URL.String(), http.StatusFound)
	case OtherApp:
		a.ID++
		writePage(w, a.render("us"))
	case Huge:
		writePage(w, append(page, strings.Repeat(" ", 5<<20)...))
	case Deep:
		writePage(w, []byte(strings.Repeat("<div>", 2000)))
	default:
		if a.Fault.answer(w, r) {
			writePage(w, page)
		}
	}
}

// answer waits or responds with the fault, and reports whether the normal response must
// follow.
func (f Fault) answer(w http.ResponseWriter, r *http.Request) bool {
	status := map[Kind]int{
		Gone: http.StatusNotFound, Throttled: http.StatusTooManyRequests,
		Blocked: http.StatusForbidden, Broken: http.StatusServiceUnavailable,
	}[f.Kind]
	if f.Kind == Slow {
		select {
		case <-time.After(f.Delay):
		case <-r.Context().Done():
		}
	}
	if status == 0 {
		return true
	}
	if f.RetryAfter != "" {
		w.Header().Set("Retry-After", f.RetryAfter)
	}
	w.WriteHeader(status)
	return false
}

// all returns the apps in order of their IDs.
func (s *Store) all() []App {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.SortedFunc(maps.Values(s.apps), func(a, b App) int { return int(a.ID - b.ID) })
}

func notFound(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprint(w, "<!DOCTYPE html><title>App Store</title><h1>Content Not Available</h1>")
}

func writePage(w http.ResponseWriter, page []byte) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(page)
}
