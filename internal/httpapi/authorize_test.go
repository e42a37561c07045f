package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

const (
	realHost   = "privacy.example.org"
	realOrigin = "https://privacy.example.org"
)

// levels are what the tests' authorizer gives a request by its header Level.
var levels = map[string]httpapi.Access{
	"": httpapi.NoAccess, "read": httpapi.ReadAccess, "change": httpapi.ChangeAccess, "admin": httpapi.AdminAccess, "wrong": httpapi.AdminAccess + 1,
}

// authorized lets a host program decide, by the header Level.
func authorized(cfg *httpapi.Config) {
	cfg.Authorize = func(r *http.Request) httpapi.Access { return levels[r.Header.Get("Level")] }
	cfg.NewLimiter = unlimited
}

// withheld is the refusal of a request without the access that it needs. It names no admin
// token, because there is none.
const withheld = "The program that this service is part of does not allow this request"

// lessAccess returns the refusal of a request that has some access, but less than it needs.
func lessAccess(has httpapi.Access) (status int, message string) {
	if has == httpapi.NoAccess || has > httpapi.AdminAccess {
		return http.StatusUnauthorized, withheld
	}
	return http.StatusForbidden, "This user may not do this"
}

func level(name string) option { return header("Level", name) }

var onRealHost = []option{hostHeader(realHost), header("Origin", realOrigin)}

func TestAccessOfEveryOperation(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, authorized)
	for _, row := range httpapi.Rows() {
		need := "read"
		switch {
		case row.Group == "auth":
			continue // below
		case row.Token != "":
			need = "admin"
		case gatedRead(row.Path):
			need = "admin"
		case row.Method != "GET":
			need = "change"
		}
		for name, has := range levels {
			got := a.do(row.Method, row.Path, append(onRealHost, level(name))...)
			if name != "wrong" && has >= levels[need] {
				got.status(http.StatusOK)
			} else {
				got.error(lessAccess(has))
			}
			if row.Method == "GET" {
				a.do("HEAD", row.Path, append(onRealHost, level(name))...).status(got.Code)
			} else {
				a.do(row.Method, row.Path, hostHeader(realHost), foreign, level(name)).error(http.StatusForbidden, "Cross-origin mutation rejected")
			}
		}
	}
	for path, want := range map[string]map[string]int{
		"/api/nowhere":     {"": 401, "read": 404, "admin": 404},
		"/api/backup/none": {"": 401, "read": 403, "change": 403, "admin": 404},
		"/":                {"": 401, "read": 404},
	} {
		for name, status := range want {
			a.do("GET", path, hostHeader(realHost), level(name)).status(status)
		}
	}
	a.do("PUT", "/api/apps", append(onRealHost, level("read"))...).status(http.StatusForbidden)
	a.do("PUT", "/api/apps", append(onRealHost, level("change"))...).status(http.StatusMethodNotAllowed)
}

