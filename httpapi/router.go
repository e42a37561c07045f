package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bunrouter"
)

// maxPath is the longest path in bytes that can be a route's.
const maxPath = 2 << 10

// methods are those that a route can have.
var methods = [...]string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut,
	http.MethodPatch, http.MethodDelete, http.MethodOptions,
}

// mounted is a row of the table, ready to be served.
type mounted struct {
	route
	maxBody    int64
	bucket     *bucket // nil: no limit
	action     string  // what the audit log calls it
	privileged bool    // whether the audit log is told of refusals by the limit
	login      bool    // whether it takes the admin token in its body
}

// endpoint is a path of the interface, with the rows that are served there.
type endpoint struct {
	allow string // the Allow header
	rows  map[string]*mounted
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
	tree    *bunrouter.Router
	buckets map[string]*bucket // by name
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
func (a *API) newRouter(rows []route) (*router, error) {
	endpoints := make(map[string]*endpoint)
	buckets := make(map[string]*bucket)
	for _, row := range rows {
		e := endpoints[row.pattern]
		if e == nil {
			e = &endpoint{rows: make(map[string]*mounted)}
			endpoints[row.pattern] = e
		}
		if e.rows[row.method] != nil {
			return nil, fmt.Errorf("httpapi: two routes for %s %s", row.method, row.pattern)
		}
		on, err := a.mount(row, buckets)
		if err != nil {
			return nil, err
		}
		e.rows[row.method] = on
		if row.method == http.MethodGet {
			e.rows[http.MethodHead] = on
		}
	}
	tree := bunrouter.New(bunrouter.WithNotFoundHandler(found(nil)))
	for pattern, e := range endpoints {
		e.allow = allowHeader(e.rows)
		for _, method := range methods {
			tree.Handle(method, bunPattern(pattern), found(e))
		}
	}
	return &router{tree, buckets}, nil
}

// mount joins a row with its bucket, which rows of one name share.
func (a *API) mount(row route, buckets map[string]*bucket) (*mounted, error) {
	on := &mounted{route: row, maxBody: row.body, action: action(row)}
	if on.maxBody == 0 {
		on.maxBody = defaultBody
	}
	on.login = row.pattern == sessionRoutes+"/login"
	on.privileged = row.token != open || on.login
	if name := row.limit.bucket; name != "" {
		if buckets[name] == nil {
			made, err := a.newBucket(row.limit)
			if err != nil {
				return nil, err
			}
			buckets[name] = made
		}
		on.bucket = buckets[name]
	}
	return on, nil
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

// clean says whether a path can be a route's: an absolute one of segments that
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
	return strings.NewReplacer("{", ":", "}", "").Replace(pattern)
}

// allowHeader lists the methods of an endpoint.
func allowHeader(rows map[string]*mounted) string {
	allowed := []string{http.MethodOptions}
	for method := range rows {
		allowed = append(allowed, method)
	}
	slices.Sort(allowed)
	return strings.Join(allowed, ", ")
}

// action names a route in the audit log: its bucket's name, or one made from
// its path and method.
func action(row route) string {
	switch row.limit.bucket {
	case "":
	case "admin-token-login":
		return "admin_token.login"
	case "ai_debug_log.read", "ai_debug_log.clear":
		return "ai_debug_log"
	default:
		return row.limit.bucket
	}
	var name strings.Builder
	for segment := range strings.SplitSeq(strings.TrimPrefix(row.pattern, "/api/"), "/") {
		if !strings.HasPrefix(segment, "{") {
			name.WriteString(segment + ".")
		}
	}
	return name.String() + strings.ToLower(row.method)
}
