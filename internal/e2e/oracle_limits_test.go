package e2e_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// late are the routes that change so much, or go on for so long after their
// answer, that nothing else is asked after them.
var late = []string{
	"/api/wayback/import-all", "/api/policy/sync-all", "/api/sync/trigger", "/api/imports/items", "/api/imports/queue", "/api/scrape",
	"/api/backup/restore", "/api/dev/wipe-apps", "/api/reset", "/api/admin/start-over",
}

// lateness is the place of a route among the late ones, negative for others.
func (r route) lateness() int {
	return slices.IndexFunc(late, func(path string) bool { return strings.HasPrefix(r.path, path) })
}

// ordered returns the routes in an order in which each finds the data that the
// ones before leave.
func (o *oracle) ordered() []route {
	rank := func(r route) int {
		i := r.lateness()
		switch {
		case r.method == "GET":
			return 0
		case i >= 0:
			return 10 + i
		case r.method == "DELETE":
			return 2
		}
		return 1
	}
	list := slices.Clone(o.routes)
	slices.SortStableFunc(list, func(a, b route) int { return rank(a) - rank(b) })
	return list
}

// standard returns a request that is right, as the document shows it.
func (o *oracle) standard(r route) request {
	q := request{method: r.method, path: r.path}
	query := url.Values{}
	for _, p := range r.summary.Parameters {
		switch {
		case p.In == "path":
			q.path = strings.ReplaceAll(q.path, "{"+p.Name+"}", fmt.Sprint(p.Example))
		case p.In == "query" && p.Required:
			query.Set(p.Name, fmt.Sprint(p.Example))
		}
	}
	if len(query) > 0 {
		q.path += "?" + query.Encode()
	}
	if r.summary.RequestBody != nil {
		body := string(r.summary.RequestBody.Content["application/json"].Example)
		q.body = strings.NewReplacer("https://models.example", o.vars["model"], "https://diary.example", o.vars["site1"]).Replace(body)
	}
	return q
}

// Every limit is where it was, and refuses as it did.
func TestOracleLimits(t *testing.T) {
	t.Parallel()
	o := newOracle(t, "limits", "")
	for i, r := range o.ordered() {
		if r.summary.Limit == nil {
			continue
		}
		q := o.standard(r)
		if q.body != "" {
			q.body = "{" // counts as well, and changes nothing
		}
		q.header = []string{fmt.Sprintf("X-Forwarded-For: 198.51.100.%d", i+1)}
		calls := 0
		for ; calls <= r.summary.Limit.Calls; calls++ {
			res, body := o.do(q)
			if res.StatusCode == http.StatusTooManyRequests {
				o.record.add(fmt.Sprintf("%s %s after %d calls of %d", q.method, q.path, calls, r.summary.Limit.Calls), res, body)
				break
			}
		}
		if calls > r.summary.Limit.Calls {
			t.Errorf("%s %s: no refusal after %d calls", q.method, q.path, calls)
		}
		o.settle()
	}
	o.record.compare(t)
}