// The tour of the API names the reads that need admin access, and no others.
func TestReadsOfAdministratorsAreDocumented(t *testing.T) {
	t.Parallel()
	tour, err := os.ReadFile("../../docs/API.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(tour), "and for all requests to")
	list, _, found := strings.Cut(list, "with the paths below them")
	if !found {
		t.Fatal("docs/API.md has no list of the paths that need admin access")
	}
	used := make(map[string]bool)
	for _, path := range regexp.MustCompile("`[^`]+`").FindAllString(list, -1) {
		used[strings.Trim(path, "`")] = false
	}
	a := newStubbed(t, authorized)
	for _, row := range httpapi.Rows() {
		if row.Group == "auth" {
			continue
		}
		documented := false
		for path := range used {
			if row.Path == path || strings.HasPrefix(row.Path, strings.TrimSuffix(path, "/")+"/") {
				documented, used[path] = true, true
			}
		}
		if row.Method != "GET" {
			continue
		}
		refused := a.do("GET", row.Path, append(onRealHost, level("read"))...).Code == http.StatusForbidden
		if refused != documented {
			t.Errorf("GET %s: needs admin access=%t, documented=%t", row.Path, refused, documented)
		}
	}
	for path, known := range used {
		if !known {
			t.Errorf("docs/API.md names %s, which no operation is below", path)
		}
	}
}

func TestAdminSessionWithAnAuthorizer(t *testing.T) {
	t.Parallel()
	a := newAPI(t, authorized)
	credentials := body(`{"token": "` + token + `"}`)
	for name, has := range levels {
		unlocked := name == "admin"
		a.do("POST", "/api/auth/admin-token/login", append(onRealHost, level(name), credentials)...).error(http.StatusServiceUnavailable, "No admin token is configured")
		a.do("POST", "/api/auth/admin-token/logout", append(onRealHost, level(name))...).status(http.StatusOK)
		a.do("POST", "/api/auth/admin-token/logout", hostHeader(realHost), foreign, level(name)).status(http.StatusForbidden)
		var got struct{ Configured, Unlocked bool }
		a.do("GET", "/api/auth/admin-token/status", hostHeader(realHost), level(name)).status(http.StatusOK).json(&got)
		if got.Configured || got.Unlocked != unlocked {
			t.Errorf("status with access %d: %+v", has, got)
		}
	}
	var settings struct{ AdminTokenRequired bool }
	a.do("GET", "/api/settings", hostHeader(realHost), level("read")).status(http.StatusOK).json(&settings)
	if settings.AdminTokenRequired {
		t.Error("the settings ask for an admin token")
	}
	var deployment struct {
		Checks []struct{ ID, Status string }
	}
	a.do("GET", "/api/deployment/diagnostics", hostHeader(realHost), level("admin")).status(http.StatusOK).json(&deployment)
	for _, c := range deployment.Checks {
		if c.ID == "admin-token" && c.Status != "ok" {
			t.Errorf("check %+v", c)
		}
	}
	// Tokens are the host program's own, in any number.
	for i := range 30 {
		a.do("GET", "/api/apps", hostHeader(realHost), level("read"), header("Authorization", fmt.Sprint("Bearer own-", i))).status(http.StatusOK)
	}
	if lines := a.audits(); len(lines) != 0 {
		t.Errorf("audit log: %+v", lines)
	}
}

func TestOriginWithAnAuthorizer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		host, origin string
		more         []option
		want         int
	}{
		{realHost, realOrigin, nil, 200},
		{realHost, "http://privacy.example.org", nil, 200},
		{"Privacy.EXAMPLE.org.:443", realOrigin, nil, 200},
		{realHost + ":8443", realOrigin + ":8443", nil, 200},
		{realHost + ":8443", realOrigin, nil, 403},
		{realHost, realOrigin + ":8443", nil, 403},
		{realHost, realOrigin + ".evil.example", nil, 403},
		{realHost, "https://evil.example", nil, 403},
		{realHost, "https://user@" + realHost, nil, 403},
		{realHost, "null", nil, 403},
		{realHost, "", nil, 403}, // whatever its access
		{realHost, "", []option{header("Authorization", "Bearer x"), header("Cookie", "svc_admin_token=x")}, 403},
		{realHost, realOrigin, []option{header("Sec-Fetch-Site", "cross-site")}, 403},
		{realHost, "https://evil.example", []option{header("X-Forwarded-Host", "evil.example")}, 403},
		{"[2001:db8::1]:443", "https://[2001:DB8:0::1]", nil, 200},
		{"[2001:db8::1]", "https://[2001:db8::2]", nil, 403},
		{"xn--mnchen-3ya.example", "https://xn--mnchen-3ya.example", nil, 200},
		{"münchen.example", "https://münchen.example", nil, 400},
		{"user@" + realHost, realOrigin, nil, 400},
		{"", realOrigin, nil, 400},
		{"a b", realOrigin, nil, 400},
		{strings.Repeat("a", 300), realOrigin, nil, 400},
	} {
		for _, proxied := range []bool{false, true} {
			a := newStubbed(t, func(cfg *httpapi.Config) { authorized(cfg); cfg.TrustProxy = proxied })
			options := append([]option{hostHeader(tt.host), level("admin")}, tt.more...)
			if tt.origin != "" {
				options = append(options, header("Origin", tt.origin))
			}
			a.do("POST", "/api/reset", options...).status(tt.want)
		}
	}
	// Where hosts are listed, they are checked, and so what a proxy forwards counts.
	a := newStubbed(t, func(cfg *httpapi.Config) {
		authorized(cfg)
		cfg.TrustProxy, cfg.AllowedHosts = true, []string{realHost}
	})
	a.do("GET", "/api/apps", hostHeader("evil.example"), level("admin")).error(http.StatusBadRequest, "Host not allowed")
	a.do("GET", "/api/apps", header("X-Forwarded-Host", "evil.example"), level("admin")).error(http.StatusBadRequest, "Host not allowed")
	a.do("POST", "/api/reset", header("X-Forwarded-Host", realHost), header("Origin", realOrigin), level("admin")).status(http.StatusOK)
}

