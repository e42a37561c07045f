package httpapi_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/storage"
)

const readRequired = "Read token required"

// onlyWithToken makes every read need a token.
func onlyWithToken(cfg *httpapi.Config) {
	cfg.AdminToken, cfg.NewLimiter, cfg.RequireTokenToRead = token, unlimited, true
}

// tokens is the service for the read tokens of an API.
func (a *api) tokens() *readtoken.Service { return readTokensOver(a.store, a.clock.Now) }

// readToken makes a read token, which is called after its expiry if it has one.
func (a *api) readToken(expires storage.NullTime) readtoken.Created {
	a.t.Helper()
	name := "Feed reader"
	if expires != 0 {
		name += " until " + storage.Time(expires).Std().Format(time.RFC3339)
	}
	made, err := a.tokens().Create(a.t.Context(), name, expires)
	if err != nil {
		a.t.Fatal(err)
	}
	return made
}

// openReads are the reads that stay open.
var openReads = map[string]bool{"/api/health": true, "/api/ready": true}

func TestReadsNeedATokenWhereEachNeedsOne(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, onlyWithToken)
	secret := a.readToken(0).Secret
	session := cookie(a.login())
	for _, row := range httpapi.Rows() {
		if row.Group == "auth" {
			continue
		}
		read := row.Method == "GET" && row.Token == "" && (!gatedRead(row.Path) || row.Path == "/metrics")
		refusal := readRequired
		switch {
		case row.Token != "":
			refusal = tokenRequired
		case row.Method != "GET", gatedRead(row.Path):
			refusal = tokenExposed
		}
		if openReads[row.Path] {
			a.do(row.Method, row.Path).status(http.StatusOK)
			continue
		}
		a.do(row.Method, row.Path, sameOrigin).error(http.StatusUnauthorized, refusal)
		withToken := a.do(row.Method, row.Path, sameOrigin, bearer(secret))
		withPage := a.do(row.Method, row.Path, sameOrigin, header("Cookie", "svc_read_token="+secret)) // of a program, so no session
		if read {
			withToken.status(http.StatusOK)
			a.do("HEAD", row.Path, header("X-Auditor-Admin-Token", secret)).status(http.StatusOK)
			a.do("HEAD", row.Path).status(http.StatusUnauthorized)
			a.do("GET", row.Path, header("Sec-Fetch-Site", "cross-site"), bearer(secret)).error(http.StatusForbidden, "Cross-site request rejected")
		} else {
			withToken.error(http.StatusUnauthorized, refusal)
		}
		withPage.error(http.StatusUnauthorized, refusal)
		a.do(row.Method, row.Path, sameOrigin, session).status(http.StatusOK)
		a.do(row.Method, row.Path, withHeader).status(http.StatusOK)
	}
}

func TestReadTokenIsNotTheAdminToken(t *testing.T) {
	t.Parallel()
	a := newAPI(t, withoutLimits)
	secret := a.readToken(0).Secret
	// It does not lift the check of the origin, and does not sign in.
	a.do("POST", "/api/reset", bearer(secret)).error(http.StatusForbidden, "Cross-origin mutation rejected")
	a.do("POST", "/api/reset", foreign, bearer(secret)).error(http.StatusForbidden, "Cross-origin mutation rejected")
	a.do("POST", "/api/auth/admin-token/login", sameOrigin, body(`{"token":"`+secret+`"}`)).error(http.StatusUnauthorized, "Invalid token")
	var status struct{ Unlocked bool }
	a.do("GET", "/api/auth/admin-token/status", bearer(secret)).status(http.StatusOK).json(&status)
	if status.Unlocked {
		t.Error("a read token unlocks")
	}
	a.do("GET", "/api/read-tokens", bearer(secret)).error(http.StatusUnauthorized, tokenRequired)
	a.do("GET", "/api/audit", bearer(secret)).error(http.StatusUnauthorized, tokenRequired)
}

