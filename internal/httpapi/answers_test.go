package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

func TestSecurityHeadersAreOnEveryAnswer(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, func(c *httpapi.Config) { c.AdminToken = token })
	for _, got := range []*answer{
		a.do("GET", "/api/apps").status(200),
		a.do("HEAD", "/api/apps").status(200),
		a.do("OPTIONS", "/api/apps").status(204),
		a.do("GET", "/api/apps", hostHeader("evil.example")).status(400),
		a.do("POST", "/api/reset", foreign).status(403),
		a.do("POST", "/api/reset", sameOrigin).status(401),
		a.do("GET", "/api/nowhere").status(404),
		a.do("PATCH", "/api/apps", sameOrigin).status(405),
		a.do("POST", "/api/focus", sameOrigin, body("[")).status(400),
	} {
		h := got.Header()
		for name, want := range map[string]string{
			"X-Frame-Options":              "DENY",
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "strict-origin-when-cross-origin",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
			"Permissions-Policy":           "camera=(), microphone=(), geolocation=(), usb=(), payment=()",
			"Cache-Control":                "no-store",
		} {
			if h.Get(name) != want {
				t.Errorf("%s: %s is %q, want %q", got.what, name, h.Get(name), want)
			}
		}
		if csp := h.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors 'none'") || !strings.Contains(csp, "default-src 'self'") {
			t.Errorf("%s: Content-Security-Policy %q", got.what, csp)
		}
		for name := range h {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: %s lets other origins in", got.what, name)
			}
		}
	}
}

func TestUnknownPathsAreNotFound(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	long := "/api/apps/" + strings.Repeat("x", 70_000) + "/history-stats"
	for _, path := range []string{
		"", "/", "*", "api/apps", "/api", "/api/", "/api/nowhere", "/nowhere", "/API/apps", "/api/Apps", "/api/apps/", "/api/apps//",
		"/api//apps", "//api/apps", "/api/apps/.", "/api/./apps", "/api/x/../apps", "/../api/apps", "/api/apps/..",
		"/api/apps/1/", "/api/apps//history-stats", "/api/apps///history-stats", "/api/apps//a/b/history-stats", "/api/apps/\x00",
		"/api/apps/\x00/history-stats", "/api/apps/a\x7f/history-stats", "/api/apps/a\nb/history-stats", `/api/apps/a\b/history-stats`,
		"/api/apps/\xff/history-stats", "/api/apps/a/b/history-stats", "/api/apps/%2e%2e/../apps", "/api/apps;x", "/api/apps#",
		"/api/apps ", " /api/apps", "/api/apps\t", "/api/apps%00", "/api/annotations/", "/api/annotations/1/2", "/api/health/x", long,
		"/api/:id", "/api/*", "/:", "/favicon.ico", "/api/favicon", "/api/update-status", "/index.html", "/.env",
	} {
		got := a.do("GET", path).error(http.StatusNotFound, "Not found")
		got.header("Location", "")
		for _, method := range []string{"HEAD", "OPTIONS", "TRACE", "NONSENSE", "CONNECT"} {
			a.do(method, path).status(http.StatusNotFound)
		}
		for _, method := range mutating {
			a.do(method, path, sameOrigin).status(http.StatusNotFound)
		}
	}
}

func TestMethodsThatAPathHasNot(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	has := map[string]map[string]bool{}
	for _, row := range httpapi.Rows() {
		if has[row.Path] == nil {
			has[row.Path] = map[string]bool{}
		}
		has[row.Path][row.Method] = true
	}
	for path, own := range has {
		allow := []string{}
		for _, method := range []string{"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"} {
			if own[method] || method == "OPTIONS" || method == "HEAD" && own["GET"] {
				allow = append(allow, method)
			}
		}
		want := strings.Join(allow, ", ")
		check := func(got *answer) {
			t.Helper()
			got.header("Allow", want)
		}
		check(a.do("OPTIONS", path).status(http.StatusNoContent))
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "NONSENSE", "CONNECT"} {
			if strings.Contains(" "+want+",", " "+method+",") {
				continue
			}
			got := a.do(method, path, sameOrigin).status(http.StatusMethodNotAllowed)
			check(got)
			if method != "HEAD" {
				got.error(http.StatusMethodNotAllowed, "Method not allowed")
			}
		}
	}
}

func TestHeadIsAGetWithoutItsBody(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for _, row := range httpapi.Rows() {
		if row.Method != "GET" {
			continue
		}
		get, head := a.do("GET", row.Path).status(200), a.do("HEAD", row.Path).status(200)
		if diff := cmp.Diff(get.Header(), head.Header()); diff != "" {
			t.Errorf("HEAD %s: header (-GET +HEAD):\n%s", row.Path, diff)
		}
		if head.Body.Len() != 0 || get.Header().Get("Content-Length") != fmt.Sprint(get.Body.Len()) {
			t.Errorf("%s: bodies of %d and %d bytes", row.Path, get.Body.Len(), head.Body.Len())
		}
	}
}