func TestAuthorizerIsAskedOnce(t *testing.T) {
	t.Parallel()
	asked := 0
	a := newStubbed(t, func(cfg *httpapi.Config) {
		cfg.Authorize = func(r *http.Request) httpapi.Access {
			asked++
			if r.Header.Get("Level") == "panic" {
				panic("the host program is at fault")
			}
			return httpapi.AdminAccess
		}
		cfg.Logger = nil
	})
	for _, tt := range []struct {
		method, path string
		options      []option
		status, want int
	}{
		{"GET", "/api/apps", nil, 200, 1},
		{"POST", "/api/backup/restore", onRealHost, 200, 1}, // a large body has a turn by access
		{"POST", "/api/reset", []option{hostHeader(realHost), foreign}, 403, 0},
		{"POST", "/api/auth/admin-token/logout", onRealHost, 200, 0},
		{"GET", "/api/apps", []option{level("panic")}, 500, 1},
	} {
		asked = 0
		a.do(tt.method, tt.path, tt.options...).status(tt.status)
		if asked != tt.want {
			t.Errorf("%s %s: asked %d times, want %d", tt.method, tt.path, asked, tt.want)
		}
	}
}

func TestAuditOfAuthorizedRequests(t *testing.T) {
	t.Parallel()
	a := newAPI(t, authorized)
	a.do("POST", "/api/reset", append(onRealHost, level("change"), body("{}"))...).status(http.StatusForbidden)
	a.clock.Advance(time.Second) // lines of one millisecond have no order
	a.do("POST", "/api/reset", append(onRealHost, level("admin"), body("{}"))...).status(http.StatusOK)
	var actions []string
	for _, line := range a.audits() {
		actions = append(actions, fmt.Sprintf("%s %t %s", line.Action, line.Success, line.ActorIP))
	}
	if got, want := strings.Join(actions, ", "), "reset.success true 192.0.2.9, reset.unauthorised false 192.0.2.9"; got != want {
		t.Errorf("audit log %s, want %s", got, want)
	}
}

func TestClassFollowsAccess(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]pace.Class{"read": pace.Anonymous, "change": pace.Interactive, "admin": pace.Interactive} {
		a, p := newPaced(t, 1, authorized)
		a.do("GET", "/api/preview?url="+address(1), hostHeader(realHost), level(name)).status(http.StatusOK)
		if len(p.classes) != 1 || p.classes[0] != want {
			t.Errorf("%s: classes %v, want %v", name, p.classes, want)
		}
	}
}

func TestAuthorizerExcludesTheToken(t *testing.T) {
	t.Parallel()
	cfg, _ := config(t)
	authorized(&cfg)
	cfg.AdminToken = token
	if _, err := httpapi.New(cfg); err == nil || !strings.Contains(err.Error(), "exclude each other") {
		t.Errorf("both: %v", err)
	}
}

// TestMountOnARealHost mounts the API below a prefix of a program on a host name that is
// not local, as browsers reach it.
func TestMountOnARealHost(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, authorized)
	mux := http.NewServeMux()
	mux.Handle("/privacy/", http.StripPrefix("/privacy", a))
	server := httptest.NewServer(mux)
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
		},
	}}
	defer client.CloseIdleConnections()
	for _, tt := range []struct {
		method, path, origin, level string
		want                        int
	}{
		{"GET", "/privacy/api/apps", "", "", 401},
		{"GET", "/privacy/api/apps", "", "read", 200},
		{"GET", "/api/apps", "", "read", 404},
		{"POST", "/privacy/api/scrape", "http://" + realHost, "read", 403},
		{"POST", "/privacy/api/scrape", "http://" + realHost, "change", 200},
		{"POST", "/privacy/api/scrape", "http://evil.example", "change", 403},
		{"GET", "/privacy/api/backup/export", "", "change", 403},
		{"GET", "/privacy/api/backup/export", "", "admin", 200},
	} {
		r, err := http.NewRequestWithContext(t.Context(), tt.method, "http://"+realHost+tt.path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Level", tt.level)
		if tt.origin != "" {
			r.Header.Set("Origin", tt.origin)
		}
		res, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != tt.want {
			t.Errorf("%+v: %d %s", tt, res.StatusCode, text)
		}
	}
}

// settingsScreens are the screens of the settings.
var settingsScreens = []string{
	"/settings", "/settings/notifications", "/settings/destinations", "/settings/profile", "/settings/models", "/settings/devices",
	"/settings/access",
}

