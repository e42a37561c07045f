package httpapi_test

import (
	"context"
	"encoding/base64"
	"errors"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

const (
	loginPath  = "/api/auth/admin-token/login"
	logoutPath = "/api/auth/admin-token/logout"
	statusPath = "/api/auth/admin-token/status"
)

func tokenOnSQLite(t *testing.T) func(*httpapi.Config) {
	store := onSQLite(t)
	return func(cfg *httpapi.Config) {
		withToken(cfg)
		store(cfg)
	}
}

// unlocked reports whether a cookie is a session.
func (a *api) unlocked(value string) bool {
	a.t.Helper()
	var got struct{ Configured, Unlocked bool }
	a.do("GET", statusPath, cookie(value)).status(http.StatusOK).json(&got)
	if want := got.Unlocked; (a.do("POST", "/api/imports/complete", cookie(value)).Code == http.StatusOK) != want {
		a.t.Errorf("status says unlocked=%v, a mutation says otherwise", want)
	}
	return got.Unlocked
}

// again returns an API on the same store and clock, as after a restart.
func (a *api) again(change func(*httpapi.Config)) *api {
	return newStubbed(a.t, func(c *httpapi.Config) {
		c.Store, c.Now, c.AdminToken = a.store, a.clock.Now, token
		if change != nil {
			change(c)
		}
	})
}

func TestLoginSetsASessionCookie(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	got := a.do("POST", loginPath, sameOrigin, body(`{"token":" `+token+` "}`)).status(http.StatusOK)
	cookies := got.Result().Cookies()
	if len(cookies) != 1 {
		t.Fatalf("cookies %v, want one", cookies)
	}
	c := cookies[0]
	want := http.Cookie{Name: "svc_admin_token", Value: c.Value, Path: "/", MaxAge: 28800, HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Raw: c.Raw}
	equal(t, want, *c, "cookie")
	if strings.Contains(got.Header().Get("Set-Cookie"), token) || strings.Contains(got.Body.String(), token) {
		t.Error("the answer holds the token")
	}
	if !a.unlocked(c.Value) {
		t.Error("the cookie is no session")
	}
}

func TestSessionExpiresOnTheServer(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	value := a.login()
	a.clock.Advance(8*time.Hour - time.Millisecond)
	if !a.unlocked(value) {
		t.Error("locked before eight hours are over")
	}
	a.clock.Advance(time.Millisecond)
	if a.unlocked(value) {
		t.Error("still unlocked after eight hours")
	}
}

func TestLogoutRevokesTheSession(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, tokenOnSQLite(t))
	value, other := a.login(), a.login()
	got := a.do("POST", logoutPath, sameOrigin, cookie(value)).status(http.StatusOK)
	if c := got.Result().Cookies(); len(c) != 1 || c[0].Name != "svc_admin_token" || c[0].Value != "" || c[0].MaxAge >= 0 {
		t.Errorf("logout set the cookies %v", c)
	}
	if a.unlocked(value) {
		t.Error("unlocked after logout")
	}
	if !a.unlocked(other) {
		t.Error("logout ended another session")
	}
	if a.again(nil).unlocked(value) {
		t.Error("unlocked again after a restart")
	}
}

func TestLogoutNeedsNothing(t *testing.T) {
	t.Parallel()
	for _, change := range []func(*httpapi.Config){nil, withToken, isExposed, exposedWithToken} {
		a := newStubbed(t, change)
		for _, value := range []string{"", "wrong", "1.2.3"} {
			a.do("POST", logoutPath, sameOrigin, cookie(value), body("not json")).status(http.StatusOK)
		}
		if n := a.revocations(); n != 0 {
			t.Errorf("%d revocations of sessions that never were", n)
		}
	}
}

func (a *api) revocations() (n int) {
	a.t.Helper()
	a.view(func(tx *storage.Tx) (err error) {
		n, err = tx.Revocations.Count(storage.RevocationQuery{})
		return err
	})
	return n
}

