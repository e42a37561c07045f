package httpapi_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/openapi"
)

// hint returns the hint of a refusal.
func (a *answer) hint() string {
	a.t.Helper()
	var got struct{ Error, Hint string }
	a.json(&got)
	if got.Error == "" {
		a.t.Errorf("%s: body %s has no error", a.what, a.Body)
	}
	return got.Hint
}

// makes are the routes that make what their path names.
var makes = map[string]bool{
	"PUT /api/readers/{name}":            true,
	"POST /api/manual-apps/{id}/restore": true,
}

// Every route that has an ID in its path says which one it has not found.
func TestMissingIDIsNamed(t *testing.T) {
	t.Parallel()
	var named atomic.Int32
	t.Cleanup(func() { // after the tests of the operations
		if n := named.Load(); n < 40 {
			t.Errorf("%d requests were answered with 404, want at least 40", n)
		}
	})
	eachOperation(t, func(t *testing.T, c *contract.Contract, method, pattern string, o *openapi.Operation) {
		if !strings.Contains(pattern, "{") {
			return
		}
		a := newExamples(t)
		for _, id := range []string{"987654321", "0d9e8a52-no-such-one", "0000000987654321-" + strings.Repeat("ab", 32)} {
			parts := strings.Split(pattern, "/")
			for i, part := range parts {
				if strings.HasPrefix(part, "{") {
					parts[i] = id
				}
			}
			options := []option{sameOrigin, withHeader}
			if o.Body != nil {
				if media, ok := o.Body.Content["application/json"]; ok && media.Example != nil {
					text, err := json.Marshal(media.Example)
					must(t, err)
					options = append(options, body(string(text)))
				}
			}
			got := a.do(method, strings.Join(parts, "/"), options...)
			if !reads(method) && got.Code < 400 && !makes[method+" "+pattern] {
				t.Errorf("%s %s changes what there is not: status %d, %s", method, pattern, got.Code, got.Body)
			}
			if got.Code != http.StatusNotFound || method == http.MethodHead {
				continue
			}
			named.Add(1)
			if hint := got.hint(); !strings.Contains(hint, strings.TrimLeft(id, "0")) {
				t.Errorf("%s %s: the hint %q does not name %s", method, pattern, hint, id)
			}
		}
	})
}

// IDs outside the path are named as well, also that of one of many.
func TestMissingIDOfABodyIsNamed(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	for _, tt := range []struct{ method, target, body, want string }{
		{"POST", "/api/verdicts", `{"appId": 987654321, "verdict": "safe"}`, "The app 987654321 is not tracked"},
		{"POST", "/api/annotations", `{"appId": 987654321, "body": "x"}`, "The app 987654321 is not tracked"},
		{"GET", "/api/devices/no-such", "", `There is no device "no-such"`},
		{"GET", "/api/apps/99999999999999999999", "", "The ID of an app is a number up to 9007199254740991"},
	} {
		got := a.do(tt.method, tt.target, sameOrigin, body(tt.body)).error(http.StatusNotFound, "Not found")
		equal(t, tt.want, got.hint(), "%s %s", tt.method, tt.target)
	}
}