// Every form that a screen shows with a button can be sent by those who see it.
func TestScreensShowNoFormsThatAreRefused(t *testing.T) {
	t.Parallel()
	a := newForms(t, authorized)
	a.do("POST", "/api/devices", append(onRealHost, level("admin"), body(`{"name":"Phone"}`))...)
	scraped := append([]option{level("admin"), body(`{"urls":["https://store.example/id7"]}`)}, onRealHost...)
	a.do("POST", "/api/scrape", scraped...).status(http.StatusOK)
	list := append([]option{level("admin")}, onRealHost...)
	kept := a.do("POST", "/add", append(list, asForm("apps=Some+name")...)...).status(http.StatusSeeOther).Header().Get("Location")
	a.update(func(tx *storage.Tx) error {
		list := kept[strings.LastIndex(kept, "/")+1:]
		item := storage.ImportItem{ID: storage.ImportItemID{Import: list, Seq: 1}, Query: "Two", URL: "https://store.example/id2", AppName: "Two", Status: storage.ImportMatched}
		failed := item
		failed.ID.Seq, failed.Status, failed.Error = 2, storage.ImportFailed, "not found"
		return errors.Join(tx.ImportItems.Put(item, failed),
			tx.Runs.Put(storage.Run{ID: "r", Runner: tracked.SyncRunner, Initiator: "manual", Status: storage.RunPaused, StartedAt: 1, UpdatedAt: 1, Total: 1}))
	})
	forms := regexp.MustCompile(`(?s)<form method="post" action="([^"]+)".*?</form>`)
	actions := regexp.MustCompile(`(?:form)?action="([^"]+)"`)
	for _, name := range []string{"read", "change", "admin"} {
		offered := 0
		for _, screen := range append([]string{"/", "/apps", "/apps/7", "/add", kept, "/activity"}, settingsScreens...) {
			text := a.do("GET", screen, hostHeader(realHost), level(name)).status(http.StatusOK).Body.String()
			for _, form := range forms.FindAllStringSubmatch(text, -1) {
				if !strings.Contains(form[0], "<button") {
					locked := strings.Contains(form[0], "<fieldset class=\"stack\" disabled>") && strings.Contains(form[0], "not change it")
					if strings.Contains(form[0], "<label") && !locked {
						t.Errorf("%s, %s: the form %s has no button, and its fields are not disabled", name, screen, form[1])
					}
					continue
				}
				if form[1] == "/language" { // for all, and changes nothing here
					continue
				}
				if offered++; name == "admin" {
					continue
				}
				for _, action := range actions.FindAllStringSubmatch(form[0], -1) {
					sent := append(append([]option{level(name)}, onRealHost...), asForm("")...)
					if got := a.do("POST", html.UnescapeString(action[1]), sent...); got.Code == http.StatusUnauthorized || got.Code == http.StatusForbidden {
						t.Errorf("%s, %s: the form %s is refused: %d", name, screen, action[1], got.Code)
					}
				}
			}
		}
		if shown := offered > 0; shown != (name != "read") {
			t.Errorf("%s: %d forms can be sent", name, offered)
		}
	}
}

// The menu of the settings leads to no screen that is refused.
func TestSettingsLinkToNoScreenThatIsRefused(t *testing.T) {
	t.Parallel()
	a := newForms(t, authorized)
	links := regexp.MustCompile(`<a href="(/settings[^"]*)">`)
	for name, backup := range map[string]bool{"read": false, "change": false, "admin": true} {
		text := a.do("GET", "/settings", hostHeader(realHost), level(name)).status(http.StatusOK).Body.String()
		found := links.FindAllStringSubmatch(text, -1)
		for _, link := range found {
			a.do("GET", link[1], hostHeader(realHost), level(name)).status(http.StatusOK)
		}
		if shown := strings.Contains(text, `"/settings/backup"`); shown != backup || len(found) < 6 {
			t.Errorf("%s: %d links, backup %t, want %t", name, len(found), shown, backup)
		}
	}
}

func TestRefusalOnThePageNamesTheHostProgram(t *testing.T) {
	t.Parallel()
	a := startPage(t, func(cfg *httpapi.Config) {
		withPage(cfg)
		authorized(cfg)
	})
	refused := a.do("POST", "/settings", append(append([]option{level("read")}, onRealHost...), asForm("")...)...).status(http.StatusForbidden)
	text := refused.Body.String()
	if !strings.Contains(text, "<h1>This user may not do this") || strings.Contains(strings.ToLower(text), "token") {
		t.Errorf("the page does not say that the host program refuses:\n%s", text)
	}
}
