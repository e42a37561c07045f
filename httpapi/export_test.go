package httpapi

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Row is a row of the table as testdata/routes.tsv writes one.
type Row struct {
	Method, Path, Limit, Window, Bucket, RetryAfter, Token, BodyCap, Group string

	Summary string
}

// Rows returns the table.
func Rows() []Row {
	var rows []Row
	for _, r := range (*API)(nil).routes() {
		row := Row{Method: r.method, Path: r.pattern, Group: r.group, Summary: r.summary}
		row.Token = map[tokenRule]string{required: "R", configured: "C"}[r.token]
		if r.limit.calls > 0 {
			row.Limit = strconv.FormatUint(r.limit.calls, 10)
			row.Window = strconv.Itoa(int(r.limit.window/time.Minute)) + "m"
			row.Bucket = r.limit.bucket
			row.RetryAfter = map[bool]string{true: "yes", false: "no"}[r.limit.retryAfter]
		}
		switch {
		case r.body >= 1<<20:
			row.BodyCap = strconv.FormatInt(r.body>>20, 10) + "M"
		case r.body > 0:
			row.BodyCap = strconv.FormatInt(r.body>>10, 10) + "K"
		}
		rows = append(rows, row)
	}
	return rows
}

// Stub is what a stubbed route answers.
type Stub struct {
	Route  string            `json:"route"`
	Params map[string]string `json:"params"`
}

type stubInput struct{ answer Stub }

func (in *stubInput) decode(r *request) error {
	in.answer = Stub{Route: r.row.method + " " + r.row.pattern, Params: r.found.params.Map()}
	var body struct{}
	return r.optionalObject(&body)
}

// NewStubbed is New, but routes that are not of the admin session answer with a Stub.
func NewStubbed(cfg Config) (*API, error) {
	return newAPI(cfg, (*API).stubbed)
}

// NewFailing is New with one route, GET /api/fail, that does what it is told.
func NewFailing(cfg Config, do func(http.ResponseWriter) error) (*API, error) {
	return newAPI(cfg, func(*API) []route {
		handle := func(w http.ResponseWriter, _ *request) error { return do(w) }
		return []route{{method: "GET", pattern: "/api/fail", handle: handle}}
	})
}

// NewWindows makes a counter of calls.
var NewWindows = newWindows

const MaxClients = maxClients

// ParseAuthority reads a Host header.
func ParseAuthority(s string) (host, port string, ok bool) {
	a, ok := parseAuthority(s)
	return a.host, a.port, ok
}

// WindowKeys returns how many keys a counter remembers.
func WindowKeys(s *windows) int { return len(s.byKey) }

// DecodeObject decodes a body.
func DecodeObject(body []byte, into any) error { return decodeObject(body, into) }

// Query returns the first value of a parameter of a query.
func Query(raw, name string) (string, bool) {
	r := &request{Request: &http.Request{URL: &url.URL{RawQuery: raw}}}
	return r.query(name)
}

// Number returns the parameter limit of a query, -1 when it is absent.
func Number(raw string, least, most int) (int, error) {
	r := &request{Request: &http.Request{URL: &url.URL{RawQuery: raw}}}
	return r.number("limit", least, most, -1)
}

// Find says whether a path leads anywhere, and with which parameters.
func Find(a *API, raw string) (bool, map[string]string) {
	u, err := url.ParseRequestURI(raw)
	if err != nil {
		return false, nil
	}
	var m match
	a.router.find(&http.Request{Method: http.MethodGet, URL: u}, &m)
	if m.endpoint == nil {
		return false, nil
	}
	return true, m.params.Map()
}

// Page is the request value of kept routes.
type Page struct{ Name string }

func (p *Page) decode(r *request) error {
	p.Name, _ = r.query("name")
	return nil
}

// Until is an answer that is right until a moment.
type Until struct {
	Text string
	End  storage.Time
}

func (u Until) keptUntil() storage.Time { return u.End }

// Lines is an answer that is a stream.
type Lines struct {
	Write func(ctx context.Context, w *Pieces) error
}

// Pieces is what a stream writes to.
type Pieces = pieces

func (Lines) header(h http.Header) { h.Set("Content-Type", "application/x-ndjson") }

func (l Lines) writeTo(ctx context.Context, w *pieces) error { return l.Write(ctx, w) }

// NewKept is New with two routes whose answers are kept: GET /api/kept/a and b.
func NewKept(cfg Config, do func(ctx context.Context, path, name string) (any, error)) (*API, error) {
	return newAPI(cfg, func(a *API) []route {
		var rows []route
		for _, pattern := range []string{"/api/kept/a", "/api/kept/b"} {
			handle := read(a, func(ctx context.Context, in Page) (any, error) { return do(ctx, pattern, in.Name) })
			rows = append(rows, route{method: "GET", pattern: pattern, handle: handle})
		}
		return rows
	})
}

// KeptSize returns how many answers are kept, and their size.
func KeptSize(a *API) (answers int, size int64) {
	a.kept.mu.Lock()
	defer a.kept.mu.Unlock()
	return len(a.kept.entries), a.kept.size
}

// StallQuota is how many bytes must move within one stall timeout.
const StallQuota = stallQuota

// SetLargeFrom sets the number of apps from which a list is large.
func (a *API) SetLargeFrom(apps int) { a.largeFrom = apps }

// Exposed says whether the configuration lets others than the local machine in.
func (a *API) Exposed() bool { return a.exposed }

// Described returns the routes that an operation describes.
func Described() (routes []string) {
	for _, o := range newDescriber().operations() {
		routes = append(routes, o.route)
	}
	return routes
}

// NewGuesses makes a counter of wrong tokens.
var NewGuesses = newGuesses

const MaxGuessers = maxGuessers

// Judge counts a token of an address and reports whether it is refused unseen.
func Judge(g *guesses, addr string, right bool) bool { return g.judge(addr, right).locked }

// Guessers returns how many addresses are remembered.
func Guessers(g *guesses) int { return len(g.byAddr) }

// NewServing is NewStubbed with more routes, named by method and path.
func NewServing(cfg Config, more map[string]func(ctx context.Context, body io.Reader, w *Pieces) error) (*API, error) {
	return newAPI(cfg, func(a *API) []route {
		rows := a.stubbed()
		for name, do := range more {
			method, path, _ := strings.Cut(name, " ")
			rows = append(rows, route{method: method, pattern: path, body: DefaultRestoreBytes, handle: func(w http.ResponseWriter, r *request) error {
				return do(r.Context(), r.stream(), newPieces(w.(*response)))
			}})
		}
		return rows
	})
}

// stubbed is the table with a stub for each route that is not of the admin session.
func (a *API) stubbed() []route {
	rows := a.routes()
	for i := range rows {
		if rows[i].group != "auth" {
			rows[i].handle = call(func(_ context.Context, in stubInput) (Stub, error) { return in.answer, nil })
		}
	}
	return rows
}
