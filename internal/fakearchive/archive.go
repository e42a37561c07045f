package fakearchive

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// Capture is a capture of an address at a moment.
type Capture struct {
	URL string       // including the scheme
	At  storage.Time // truncated to seconds

	Status   int    // of the captured response; zero: 200
	Location string // target of a captured redirect
	Type     string // content type without parameters; empty: text/html
	Page     []byte

	// Revisit means that the page was the same as in the previous capture, so the index
	// has few details. Without a Page it replays the previous one.
	Revisit bool
}

// Service is a service of the archive.
type Service string

// The services.
const (
	Index  Service = "index"  // /cdx/search/cdx
	Replay Service = "replay" // /web/
	Save   Service = "save"   // /save/
)

// Archive is a fake web archive. It is safe for concurrent use.
type Archive struct {
	mu       sync.Mutex
	captures []Capture // in order of key, time and addition
	faults   map[about]Fault
	asked    map[about]int
	last     map[Service]*http.Request
	saved    []string
}

// about is a service and an app; zero means every app.
type about struct {
	service Service
	app     storage.AppID
}

// New returns an archive with some captures.
func New(captures ...Capture) *Archive {
	a := &Archive{
		faults: make(map[about]Fault),
		asked:  make(map[about]int),
		last:   make(map[Service]*http.Request),
	}
	a.Add(captures...)
	return a
}

// Add adds captures. If two have the same address and moment, the later one is replayed,
// and the index lists both.
func (a *Archive) Add(captures ...Capture) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, c := range captures {
		c.At -= c.At % 1000
		c.Status = cmp.Or(c.Status, http.StatusOK)
		c.Type = cmp.Or(c.Type, "text/html")
		a.captures = append(a.captures, c)
	}
	slices.SortStableFunc(a.captures, func(a, b Capture) int {
		return cmp.Or(strings.Compare(key(a.URL), key(b.URL)), cmp.Compare(a.At, b.At))
	})
}

// AddApp adds a capture of the page of an app in a storefront of fakestore, under its
// address there and with its fault, and returns it.
func (a *Archive) AddApp(at storage.Time, country string, app fakestore.App) Capture {
	c := Capture{
		URL: fmt.Sprintf("https://apps.apple.com/%s/app/%s/id%d", country, cmp.Or(app.Slug, "app"), app.ID),
		At:  at,
	}
	answer := httptest.NewRecorder()
	fakestore.New(app).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, c.URL, nil))
	c.Status, c.Location, c.Page = answer.Code, answer.Header().Get("Location"), answer.Body.Bytes()
	a.Add(c)
	return c
}

// Clear removes all captures.
func (a *Archive) Clear() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.captures = nil
}

// Requests returns the number of requests to a service about an app; zero counts all
// requests.
func (a *Archive) Requests(service Service, app storage.AppID) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.asked[about{service, app}]
}

// Last returns the last request to a service without its body, nil if there was none.
func (a *Archive) Last(service Service) *http.Request {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.last[service]
}

// Saved returns the addresses of all requests to save, in order.
func (a *Archive) Saved() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.saved)
}

// ServeHTTP serves /cdx/search/cdx, /web/ and /save/.
func (a *Archive) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var service Service
	var serve func(http.ResponseWriter, *http.Request)
	switch path := r.URL.Path; {
	case path == "/cdx/search/cdx":
		service, serve = Index, a.serveIndex
	case strings.HasPrefix(path, "/web/"):
		service, serve = Replay, a.serveReplay
	case strings.HasPrefix(path, "/save/"):
		service, serve = Save, a.serveSave
	default:
		missing(w)
		return
	}
	if fault := a.take(service, r); fault.answer(w, r, service) {
		serve(w, r)
	}
}

// take counts a request, and applies a fault: that of the app, otherwise that of the
// service.
func (a *Archive) take(service Service, r *http.Request) Fault {
	a.mu.Lock()
	defer a.mu.Unlock()
	kept := r.Clone(r.Context())
	kept.Body = nil
	a.last[service] = kept
	everybody, own := about{service, 0}, about{service, appOf(r)}
	a.asked[everybody]++
	if own != everybody {
		a.asked[own]++
	}
	for _, whose := range []about{own, everybody} {
		if fault := a.faults[whose]; fault.Kind != None {
			a.faults[whose] = fault.used()
			return fault
		}
	}
	return Fault{}
}

// appOf returns the app of a request, or zero.
func appOf(r *http.Request) storage.AppID {
	asked := r.URL.Path
	if u, err := url.Parse(r.URL.Query().Get("url")); err == nil && u.Path != "" {
		asked = u.Path
	}
	match := regexp.MustCompile(`/id(\d+)`).FindStringSubmatch(asked)
	if match == nil {
		return 0
	}
	id, err := storage.ParseAppID(match[1])
	if err != nil {
		return 0
	}
	return id
}