func TestRevocationsAreForgottenWhenTheSessionHasExpired(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, tokenOnSQLite(t))
	for range 3 {
		a.do("POST", logoutPath, sameOrigin, cookie(a.login())).status(http.StatusOK)
	}
	if n := a.revocations(); n != 3 {
		t.Errorf("%d revocations, want 3", n)
	}
	a.clock.Advance(8 * time.Hour)
	a.do("POST", logoutPath, sameOrigin, cookie(a.login())).status(http.StatusOK)
	if n := a.revocations(); n != 1 {
		t.Errorf("%d revocations, want 1", n)
	}
}

func TestRestartKeepsTheSession(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, tokenOnSQLite(t))
	if !a.again(nil).unlocked(a.login()) {
		t.Error("the session did not outlive a restart")
	}
}

func TestAnotherTokenOrSecretVoidsTheSession(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	value := a.login()
	for name, change := range map[string]func(*httpapi.Config){
		"token":    func(c *httpapi.Config) { c.AdminToken = "another" },
		"no token": func(c *httpapi.Config) { c.AdminToken, c.NetworkExposed = "", true },
		"secret":   func(c *httpapi.Config) { c.Secret = make([]byte, httpapi.SecretSize) },
	} {
		b := a.again(change)
		b.do("POST", "/api/reset", sameOrigin, cookie(value)).status(http.StatusUnauthorized)
		if b.unlocked(value) {
			t.Errorf("another %s: unlocked", name)
		}
	}
}

func TestForgedSessionsAreRejected(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	good := a.login()
	expires, rest, _ := strings.Cut(good, ".")
	id, mac, _ := strings.Cut(rest, ".")
	raw, err := base64.RawURLEncoding.DecodeString(mac)
	if err != nil {
		t.Fatal(err)
	}
	forged := []string{
		"", ".", "..", "...", "x", token, expires, id, mac, expires + "." + id, expires + "." + id + ".", "." + id + "." + mac,
		expires + ".." + mac, "9" + expires + "." + id + "." + mac, "-" + good, "+" + good, good + ".", good + "=", good + "A",
		good[1:], good[:len(good)-1], strings.ToUpper(good), expires + "." + mac + "." + id, expires + "." + id + "." + id,
		expires + "." + id + "." + base64.StdEncoding.EncodeToString(raw), expires + "." + id + "." + strings.Repeat("A", 43),
		expires + "." + id + "." + mac + "." + mac, `"`, `"` + good, "%" + good, good + "%00", strings.Repeat("a", 100_000), strings.Repeat(".", 5000),
		"9223372036854775807." + id + "." + mac, "99999999999999999999999." + id + "." + mac, "0." + id + "." + mac, "NaN." + id + "." + mac,
	}
	for i := range good { // each byte changed
		changed := []byte(good)
		changed[i] ^= 1
		if c := changed[i]; c > ' ' && c != ';' && c != ',' && c != '"' && c != '\\' {
			forged = append(forged, string(changed))
		}
	}
	if len(forged) < 100 {
		t.Errorf("only %d variants", len(forged))
	}
	for _, value := range forged {
		if a.unlocked(value) {
			t.Errorf("unlocked by %.100q", value)
		}
	}
}

func TestHostileCookieHeaders(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	good := a.login()
	for value, want := range map[string]bool{
		"svc_admin_token=" + good:                                             true,
		"a=b; svc_admin_token=" + good + "; c=d":                              true,
		"svc_admin_token=wrong; svc_admin_token=" + good:                      true,
		strings.Repeat("svc_admin_token=x; ", 50) + "svc_admin_token=" + good: true,
		"SVC_ADMIN_TOKEN=" + good:                                             false,
		"svc_admin_token":                                                     false,
		"=" + good:                                                            false,
		";;;=;=;svc_admin_token==;":                                           false,
		"svc_admin_token=\x00; \xff=\xff":                                     false,
		"svc_admin_token=%zz":                                                 false,
		strings.Repeat("a=b; ", 10_000):                                       false,
		"$Version=1; svc_admin_token=" + strings.Repeat("(", 1000) + "; $Path=/":    false,
		"__Host-svc_admin_token=" + good + "; svc_admin_token_=" + good:             false,
		"svc_admin_token=" + strings.Repeat("9", 60) + "." + strings.Repeat("A", 9): false,
	} {
		var got struct{ Unlocked bool }
		a.do("GET", statusPath, header("Cookie", value)).status(http.StatusOK).json(&got)
		if got.Unlocked != want {
			t.Errorf("Cookie %.80q: unlocked=%v, want %v", value, got.Unlocked, want)
		}
	}
}

