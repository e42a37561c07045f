package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

func TestLoopbackHostsAreAllowed(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	for _, h := range []string{
		"localhost", "localhost:3000", "LocalHost:3000", "localhost.", "localhost.:80", "localhost:",
		"app.localhost", "a.b.localhost:8080", "127.0.0.1", "127.0.0.1:3000", "127.255.255.254", "127.8.8.8:1",
		"[::1]", "[::1]:3000", "[0:0:0:0:0:0:0:1]:80", "[::1%lo]:80", "::1",
	} {
		a.do("GET", "/api/health", hostHeader(h)).status(http.StatusOK)
	}
}

// hostileHosts are refused unless the configuration allows them.
func hostileHosts() []string {
	hosts := []string{
		"", " ", ".", "..", ":", ":3000", "@", "evil.example", "evil.example:3000", "localhost.evil.example",
		"evil.example.", "xlocalhost", "localhost..", ".localhost", "..localhost", "a..localhost", "localhost:port",
		"localhost:-1", "localhost:+1", "localhost:65536", "localhost:99999999999999999999", "localhost:3000:3000",
		"localhost:0x50", "localhost: 80", "localhost :80", " localhost", "localhost ", "local host", "localhost\t",
		"localhost\x00", "localhost\x00.evil.example", "localhost\n", "localhost\r\nX: y", "localhost%00", "localhost%2e",
		"localhost/", "localhost/evil", "localhost?evil", "localhost#evil", `localhost\evil`, "localhost;evil",
		"localhost,evil.example", "evil.example,localhost", "localhost, localhost", "http://localhost", "//localhost",
		"user@localhost", "user:pass@localhost:3000", "localhost@evil.example", "evil.example@localhost", "@localhost",
		"0.0.0.0", "0.0.0.0:3000", "[::]", "[::]:3000", "::", "0", "0:3000", "127.1", "127.0.1", "127.999.1.1", "127.0.0.256",
		"127.0.0.1.1", "127.0.0.01", "0127.0.0.1", "0x7f.0.0.1", "0x7f000001", "2130706433", "017700000001", "127.0.0.1.evil.example",
		"128.0.0.1", "126.255.255.255", "10.0.0.1", "192.168.1.5", "169.254.169.254", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
		"[::1", "::1]", "[]", "[]:80", "[::1]80", "[::1]:x", "[::1]:80:80", "[[::1]]", "[localhost]", "[127.0.0.1]", "[::1%]",
		"[fe80::1]", "[::2]", "[::1:]", "1::1", "::1:3000:x", "[%31]", "localhоst", "ｌocalhost", "localhost\u00ad", "\xff\xfe",
		"localhost\x7f", "'localhost'", `"localhost"`, "<localhost>", "localhost&", "localhost|evil", "$(localhost)", "{localhost}",
		"*.localhost", "*", "localhost*", "null", "undefined", "%6cocalhost", "localhost%3a3000",
	}
	return append(hosts, strings.Repeat("a", 254)+".localhost", strings.Repeat("a.", 5000)+"localhost",
		strings.Repeat("[", 1000), strings.Repeat(":", 1000), strings.Repeat("localhost,", 100))
}

func TestOtherHostsAreRefused(t *testing.T) {
	t.Parallel()
	for _, a := range []*api{newAPI(t, nil), newAPI(t, func(c *httpapi.Config) { c.TrustProxy, c.AdminToken = true, token })} {
		for _, h := range hostileHosts() {
			a.do("GET", "/api/health", hostHeader(h), withHeader).error(http.StatusBadRequest, "Host not allowed")
		}
	}
}

func TestHostComesBeforeAnythingElse(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, func(c *httpapi.Config) { c.AdminToken, c.NetworkExposed = token, true })
	evil := hostHeader("evil.example")
	for _, method := range []string{"GET", "HEAD", "OPTIONS", "POST", "DELETE", "TRACE", "NONSENSE"} {
		for _, path := range []string{"/api/reset", "/api/nowhere", "/api//reset", "/api/reset/", "/", "", "*"} {
			a.do(method, path, evil, foreign).status(http.StatusBadRequest)
		}
	}
}

func TestHostSentTwiceIsRefused(t *testing.T) {
	t.Parallel()
	newAPI(t, nil).do("GET", "/api/health", header("Host", "localhost")).error(http.StatusBadRequest, "Host not allowed")
}

func TestAllowedHosts(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(c *httpapi.Config) {
		c.AllowedHosts = []string{" Auditor.Example.org:443 ", "", "*.home.arpa", "192.168.1.5", "[FD00:0::1]", "under_score."}
	})
	for h, want := range map[string]int{
		"auditor.example.org":      http.StatusOK,
		"AUDITOR.example.org.:80":  http.StatusOK,
		"x.auditor.example.org":    http.StatusBadRequest,
		"home.arpa":                http.StatusOK,
		"a.home.arpa":              http.StatusOK,
		"a.b.home.arpa:3000":       http.StatusOK,
		"xhome.arpa":               http.StatusBadRequest,
		".home.arpa":               http.StatusBadRequest,
		"home.arpa.evil.example":   http.StatusBadRequest,
		"192.168.1.5:3000":         http.StatusOK,
		"192.168.1.6":              http.StatusBadRequest,
		"[fd00::1]":                http.StatusOK,
		"[fd00:0:0:0:0:0:0:1]:443": http.StatusOK,
		"[fd00::2]":                http.StatusBadRequest,
		"under_score":              http.StatusOK,
		"127.0.0.1":                http.StatusOK, // the list adds to this machine's own
	} {
		a.do("GET", "/api/health", hostHeader(h)).status(want)
	}
}

