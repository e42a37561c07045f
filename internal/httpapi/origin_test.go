package httpapi_test

import (
	"crypto/tls"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

var mutating = []string{"POST", "PUT", "PATCH", "DELETE"}

func TestOriginMustMatchTheHost(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for _, tt := range []struct {
		host, origin string
		want         int
	}{
		{"localhost:3000", "http://localhost:3000", 200},
		{"localhost:3000", "HTTP://LOCALHOST:3000", 200},
		{"localhost:3000", "https://localhost:3000", 200}, // a proxy may speak TLS
		{"LOCALHOST:3000", "http://localhost.:3000", 200},
		{"localhost", "http://localhost", 200},
		{"localhost", "http://localhost:80", 200},
		{"localhost:80", "http://localhost", 200},
		{"localhost", "https://localhost:443", 200},
		{"localhost:443", "https://localhost", 200},
		{"[::1]:3000", "http://[::1]:3000", 200},
		{"[::1]:3000", "http://[0:0:0:0:0:0:0:1]:3000", 200},

		{"localhost:3000", "http://localhost", 403},
		{"localhost:3000", "http://localhost:3001", 403},
		{"localhost", "http://localhost:443", 403},
		{"localhost:443", "http://localhost", 403},
		{"localhost:3000", "http://127.0.0.1:3000", 403},
		{"127.0.0.1:3000", "http://localhost:3000", 403},
		{"localhost:3000", "http://app.localhost:3000", 403},
		{"localhost", "ftp://localhost", 403},
	} {
		a.do("POST", "/api/focus", hostHeader(tt.host), header("Origin", tt.origin)).status(tt.want)
	}
}

// hostileOrigins are not of localhost:3000.
func hostileOrigins() []string {
	const here = "localhost:3000"
	origins := []string{
		"", " ", "null", "NULL", "*", "undefined", here, "//" + here, "http:", "http:/", "http://", "http:///", "://" + here,
		"http//" + here, "http:" + here, "http:/" + here, "http:\\\\" + here, "file://" + here, "file://", "data:text/html,x",
		"javascript://" + here, "chrome-extension://" + here, "ws://" + here, "blob:http://" + here, "about:blank", "ht tp://" + here,
		"https://evil.example", "http://evil.example:3000", "http://localhost:3000.evil.example", "http://localhost.evil.example:3000",
		"http://xlocalhost:3000", "http://localhost:30000", "http://localhost:300", "http://localhost:03001", "http://localhost:3000:3000",
		"http://localhost:-3000", "http://localhost:+3000", "http://localhost:3000x", "http://localhost:", "http://localhost",
		"http://user@localhost:3000", "http://user:pass@localhost:3000", "http://localhost:3000@evil.example", "http://evil.example@localhost:3000",
		"http://evil.example#" + here, "http://evil.example?" + here, "http://evil.example/" + here, `http://evil.example\` + here,
		"http://evil.example," + here, "http://localhost:3000,http://evil.example", "http://evil.example, http://localhost:3000",
		"http://evil.example http://localhost:3000", "http://localhost:3000 http://evil.example", "http://localhost:3000 ", " http://localhost:3000",
		"http://localhost:3000\t", "http://localhost:3000\x00", "http://localhost:3000\n", "http://localhost:3000/", "http://localhost:3000/x",
		"http://localhost:3000?x", "http://localhost:3000#x", "http://localhost:3000;x", "http://localhost:3000%00", "http://localhost%3a3000",
		"http://localhost%00:3000", "http://%6cocalhost:3000", "http://localhоst:3000", "http://ｌocalhost:3000", "http://localhost。:3000",
		"http://[localhost]:3000", "http://[::1]:3000", "http://127.0.0.1:3000", "http://127.1:3000", "http://0.0.0.0:3000", "http://[::]:3000",
		"http://localhost..:3000", "http://.localhost:3000", "http://*.localhost:3000", "http://a.localhost:3000", "http://0:3000", "http://:3000",
		"http://local\thost:3000", "http://local\r\nhost:3000", "http://localhost:3\u00b2000", "http://localhost:３０００", "http://localhost:0x0bb8",
		"http://<localhost>:3000", `http://"localhost":3000`, "http://'localhost':3000", "http://{localhost}:3000", "\xff", "\x00", "http://\xff:3000",
		"https://localhost.:443", "hxxp://localhost:3000", "httpss://localhost:3000", "http+unix://localhost:3000", "http://localhost:3000\u2028",
	}
	return append(origins, "http://"+strings.Repeat("a", 1000)+".localhost:3000", strings.Repeat("http://", 100)+here,
		strings.Repeat("[", 500), strings.Repeat("http://localhost:3000,", 50))
}

func TestForeignOriginIsRejected(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for _, o := range hostileOrigins() {
		a.do("POST", "/api/focus", header("Origin", o)).error(http.StatusForbidden, "Cross-origin mutation rejected")
	}
}

func TestMissingOriginIsRejected(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	for _, row := range httpapi.Rows() {
		if row.Method == "GET" {
			continue
		}
		a.do(row.Method, row.Path).error(http.StatusForbidden, "Cross-origin mutation rejected")
	}
}

func TestOriginSentTwiceIsRejected(t *testing.T) {
	t.Parallel()
	twice := func(r *http.Request) { r.Header["Origin"] = []string{origin, origin} }
	newStubbed(t, nil).do("POST", "/api/focus", twice).status(http.StatusForbidden)
}

func TestReadsNeedNoOrigin(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for _, method := range []string{"GET", "HEAD", "OPTIONS"} {
		for _, o := range []option{foreign, header("Origin", "null"), sameOrigin} {
			if got := a.do(method, "/api/apps", o).Code; got != 200 && got != 204 {
				t.Errorf("%s: status %d", method, got)
			}
		}
	}
}

func TestOriginComesBeforeTheRoute(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for _, method := range mutating {
		for _, path := range []string{"/api/health", "/api/nowhere", "/api//health", "/api/health/", "/api/"} {
			a.do(method, path, foreign).status(http.StatusForbidden)
			a.do(method, path).status(http.StatusForbidden)
		}
		a.do(method, "/api/health", sameOrigin).error(http.StatusMethodNotAllowed, "")
		a.do(method, "/api/nowhere", sameOrigin).error(http.StatusNotFound, "")
		a.do(method, "/elsewhere", foreign).error(http.StatusNotFound, "")
	}
}

func TestTokenInTheHeaderLiftsTheOriginCheck(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	for _, o := range []option{foreign, header("Origin", "null"), func(*http.Request) {}} {
		a.do("POST", "/api/focus", o, withHeader).status(http.StatusOK)
		a.do("POST", "/api/focus", o, wrongToken).error(http.StatusForbidden, "Cross-origin mutation rejected")
	}
	// Without a configured token no token is valid, not even an empty one.
	open := newStubbed(t, nil)
	for _, value := range []string{"", token} {
		open.do("POST", "/api/focus", header("X-Auditor-Admin-Token", value)).status(http.StatusForbidden)
	}
}

func TestSessionSufficesOnlyWithoutAnOrigin(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	session := cookie(a.login())
	a.do("POST", "/api/focus", session).status(http.StatusOK)
	a.do("POST", "/api/focus", session, sameOrigin).status(http.StatusOK)
	for _, o := range hostileOrigins() {
		a.do("POST", "/api/focus", session, header("Origin", o)).status(http.StatusForbidden)
	}
}

func TestSessionRoutesAlwaysNeedTheOrigin(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	session := cookie(a.login())
	for _, path := range []string{"/api/auth/admin-token/login", "/api/auth/admin-token/logout"} {
		for _, o := range []option{foreign, header("Origin", "null"), func(*http.Request) {}} {
			a.do("POST", path, o, withHeader, session).error(http.StatusForbidden, "Cross-origin mutation rejected")
		}
	}
	a.do("GET", "/api/auth/admin-token/status", foreign).status(http.StatusOK)
}

// A page whose proxy sets Referrer-Policy: no-referrer sends its forms with the origin null. The
// browser says that they are of the same origin.
func TestHiddenOriginOfTheSamePage(t *testing.T) {
	t.Parallel()
	a := startPage(t, func(cfg *httpapi.Config) { withPageAndToken(cfg); cfg.NetworkExposed, cfg.NewLimiter = true, unlimited })
	const hidden = "Origin: null\nSec-Fetch-Site: "
	for sent, want := range map[string]bool{
		hidden + "same-origin": true,
		hidden + "same-origin\nSec-Fetch-Mode: navigate\nSec-Fetch-Dest: document": true,
		"Origin: null":                     false,
		hidden + "same-site":               false,
		hidden + "cross-site":              false,
		hidden + "none":                    false,
		hidden + "":                        false,
		hidden + "same-origin, cross-site": false,
		hidden + "same-origin\nSec-Fetch-Site: cross-site":                 false,
		hidden + "same-origin\nOrigin: null":                               false,
		"Origin: https://evil.example\nSec-Fetch-Site: same-origin":        false,
		"Origin: null.example\nSec-Fetch-Site: same-origin":                false,
		"Origin: http://127.0.0.1:3000\nSec-Fetch-Site: same-origin":       false,
		"Sec-Fetch-Site: same-origin":                                      false, // browsers send an Origin
		"Origin: null, http://localhost:3000\nSec-Fetch-Site: same-origin": false,
	} {
		more := fetchHeaders(sent)
		in := a.do("POST", "/sign-in", append(asForm("token="+url.QueryEscape(token)), more)...)
		api := a.do("POST", "/api/auth/admin-token/login", body(`{"token":"`+token+`"}`), more)
		session := cookie(a.login())
		form := a.do("POST", "/settings/profile/accessibility", append(asForm(""), session, more)...)
		out := a.do("POST", "/sign-out", session, more)
		if sent == "Sec-Fetch-Site: same-origin" { // a session suffices where there is no Origin
			form.Code = http.StatusForbidden
		}
		for _, got := range []*answer{in, api, form, out} {
			if (got.Code != http.StatusForbidden) != want || want && got.Code >= 400 {
				t.Errorf("%q: %s answers %d", sent, got.what, got.Code)
			}
		}
	}
}

// Over TLS a page that came without it is another origin.
func TestOriginOverTLSHasTLS(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, func(cfg *httpapi.Config) { cfg.TrustProxy, cfg.NewLimiter = true, unlimited })
	direct := func(r *http.Request) { r.TLS = new(tls.ConnectionState) }
	proxied := header("X-Forwarded-Proto", "https")
	for _, tt := range []struct {
		host, origin string
		over         option
		want         int
	}{
		{"localhost", "https://localhost", direct, 200},
		{"localhost:3000", "https://localhost:3000", direct, 200},
		{"localhost", "https://localhost", proxied, 200},
		{"localhost", "http://localhost", direct, 403},
		{"localhost", "http://localhost:443", direct, 403},
		{"localhost:443", "http://localhost:443", direct, 403},
		{"localhost:80", "http://localhost", direct, 403},
		{"localhost:3000", "http://localhost:3000", direct, 403},
		{"localhost", "http://localhost", proxied, 403},
		{"localhost:3000", "HTTP://localhost:3000", proxied, 403},
		{"localhost:3000", "http://localhost:3000", header("X-Forwarded-Proto", "http"), 200},
		{"localhost:3000", "https://localhost:3000", header("X-Forwarded-Proto", ""), 200}, // the proxy does not say that it speaks TLS
	} {
		a.do("POST", "/api/focus", hostHeader(tt.host), header("Origin", tt.origin), tt.over).status(tt.want)
	}
}
