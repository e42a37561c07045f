package e2e_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage"
)

// gate stands before a fake of the outside world and can hold requests there.
type gate struct {
	arrived chan *held

	mu    sync.Mutex
	holds func(*http.Request) bool // nil: none
}

// held is a request that waits at a gate.
type held struct {
	request *http.Request
	pass    chan struct{}
}

func newGate() *gate { return &gate{arrived: make(chan *held)} }

// serve puts the gate before a handler and returns where that is served.
func (g *gate) serve(t testing.TB, next http.Handler) (url string) {
	t.Helper()
	server := httptest.NewServer(g.before(next))
	t.Cleanup(server.Close)
	return server.URL
}

func (g *gate) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		holds := g.holds
		g.mu.Unlock()
		if holds != nil && holds(r) {
			h := &held{r, make(chan struct{})}
			select {
			case g.arrived <- h:
			case <-r.Context().Done(): // the client did not wait for it
			}
			select {
			case <-h.pass:
			case <-r.Context().Done():
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// hold holds the requests from now on that are so; nil: none.
func (g *gate) hold(so func(*http.Request) bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.holds = so
}

// next returns the next request that is held.
func (g *gate) next(t testing.TB) *held {
	t.Helper()
	select {
	case h := <-g.arrived:
		return h
	case <-time.After(proctest.Busy):
		t.Fatal("nothing was asked")
		return nil
	}
}

// release lets it through.
func (h *held) release() { close(h.pass) }

// abandoned fails the test unless the client gives up within a while.
func (h *held) abandoned(t testing.TB, within time.Duration) {
	t.Helper()
	select {
	case <-h.request.Context().Done():
	case <-time.After(within):
		t.Errorf("%s %s is still waited for after %v", h.request.Method, h.request.URL, within)
	}
}

// nth returns what is true of one request, the nth that meets a condition.
func nth(n int, of func(*http.Request) bool) func(*http.Request) bool {
	var mu sync.Mutex
	return func(r *http.Request) bool {
		if !of(r) {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		n--
		return n == 0
	}
}

// isPage reports whether a request is for a page of an app, now or archived, or of a
// policy, and not for what goes with it.
func isPage(r *http.Request) bool {
	switch r.URL.Path {
	case "/lookup", "/cdx/search/cdx":
		return false
	}
	return true
}

// ofApp returns what is true of requests for pages of an app.
func ofApp(id storage.AppID) func(*http.Request) bool {
	return func(r *http.Request) bool { return isPage(r) && strings.Contains(r.URL.Path, "/id"+id.String()) }
}
