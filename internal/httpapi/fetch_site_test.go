package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

// fetchHeaders sets headers given as "Name: value" lines.
func fetchHeaders(text string) option {
	return func(r *http.Request) {
		for line := range strings.Lines(text) {
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			r.Header.Add(name, value)
		}
	}
}

func TestCrossSiteRequestsAreRejected(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	const site = "Sec-Fetch-Site: "
	tests := []struct {
		sent          string
		read, mutates bool // whether GET and HEAD, and mutations, are let through
	}{
		{"", true, true},
		{site + "same-origin", true, true},
		{site + "same-site", true, true},
		{site + "none", true, true},
		{site, true, true},
		{site + "elsewhere", true, true}, // a value that is yet to be invented
		{site + "x-cross-site", true, true},
		{"Sec-Fetch-Mode: cors", true, true},

		{site + "cross-site", false, false},
		{site + "Cross-Site", false, false},
		{site + " cross-site ", false, false},
		{site + "same-origin\n" + site + "cross-site", false, false},
		{site + "cross-site\n" + site + "same-origin", false, false},
		{site + "none, cross-site", false, false},
		{site + "cross-site\nSec-Fetch-Mode: cors\nSec-Fetch-Dest: empty", false, false},
		{site + "cross-site\nSec-Fetch-Mode: no-cors\nSec-Fetch-Dest: image", false, false},
		{site + "cross-site\nSec-Fetch-Mode: no-cors\nSec-Fetch-Dest: script", false, false},
		{site + "cross-site\nSec-Fetch-Mode: same-origin", false, false},
		{site + "cross-site\nSec-Fetch-Mode: websocket", false, false},
		{site + "cross-site\nSec-Fetch-Mode: ", false, false},
		{site + "cross-site\nSec-Fetch-Mode: navigated", false, false},
		{site + "cross-site\nSec-Fetch-Mode: navigate\nSec-Fetch-Mode: cors", false, false},
		{site + "cross-site\nSec-Fetch-Mode: navigate, cors", false, false},
		{site + "cross-site\nSec-Fetch-Mode: navigate\nSec-Fetch-Dest: iframe", false, false},
		{site + "cross-site\nSec-Fetch-Mode: navigate\nSec-Fetch-Dest: frame", false, false},
		{site + "cross-site\nSec-Fetch-Mode: navigate\nSec-Fetch-Dest: object", false, false},
		{site + "cross-site\nSec-Fetch-Mode: navigate\nSec-Fetch-Dest: embed", false, false},
		{site + "cross-site\nSec-Fetch-Mode: navigate\nSec-Fetch-Dest: document\nSec-Fetch-Dest: iframe", false, false},

		{site + "cross-site\nSec-Fetch-Mode: navigate", true, false},
		{site + "cross-site\nSec-Fetch-Mode: Navigate\nSec-Fetch-Dest: document\nSec-Fetch-User: ?1", true, false},
	}
	status := func(through bool, otherwise int) int {
		if through {
			return otherwise
		}
		return http.StatusForbidden
	}
	for _, tt := range tests {
		more := fetchHeaders(tt.sent)
		for _, path := range []string{"/api/apps", "/api/feeds/atom", "/api/feeds/json", "/api/openapi.json", "/api/health"} {
			for _, method := range []string{"GET", "HEAD"} {
				a.do(method, path, more).status(status(tt.read, http.StatusOK))
			}
		}
		a.do("OPTIONS", "/api/apps", more).status(status(tt.mutates, http.StatusNoContent))
		a.do("TRACE", "/api/apps", more).status(status(tt.mutates, http.StatusMethodNotAllowed))
		a.do("GET", "/api/nowhere", more).status(status(tt.read, http.StatusNotFound))
		for _, method := range mutating {
			a.do(method, "/api/nowhere", sameOrigin, more).status(status(tt.mutates, http.StatusNotFound))
			a.do(method, "/api/health", sameOrigin, more).status(status(tt.mutates, http.StatusMethodNotAllowed))
		}
		a.do("POST", "/api/focus", sameOrigin, more).status(status(tt.mutates, http.StatusOK))
	}
	a.do("GET", "/api/apps", fetchHeaders(site+"cross-site")).error(http.StatusForbidden, "Cross-site request rejected")
}

// Every route has the guard.
func TestCrossSiteRequestsOfEveryRoute(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, func(c *httpapi.Config) { c.AdminToken, c.NewLimiter = token, unlimited })
	session := cookie(a.login())
	for _, row := range httpapi.Rows() {
		cross := fetchHeaders("Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: cors")
		a.do(row.Method, row.Path, sameOrigin, session, cross).error(http.StatusForbidden, "Cross-site request rejected")
	}
}

func TestTokenInTheHeaderLiftsTheSiteCheck(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	session := cookie(a.login())
	cross := fetchHeaders("Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: cors")
	a.do("GET", "/api/apps", cross, withHeader).status(http.StatusOK)
	a.do("POST", "/api/focus", foreign, cross, withHeader).status(http.StatusOK)
	a.do("GET", "/api/apps", cross, wrongToken).status(http.StatusForbidden)
	a.do("GET", "/api/apps", cross, session).status(http.StatusForbidden) // the browser sends it by itself
}

// The document knows the refusal.
func TestCrossSiteRefusalIsDocumented(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	for _, row := range httpapi.Rows() {
		if row.Method == "GET" && row.Token == "" {
			a.do("GET", row.Path, fetchHeaders("Sec-Fetch-Site: cross-site")).error(http.StatusForbidden, "Cross-site request rejected")
		}
	}
}

// What another layer refuses gets that layer's answer.
func TestSiteIsCheckedAfterHostOriginAndToken(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, func(c *httpapi.Config) { c.AdminToken, c.NetworkExposed = token, true })
	cross := fetchHeaders("Sec-Fetch-Site: cross-site")
	a.do("GET", "/api/apps", cross, hostHeader("evil.example")).error(http.StatusBadRequest, "Host not allowed")
	a.do("POST", "/api/focus", cross, foreign).error(http.StatusForbidden, "Cross-origin mutation rejected")
	a.do("GET", "/api/export", cross).error(http.StatusUnauthorized, "Admin token required for non-local API access")
	a.do("POST", "/api/reset", cross, sameOrigin).error(http.StatusUnauthorized, "Admin token required")
}

// A page of another site uses up no limit of the person who visits it.
func TestCrossSiteRequestsCountForNoLimit(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	cross := fetchHeaders("Sec-Fetch-Site: cross-site")
	const limit = 30
	for range limit + 1 {
		a.do("GET", "/api/preview", cross).status(http.StatusForbidden)
	}
	for range limit {
		a.do("GET", "/api/preview").status(http.StatusOK)
	}
	a.do("GET", "/api/preview").status(http.StatusTooManyRequests)
	a.do("GET", "/api/preview", cross).status(http.StatusForbidden)
}