func TestForwardedHostCountsOnlyBehindATrustedProxy(t *testing.T) {
	t.Parallel()
	allowed := []string{"auditor.example.org", "other.example.org"}
	trusting := newAPI(t, func(c *httpapi.Config) { c.TrustProxy, c.AllowedHosts = true, allowed })
	plain := newAPI(t, func(c *httpapi.Config) { c.AllowedHosts = allowed })
	const ok, refused = http.StatusOK, http.StatusBadRequest
	for _, tt := range []struct {
		host              string
		forwarded         []string
		trusting, without int
	}{
		{"localhost", nil, ok, ok},
		{"localhost", []string{"auditor.example.org"}, ok, ok},
		{"auditor.example.org", []string{"localhost"}, ok, ok},
		{"localhost", []string{"auditor.example.org:443, other.example.org"}, ok, ok},
		{"localhost", []string{"auditor.example.org", "other.example.org"}, ok, ok},
		{"localhost", []string{"", " ", " , ", ",\t,"}, ok, ok},
		{"localhost", []string{", auditor.example.org"}, ok, ok},

		// None stands in for a refused one.
		{"inner:8080", nil, refused, refused},
		{"inner:8080", []string{""}, refused, refused},
		{"inner:8080", []string{"auditor.example.org"}, refused, refused},
		{"inner:8080", []string{"localhost"}, refused, refused},
		{"", []string{"localhost"}, refused, refused},
		{"user@localhost", []string{"localhost"}, refused, refused},
		{"localhost", []string{"evil.example"}, refused, ok},
		{"localhost", []string{"evil.example, localhost"}, refused, ok},
		{"localhost", []string{"auditor.example.org, evil.example"}, refused, ok},
		{"localhost", []string{"auditor.example.org,evil.example,localhost"}, refused, ok},
		{"localhost", []string{"localhost", "evil.example"}, refused, ok},
		{"localhost", []string{"evil.example", "localhost"}, refused, ok},
		{"localhost", []string{"", "evil.example"}, refused, ok},
		{"localhost", []string{",evil.example"}, refused, ok},
		{"localhost", []string{"user@localhost"}, refused, ok},
		{"localhost", []string{"localhost evil.example"}, refused, ok},
		{"localhost", []string{"localhost;evil.example"}, refused, ok},
		{"localhost", []string{"http://localhost"}, refused, ok},
		{"localhost", []string{"\u00a0"}, refused, ok},
	} {
		forwarded := func(r *http.Request) {
			if tt.forwarded != nil {
				r.Header["X-Forwarded-Host"] = tt.forwarded
			}
		}
		for name, a := range map[string]*api{"trusting": trusting, "plain": plain} {
			want := map[string]int{"trusting": tt.trusting, "plain": tt.without}[name]
			if got := a.do("GET", "/api/health", hostHeader(tt.host), forwarded); got.Code != want {
				t.Errorf("%s: Host %q, X-Forwarded-Host %q: status %d, want %d", name, tt.host, tt.forwarded, got.Code, want)
			}
		}
	}
	trusting.do("GET", "/api/health", header("Host", "localhost"), header("X-Forwarded-Host", "localhost")).error(refused, "Host not allowed")
}

func TestForwardedHostIsMatchedByTheOrigin(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, func(c *httpapi.Config) {
		c.TrustProxy, c.AllowedHosts, c.AdminToken = true, []string{"auditor.example.org", "inner"}, token
	})
	for _, forwarded := range []string{"auditor.example.org", "auditor.example.org, inner:1", ", auditor.example.org"} {
		named := header("X-Forwarded-Host", forwarded)
		a.do("POST", logoutPath, hostHeader("inner:1"), named, header("Origin", "https://auditor.example.org")).status(http.StatusOK)
		a.do("POST", logoutPath, hostHeader("localhost:3000"), named, sameOrigin).status(http.StatusForbidden)
		a.do("POST", logoutPath, hostHeader("inner:1"), named, header("Origin", "http://inner:1")).status(http.StatusForbidden)
	}
}

func FuzzHost(f *testing.F) {
	for _, h := range hostileHosts() {
		f.Add(h)
	}
	f.Add("localhost:3000")
	f.Add("[::1]:3000")
	f.Fuzz(func(t *testing.T, h string) {
		name, port, ok := httpapi.ParseAuthority(h)
		if !ok {
			return
		}
		again := name
		if strings.Contains(name, ":") {
			again = "[" + name + "]"
		}
		if port != "" {
			again += ":" + port
		}
		if n, p, ok := httpapi.ParseAuthority(again); !ok || n != name || p != port {
			t.Errorf("%q is read as %q %q, and that as %q %q %v", h, name, port, n, p, ok)
		}
		if name == "" || strings.ContainsAny(name, "@/\\?#, \t\r\n%[]") || name != strings.ToLower(name) {
			t.Errorf("%q is read as %q", h, name)
		}
	})
}
