package httpapi_test

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

const (
	planted = "You must confirm your token"
	// lure is a message with an undo, as a page of this service would leave it.
	lure = `{"t":"` + planted + `","u":{"n":"note","a":{"note":1}}}`
)

// carrying sends cookies.
func carrying(cookies ...string) option { return header("Cookie", strings.Join(cookies, "; ")) }

// messageIn returns the cookie in an answer that carries a message.
func (a *answer) messageIn() *http.Cookie {
	a.t.Helper()
	for _, c := range a.Result().Cookies() {
		if strings.HasSuffix(c.Name, "svc_flash") && c.MaxAge > 0 {
			return c
		}
	}
	a.t.Fatalf("%s: no message in %q", a.what, a.Header().Values("Set-Cookie"))
	return nil
}

// seals returns what seals messages of an installation with a secret.
func seals(t *testing.T, now func() time.Time, secret []byte) *access.Seals {
	t.Helper()
	made, err := access.NewSeals(now, secret)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// A message is shown only if this installation made it for this client a short time ago.
func TestMessagesOfOthersAreNotShown(t *testing.T) {
	t.Parallel()
	a := startPage(t, withPageAndToken)
	mine, other := a.login(), a.login()
	id := func(session string) string { return strings.Split(session, ".")[1] }
	own := seals(t, a.clock.Now, secret())
	foreign := seals(t, a.clock.Now, []byte(strings.Repeat("x", httpapi.SecretSize)))
	late := seals(t, func() time.Time { return a.clock.Now().Add(-access.SealLife) }, secret())
	me := "session " + id(mine)
	right := own.Seal([]byte(lure), me)
	plain := base64.RawURLEncoding.EncodeToString([]byte(`{"t":"` + planted + `","u":"/apps/7/remove","f":{"a":"b"}}`))
	for name, tt := range map[string]struct {
		value string
		shown bool
	}{
		"its own":                 {right, true},
		"unsigned":                {plain, false},
		"unsigned, as signed":     {"99999999999." + plain + "." + strings.Repeat("A", 43), false},
		"of another installation": {foreign.Seal([]byte(lure), me), false},
		"of another session":      {own.Seal([]byte(lure), "session "+id(other)), false},
		"of no session":           {own.Seal([]byte(lure), ""), false},
		"of a user":               {own.Seal([]byte(lure), "user ada"), false},
		"of a browser":            {own.Seal([]byte(lure), "browser "+id(mine)), false},
		"expired":                 {late.Seal([]byte(lure), me), false},
		"prolonged":               {"9" + right, false},
		"changed":                 {right[:len(right)-3] + "AAA", false},
		"cut":                     {right[:len(right)-1], false},
		"longer":                  {right + "A", false},
		"with another text":       {strings.Replace(right, ".", ".A", 1), false},
		"a session":               {mine, false},
		"empty":                   {"", false},
		"dots":                    {"..", false},
		"no text":                 {own.Seal([]byte(`{"b":true}`), me), false},
		"no object":               {own.Seal([]byte(`[]`), me), false},
	} {
		text := a.do("GET", "/apps", carrying("svc_admin_token="+mine, "svc_flash="+tt.value)).status(http.StatusOK).Body.String()
		if strings.Contains(text, planted) != tt.shown || strings.Contains(text, "Undo</button>") != tt.shown {
			t.Errorf("%s: shown is %v, want %v", name, !tt.shown, tt.shown)
		}
	}
	// Those of others hide none of its own.
	crowd := []string{"svc_admin_token=" + mine}
	for range 30 {
		crowd = append(crowd, "svc_flash="+plain)
	}
	if text := a.do("GET", "/apps", carrying(append(crowd, "svc_flash="+right)...)).Body.String(); !strings.Contains(text, planted) {
		t.Error("cookies of others hide a message")
	}
	if got := a.do("GET", "/apps", carrying(crowd...)); got.Header().Get("Etag") == "" || len(got.Header().Values("Set-Cookie")) != 0 {
		t.Error("cookies of others change the answer")
	}
	// Signed as it is, an undo of no known name has no form.
	for _, undo := range []string{`{"n":"remove","a":{}}`, `{"n":"note","a":"x"}`, `{"n":"note"}`, `{"n":"","a":{}}`, `"/apps/7/remove"`} {
		value := own.Seal([]byte(`{"t":"Hello","u":`+undo+`}`), me)
		if text := a.do("GET", "/apps", carrying("svc_admin_token="+mine, "svc_flash="+value)).status(http.StatusOK).Body.String(); strings.Contains(text, "Undo</button>") {
			t.Errorf("%s is offered as an undo", undo)
		}
	}
}

// A message that a form leaves reaches its client: who has signed in or paired with it, too, and on
// another replica.
func TestMessagesReachTheirClient(t *testing.T) {
	t.Parallel()
	a := startPage(t, withPageAndToken)
	replica := startPage(t, func(cfg *httpapi.Config) { withPageAndToken(cfg); cfg.Store = a.store })
	signIn := a.do("POST", "/sign-in", append(asForm("token="+url.QueryEscape(token)), sameOrigin)...)
	if text := signIn.leads("/", a); !strings.Contains(text, "You are signed in") {
		t.Errorf("signing in says nothing:\n%s", text)
	}
	if text := signIn.leads("/", replica); !strings.Contains(text, "You are signed in") {
		t.Errorf("on a replica signing in says nothing:\n%s", text)
	}
	session := cookie(a.login())
	out := a.do("POST", "/sign-out", session, sameOrigin)
	if text := out.leads("/", a); !strings.Contains(text, "You are signed out") {
		t.Errorf("signing out says nothing:\n%s", text)
	}
	paged := newPaged(t)
	code := paged.code(cookie(paged.login()))
	paired := paged.do("POST", "/pair", sameOrigin, fieldsOf("code", code, "name", "Phone"))
	if text := paired.leads("/", paged); !strings.Contains(text, "This browser is paired") {
		t.Errorf("pairing says nothing:\n%s", text)
	}
	// What one browser was told, another is not.
	message := paired.messageIn()
	code = paged.code(cookie(paged.login()))
	second := pairedCookie(paged.do("POST", "/pair", sameOrigin, fieldsOf("code", code, "name", "Tablet")))
	text := paged.do("GET", "/", carrying(second.Name+"="+second.Value, message.Name+"="+message.Value)).status(http.StatusOK).Body.String()
	if strings.Contains(text, "This browser is paired") {
		t.Error("the message of a browser is shown to another")
	}
}

// Users of a proxy do not see each other's messages.
func TestMessagesOfUsersOfAProxy(t *testing.T) {
	t.Parallel()
	a := startPage(t, func(cfg *httpapi.Config) { withPage(cfg); signsIn(cfg); cfg.TrustedAdmins = []string{"ada", "bea"} })
	got := a.do("POST", "/settings/profile/accessibility", append(asForm(""), sameOrigin, peer(proxyAddr), as("ada"))...).status(http.StatusSeeOther)
	c := got.messageIn()
	for user, shown := range map[string]bool{"ada": true, "bea": false} {
		text := a.do("GET", "/settings/profile", carrying(c.Name+"="+c.Value), peer(proxyAddr), as(user)).status(http.StatusOK).Body.String()
		if strings.Contains(text, "Saved.") != shown {
			t.Errorf("%s: shown is %v", user, !shown)
		}
	}
}

// Over TLS and at the root only this host can set the cookies of the page.
func TestCookiesOfThePageAreOfThisHost(t *testing.T) {
	t.Parallel()
	a := startPage(t, func(cfg *httpapi.Config) { withPage(cfg); cfg.TrustProxy = true })
	tls := []option{header("X-Forwarded-Proto", "https"), header("Origin", "https://"+host)}
	save := func(options ...option) *http.Cookie {
		return a.do("POST", "/settings/profile/accessibility", append(asForm(""), options...)...).status(http.StatusSeeOther).messageIn()
	}
	below := header("X-Forwarded-Prefix", "/labels")
	for _, tt := range []struct {
		name, want, path string
		secure           bool
		options          []option
	}{
		{"TLS", "__Host-svc_flash", "/", true, tls},
		{"no TLS", "svc_flash", "/", false, []option{sameOrigin}},
		{"TLS below a path", "svc_flash", "/labels/", true, append([]option{below}, tls...)},
	} {
		c := save(tt.options...)
		if c.Name != tt.want || c.Path != tt.path || c.Secure != tt.secure || c.Domain != "" || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode {
			t.Errorf("%s: the cookie is %v", tt.name, c)
		}
		options := append([]option{carrying(c.Name + "=" + c.Value)}, tt.options...)
		shown := a.do("GET", "/settings/profile", options...).status(http.StatusOK)
		if !strings.Contains(shown.Body.String(), "Saved.") {
			t.Errorf("%s: the message is not shown", tt.name)
		}
		if gone := shown.Result().Cookies(); len(gone) != 1 || gone[0].Name != tt.want || gone[0].MaxAge >= 0 || gone[0].Path != tt.path {
			t.Errorf("%s: the message is forgotten by %v", tt.name, gone)
		}
	}
	c := save(tls...)
	if text := a.do("GET", "/settings/profile", append([]option{carrying("svc_flash=" + c.Value)}, tls...)...).Body.String(); strings.Contains(text, "Saved.") {
		t.Error("over TLS a cookie is read that others can set")
	}
	visit := a.do("GET", "/", tls...).status(http.StatusOK).Result().Cookies()
	if len(visit) != 1 || visit[0].Name != "__Host-svc_visit" {
		t.Errorf("the cookie of the visit is %v", visit)
	}
}

// However many cookies others set, that of a paired browser is found.
func TestPairedBrowserIsNotLockedOut(t *testing.T) {
	t.Parallel()
	a := newPaged(t)
	code := a.code(cookie(a.login()))
	c := pairedCookie(a.do("POST", "/pair", sameOrigin, fieldsOf("code", code, "name", "Phone")))
	for _, n := range []int{0, 4, 5, 400} {
		for _, name := range []string{"svc_read_token", "__Host-svc_read_token"} { // which a browser has after an update to TLS
			var all []string
			for i := range n {
				all = append(all, "svc_read_token="+wrongSecret(i))
			}
			a.do("GET", "/api/apps", carrying(append(all, name+"="+c.Value)...)).status(http.StatusOK)
			if n > 0 {
				a.do("GET", "/api/apps", carrying(all...)).status(http.StatusUnauthorized)
			}
		}
	}
}

// wrongSecret returns the nth of many secrets in the right form that are of no browser.
func wrongSecret(n int) string {
	made := []byte(readtoken.Prefix + strings.Repeat("0", 32) + "_" + strings.Repeat("0", 64))
	for i := range 4 {
		digit := "0123456789abcdef"[n>>(4*i)&15]
		made[len(readtoken.Prefix)+i], made[len(made)-1-i] = digit, digit
	}
	return string(made)
}

// Each undo leads to a form of the page that takes its fields.
func TestUndosLeadToForms(t *testing.T) {
	t.Parallel()
	a := startPage(t, withPage)
	for _, undo := range []ui.Undo{
		ui.UndoReview{App: 7, Review: "r"},
		ui.UndoConcern{App: 7, Category: "LOCATION", Decision: ui.ConcernReopen},
		ui.UndoVerdict{App: 7, Decision: storage.DecisionSafe, Rationale: "x"},
		ui.UndoNote{Note: 3},
		ui.UndoProfile{Tiers: map[string]string{"LOCATION": "linked"}},
	} {
		path, fields := undo.Form()
		got := a.do("POST", path, append(asForm(fields.Encode()), sameOrigin)...)
		if got.Code == http.StatusBadRequest || got.Code == http.StatusMethodNotAllowed || !strings.HasPrefix(got.Header().Get("Content-Type")+got.Header().Get("Location"), "text/html") && got.Code != http.StatusSeeOther {
			t.Errorf("%T leads to %s, which answers %d: %s", undo, path, got.Code, got.Body)
		}
	}
}

// A proxy that compresses pages makes their tags weak, and a browser may send several.
func TestUnchangedPages(t *testing.T) {
	t.Parallel()
	a := startPage(t, withPageAndToken)
	tag := a.do("GET", "/apps").status(http.StatusOK).Header().Get("Etag")
	for _, match := range []string{tag, "W/" + tag, `"other", ` + tag, `W/"other",W/` + tag, "*"} {
		if got := a.do("GET", "/apps", header("If-None-Match", match)).status(http.StatusNotModified); got.Body.Len() > 0 {
			t.Errorf("If-None-Match: %s: a body of %d bytes", match, got.Body.Len())
		}
	}
	for _, match := range []string{`"other"`, strings.Trim(tag, `"`), "w/" + tag} {
		a.do("GET", "/apps", header("If-None-Match", match)).status(http.StatusOK)
	}
}