func TestReadTokenInTheAddress(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, onlyWithToken)
	secret := a.readToken(0).Secret
	escaped := strings.ReplaceAll(url.QueryEscape(secret), "_", "%5F")
	for _, path := range []string{"/api/feeds/atom", "/api/feeds/json", "/metrics"} {
		for _, query := range []string{
			"token=" + secret, "token=" + escaped, "%74oken=" + secret, "%74%6f%6B%65%6e=" + escaped, "appId=1&token=" + secret + "&x=%zz",
			"token=&token=" + secret, "token=" + secret + "&token=" + secret, "token=+" + secret + "+",
		} {
			got := a.do("GET", path+"?"+query).status(http.StatusOK)
			if policy := got.Header()["Referrer-Policy"]; !cmp.Equal(policy, []string{"no-referrer"}) {
				t.Errorf("%s?%s: Referrer-Policy %q", path, query, policy)
			}
			if stored := got.Header().Get("Cache-Control"); stored != "no-store" && !strings.HasPrefix(stored, "private") {
				t.Errorf("%s?%s: Cache-Control %q", path, query, stored)
			}
			if strings.Contains(got.Body.String(), secret[len(secret)-20:]) {
				t.Errorf("%s?%s: the handler saw the token: %s", path, query, got.Body)
			}
		}
		for i, query := range []string{
			"", "token", "token=", "token=%20", "Token=" + secret, "tokens=" + secret, "token=" + token, "token=x&token=" + secret,
			"token=" + secret + "x", "token=" + secret[:len(secret)-1], "token=" + strings.ToUpper(secret), "token=%zz",
			"token=" + secret + "%00", "token=" + strings.Repeat("x", 1<<16), "token=" + secret + ";x=1", "token=%2574" + secret,
			"token=" + readtoken.Prefix + strings.Repeat("0", 32) + "_" + strings.Repeat("0", 64),
		} {
			if got := a.do("GET", path+"?"+query, nthPeer(i)); got.Code != http.StatusUnauthorized {
				t.Errorf("%s?%.40s: status %d", path, query, got.Code)
			}
			a.clock.Advance(5 * time.Minute)
		}
	}
	// Only where a reader cannot send headers.
	a.do("GET", "/api/apps?token="+secret).error(http.StatusUnauthorized, readRequired)
	a.do("POST", "/api/scrape?token="+secret, sameOrigin).error(http.StatusUnauthorized, tokenExposed)
}

