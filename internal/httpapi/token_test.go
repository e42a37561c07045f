package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

const (
	tokenRequired = "Admin token required"
	tokenExposed  = "Admin token required for non-local API access"
)

func isExposed(cfg *httpapi.Config) { cfg.NetworkExposed = true }

func exposedWithToken(cfg *httpapi.Config) { cfg.NetworkExposed, cfg.AdminToken = true, token }

// gatedRead reports whether the description gates a read on exposed instances.
func gatedRead(path string) bool {
	for _, prefix := range []string{"/api/ai/debug-log", "/api/backup/", "/api/deployment/", "/api/desktop/diagnostics",
		"/api/diagnostics/", "/api/export", "/api/dataset", "/api/apps/{id}/storefronts", "/api/import/", "/metrics"} {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return false
}

func TestLocalWithoutTokenEverythingIsOpenButDevRoutes(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for _, row := range httpapi.Rows() {
		want := http.StatusOK
		switch {
		case row.Token == "C":
			want = http.StatusForbidden
		case strings.HasSuffix(row.Path, "/login"):
			want = http.StatusServiceUnavailable
		}
		a.do(row.Method, row.Path, sameOrigin).status(want)
	}
}

func TestGatedPrefixesMatchWholeSegments(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, exposedWithToken)
	for path, want := range map[string]int{
		"/api/export": 401, "/api/export/": 401, "/api/export/nothing": 401, "/api/exportfoo": 404, "/api/export-all": 404,
		"/api/ai/debug-log": 401, "/api/ai/debug-logx": 404, "/api/ai/debug-log/x": 401, "/api/ai": 404,
		"/api/backup": 404, "/api/backup/": 401, "/api/backup/anything": 401, "/api/backups/x": 404,
		"/api/diagnostics": 404, "/api/diagnostics/disk": 401, "/api/desktop/diagnostics": 401, "/api/desktop/diagnosticsx": 404,
		"/api/import": 404, "/api/import/x": 401, "/api/imports": 200, "/api/imports/queue": 200, "/api/shortlist/export": 200,
		"/api/deployment/diagnostics": 401, "/api/health": 200, "/api/settings": 200, "/api/annotations": 200, "/api/nowhere": 404,
		"/API/export": 404, "/export": 404,
	} {
		for _, method := range []string{"GET", "HEAD"} {
			a.do(method, path).status(want)
		}
	}
	a.do("OPTIONS", "/api/export").status(http.StatusNoContent)
}

func TestExposedMutationOfNothingNeedsTheToken(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, exposedWithToken)
	for _, method := range mutating {
		a.do(method, "/api/nowhere", sameOrigin).error(http.StatusUnauthorized, tokenExposed)
		a.do(method, "/api/nowhere", withHeader).error(http.StatusNotFound, "")
		a.do(method, "/api/health", sameOrigin).error(http.StatusUnauthorized, tokenExposed)
		a.do(method, "/api/health", withHeader).error(http.StatusMethodNotAllowed, "")
	}
}

func TestExposureFollowsFromTheConfiguration(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(*httpapi.Config)
		want   bool
	}{
		{"nothing", func(*httpapi.Config) {}, false},
		{"flag", isExposed, true},
		{"loopback names allowed", func(c *httpapi.Config) { c.AllowedHosts = []string{"localhost", "app.localhost", "127.0.0.2", "[::1]"} }, false},
		{"name allowed", func(c *httpapi.Config) { c.AllowedHosts = []string{"localhost", "auditor.lan"} }, true},
		{"wildcard allowed", func(c *httpapi.Config) { c.AllowedHosts = []string{"*.lan"} }, true},
		{"loopback wildcard allowed", func(c *httpapi.Config) { c.AllowedHosts = []string{"*.localhost"} }, false},
		{"address allowed", func(c *httpapi.Config) { c.AllowedHosts = []string{"10.0.0.1"} }, true},
		{"bound to loopback", func(c *httpapi.Config) { c.BindAddress = "127.0.0.1:3000" }, false},
		{"bound to loopback v6", func(c *httpapi.Config) { c.BindAddress = "[::1]:3000" }, false},
		{"bound to every address", func(c *httpapi.Config) { c.BindAddress = "0.0.0.0:3000" }, false},
		{"bound to every v6 address", func(c *httpapi.Config) { c.BindAddress = "[::]:3000" }, false},
		{"bound to every interface", func(c *httpapi.Config) { c.BindAddress = ":3000" }, false},
		{"bound to a name", func(c *httpapi.Config) { c.BindAddress = "auditor:3000" }, false},
		{"bound to an address", func(c *httpapi.Config) { c.BindAddress = "192.168.1.5:3000" }, true},
		{"bound to an address without port", func(c *httpapi.Config) { c.BindAddress = "192.168.1.5" }, true},
		{"bound to a v6 address", func(c *httpapi.Config) { c.BindAddress = "[fd00::5]:3000" }, true},
		{"bound to a v6 address without port", func(c *httpapi.Config) { c.BindAddress = "fd00::5" }, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := newStubbed(t, tt.change)
			if got := a.Exposed(); got != tt.want {
				t.Errorf("Exposed() = %v, want %v", got, tt.want)
			}
			want := map[bool]int{true: http.StatusUnauthorized, false: http.StatusOK}[tt.want]
			a.do("POST", "/api/focus", sameOrigin).status(want)
		})
	}
}

func TestWrongTokensAreRefused(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	for i, value := range []string{
		"", " ", "wrong", token + "x", token[:len(token)-1], strings.ToUpper(token), token + "\x00", "Bearer " + token,
		`"` + token + `"`, token + "," + token, strings.Repeat("x", 1<<20), "\xff", "null", "undefined", "true",
	} {
		a.do("POST", "/api/settings", sameOrigin, header("X-Auditor-Admin-Token", value), nthPeer(i)).status(http.StatusUnauthorized)
		a.clock.Advance(60e9)
	}
	a.do("POST", "/api/settings?token="+token, sameOrigin).status(http.StatusUnauthorized)
}

func TestWrongCookieDoesNotHideTheRightHeader(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	a.do("POST", "/api/reset", cookie("wrong"), withHeader).status(http.StatusOK)
	a.do("POST", "/api/reset", cookie(a.login()), sameOrigin, wrongToken).status(http.StatusOK)
}

func TestTokenItselfIsNoSession(t *testing.T) {
	t.Parallel()
	newStubbed(t, func(c *httpapi.Config) { c.AdminToken = "plain" }).
		do("POST", "/api/reset", sameOrigin, cookie("plain")).status(http.StatusUnauthorized)
}

func TestDevRoutesNeedAConfiguredToken(t *testing.T) {
	t.Parallel()
	a, configured := newStubbed(t, nil), newStubbed(t, withToken)
	n := 0
	for _, row := range httpapi.Rows() {
		if row.Token != "C" {
			continue
		}
		n++
		a.do(row.Method, row.Path, sameOrigin).error(http.StatusForbidden, "")
		a.do(row.Method, row.Path, sameOrigin, withHeader).error(http.StatusForbidden, "")
		configured.do(row.Method, row.Path, sameOrigin).error(http.StatusUnauthorized, tokenRequired)
		configured.do(row.Method, row.Path, withHeader).status(http.StatusOK)
	}
	if n != 5 {
		t.Errorf("%d such routes, want 5", n)
	}
}
