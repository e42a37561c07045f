package e2e_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

const oracleToken = "correct-horse-battery-staple"

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

func (r route) late() bool { return r.lateness() >= 0 }

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

// tracked lets the service track some apps and read their policies.
func (o *oracle) tracked(header ...string) {
	o.t.Helper()
	res, body := o.do(request{method: "POST", path: "/api/scrape", body: urls([]storage.AppID{1, 2, 3}), header: header})
	if res.StatusCode != http.StatusOK {
		o.t.Fatalf("scrape: %d %s", res.StatusCode, body)
	}
	o.until("/api/policy/status/1", `"status":"source_ready"`)
	o.until("/api/policy/status/2", `"status":"source_ready"`)
	o.until("/api/policy/status/3", `"status":"fetch_error"`)
}

// guessed sends so many wrong tokens that the owner is told, and waits until that
// has happened: it would otherwise happen between any two recorded answers.
func (o *oracle) guessed() {
	o.t.Helper()
	for range 100 { // access.ManyGuesses
		o.do(request{method: "GET", path: "/api/health", header: []string{"X-Auditor-Admin-Token: wrong"}})
	}
	o.until("/api/notifications", `"tokenGuesses"`)
}

// Every route answers what is wrong as it always did.
func TestOracleSweep(t *testing.T) {
	t.Parallel()
	for name, mine := range map[string]func(route) bool{
		"reads":  func(r route) bool { return r.method == "GET" },
		"writes": func(r route) bool { return r.method != "GET" && !r.late() },
		"late":   func(r route) bool { return r.method != "GET" && r.late() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOracle(t, name, "")
			o.record.brief = true
			o.tracked()
			for range 3 { // activities of which it is sure that they are the last
				o.do(request{method: "POST", path: "/api/activity/queue-session", body: `{"totals":{"decided":2,"safe":2}}`})
			}
			for _, r := range o.ordered() {
				if mine(r) {
					o.sweep(r)
				}
			}
			if name == "reads" {
				for _, path := range []string{"/", "/api", "/api/", "/api/none", "/api/apps/", "/API/apps", "/api//apps", "/api/apps/../apps", "/api/apps/1"} {
					o.note(request{method: "GET", path: path})
					o.note(request{method: "POST", path: path})
				}
			}
			o.record.compare(t)
		})
	}
}

func (o *oracle) sweep(r route) {
	right := o.standard(r)
	note := func(change func(*request)) {
		q := right
		change(&q)
		o.note(q)
		if r.late() {
			o.settle()
		}
	}
	note(func(*request) {})
	for _, header := range []string{"Origin:", "Origin: https://evil.example", "Host: evil.example", "Sec-Fetch-Site: cross-site", "X-Auditor-Admin-Token: wrong", "If-None-Match: *", "Content-Type: text/plain", "Content-Encoding: gzip"} {
		if r.method == "GET" && (strings.HasPrefix(header, "Origin") || strings.HasPrefix(header, "Content")) || r.method != "GET" && strings.HasPrefix(header, "If") {
			continue
		}
		note(func(q *request) { q.header = []string{header} })
	}
	note(func(q *request) { q.method = "PROPFIND" })
	note(func(q *request) { q.method = "OPTIONS" })
	if r.method == "GET" {
		note(func(q *request) { q.method = "HEAD" })
	}
	note(func(q *request) {
		if strings.Contains(q.path, "?") {
			q.path += "&"
		} else {
			q.path += "?"
		}
		q.path += "unknown=1"
	})
	for _, p := range r.summary.Parameters {
		switch p.In {
		case "path":
			for _, value := range []string{"0", "-1", "999999", "x", "1.5", "%20", "a%2Fb", strings.Repeat("9", 300)} {
				note(func(q *request) {
					place := regexp.QuoteMeta(r.path)
					for _, other := range r.summary.Parameters {
						if other.In == "path" && other.Name != p.Name {
							place = strings.ReplaceAll(place, regexp.QuoteMeta("{"+other.Name+"}"), regexp.QuoteMeta(fmt.Sprint(other.Example)))
						}
					}
					q.path = strings.ReplaceAll(regexp.MustCompile(`\\(.)`).ReplaceAllString(place, "$1"), "{"+p.Name+"}", value)
				})
			}
		case "query":
			at, text, _ := strings.Cut(right.path, "?")
			without, err := url.ParseQuery(text)
			if err != nil {
				o.t.Fatal(err)
			}
			without.Del(p.Name)
			values := []string{"", "x", "0", "-1", "1,2,x", "1e3", "%205", "99999999999999999999", "true", "YES", strings.Repeat("a", 300)}
			if r.late() {
				values = []string{"", "x", "0", "YES"} // each may be a run
			}
			if p.Example != nil {
				values = append(values, url.QueryEscape(fmt.Sprint(p.Example)))
			}
			for _, value := range values {
				note(func(q *request) { q.path = at + "?" + strings.TrimPrefix(without.Encode()+"&"+p.Name+"="+value, "&") })
			}
			note(func(q *request) { q.path = at + "?" + without.Encode() })
			note(func(q *request) { q.path = at + "?" + p.Name + "=1&" + p.Name + "=x" })
		}
	}
	if r.method == "GET" {
		return
	}
	for _, body := range []string{"", "{", "[]", "null", `"x"`, "5", "{}", `{"unknown":1}`, `{} {}`, "\xff", strings.Repeat("[", 20_000)} {
		note(func(q *request) {
			q.body = body
			if q.what = "the body " + body; len(body) > 100 {
				q.what = fmt.Sprintf("a body of %d brackets", len(body))
			} else if body == "\xff" {
				q.what = "a body that is not UTF-8"
			}
		})
	}
	if limit := r.summary.MaxBody; limit > 0 && limit <= 1<<20 {
		note(func(q *request) { q.body, q.what = strings.Repeat(" ", int(limit)+1), "a body of one byte too many" })
	}
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(right.body), &members) != nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		for _, value := range []string{`null`, `""`, `"x"`, `0`, `-1`, `1.5`, `1e99`, `"7"`, `true`, `[]`, `[null,"",{},-1]`, `{}`, `"` + strings.Repeat("long ", 2000) + `"`} {
			other := maps.Clone(members)
			other[name] = json.RawMessage(value)
			body, err := json.Marshal(other)
			if err != nil {
				o.t.Fatal(err)
			}
			note(func(q *request) {
				if q.body = string(body); len(body) > 3000 {
					q.what = "a body with a long text as " + name
				}
			})
		}
		other := maps.Clone(members)
		delete(other, name)
		body, err := json.Marshal(other)
		if err != nil {
			o.t.Fatal(err)
		}
		note(func(q *request) { q.body = string(body) })
	}
}

