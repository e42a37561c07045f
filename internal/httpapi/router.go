package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/uptrace/bunrouter"

	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/httpapi/op"
)

// maxPath is the maximum length of the path of a route in bytes.
const maxPath = 2 << 10

// methods are the methods that a route can have.
var methods = [...]string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut,
	http.MethodPatch, http.MethodDelete, http.MethodOptions,
}

// route is an operation with everything that the guards need to know about it.
type route struct {
	op.Operation
	handle handler

	bucket  *bucket // nil: no limit
	action  string  // its name in the audit log
	login   bool    // has the admin token in its body
	session bool    // begins or ends an admin session

	answered func(status int, took time.Duration) // counts an answer; may be nil

	screen bool   // part of the web page and not of the API
	as     string // for a screen, the operation whose rules it has; empty: none
}

// endpoint is a path of the interface with its routes.
type endpoint struct {
	allow string // value of the Allow header
	rows  map[string]*route
}

// match is the result of a lookup. It is passed to the router as the response writer, so that
// the router only finds routes and does not answer requests.
type match struct {
	http.ResponseWriter // nil: nothing is written during a lookup
	endpoint            *endpoint
	params              bunrouter.Params
}

// router finds the endpoint of a path, whatever the method. It does not redirect or answer.
type router struct {
	tree       *bunrouter.Router
	root       *endpoint          // the endpoint of "/"; nil: none
	buckets    map[string]*bucket // by name
	operations map[string]*route  // by method and path
}

// close closes the rate limiters.
func (rt *router) close(ctx context.Context) error {
	var errs []error
	for _, b := range rt.buckets {
		errs = append(errs, b.calls.Close(ctx))
	}
	return errors.Join(errs...)
}

// newRouter returns a router of the routes.
func (a *API) newRouter(rows []*route) (*router, error) {
	endpoints := make(map[string]*endpoint)
	buckets := make(map[string]*bucket)
	operations := make(map[string]*route)
	for _, row := range rows {
		operations[row.Route] = row
		e := endpoints[row.Path]
		if e == nil {
			e = &endpoint{rows: make(map[string]*route)}
			endpoints[row.Path] = e
		}
		if e.rows[row.Method] != nil {
			return nil, fmt.Errorf("httpapi: two routes for %s %s", row.Method, row.Path)
		}
		if err := errors.Join(row.Err(), a.mount(row, buckets)); err != nil {
			return nil, err
		}
		e.rows[row.Method] = row
		if row.Method == http.MethodGet {
			e.rows[http.MethodHead] = row
		}
	}
	root := endpoints["/"]
	if root != nil { // "/" is not clean, so it is not in the tree
		root.allow = allowHeader(root.rows)
		delete(endpoints, "/")
	}
	tree := bunrouter.New(bunrouter.WithNotFoundHandler(found(nil)))
	for pattern, e := range endpoints {
		e.allow = allowHeader(e.rows)
		tree.Handle(http.MethodGet, bunPattern(pattern), found(e))
	}
	return &router{tree, root, buckets, operations}, nil
}

// mount sets the bucket of a route. Routes with the same bucket name share it.
func (a *API) mount(row *route, buckets map[string]*bucket) error {
	method, path := row.Method, row.Path
	if row.as != "" {
		method, path, _ = strings.Cut(row.as, " ")
	}
	row.action = action(row.Limit.Bucket, method, path)
	row.login = path == access.SessionRoutes+"/login"
	row.session = access.Under(path, access.SessionRoutes)
	if a.cfg.Metrics != nil {
		row.answered = a.cfg.Metrics.Route(row.Method, row.Path)
	}
	name := row.Limit.Bucket
	if name == "" {
		return nil
	}
	if buckets[name] == nil {
		made, err := a.newBucket(row.Limit)
		if err != nil {
			return err
		}
		buckets[name] = made
	}
	row.bucket = buckets[name]
	return nil
}

func found(e *endpoint) bunrouter.HandlerFunc {
	return func(w http.ResponseWriter, r bunrouter.Request) error {
		m := w.(*match)
		m.endpoint, m.params = e, r.Params()
		return nil
	}
}

// find looks up the endpoint of a request. A path that is not clean has none, and is not looked
// up in the tree.
func (rt *router) find(r *http.Request, m *match) {
	if r.URL.Path == "/" || r.URL.Path == "" { // "" if StripPrefix removed the whole path
		m.endpoint = rt.root
		return
	}
	if !clean(r.URL.Path, r.URL.RawPath) {
		return
	}
	if r.URL.RawPath != "" || r.Method != http.MethodGet {
		// The tree matches RawPath if it is set, and each endpoint is in it once, whatever its methods.
		decoded, plain := *r.URL, *r
		decoded.RawPath = ""
		plain.URL, plain.Method = &decoded, http.MethodGet
		r = &plain
	}
	rt.tree.ServeHTTP(m, r)
}

// clean reports whether a path can match a route: it must be absolute, without empty segments,
// "." or "..", without an escaped slash, and without control characters.
func clean(path, raw string) bool {
	if len(path) > maxPath || !strings.HasPrefix(path, "/") || !utf8.ValidString(path) {
		return false
	}
	if raw != "" && strings.Contains(strings.ToLower(raw), "%2f") {
		return false
	}
	for i := range len(path) {
		if c := path[i]; c < 0x20 || c == 0x7f || c == '\\' {
			return false
		}
	}
	for segment := range strings.SplitSeq(path[1:], "/") {
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
	}
	return true
}

// bunPattern converts a pattern to the syntax of bunrouter.
func bunPattern(pattern string) string {
	return strings.ReplaceAll(strings.ReplaceAll(pattern, "{", ":"), "}", "")
}

// allowHeader returns the value of the Allow header of an endpoint.
func allowHeader(rows map[string]*route) string {
	allowed := []string{http.MethodOptions}
	for method := range rows {
		allowed = append(allowed, method)
	}
	slices.Sort(allowed)
	return strings.Join(allowed, ", ")
}

// action returns the name of a route in the audit log: the name of its bucket, or a name made
// from its method and path.
func action(bucket, method, path string) string {
	switch bucket {
	case "":
	case "admin-token-login":
		return "admin_token.login"
	case "ai_debug_log.read", "ai_debug_log.clear":
		return "ai_debug_log"
	default:
		return bucket
	}
	var name strings.Builder
	for segment := range strings.SplitSeq(strings.TrimPrefix(strings.TrimPrefix(path, "/api"), "/"), "/") {
		if !strings.HasPrefix(segment, "{") {
			name.WriteString(segment + ".")
		}
	}
	return name.String() + strings.ToLower(method)
}
