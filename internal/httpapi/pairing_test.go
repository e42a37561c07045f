package httpapi_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/storage"
)

// fieldsOf is a form with fields.
func fieldsOf(fields ...string) option {
	values := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		values.Set(fields[i], fields[i+1])
	}
	return func(r *http.Request) {
		body(values.Encode())(r)
		header("Content-Type", "application/x-www-form-urlencoded")(r)
	}
}

// newPaged returns an API with the page, where every read needs a token.
func newPaged(t testing.TB) *api {
	t.Helper()
	return start(t, httpapi.New, func(cfg *httpapi.Config) {
		onlyWithToken(cfg)
		cfg.Page = true
	})
}

var codePattern = regexp.MustCompile(`<code>(http://[^<]*/pair\?code=([^<]+))</code>`)

// code makes a code on the page.
func (a *api) code(session option) string {
	a.t.Helper()
	got := a.do("POST", "/settings/access/pair", session, sameOrigin, fieldsOf()).status(http.StatusOK)
	found := codePattern.FindStringSubmatch(got.Body.String())
	if found == nil || found[1] != "http://localhost:3000/pair?code="+found[2] {
		a.t.Fatalf("no address: %s", got.Body)
	}
	if page := got.Body.String(); !strings.Contains(page, "<svg") || !strings.Contains(page, "<path d=\"M4 4h7v1h-7z") || strings.Contains(page, "style=") {
		a.t.Errorf("no QR code: %s", page)
	}
	if h := got.Header(); h.Get("Cache-Control") != "no-store" || h.Get("Etag") != "" || h.Get("Referrer-Policy") != "strict-origin" {
		a.t.Errorf("the page with the code can be stored: %v", h)
	}
	return found[2]
}

// pairedCookie returns the cookie of a browser that was paired.
func pairedCookie(got *answer) *http.Cookie {
	for _, c := range got.Result().Cookies() {
		if c.Name == "svc_read_token" {
			return c
		}
	}
	return nil
}

func TestPairABrowser(t *testing.T) {
	t.Parallel()
	a := newPaged(t)
	session := cookie(a.login())
	code := a.code(session)
	for range 3 { // previews of the address open it as well
		got := a.do("GET", "/pair?code="+code).status(http.StatusOK)
		if h := got.Header(); !strings.Contains(got.Body.String(), code) || h.Get("Referrer-Policy") != "strict-origin" || h.Get("Cache-Control") != "no-store" || pairedCookie(got) != nil {
			t.Errorf("%v %s", got.Header(), got.Body)
		}
	}
	a.do("POST", "/pair", foreign, fieldsOf("code", code, "name", "Phone")).status(http.StatusForbidden)
	a.do("POST", "/pair", fieldsOf("code", code, "name", "Phone")).status(http.StatusForbidden)
	a.do("POST", "/pair", sameOrigin, fieldsOf("code", code, "name", " ")).status(http.StatusBadRequest)
	got := a.do("POST", "/pair", sameOrigin, fieldsOf("code", code, "name", "Ada's phone")).status(http.StatusSeeOther)
	c := pairedCookie(got)
	if c == nil || !c.HttpOnly || c.Secure || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.MaxAge != int(readtoken.BrowserLife/time.Second) {
		t.Fatalf("cookie %+v", c)
	}
	paired := header("Cookie", "other=x; svc_read_token="+c.Value)

	a.do("GET", "/", paired).status(http.StatusOK)
	a.do("GET", "/api/apps", paired).status(http.StatusOK)
	a.do("GET", "/api/export", paired).status(http.StatusUnauthorized)
	a.do("GET", "/api/read-tokens", paired).status(http.StatusUnauthorized)
	a.do("POST", "/api/focus", paired, sameOrigin).status(http.StatusUnauthorized)
	a.do("GET", "/api/apps", paired, header("Sec-Fetch-Site", "cross-site")).status(http.StatusForbidden)
	if page := a.do("GET", "/settings/access", paired).status(http.StatusOK).Body.String(); strings.Contains(page, "Ada&#39;s phone") {
		t.Error("a paired browser sees the list of tokens")
	}
	// The secret of a browser is a cookie's, and nothing else.
	a.do("GET", "/api/apps", bearer(c.Value)).status(http.StatusUnauthorized)
	a.do("GET", "/api/feeds/atom?token="+c.Value).status(http.StatusUnauthorized)

	for i, wrong := range []string{code, c.Value, "", "x", code[:len(code)-1] + "x", a.readToken(0).Secret} { // used, and guessed
		got := a.do("POST", "/pair", sameOrigin, fieldsOf("code", wrong, "name", "Thief"), nthPeer(i))
		if got.Code != http.StatusNotFound || pairedCookie(got) != nil {
			t.Errorf("%q: status %d, cookie %v", wrong, got.Code, pairedCookie(got))
		}
	}
	all, err := a.tokens().List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		if one.Kind == storage.ReadTokenBrowser {
			if page := a.do("GET", "/settings/access", session).Body.String(); !strings.Contains(page, "Ada&#39;s phone") || !strings.Contains(page, "paired browser") {
				t.Errorf("the paired browser is not listed: %s", page)
			}
			a.do("POST", "/settings/access/tokens/"+one.ID+"/revoke", session, sameOrigin, fieldsOf()).status(http.StatusSeeOther)
		}
	}
	a.do("GET", "/api/apps", paired).error(http.StatusUnauthorized, readRequired)
	a.do("GET", "/", paired).status(http.StatusUnauthorized)
}

