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

	"github.com/privacylabels/auditor/httpapi/internal/access"
	"github.com/privacylabels/auditor/httpapi/internal/op"
)

// maxPath is the longest path in bytes that can be a route's.
const maxPath = 2 << 10

// methods are those that a route can have.
var methods = [...]string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut,
	http.MethodPatch, http.MethodDelete, http.MethodOptions,
}

// route is an operation, and all that is decided about it before its handler runs.
type route struct {
	op.Operation
	handle handler

	bucket     *bucket // nil: no limit
	needs      Access  // where the host program decides
	gated      bool    // needs the admin token once the service is exposed
	guarded    bool    // needs a read token where every read needs one
	readable   bool    // a read token is enough
	action     string  // its name in the audit log
	privileged bool    // the audit log records refusals by the limit
	login      bool    // takes the admin token in its body
	session    bool    // begins or ends an admin session

	answered func(status int, took time.Duration) // counts an answer; nil: nothing does

	screen bool   // of the page, not of the API
	as     string // of a screen, the operation whose rules it has; empty: it has none
}

// endpoint is a path of the interface, with the rows that are served there.
type endpoint struct {
	allow string // the Allow header
	rows  map[string]*route
}

// match is where a request leads. The router hands it out in place of a
// response, so that it finds routes and the guards stay in charge.
type match struct {
	http.ResponseWriter // none: nothing is written while a route is looked up
	endpoint            *endpoint
	params              bunrouter.Params
}

// router finds the endpoint of a path. What it does not know it does not
// answer: no redirects, and nothing is decided by the method.
type router struct {
	tree       *bunrouter.Router
	root       *endpoint          // of the path "/"; nil: none
	buckets    map[string]*bucket // by name
	operations map[string]*route  // by method and path
}

// close closes the counters of limits.
func (rt *router) close(ctx context.Context) error {
	var errs []error
	for _, b := range rt.buckets {
		errs = append(errs, b.store.Close(ctx))
	}
	return errors.Join(errs...)
}

// newRouter makes a router of the rows.
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
	if root != nil { // the tree never sees its path, which is not clean
		root.allow = allowHeader(root.rows)
		delete(endpoints, "/")
	}
	tree := bunrouter.New(bunrouter.WithNotFoundHandler(found(nil)))
	for pattern, e := range endpoints {
		e.allow = allowHeader(e.rows)
		path := bunPattern(pattern)
		for _, method := range methods {
			tree.Handle(method, path, found(e))
		}
	}
	return &router{tree, root, buckets, operations}, nil
}

// mount joins a route with its bucket, which routes of one name share.
func (a *API) mount(row *route, buckets map[string]*bucket) error {
	method, path := row.Method, row.Path
	if row.as != "" {
		method, path, _ = strings.Cut(row.as, " ")
	}
	row.action = action(row.Limit.Bucket, method, path)
	row.needs = neededAccess(row.Token, method, path)
	row.gated = access.Gated(method, path)
	row.readable = access.Readable(row.Token, method, path)
	row.guarded = access.Guarded(row.Spec, method, path) && (!row.screen || row.as != "")
	row.login = path == access.SessionRoutes+"/login"
	row.session = access.Under(path, access.SessionRoutes)
	if row.as == "" && row.screen {
		row.needs = NoAccess
	}
	if a.cfg.Metrics != nil {
		row.answered = a.cfg.Metrics.Route(row.Method, row.Path)
	}
	row.privileged = row.Token != op.TokenIfExposed || row.login
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

// find fills in where a request leads. Nothing is found for a path that is not
// clean, so the tree never sees one.
func (rt *router) find(r *http.Request, m *match) {
	if r.URL.Path == "/" || r.URL.Path == "" { // "" where a prefix without a slash was taken off
		m.endpoint = rt.root
		return
	}
	if !clean(r.URL.Path, r.URL.RawPath) {
		return
	}
	if r.URL.RawPath != "" || !slices.Contains(methods[:], r.Method) {
		// The tree matches the escaped path, and knows no other methods.
		decoded, plain := *r.URL, *r
		decoded.RawPath = ""
		plain.URL, plain.Method = &decoded, http.MethodGet
		r = &plain
	}
	rt.tree.ServeHTTP(m, r)
}

// clean reports whether a path can be a route's: an absolute one of segments that
// are none of them empty, "." or "..", without a slash hidden in one, and
// without control characters.
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

// bunPattern writes a pattern the way the tree wants it.
func bunPattern(pattern string) string {
	return strings.ReplaceAll(strings.ReplaceAll(pattern, "{", ":"), "}", "")
}

// allowHeader lists the methods of an endpoint.
func allowHeader(rows map[string]*route) string {
	allowed := []string{http.MethodOptions}
	for method := range rows {
		allowed = append(allowed, method)
	}
	slices.Sort(allowed)
	return strings.Join(allowed, ", ")
}

// action names a route in the audit log: its bucket's name, or one made from
// its path and method.
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