func TestGuardsSayWhatToDo(t *testing.T) {
	t.Parallel()
	open := newStubbed(t, nil)
	locked := newStubbed(t, func(c *httpapi.Config) { c.AdminToken, c.NetworkExposed, c.TrustProxy = token, true, true })
	unset := newStubbed(t, func(c *httpapi.Config) { c.NetworkExposed = true })
	readers := newStubbed(t, func(c *httpapi.Config) { c.AdminToken, c.RequireTokenToRead = token, true })
	for range 30 {
		open.do("GET", "/api/preview").status(http.StatusOK)
	}
	for _, tt := range []struct {
		name, want string
		got        *answer
	}{
		{"host", "If evil.example is a name of this service, add it to SERVICE_ALLOWED_HOSTS", open.do("GET", "/api/apps", hostHeader("evil.example:80"))},
		{"forwarded host", "If evil.example is a name of this service, add it to SERVICE_ALLOWED_HOSTS", locked.do("GET", "/api/apps", header("X-Forwarded-Host", "evil.example"))},
		{"no host", `"a b<script>" is not the name of one host, with or without a port`, open.do("GET", "/api/apps", hostHeader("a b<script>"))},
		{"origin", "Send the header Origin: " + origin, open.do("POST", "/api/focus", foreign)},
		{"origin or token", "Send the header Origin: " + origin + ", or the admin token in the header X-Auditor-Admin-Token", locked.do("POST", "/api/focus")},
		{"login", "Send the header Origin: " + origin, locked.do("POST", "/api/auth/admin-token/login", foreign)},
		{"token", "Send the admin token, the value of AUDITOR_ADMIN_TOKEN, in the header X-Auditor-Admin-Token", locked.do("POST", "/api/reset", sameOrigin)},
		{"exposed read", "Send the admin token, the value of AUDITOR_ADMIN_TOKEN, in the header X-Auditor-Admin-Token", locked.do("GET", "/api/export")},
		{"exposed without a token", "Others can reach this service, and it has no admin token: set AUDITOR_ADMIN_TOKEN and start it again", unset.do("GET", "/api/export")},
		{"no token", "Set AUDITOR_ADMIN_TOKEN, start the service again, and send the token in the header X-Auditor-Admin-Token", open.do("POST", "/api/dev/seed-sample-data", sameOrigin)},
		{"read token", "Send a read token or the admin token in the header X-Auditor-Admin-Token: SERVICE_REQUIRE_TOKEN=all requires it. POST /api/read-tokens makes read tokens", readers.do("GET", "/api/apps")},
		{"limit", "A client can make 30 calls in 60 seconds: try again in 60 seconds", open.do("GET", "/api/preview")},
		{"no route", `No route has the path "/api/nowhere": GET /api/openapi.json lists all`, open.do("GET", "/api/nowhere")},
		{"method", "This path has the methods GET, HEAD, OPTIONS", open.do("POST", "/api/health", sameOrigin)},
		{"body", "This limit is fixed: send less, or in several requests", open.do("POST", "/api/focus", sameOrigin, body(strings.Repeat(" ", 5<<20)))},
		{"upload", "SERVICE_MAX_RESTORE_BYTES sets this limit", newStubbed(t, func(c *httpapi.Config) { c.MaxRestoreBytes = 10 }).do("POST", "/api/backup/restore", sameOrigin, body(strings.Repeat(" ", 11)))},
	} {
		equal(t, tt.want, tt.got.hint(), "hint for %s", tt.name)
	}
	open.clock.Advance(time.Minute)
}

// What a stranger learns from a hint does not depend on what is stored.
func TestHintsOfGuardsAreEqualForEveryApp(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(c *httpapi.Config) { c.AdminToken, c.RequireTokenToRead = token, true })
	a.do("POST", "/api/dev/seed-sample-data", sameOrigin, withHeader)
	tracked := a.do("GET", "/api/apps/310633997").error(http.StatusUnauthorized, "Read token required")
	unknown := a.do("GET", "/api/apps/987654321").error(http.StatusUnauthorized, "Read token required")
	equal(t, unknown.Body.String(), tracked.Body.String(), "refusals of a known and an unknown app")
}

func TestHintsRepeatNothingDangerous(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for _, name := range []string{"\x1b[31m", strings.Repeat("x", 3000), strings.Repeat("long.", 40) + "example", "\u202eevil", "a\xff", "[::1", "a\nb"} {
		for _, got := range []*answer{a.do("GET", "/api/apps", hostHeader(name)), a.do("GET", "/api/nowhere", func(r *http.Request) { r.URL.Path = "/api/" + name })} {
			hint := got.hint()
			if hint == "" || len(hint) > 500 || strings.ContainsFunc(hint, func(c rune) bool { return !unicode.IsPrint(c) || c > unicode.MaxASCII }) {
				t.Errorf("%s with %.40q: hint %q", got.what, name, hint)
			}
		}
	}
}