func TestTokenInTheAddressIsNowhereElse(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	a := newAPI(t, func(cfg *httpapi.Config) {
		onlyWithToken(cfg)
		cfg.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	secret := a.readToken(0).Secret
	wrong := secret[:len(secret)-4] + "0000"
	for _, path := range []string{"/api/feeds/atom?token=", "/api/feeds/json?appId=7&token="} {
		if got := a.do("GET", path+secret); strings.Contains(got.Body.String()+fmtHeader(got.Header()), secret) {
			t.Errorf("GET %s: the token is in the answer: %s", path, got.Body)
		}
		a.do("GET", path+wrong).status(http.StatusUnauthorized)
	}
	for _, line := range a.audits() {
		if strings.Contains(line.Detail+line.Action, "0000") {
			t.Errorf("the token is in the audit log: %+v", line)
		}
	}
	if text := log.String(); strings.Contains(text, secret) || strings.Contains(text, wrong) || !strings.Contains(text, "route=/api/feeds/atom") {
		t.Errorf("the log is\n%s", text)
	}
}

func fmtHeader(h http.Header) string {
	var b strings.Builder
	_ = h.Write(&b) // a builder never fails
	return b.String()
}

func TestExpiredAndRevokedTokensGetNoCachedAnswer(t *testing.T) {
	t.Parallel()
	a := newAPI(t, onlyWithToken)
	short, long := a.readToken(storage.NullTime(storage.TimeOf(a.clock.Now().Add(time.Hour)))), a.readToken(0)
	first := a.do("GET", "/api/apps", bearer(short.Secret)).status(http.StatusOK)
	tag := first.Header().Get("Etag")
	if tag == "" || !strings.HasPrefix(first.Header().Get("Cache-Control"), "private") {
		t.Fatalf("the answer is not cached, or for all: %v", first.Header())
	}
	known := header("If-None-Match", tag)
	a.do("GET", "/api/apps", bearer(long.Secret), known).status(http.StatusNotModified)
	a.do("GET", "/api/apps", known).error(http.StatusUnauthorized, readRequired)

	a.clock.Advance(time.Hour)
	for i := range 30 { // an expired token was right once, so a reader that goes on is no guesser
		a.do("GET", "/api/apps", bearer(short.Secret), known, nthPeer(0)).error(http.StatusUnauthorized, readRequired)
		a.do("GET", "/api/apps", bearer(short.Secret), header("X-Auditor-Admin-Token", "guess"), nthPeer(i+1)).status(http.StatusUnauthorized)
	}
	a.do("GET", "/api/apps", bearer(long.Secret), nthPeer(0)).status(http.StatusOK)
	a.do("DELETE", "/api/read-tokens/"+long.Token.ID, withHeader).status(http.StatusOK)
	a.do("GET", "/api/apps", bearer(long.Secret), known).error(http.StatusUnauthorized, readRequired)
	a.do("GET", "/api/feeds/atom?token="+long.Secret).error(http.StatusUnauthorized, readRequired)
	a.do("DELETE", "/api/read-tokens/"+long.Token.ID, withHeader).error(http.StatusNotFound, "")
}

func TestExpiredTokenDoesNotCoverAGuess(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, onlyWithToken)
	expired := a.readToken(storage.NullTime(storage.TimeOf(a.clock.Now().Add(time.Minute)))).Secret
	a.clock.Advance(time.Hour)
	for range 10 {
		a.do("GET", "/api/apps", bearer(expired), wrongToken).status(http.StatusUnauthorized)
	}
	a.do("GET", "/api/apps", bearer(expired), wrongToken).status(http.StatusTooManyRequests)
	a.do("GET", "/api/apps", bearer(expired), withHeader).status(http.StatusTooManyRequests)
}

func TestWrongReadTokensAreGuesses(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, onlyWithToken)
	secret := a.readToken(0).Secret
	wrong := secret[:len(secret)-4] + "0000"
	for i := range 10 {
		path, how := "/api/feeds/atom?token="+wrong, header("Accept", "*/*")
		if i%2 == 0 {
			path, how = "/api/apps", bearer(wrong)
		}
		got := a.do("GET", path, how).error(http.StatusUnauthorized, readRequired)
		got.header("WWW-Authenticate", `Bearer error="invalid_token"`)
	}
	for _, locked := range []*answer{
		a.do("GET", "/api/apps", bearer(secret)), a.do("GET", "/api/feeds/atom?token="+secret), a.do("GET", "/api/apps", withHeader),
	} {
		locked.error(http.StatusTooManyRequests, "")
	}
	a.do("GET", "/api/apps", bearer(secret), nthPeer(1)).status(http.StatusOK)
	a.clock.Advance(access.GuessWindow)
	a.do("GET", "/api/apps", bearer(secret)).status(http.StatusOK)
}

