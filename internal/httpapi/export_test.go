package httpapi

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// Row is a row of the table as testdata/routes.tsv writes one.
type Row struct {
	Method, Path, Limit, Window, Bucket, RetryAfter, Token, BodyCap, Group string

	Summary string

	MaxBody  int64  // in bytes
	Needs    string // the access that it needs if an Authorizer decides
	Gated    bool   // needs the admin token if the service is exposed
	Readable bool   // a read token is enough
	Guarded  bool   // needs a read token if all reads need one
}

// Rows returns the table.
func Rows() []Row {
	var rows []Row
	a := &API{cfg: Config{}.withDefaults()}
	for _, r := range a.routes(a.packages()) {
		row := Row{Method: r.Method, Path: r.Path, Group: r.Group, Summary: r.Summary}
		row.MaxBody = r.BodyLimit()
		row.Needs = [...]string{"none", "read", "change", "admin"}[neededAccess(r.Access)]
		row.Gated = r.Access >= op.Metrics
		row.Readable = r.Method == http.MethodGet && r.Access <= op.Metrics
		row.Guarded = r.Access == op.Read || r.Access == op.Metrics
		row.Token = map[op.Access]string{op.Administer: "R", op.Develop: "C"}[r.Access]
		if r.Limit.Calls > 0 {
			row.Limit = strconv.FormatUint(r.Limit.Calls, 10)
			row.Window = strconv.Itoa(int(r.Limit.Window/time.Minute)) + "m"
			row.Bucket = r.Limit.Bucket
			row.RetryAfter = map[bool]string{true: "yes", false: "no"}[r.Limit.RetryAfter]
		}
		switch {
		case r.MaxBody >= 1<<20:
			row.BodyCap = strconv.FormatInt(r.MaxBody>>20, 10) + "M"
		case r.MaxBody > 0:
			row.BodyCap = strconv.FormatInt(r.MaxBody>>10, 10) + "K"
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

// stub is an operation that takes any object and answers with a Stub.
var stub = op.WithRequest(op.Spec{Route: "POST /stub", BodyOptional: true}, func(_ context.Context, from op.Request, _ anyObject) (Stub, error) {
	r := from.(*request)
	return Stub{Route: r.row.Method + " " + r.row.Path, Params: r.found.params.Map()}, nil
})

type anyObject struct {
	Body op.Object `body:""`
}

// NewStubbed is New, but routes that are not of the admin session answer with a Stub.
func NewStubbed(cfg Config) (*API, error) { return newAPI(cfg, stubbed) }

// stubbed replaces the handlers of the routes that are not of the admin session.
func stubbed(a *API, rows []*route) []*route {
	for _, row := range rows {
		if row.Group != "auth" {
			row.handle = a.operate(stub)
		}
	}
	return rows
}

// newRoute returns a route with a handler of its own.
func newRoute(method, path string, handle handler) *route {
	return &route{Operation: op.Operation{Spec: op.Spec{Access: op.Read}, Method: method, Path: path}, handle: handle}
}

// NewFailing is New with one route, GET /api/fail, that fails as its parameters say.
func NewFailing(cfg Config, do func(http.ResponseWriter) error) (*API, error) {
	return newAPI(cfg, func(*API, []*route) []*route {
		return []*route{newRoute("GET", "/api/fail", func(w http.ResponseWriter, _ *request) error { return do(w) })}
	})
}

// ParseAuthority reads a Host header.
func ParseAuthority(s string) (host, port string, ok bool) {
	a, ok := parseAuthority(s)
	return a.host, a.port, ok
}

// Decode decodes a query and a body.
func Decode[In any](query, body string) (In, error) {
	o := op.New(op.Spec{Route: "POST /"}, func(context.Context, In) (op.None, error) { return op.None{}, nil })
	r := &request{Request: httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))}
	r.URL.RawQuery = query
	in, err := o.Decode(r)
	if err != nil {
		var none In
		return none, err
	}
	return in.(In), nil
}

// Find reports whether a path has a route, and returns its parameters.
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

// Page is the request value of cached routes.
type Page struct {
	Name string `query:"name"`
}

// Until is an answer that is right until a moment.
type Until struct {
	Text string
	End  storage.Time
}

func (u Until) ValidUntil() storage.Time { return u.End }

// Lines is an answer that is a stream.
type Lines struct {
	Write func(ctx context.Context, w Pieces) error
}

// Pieces is what a stream writes to.
type Pieces = op.Writer

func (Lines) SetHeader(h http.Header) { h.Set("Content-Type", "application/x-ndjson") }

func (l Lines) Stream(ctx context.Context, w op.Writer) error { return l.Write(ctx, w) }

// NewKept is New with two routes whose answers are cached: GET /api/kept/a and b.
func NewKept(cfg Config, do func(ctx context.Context, path, name string) (any, error)) (*API, error) {
	return newAPI(cfg, func(a *API, _ []*route) (rows []*route) {
		for _, path := range []string{"/api/kept/a", "/api/kept/b"} {
			o := op.New(op.Spec{Route: "GET " + path, Cached: true}, func(ctx context.Context, in Page) (any, error) { return do(ctx, path, in.Name) })
			rows = append(rows, &route{Operation: o, handle: a.operate(o)})
		}
		return rows
	})
}

// NewHeavy is New with two routes whose answers are heavy: GET /api/heavy/table, which is large, and
// GET /api/heavy/count, which is cached.
func NewHeavy(cfg Config, do func(ctx context.Context) error) (*API, error) {
	return newAPI(cfg, func(a *API, _ []*route) (rows []*route) {
		table := op.New(op.Spec{Route: "GET /api/heavy/table", Heavy: true}, func(context.Context, Page) (table, error) { return table{do}, nil })
		count := op.New(op.Spec{Route: "GET /api/heavy/count", Heavy: true, Cached: true}, func(ctx context.Context, _ Page) (string, error) { return "1", do(ctx) })
		for _, o := range []op.Operation{table, count} {
			rows = append(rows, &route{Operation: o, handle: a.operate(o)})
		}
		return rows
	})
}

// table is a large answer.
type table struct{ do func(context.Context) error }

func (table) SetHeader(h http.Header) { h.Set("Content-Type", "text/csv") }

func (t table) WriteAll(ctx context.Context, w io.Writer) error {
	err := t.do(ctx)
	if err == nil {
		_, err = io.WriteString(w, "made")
	}
	return err
}

// Heavy returns the heavy operations of an API.
func Heavy(a *API) (routes []string) {
	for _, p := range a.packages() {
		for _, o := range p.Operations {
			if o.Heavy {
				routes = append(routes, o.Route)
			}
		}
	}
	slices.Sort(routes)
	return routes
}

// CacheSize returns how many answers are cached, and their size.
func CacheSize(a *API) (answers int, size int64) { return a.cache.Size() }

// StallQuota is how many bytes must move within one stall timeout.
const StallQuota = stallQuota

// SetLargeFrom sets the number of apps from which a list is large.
func SetLargeFrom(cfg *Config, apps int) { cfg.largeFrom = apps }

// Exposed reports whether the configuration admits clients of other machines.
func (a *API) Exposed() bool { return a.exposed }

// NewServing is NewStubbed with more routes, named by method and path.
func NewServing(cfg Config, more map[string]func(ctx context.Context, body io.Reader, w Pieces) error) (*API, error) {
	return newAPI(cfg, func(a *API, rows []*route) []*route {
		rows = stubbed(a, rows)
		for name, do := range more {
			method, path, _ := strings.Cut(name, " ")
			row := newRoute(method, path, func(w http.ResponseWriter, r *request) error {
				return do(r.Context(), r.BodyReader(), w.(*response))
			})
			row.MaxBody = a.cfg.MaxRestoreBytes
			rows = append(rows, row)
		}
		return rows
	})
}

// Reads returns the tables that the cached operations of an API name, by path.
func Reads(a *API) map[string]storage.Tables {
	all := make(map[string]storage.Tables)
	for _, p := range a.packages() {
		for _, o := range p.Operations {
			if o.Reads != 0 {
				all[o.Path] = o.Reads
			}
		}
	}
	return all
}

// NewSeeing is New with one route, GET /api/see, that passes on its request.
func NewSeeing(cfg Config, see func(*http.Request)) (*API, error) {
	return newAPI(cfg, func(*API, []*route) []*route {
		return []*route{newRoute("GET", "/api/see", func(w http.ResponseWriter, r *request) error {
			see(r.Request)
			w.WriteHeader(http.StatusOK)
			return nil
		})}
	})
}

// Routes returns the routes of an API, those of the page included, by method and path. Those
// of the page are true.
func (a *API) Routes() map[string]bool {
	all := make(map[string]bool)
	for name, row := range a.router.operations {
		all[name] = row.screen
	}
	return all
}

// MaxUnreadForm is the maximum size of a form that is kept for a client that has to sign in.
const MaxUnreadForm = maxUnreadForm
