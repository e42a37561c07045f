package httpapi_test

import (
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

const (
	proxyAddr = "10.0.0.2:4711"
	userName  = "X-Forwarded-User"
)

// signsIn lets a proxy at 10.0.0.2 name users, of whom ada may do everything.
func signsIn(cfg *httpapi.Config) {
	cfg.TrustedHeader, cfg.TrustedAdmins = "x-forwarded-user", []string{"ada"}
	cfg.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.2/32"), netip.MustParsePrefix("fd00::/64")}
	cfg.NewLimiter, cfg.RequireTokenToRead = unlimited, true
}

// raw sets a header under exactly this name.
func headerLines(name string, values ...string) option {
	return func(r *http.Request) { r.Header[name] = values }
}

func as(user string) option { return headerLines(userName, user) }

func TestUserOfATrustedProxy(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 257)
	for _, tt := range []struct {
		name    string
		options []option
		reads   bool
		changes bool
	}{
		{"reader", []option{peer(proxyAddr), as("grace")}, true, false},
		{"admin", []option{peer(proxyAddr), as("ada")}, true, true},
		{"admin over IPv6", []option{peer("[fd00::7]:1"), as("ada")}, true, true},
		{"admin over mapped IPv4", []option{peer("[::ffff:10.0.0.2]:1"), as("ada")}, true, true},
		{"space around", []option{peer(proxyAddr), as("  ada ")}, true, true},
		{"other case", []option{peer(proxyAddr), as("Ada")}, true, false},
		{"no user", []option{peer(proxyAddr)}, false, false},
		{"empty", []option{peer(proxyAddr), as("")}, false, false},
		{"blank", []option{peer(proxyAddr), as(" \t")}, false, false},
		{"star", []option{peer(proxyAddr), as("*")}, true, false},
		{"untrusted address", []option{peer("10.0.0.3:1"), as("ada")}, false, false},
		{"address that claims to be trusted", []option{peer("10.0.0.3:1"), as("ada"), header("X-Forwarded-For", "10.0.0.2")}, false, false},
		{"no address", []option{peer("@"), as("ada")}, false, false},
		{"twice", []option{peer(proxyAddr), headerLines(userName, "ada", "ada")}, false, false},
		{"joined", []option{peer(proxyAddr), as("grace, ada")}, false, false},
		{"underscores", []option{peer(proxyAddr), headerLines("X_forwarded_user", "ada")}, false, false},
		{"underscores beside", []option{peer(proxyAddr), as("grace"), headerLines("X_Forwarded_User", "ada")}, true, false},
		{"not canonical", []option{peer(proxyAddr), headerLines("x-forwarded-user", "ada")}, false, false},
		{"control character", []option{peer(proxyAddr), as("ada\x00")}, false, false},
		{"line break", []option{peer(proxyAddr), as("a\nda")}, false, false},
		{"not UTF-8", []option{peer(proxyAddr), as("ada\xff")}, false, false},
		{"other space around", []option{peer(proxyAddr), as("ada\u00a0")}, false, false},
		{"other space before", []option{peer(proxyAddr), as("\u2003ada")}, false, false},
		{"turned around", []option{peer(proxyAddr), as("\u202eada")}, false, false},
		{"space within", []option{peer(proxyAddr), as("Grace Hopper")}, true, false},
		{"too long", []option{peer(proxyAddr), as(long)}, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := newStubbed(t, signsIn)
			status := func(ok bool) int {
				switch {
				case ok:
					return http.StatusOK
				case tt.reads: // the proxy has signed the user in
					return http.StatusForbidden
				}
				return http.StatusUnauthorized
			}
			a.do("GET", "/api/apps", tt.options...).status(status(tt.reads))
			a.do("GET", "/api/export", tt.options...).status(status(tt.changes))
			a.do("POST", "/api/reset", append(tt.options, sameOrigin)...).status(status(tt.changes))
		})
	}
}

func TestOriginOfASignedInUser(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, signsIn)
	ada := []option{peer(proxyAddr), as("ada")}
	for _, row := range httpapi.Rows() {
		if row.Method == "GET" {
			a.do("GET", row.Path, append(ada, header("Sec-Fetch-Site", "cross-site"), header("Sec-Fetch-Mode", "cors"))...).error(http.StatusForbidden, "Cross-site request rejected")
			continue
		}
		for name, from := range map[string]option{
			"foreign": foreign, "null": header("Origin", "null"), "none": headerLines("X-None"), "two": headerLines("Origin", origin, "https://evil.example"),
			"other port": header("Origin", "http://localhost:3001"),
		} {
			got := a.do(row.Method, row.Path, append(ada, from)...)
			if got.Code != http.StatusForbidden {
				t.Errorf("%s %s with a %s origin: status %d", row.Method, row.Path, name, got.Code)
			}
		}
		a.do(row.Method, row.Path, append(ada, sameOrigin, header("Sec-Fetch-Site", "cross-site"))...).status(http.StatusForbidden)
	}
}