func TestReadTokensOverHTTP(t *testing.T) {
	t.Parallel()
	a := newAPI(t, withoutLimits)
	var made readtoken.Created
	got := a.do("POST", "/api/read-tokens", withHeader, body(`{"name":" Küche ","expiresAt":`+at(a.clock.Now().Add(time.Hour))+`}`)).status(http.StatusOK)
	got.json(&made)
	if got.Header().Get("Cache-Control") != "no-store" || made.Token.Name != "Küche" || !readtoken.IsSecret(made.Secret) {
		t.Errorf("created %+v, %v", made, got.Header())
	}
	for text, want := range map[string]int{
		``: 400, `{}`: 400, `{"name":""}`: 400, `{"name":" "}`: 400, `{"name":7}`: 400, `{"name":"a\u0000"}`: 400, `{"name":"a\n"}`: 200,
		`{"name":"` + strings.Repeat("x", 101) + `"}`: 400, `{"name":"a","expiresAt":1}`: 400, `{"name":"a","expiresAt":-5}`: 400,
		`{"name":"a","expiresAt":0}`:   400,
		`{"name":"a","expiresAt":"x"}`: 400, `{"name":"` + strings.Repeat("x", 5000) + `"}`: 413, `{"name":"a\u0007b"}`: 400,
	} {
		a.do("POST", "/api/read-tokens", withHeader, body(text)).status(want)
	}
	a.do("POST", "/api/read-tokens", withHeader, body(`{"name":"Küche"}`)).
		error(http.StatusConflict, "Another read token has this name: choose another one, or revoke that token first")
	// A body takes no dates, so the error must not offer them.
	a.do("POST", "/api/read-tokens", withHeader, body(`{"name":"a","expiresAt":"2030-01-01"}`)).
		error(http.StatusBadRequest, "expiresAt must be a time in milliseconds since 1970")
	var list struct{ Tokens []map[string]any }
	listed := a.do("GET", "/api/read-tokens", withHeader).status(http.StatusOK)
	listed.json(&list)
	if len(list.Tokens) != 2 || strings.Contains(listed.Body.String(), made.Secret[len(made.Secret)-64:]) || strings.Contains(listed.Body.String(), "digest") {
		t.Errorf("listed %s", listed.Body)
	}
	for _, method := range []string{"POST", "GET"} {
		a.do(method, "/api/read-tokens", sameOrigin, body(`{"name":"a"}`)).error(http.StatusUnauthorized, tokenRequired)
	}
	var actions []string
	for _, line := range a.audits() {
		if line.Success {
			actions = append(actions, line.Action+" "+line.Detail)
		}
	}
	slices.Sort(actions) // of one moment
	equal(t, []string{"read_token.create.success Küche", "read_token.create.success a"}, actions, "audit log")
}

func TestUseOfAReadTokenIsNotedOnceAnHour(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testUse)
}

func testUse(t *testing.T) {
	a := newStubbed(t, onlyWithToken)
	made := a.readToken(0)
	lastUse := func() storage.NullTime {
		synctest.Wait()
		all, err := a.tokens().List(t.Context())
		if err != nil || len(all) != 1 {
			t.Fatalf("%+v, %v", all, err)
		}
		return all[0].LastUsedAt
	}
	began := storage.NullTime(storage.TimeOf(a.clock.Now()))
	for _, step := range []struct {
		wait time.Duration
		want storage.NullTime
	}{{0, began}, {59 * time.Minute, began}, {time.Minute, began + 3600_000}} {
		a.clock.Advance(step.wait)
		for range 3 {
			a.do("GET", "/api/apps", bearer(made.Secret)).status(http.StatusOK)
		}
		if got := lastUse(); got != step.want {
			t.Errorf("after %v: last used at %d, want %d", step.wait, got, step.want)
		}
	}
}