func TestCodesExpireAndAreNotGuessed(t *testing.T) {
	t.Parallel()
	a := newPaged(t)
	code := a.code(cookie(a.login()))
	a.clock.Advance(readtoken.CodeLife)
	a.do("POST", "/pair", sameOrigin, fieldsOf("code", code, "name", "Phone")).status(http.StatusGone)
	code = a.code(cookie(a.login()))
	for range 10 {
		a.do("POST", "/pair", sameOrigin, fieldsOf("code", code[:len(code)-4]+"0000", "name", "Phone")).status(http.StatusNotFound)
	}
	a.do("POST", "/pair", sameOrigin, fieldsOf("code", code, "name", "Phone")).status(http.StatusTooManyRequests)
	a.do("POST", "/pair", sameOrigin, fieldsOf("code", code, "name", "Phone"), nthPeer(1)).status(http.StatusSeeOther)
	for _, line := range a.audits() {
		if strings.Contains(line.Detail, readtoken.Prefix) {
			t.Errorf("the audit log has a code: %+v", line)
		}
	}
}

func TestTokensOnThePage(t *testing.T) {
	t.Parallel()
	a := newPaged(t)
	session := cookie(a.login())
	create := "/settings/access/tokens"
	got := a.do("POST", create, session, sameOrigin, fieldsOf("name", "Feed <b>")).status(http.StatusOK)
	secret := regexp.MustCompile(readtoken.Prefix + `[0-9a-f]{32}_[0-9a-f]{64}`).FindString(got.Body.String())
	if secret == "" || strings.Contains(got.Body.String(), "<b>") || got.Header().Get("Cache-Control") != "no-store" {
		t.Fatalf("%v %s", got.Header(), got.Body)
	}
	a.do("GET", "/api/apps", bearer(secret)).status(http.StatusOK)
	if page := a.do("GET", "/settings/access", session).Body.String(); strings.Contains(page, secret) || !strings.Contains(page, "Feed &lt;b&gt;") {
		t.Errorf("the list is %s", page)
	}
	a.do("POST", create, session, sameOrigin, fieldsOf("name", "Short", "expires", "2026-05-04")).status(http.StatusOK)
	for _, fields := range [][]string{{"name", ""}, {"name", "x", "expires", "soon"}, {"name", "x", "expires", "2001-01-01"}, {"name", strings.Repeat("x", 101)}} {
		a.do("POST", create, session, sameOrigin, fieldsOf(fields...)).status(http.StatusBadRequest)
	}
	a.do("POST", create, sameOrigin, fieldsOf("name", "x")).status(http.StatusUnauthorized)
	a.do("POST", create, session, foreign, fieldsOf("name", "x")).status(http.StatusForbidden)
	a.do("POST", create+"/none/revoke", session, sameOrigin, fieldsOf()).status(http.StatusNotFound)
	a.do("GET", create+"/none/revoke", session).status(http.StatusNotFound)
	ask := regexp.MustCompile(create + `/[^/"]+/revoke`).FindString(a.do("GET", "/settings/access", session).Body.String())
	a.do("GET", ask).status(http.StatusUnauthorized)
	if page := a.do("GET", ask, session).status(http.StatusOK).Body.String(); !strings.Contains(page, "?</h1>") || !strings.Contains(page, "cannot be undone") || !strings.Contains(page, `action="`+ask+`"`) {
		t.Errorf("revoking asks:\n%s", page)
	}
	a.do("POST", "/settings/access/pair", sameOrigin, fieldsOf(), bearer(secret)).status(http.StatusUnauthorized)
}

func TestPairingOfALockedAddressSaysHowLongToWait(t *testing.T) {
	t.Parallel()
	a := newPaged(t)
	a.lock()
	got := a.do("POST", "/pair", append(asForm("code=none&name=Phone"), sameOrigin)...).status(http.StatusTooManyRequests)
	if wait := got.Header().Get("Retry-After"); wait != "900" || !strings.Contains(got.Body.String(), "15 minutes") {
		t.Errorf("Retry-After %q, want 900, in:\n%s", wait, got.Body)
	}
}