func TestCookieIsSecureWhenTheRequestWas(t *testing.T) {
	t.Parallel()
	overTLS := func(r *http.Request) { r.TLS = tlsState }
	https := header("X-Forwarded-Proto", "https, http")
	for _, tt := range []struct {
		name  string
		trust bool
		how   option
		want  bool
	}{
		{"plain", false, sameOrigin, false},
		{"TLS", false, overTLS, true},
		{"untrusted proxy", false, https, false},
		{"trusted proxy", true, https, true},
		{"trusted proxy without TLS", true, header("X-Forwarded-Proto", "http"), false},
		{"trusted proxy, letter case", true, header("X-Forwarded-Proto", " HTTPS "), true},
	} {
		a := newStubbed(t, func(c *httpapi.Config) { c.AdminToken, c.TrustProxy = token, tt.trust })
		for _, path := range []string{loginPath, logoutPath} {
			from := sameOrigin
			if tt.want {
				from = header("Origin", "https://"+host)
			}
			got := a.do("POST", path, from, tt.how, body(`{"token":"`+token+`"}`)).status(http.StatusOK)
			if c := got.Result().Cookies(); len(c) != 1 || c[0].Secure != tt.want {
				t.Errorf("%s: %s: %v, want Secure=%v", tt.name, path, c, tt.want)
			}
		}
	}
}

func TestStatusNeverShowsTheToken(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		change func(*httpapi.Config)
		how    option
		want   string
	}{
		{nil, sameOrigin, `{"configured":false,"unlocked":false}`},
		{nil, withHeader, `{"configured":false,"unlocked":false}`},
		{withToken, sameOrigin, `{"configured":true,"unlocked":false}`},
		{withToken, wrongToken, `{"configured":true,"unlocked":false}`},
		{withToken, withHeader, `{"configured":true,"unlocked":true}`},
		{exposedWithToken, foreign, `{"configured":true,"unlocked":false}`},
	} {
		got := newAPI(t, tt.change).do("GET", statusPath, tt.how).status(http.StatusOK)
		if text := strings.TrimSpace(got.Body.String()); text != tt.want {
			t.Errorf("status %s, want %s", text, tt.want)
		}
	}
}

// failing is a store that fails on demand.
type failing struct {
	storage.Store
	err error
}

func (f *failing) View(ctx context.Context, fn func(*storage.Tx) error) error {
	if f.err != nil {
		return f.err
	}
	return f.Store.View(ctx, fn)
}

func TestSessionIsNotTakenOnTrustWhenTheStoreFails(t *testing.T) {
	t.Parallel()
	store := &failing{Store: openStore(t)}
	a := newStubbed(t, func(c *httpapi.Config) { c.AdminToken, c.Store = token, store })
	value := a.login()
	store.err = errors.New("secret disk failure")
	got := a.do("POST", "/api/reset", sameOrigin, cookie(value)).error(http.StatusInternalServerError, "Internal server error")
	if strings.Contains(got.Body.String(), "disk") {
		t.Errorf("the answer shows internals: %s", got.Body)
	}
	a.do("POST", "/api/reset", withHeader).status(http.StatusOK)
}

