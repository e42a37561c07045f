package browser_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
)

// Below a prefix, behind a proxy, every link, form and redirect stays below it.
func TestPrefix(t *testing.T) {
	t.Parallel()
	const prefix = "/privacy"
	target, err := url.Parse(start(t, t.TempDir(), []string{"-demo"}, []string{"SERVICE_TRUST_PROXY=1"}))
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.SetXForwarded()
		r.Out.URL.Path, r.Out.URL.RawPath = strings.TrimPrefix(r.In.URL.Path, prefix), ""
		r.Out.Header.Set("X-Forwarded-Prefix", prefix+"/")
	}}
	mux := http.NewServeMux()
	mux.Handle(prefix+"/", proxy)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)

	tab := open(t, browser.View{Origin: server.URL + prefix})
	do(t, tab, browser.Open("/"), browser.Then(browser.Press("Mark all 6 reviewed")), browser.See("Marked as reviewed."), browser.Then(browser.Press("Undo")), browser.See("Undone."),
		browser.At(prefix+"/"), browser.Then(browser.Choose("Kind", "Accessibility")), browser.At(prefix+"/?kind=accessibility"),
		browser.Then(browser.Press("Apps", "nav")), browser.At(prefix+"/apps"), browser.Then(browser.Press("Night Atlas Umbral Optics", "table")), browser.See("Umbral Optics"),
		browser.Then(browser.Press("Settings", "nav")), browser.Then(browser.Press("Backup")), browser.Then(browser.Press("Write a backup on the server")),
		browser.See("was written"), browser.At(prefix+"/settings/backup"),
		browser.Then(browser.Press("Activity", "nav")), browser.Then(browser.Press("Check all apps")), browser.See("Nothing is running", "16/16"))
	for _, path := range screens {
		if out := read[[]string](t, tab, fmt.Sprintf(leadsOut, prefix+path, prefix)); len(out) > 0 {
			t.Errorf("%s leads out of the prefix: %q", path, out)
		}
	}
	for _, r := range tab.Requests() {
		if !strings.HasPrefix(r.URL, server.URL+prefix+"/") && !strings.HasSuffix(r.URL, "/favicon.ico") {
			t.Errorf("a request left the prefix: %s", r.URL)
		}
	}
}

// leadsOut gets the page at a path, without showing it, and finds the addresses in it that are not below a prefix.
const leadsOut = `fetch(%q).then((r) => r.text()).then((text) =>
	[...new DOMParser().parseFromString(text, 'text/html')
		.querySelectorAll('a[href], form[action], link[href], script[src], img[src], [formaction], [hx-get], [hx-post]')]
		.flatMap((e) => ['href', 'action', 'src', 'formaction', 'hx-get', 'hx-post'].map((n) => e.getAttribute(n)))
		.filter((a) => a && a.startsWith('/') && !a.startsWith(%q + '/')))`