// Every route wants a token as it always did, where one is configured.
func TestOracleToken(t *testing.T) {
	t.Parallel()
	right := "X-Auditor-Admin-Token: " + oracleToken
	for name, env := range map[string][]string{
		"token":   {"AUDITOR_ADMIN_TOKEN=" + oracleToken},
		"exposed": {"AUDITOR_ADMIN_TOKEN=" + oracleToken, "SERVICE_NETWORK_EXPOSED=1", "SERVICE_ALLOWED_HOSTS=example.org"},
		"closed":  {"SERVICE_NETWORK_EXPOSED=1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOracle(t, name, "", env...)
			o.record.brief = true
			if name != "closed" {
				o.tracked(right)
				o.guessed()
			}
			for _, r := range o.ordered() {
				for _, headers := range [][]string{
					nil, {"Origin:"}, {"X-Auditor-Admin-Token: wrong"}, {"Origin:", "Authorization: Bearer wrong"}, {"Cookie: svc_admin_token=wrong"},
					{"Origin:", "Authorization: Bearer " + oracleToken}, {right}, {right, "Host: example.org"},
				} {
					q := o.standard(r)
					q.header = headers
					o.note(q)
					if strings.Contains(r.path, "-all") || r.late() || strings.Contains(r.path, "seed") {
						o.settle()
					}
				}
			}
			o.session()
			o.record.compare(t)
		})
	}
}

// session logs in, uses the cookie, and locks an address out.
func (o *oracle) session() {
	res, _ := o.note(request{method: "POST", path: "/api/auth/admin-token/login", body: fmt.Sprintf(`{"token":%q}`, oracleToken)})
	for _, c := range res.Cookies() {
		header := []string{"Cookie: " + c.Name + "=" + c.Value}
		for _, q := range []request{
			{method: "GET", path: "/api/auth/admin-token/status", header: header},
			{method: "GET", path: "/api/backup/export", header: header},
			{method: "POST", path: "/api/reset", header: header},
			{method: "POST", path: "/api/reset", header: append(header, "Origin: https://evil.example")},
			{method: "POST", path: "/api/auth/admin-token/logout", header: header},
			{method: "GET", path: "/api/auth/admin-token/status", header: header},
		} {
			o.note(q)
		}
	}
	for range 12 {
		o.note(request{method: "GET", path: "/api/apps", header: []string{"X-Forwarded-For: 192.0.2.1", "X-Auditor-Admin-Token: wrong"}})
	}
	o.note(request{method: "GET", path: "/api/apps", header: []string{"X-Forwarded-For: 192.0.2.1", "X-Auditor-Admin-Token: " + oracleToken}})
	o.note(request{method: "GET", path: "/api/apps", header: []string{"X-Forwarded-For: 192.0.2.1"}})
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