func TestReadTokensWithAnAuthorizer(t *testing.T) {
	t.Parallel()
	var seen []string
	a := newStubbed(t, func(cfg *httpapi.Config) {
		authorized(cfg)
		decide := cfg.Authorize
		cfg.Authorize = func(r *http.Request) httpapi.Access {
			seen = append(seen, r.URL.RawQuery+r.RequestURI)
			return decide(r)
		}
	})
	made := a.readToken(0)
	for _, row := range httpapi.Rows() {
		if row.Group == "auth" {
			continue
		}
		got := a.do(row.Method, row.Path, append(onRealHost, bearer(made.Secret))...)
		if row.Method == "GET" && row.Token == "" && (!gatedRead(row.Path) || row.Path == "/metrics") {
			got.status(http.StatusOK)
		} else {
			got.status(http.StatusUnauthorized)
		}
	}
	a.do("GET", "/api/feeds/atom?token="+made.Secret, hostHeader(realHost)).status(http.StatusOK)
	for _, address := range seen {
		if strings.Contains(address, "token") {
			t.Errorf("the authorizer saw the address %s", address)
		}
	}
	a.do("POST", "/api/read-tokens", append(onRealHost, level("change"))...).status(http.StatusForbidden)
	a.do("POST", "/api/read-tokens", append(onRealHost, level("admin"))...).status(http.StatusOK)
	wrong := made.Secret[:len(made.Secret)-4] + "0000"
	for range 10 {
		a.do("GET", "/api/apps", hostHeader(realHost), level("read"), bearer(wrong)).status(http.StatusOK)
	}
	a.do("GET", "/api/apps", hostHeader(realHost), level("read"), bearer(wrong)).status(http.StatusTooManyRequests)
	a.do("GET", "/api/apps", hostHeader(realHost), level("read"), bearer("own")).status(http.StatusOK)
}

func TestPagesNeedATokenWhereEachReadNeedsOne(t *testing.T) {
	t.Parallel()
	a := start(t, httpapi.New, func(cfg *httpapi.Config) {
		onlyWithToken(cfg)
		cfg.Page = true
	})
	secret := a.readToken(0).Secret
	html := header("Accept", "text/html")
	for path, want := range map[string]int{
		"/": 401, "/apps": 401, "/apps/1": 401, "/settings": 401, "/settings/access": 401, "/settings/notifications": 401, "/settings/profile": 401,
		"/settings/devices": 401, "/settings/destinations": 401, "/settings/models": 401, "/statistics": 401, "/activity": 401, "/add": 401,
		"/compare": 401, "/nowhere": 404, "/sign-in": 200, "/pair": 200, "/favicon.ico": 404,
	} {
		got := a.do("GET", path, html).status(want)
		if want == 401 && !strings.Contains(got.Body.String(), "admin token") {
			t.Errorf("%s: no form to sign in: %s", path, got.Body)
		}
		if want == 401 && path != "/apps/1" {
			a.do("GET", path, html, bearer(secret)).status(http.StatusOK)
		}
	}
}

func TestConfigurationsThatCouldNotBeRead(t *testing.T) {
	t.Parallel()
	cfg, _ := config(t)
	cfg.RequireTokenToRead = true
	if _, err := httpapi.New(cfg); err == nil || !strings.Contains(err.Error(), "AdminToken") {
		t.Errorf("without an admin token: %v", err)
	}
	cfg.Authorize = func(*http.Request) httpapi.Access { return httpapi.NoAccess }
	if _, err := httpapi.New(cfg); err == nil || !strings.Contains(err.Error(), "exclude") {
		t.Errorf("with an authorizer: %v", err)
	}
}

// FuzzTokenInTheAddress checks that no query makes a handler see a token, and that none
// without the secret is let in.
func FuzzTokenInTheAddress(f *testing.F) {
	a := newStubbed(f, onlyWithToken)
	secret := a.readToken(0).Secret
	for _, query := range []string{"token=" + secret, "%74oken=" + secret, "token=", "a&token=%zz&b", "token=x;token=y", "&&=&token"} {
		f.Add(query)
	}
	n := 0
	f.Fuzz(func(t *testing.T, query string) {
		n++
		r := httptest.NewRequest("GET", "/api/feeds/atom", nil)
		r.Host, r.URL.RawQuery = host, query
		nthPeer(n % 60_000)(r)
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		values, _ := url.ParseQuery(query)
		for _, value := range values["token"] {
			if w.Code == http.StatusOK && strings.TrimSpace(value) != "" && strings.TrimSpace(value) != secret {
				t.Errorf("%q was let in", query)
			}
		}
		if w.Code == http.StatusOK && !values.Has("token") && !strings.Contains(query, ";") {
			t.Errorf("%q was let in without a token", query)
		}
	})
}