func TestHandlersDoNotSeeTheTrustedHeader(t *testing.T) {
	t.Parallel()
	cfg, _ := config(t)
	signsIn(&cfg)
	var seen http.Header
	a, err := httpapi.NewSeeing(cfg, func(r *http.Request) { seen = r.Header })
	if err != nil {
		t.Fatal(err)
	}
	asking := &api{API: a, handler: a, t: t}
	for _, from := range []string{proxyAddr, "192.0.2.1:1"} {
		sent := http.Header{}
		asking.do("GET", "/api/see", peer(from), as("ada"), headerLines("X_forwarded_user", "ada"), headerLines("x_FORWARDED-user", "ada"), header("Accept", "*/*"),
			func(r *http.Request) { sent = r.Header })
		if len(seen) != 1 || seen.Get("Accept") != "*/*" {
			t.Errorf("from %s, a handler saw %v", from, seen)
		}
		if len(sent) != 4 {
			t.Errorf("the request of the server was changed: %v", sent)
		}
	}
}

func TestAuditNamesTheUser(t *testing.T) {
	t.Parallel()
	a := newAPI(t, signsIn)
	a.do("POST", "/api/read-tokens", peer(proxyAddr), as("ada"), sameOrigin, body(`{"name":"Feed"}`)).status(http.StatusOK)
	a.do("POST", "/api/reset", peer(proxyAddr), as("grace"), sameOrigin).status(http.StatusForbidden)
	a.do("POST", "/api/reset", peer("10.0.0.3:1"), as("ada"), sameOrigin).status(http.StatusUnauthorized)
	users := make(map[string]string)
	for _, line := range a.audits() {
		users[line.Action+" "+line.ActorIP] = string(line.ActorUser)
	}
	for action, want := range map[string]string{
		"read_token.create.success 10.0.0.2": "ada", "reset.unauthorised 10.0.0.2": "grace", "reset.unauthorised 10.0.0.3": "",
	} {
		if got, ok := users[action]; !ok || got != want {
			t.Errorf("%s: user %q, want %q, of %v", action, got, want, users)
		}
	}
}

func TestEveryUserMayAdministerWithAStar(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, func(cfg *httpapi.Config) {
		signsIn(cfg)
		cfg.TrustedAdmins = []string{"*"}
	})
	a.do("POST", "/api/reset", peer(proxyAddr), as("anyone"), sameOrigin).status(http.StatusOK)
	a.do("POST", "/api/reset", peer(proxyAddr), as(""), sameOrigin).status(http.StatusUnauthorized)
	a.do("POST", "/api/reset", peer("10.0.0.3:1"), as("anyone"), sameOrigin).status(http.StatusUnauthorized)
}

func TestTokensOfTheProxyAreItsOwn(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, signsIn) // without an admin token
	for range 20 {
		a.do("GET", "/api/apps", peer(proxyAddr), as("grace"), bearer("of the identity provider")).status(http.StatusOK)
	}
	a.do("GET", "/api/apps", bearer(a.readToken(0).Secret)).status(http.StatusOK)
}

func TestTrustedHeadersThatCannotWork(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*httpapi.Config){
		"no proxies":    func(c *httpapi.Config) { c.TrustedProxies = nil },
		"no header":     func(c *httpapi.Config) { c.TrustedHeader = "" },
		"space":         func(c *httpapi.Config) { c.TrustedHeader = "X User" },
		"underscore":    func(c *httpapi.Config) { c.TrustedHeader = "X_User" },
		"cookie":        func(c *httpapi.Config) { c.TrustedHeader = "cookie" },
		"authorization": func(c *httpapi.Config) { c.TrustedHeader = "authorization" },
		"origin":        func(c *httpapi.Config) { c.TrustedHeader = "Origin" },
		"authorizer":    func(c *httpapi.Config) { authorized(c); c.RequireTokenToRead = false },
	} {
		cfg, _ := config(t)
		signsIn(&cfg)
		change(&cfg)
		if _, err := httpapi.New(cfg); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestReaderIsOfferedNoForms shows screens to a user whom a proxy has signed in and who may only
// read, although there is a token to sign in with.
func TestReaderIsOfferedNoForms(t *testing.T) {
	t.Parallel()
	a := newForms(t, func(cfg *httpapi.Config) {
		signsIn(cfg)
		cfg.AdminToken = token
	})
	form := regexp.MustCompile(`(?s)<form method="post" action="([^"]+)".*?</form>`)
	for _, user := range []string{"grace", "ada"} {
		offered := 0
		for _, screen := range append([]string{"/", "/apps", "/add", "/activity"}, settingsScreens...) {
			text := a.do("GET", screen, peer(proxyAddr), as(user)).status(http.StatusOK).Body.String()
			for _, found := range form.FindAllStringSubmatch(text, -1) {
				if !strings.Contains(found[0], "<button") || found[1] == "/language" { // which is for all
					continue
				}
				if offered++; user == "grace" {
					t.Errorf("%s offers %s", screen, found[1])
				}
			}
		}
		if user == "ada" && offered < 10 {
			t.Errorf("an administrator is offered %d forms", offered)
		}
	}
}