func TestEscapedPathsAreTheirPlainOnes(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for raw, want := range map[string]string{
		"/%61pi/devices/x":       "x",
		"/api/devices/%78":       "x",
		"/api/devices/a%20b":     "a b",
		"/api/devices/%2531":     "%31",
		"/api/devices/%E2%82%AC": "€",
	} {
		var got httpapi.Stub
		a.do("GET", "/", escaped(t, raw)).status(200).json(&got)
		if got.Params["id"] != want {
			t.Errorf("%s: id %q, want %q", raw, got.Params["id"], want)
		}
	}
	for _, raw := range []string{"/api%2fapps", "/api/devices/a%2Fb", "/api/devices/%2e%2e", "/api/devices/%00", "/api/devices/%5c", "/api/devices/%FF", "/api/devices/%2F"} {
		a.do("GET", "/", escaped(t, raw)).error(http.StatusNotFound, "")
	}
}

func TestErrorsBecomeStatuses(t *testing.T) {
	t.Parallel()
	throttled := &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429, RetryAfter: 90*time.Second + 1}
	for _, tt := range []struct {
		err    error
		status int
		after  string
	}{
		{storage.ErrNotFound, 404, ""},
		{storage.ErrConflict, 409, ""},
		{storage.ErrInvalid, 400, ""},
		{storage.ErrNotSupported, 501, ""},
		{storage.ErrFull, 507, ""},
		{storage.ErrDamaged, 500, ""},
		{storage.ErrUnavailable, 503, "5"},
		{&fs.PathError{Op: "write", Path: "/home/me/x", Err: syscall.ENOSPC}, 507, ""},
		{fleet.ErrAddress, 400, ""},
		{throttled, 503, "91"},
		{&fleet.ScrapeError{Cause: fleet.ErrThrottled}, 503, "1"},
		{&fleet.ScrapeError{Cause: fleet.ErrNotListed, Status: 404}, 404, ""},
		{fleet.ErrBlocked, 502, ""},
		{fleet.ErrTimeout, 504, ""},
		{context.DeadlineExceeded, 503, ""},
		{context.Canceled, 503, ""},
		{errors.New("no such table: secrets"), 500, ""},
	} {
		var log strings.Builder
		a := newFailing(t, &log, func(http.ResponseWriter) error { return fmt.Errorf("read /home/me/db: %w", tt.err) })
		got := a.do("GET", "/api/fail").error(tt.status, "")
		if after := got.Header().Get("Retry-After"); after != tt.after {
			t.Errorf("%v: Retry-After %q, want %q", tt.err, after, tt.after)
		}
		for _, inner := range []string{"secrets", "/home/me", "429"} {
			if strings.Contains(got.Body.String(), inner) {
				t.Errorf("%v: the answer shows %q: %s", tt.err, inner, got.Body)
			}
		}
		lines, want := strings.Count(log.String(), "\n"), map[bool]int{true: 1}[tt.status == 500 || tt.status == 507 || tt.err == storage.ErrUnavailable]
		if lines != want {
			t.Errorf("%v: %d lines were logged, want %d:\n%s", tt.err, lines, want, &log)
		}
	}
}

func TestThrottledStoreIsNoLimitOfOurs(t *testing.T) {
	t.Parallel()
	err := &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: 1500 * time.Millisecond}
	var got struct {
		Error        string
		RetryAfterMS int `json:"retryAfterMs"`
	}
	newFailing(t, nil, func(http.ResponseWriter) error { return err }).do("GET", "/api/fail").status(503).json(&got)
	if got.RetryAfterMS != 1500 || got.Error == "" {
		t.Errorf("answer %+v", got)
	}
}

func TestPanicIsAnInternalError(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	a := newFailing(t, &log, func(http.ResponseWriter) error { panic("secret state") })
	got := a.do("GET", "/api/fail").error(500, "Internal server error")
	if strings.Contains(got.Body.String(), "secret") || got.Header().Get("X-Frame-Options") != "DENY" {
		t.Errorf("answer %v %s", got.Header(), got.Body)
	}
	if !strings.Contains(log.String(), "secret state") || !strings.Contains(log.String(), "answers_test.go") {
		t.Errorf("the log does not say what happened: %s", &log)
	}
}

func TestBrokenAnswersAreAborted(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(http.ResponseWriter) error{
		"error":        func(w http.ResponseWriter) error { w.WriteHeader(200); return errors.New("later") },
		"panic":        func(w http.ResponseWriter) error { _, _ = w.Write([]byte("{")); panic("later") },
		"abort":        func(http.ResponseWriter) error { panic(http.ErrAbortHandler) },
		"abort, begun": func(w http.ResponseWriter) error { w.WriteHeader(200); panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newFailing(t, nil, do)
			defer func() {
				if v := recover(); v != http.ErrAbortHandler {
					t.Errorf("panic %v, want http.ErrAbortHandler", v)
				}
			}()
			a.do("GET", "/api/fail")
			t.Error("the answer seems complete")
		})
	}
}

// newFailing returns an API whose route /api/fail fails as its parameters say.
func newFailing(t *testing.T, log *strings.Builder, do func(http.ResponseWriter) error) *api {
	t.Helper()
	return start(t, func(cfg httpapi.Config) (*httpapi.API, error) { return httpapi.NewFailing(cfg, do) },
		quiet(log))
}