func FuzzSession(f *testing.F) {
	a := newStubbed(f, func(c *httpapi.Config) {
		c.AdminToken = token
		c.Random = rand.NewChaCha8([32]byte{}) // the same session in every process of the fuzzer
	})
	good := a.login()
	f.Add("svc_admin_token=" + good)
	f.Add("svc_admin_token=1.2.3")
	f.Fuzz(func(t *testing.T, text string) {
		var got struct{ Unlocked bool }
		(&api{a.API, a.handler, t, a.store, a.clock}).do("GET", statusPath, header("Cookie", text)).json(&got)
		if got.Unlocked && !strings.Contains(text, good) {
			t.Errorf("unlocked by %q", text)
		}
	})
}

func TestSessionIsFoundAmongAnyNumberOfCookies(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, tokenOnSQLite(t))
	good := a.login()
	own := "svc_admin_token=" + good
	forged := "svc_admin_token=" + good[:len(good)-1] + "_"
	for name, lines := range map[string][]string{
		"after 500 of another service":  {strings.Repeat("svc_admin_token=of-another-service; ", 500) + own},
		"before 500 of another service": {own + strings.Repeat("; svc_admin_token=of-another-service", 500)},
		"after 500 forged ones":         {strings.Repeat(forged+"; ", 500) + own},
		"after as much as a header has": {strings.Repeat("svc_admin_token=x; ", (64<<10)/19) + own},
		"after other names":             {strings.Repeat("a=b; ", 10_000) + own},
		"in many lines":                 append(strings.Split(strings.Repeat("svc_admin_token=x,", 300), ","), own),
		"after an oversized one":        {"other=" + strings.Repeat("x", 50_000) + "; " + own},
		"after an oversized own one":    {"svc_admin_token=" + strings.Repeat("x", 50_000) + "; " + own},
		"after a quote without an end":  {`svc_admin_token="; other="` + "; " + own},
		"after malformed pairs":         {"=; =x; ;; x; \x00=\x01; \xff; a=b=c; svc_admin_token; (name)=v; name name=v; a=\"b\\\"; " + own},
		"after JSON":                    {`state={"a":"b,c","d":[1,2]}; ` + own},
		"without a space":               {"a=b;" + own + ";c=d"},
		"quoted":                        {`svc_admin_token="` + good + `"`},
		"with spaces":                   {" \t svc_admin_token = " + good + " "},
		"sent often":                    {strings.Repeat(own+"; ", 500)},
	} {
		var got struct{ Unlocked bool }
		a.do("GET", statusPath, func(r *http.Request) { r.Header["Cookie"] = lines }).status(http.StatusOK).json(&got)
		if !got.Unlocked {
			t.Errorf("%s: the session is not found", name)
		}
	}
	// Logout ends each of them.
	values := []string{good}
	for range 30 {
		a.clock.Advance(15 * time.Second)
		values = append(values, a.login())
	}
	all := "svc_admin_token=x; svc_admin_token=" + strings.Join(values, "; svc_admin_token=")
	a.do("POST", logoutPath, sameOrigin, header("Cookie", all)).status(http.StatusOK)
	for i, value := range values {
		if a.unlocked(value) {
			t.Errorf("session %d outlived the logout", i)
		}
	}
	if n := a.revocations(); n != len(values) {
		t.Errorf("%d revocations, want %d", n, len(values))
	}
}

// Not parallel: it counts allocations.
func TestSessionLookupIsCheap(t *testing.T) {
	a := newStubbed(t, withToken)
	good := a.login()
	line := strings.Repeat("svc_admin_token="+good[:len(good)-1]+"_; ", (1<<20)/100)
	allocated := testing.AllocsPerRun(3, func() {
		a.do("GET", "/api/settings/desktop", header("Cookie", line))
		a.do("GET", statusPath, header("Cookie", line))
	})
	if most := 15.0 * (1 << 20) / 100; allocated > most { // a hash for each, no more
		t.Errorf("%.0f allocations for %d cookies", allocated, (1<<20)/100)
	}
}
