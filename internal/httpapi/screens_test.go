package httpapi_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

func withPage(c *httpapi.Config) { c.Page = true }

func withPageAndToken(c *httpapi.Config) { withPage(c); withToken(c) }

// startPage returns an API whose answers are not checked against the document, which
// does not describe the page.
func startPage(t *testing.T, change func(*httpapi.Config)) *api { return start(t, httpapi.New, change) }

func asForm(values string) []option {
	return []option{body(values), header("Content-Type", "application/x-www-form-urlencoded")}
}

func TestPageIsServedBesideTheAPI(t *testing.T) {
	t.Parallel()
	a := startPage(t, withPage)
	home := a.do("GET", "/").status(http.StatusOK)
	home.header("Content-Type", "text/html; charset=utf-8")
	policy := home.Header().Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("Content-Security-Policy is %q", policy)
	}
	if text := home.Body.String(); strings.Contains(text, "<style") || strings.Contains(text, " style=") || strings.Contains(text, " onclick") {
		t.Error("the page has inline styles or scripts")
	}
	tag := a.do("GET", "/apps").status(http.StatusOK).Header().Get("Etag")
	a.do("GET", "/apps", header("If-None-Match", tag)).status(http.StatusNotModified)
	a.do("HEAD", "/").status(http.StatusOK)
	a.do("GET", "/api/apps").status(http.StatusOK)
	a.do("GET", "/api/nowhere", header("Accept", "text/html")).error(http.StatusNotFound, "Not found")
	a.do("GET", "/nowhere").error(http.StatusNotFound, "Not found") // not a browser
	lost := a.do("GET", "/nowhere", header("Accept", "text/html")).status(http.StatusNotFound)
	lost.header("Content-Type", "text/html; charset=utf-8")
	startPage(t, nil).do("GET", "/").error(http.StatusNotFound, "Not found")
}

func TestPageHasTheGuardsOfTheAPI(t *testing.T) {
	t.Parallel()
	a := startPage(t, withPageAndToken)
	a.do("GET", "/", hostHeader("evil.example")).error(http.StatusBadRequest, "Host not allowed")
	foreign := append(asForm("token="+url.QueryEscape(token)), header("Origin", "https://evil.example"))
	a.do("POST", "/sign-in", foreign...).status(http.StatusForbidden)
	a.do("GET", "/", header("Sec-Fetch-Site", "cross-site"), header("Sec-Fetch-Mode", "no-cors")).status(http.StatusForbidden)
	a.do("DELETE", "/").status(http.StatusMethodNotAllowed)
}

func TestSignInComesBack(t *testing.T) {
	t.Parallel()
	a := startPage(t, withPageAndToken)
	send := func(form string) *answer {
		return a.do("POST", "/sign-in", append(asForm(form), header("Origin", origin))...)
	}
	wrong := send("token=wrong&next=/apps").status(http.StatusUnauthorized)
	if text := wrong.Body.String(); !strings.Contains(text, "not the admin token") || !strings.Contains(text, `value="/apps"`) {
		t.Errorf("a wrong token is answered with\n%s", text)
	}
	right := send("token=" + url.QueryEscape(token) + "&next=/apps?q=x").status(http.StatusSeeOther)
	right.header("Location", "/apps?q=x")
	if got := right.Header().Values("Set-Cookie"); len(got) != 2 {
		t.Errorf("signing in sets the cookies %q", got)
	}
	for _, next := range []string{"//evil.example", "https://evil.example", `/\evil.example`, "/%0d%0aX:y"} {
		got := send("token=" + url.QueryEscape(token) + "&next=" + url.QueryEscape(next)).status(http.StatusSeeOther).Header().Get("Location")
		if strings.Contains(got, "evil") {
			t.Errorf("next=%q leads to %q", next, got)
		}
		a.clock.Advance(60e9)
	}
}

func TestPageIsBelowItsPrefix(t *testing.T) {
	t.Parallel()
	a := startPage(t, func(c *httpapi.Config) { withPage(c); c.TrustProxy = true })
	for sent, want := range map[string]string{
		"":               "",
		"/privacy":       "/privacy",
		"/privacy/":      "/privacy",
		"/a/b":           "/a/b",
		"//evil.example": "",
		"https://evil":   "",
		`/"><script>`:    "/%22%3E%3Cscript%3E",
		`/\evil.example`: "",
		"/../x":          "",
	} {
		text := a.do("GET", "/", header("X-Forwarded-Prefix", sent)).status(http.StatusOK).Body.String()
		if link := `<a class="brand" href="` + want + `/">`; !strings.Contains(text, link) {
			t.Errorf("prefix %q: no %s", sent, link)
		}
	}
	untrusted := startPage(t, withPage)
	if text := untrusted.do("GET", "/", header("X-Forwarded-Prefix", "/x")).Body.String(); strings.Contains(text, `"/x/`) {
		t.Error("the header of an untrusted client has an effect")
	}
}

// A browser that opens the address of a form reads what to do, and a program the error.
func TestAddressesOfFormsAreExplained(t *testing.T) {
	t.Parallel()
	a := startPage(t, withPage)
	page := header("Accept", "text/html")
	for _, path := range []string{"/add/file", "/apps/refresh", "/settings/access/tokens", "/settings/backup/restore"} {
		got := a.do("GET", path, page).status(http.StatusMethodNotAllowed)
		shows(t, got.Body.String(), "This is the address of a form.", `<a href="/">Changes</a>`)
		got.header("Allow", "OPTIONS, POST")
		a.do("GET", path).error(http.StatusMethodNotAllowed, "Method not allowed")
	}
	a.do("GET", "/api/scrape", page).error(http.StatusMethodNotAllowed, "Method not allowed")
}

// The way back from a failure leads to another screen than the one that failed.
func TestFailuresLeadBack(t *testing.T) {
	t.Parallel()
	a := startPage(t, withPage)
	for name, c := range map[string]struct{ path, from, want string }{
		"unknown":  {"/apps/99", "", ""},
		"a screen": {"/apps/99", origin + "/apps?q=x", `<a href="/apps?q=x">Back</a>`},
		"itself":   {"/apps/99", origin + "/apps/99", ""},
		"another":  {"/apps/99", "https://evil.example/", ""},
	} {
		text := a.do("GET", c.path, header("Accept", "text/html"), header("Referer", c.from)).status(http.StatusNotFound).Body.String()
		if c.want == "" && strings.Contains(text, ">Back<") || !strings.Contains(text, c.want) {
			t.Errorf("%s: want %q in\n%s", name, c.want, text)
		}
	}
}

// A text that was sent after the session ended is shown beside the form to sign in, so that it
// can be sent again. That of another site is not.
func TestSignInShowsWhatWasWritten(t *testing.T) {
	t.Parallel()
	a := startPage(t, func(c *httpapi.Config) { withPageAndToken(c); c.NetworkExposed = true })
	note := "Read <b>this</b> & that"
	for name, test := range map[string]struct {
		body    string
		more    []option
		status  int
		written bool
	}{
		"a note":             {"body=" + url.QueryEscape(note), nil, http.StatusUnauthorized, true},
		"a verdict":          {"verdict=replace&rationale=" + url.QueryEscape(note), nil, http.StatusUnauthorized, true},
		"nothing":            {"body=", nil, http.StatusUnauthorized, false},
		"no form":            {`{"body":"` + note + `"}`, []option{header("Content-Type", "application/json")}, http.StatusUnauthorized, false},
		"too long":           {"body=" + url.QueryEscape(note) + strings.Repeat("x", 1<<20), nil, http.StatusUnauthorized, false},
		"of another site":    {"body=" + url.QueryEscape(note), []option{header("Origin", "https://evil.example")}, http.StatusForbidden, false},
		"of a site in a tab": {"body=" + url.QueryEscape(note), []option{header("Sec-Fetch-Site", "cross-site")}, http.StatusUnauthorized, false},
	} {
		got := a.do("POST", "/apps/7/notes", append(append([]option{sameOrigin}, asForm(test.body)...), test.more...)...).status(test.status)
		text := got.Body.String()
		if strings.Contains(text, "Read &lt;b&gt;this&lt;/b&gt; &amp; that</textarea>") != test.written || strings.Contains(text, "<b>this") {
			t.Errorf("%s: the answer is\n%s", name, text)
		}
	}
}
