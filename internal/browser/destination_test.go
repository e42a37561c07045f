package browser_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/browser"
)

// A destination is added, tried, edited, tried again and removed, and the test has what is
// saved.
func TestDestinationIsEdited(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var got []string
	gotify := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, r.URL.Path+" "+r.Header.Get("X-Gotify-Key"))
		if r.Header.Get("X-Gotify-Key") == "wrong" {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	t.Cleanup(gotify.Close)
	env := []string{"SERVICE_OUTBOUND_ALLOW=127.0.0.1"}
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), nil, env), Width: 360, Height: 740})
	do(t, tab, browser.Open("/settings/destinations"), browser.See("Notifications go nowhere yet"),
		browser.Then(browser.Press("Gotify")), browser.See("Add Gotify"),
		browser.Fill("Name", "Phone"), browser.Fill("Address of the server", gotify.URL+"/push"), browser.Fill("Token of the application", "wrong"),
		browser.Then(browser.Press("Add and send a test message")), browser.See("Phone was added. The destination did not take the test message: ", "401", "Edit Phone"),
		browser.Fill("Token of the application", "right"), browser.Choose("Send", "Once a day"), browser.Fill("Hour of summaries", "7"), browser.Tick("New versions"),
		browser.Then(browser.Press("Save and send a test message")), browser.See("Saved. The destination took the test message.", "Once a day at 7:00", "New versions"),
		browser.Then(browser.Press("Edit Phone")), browser.Fill("Name", "Watch"), browser.Then(browser.Press("Save")), browser.See("Saved.", "Watch"),
		browser.Then(browser.Press("Test Watch")), browser.See("The destination took the test message."),
		browser.Then(browser.Press("Edit Watch")), browser.Then(browser.Press("Remove this destination…")), browser.See("Remove Watch?", "This cannot be undone."),
		browser.Then(browser.Press("Remove the destination")), browser.See("The destination was removed.", "Notifications go nowhere yet"))
	mu.Lock()
	defer mu.Unlock()
	if diff := cmp.Diff([]string{"/push/message wrong", "/push/message right", "/push/message right"}, got); diff != "" {
		t.Errorf("the server got (-want +got):\n%s", diff)
	}
}

// A phone is paired by the address in the code. It reads without a token, changes nothing,
// and reads no more once it is revoked.
func TestPhoneIsPaired(t *testing.T) {
	t.Parallel()
	const token = "a-long-admin-token-for-this-test"
	site := start(t, t.TempDir(), []string{"-demo"}, []string{"AUDITOR_ADMIN_TOKEN=" + token, "SERVICE_REQUIRE_TOKEN=all"})
	desktop := open(t, browser.View{Origin: site})
	do(t, desktop, browser.Open("/sign-in?next=/settings/access"), browser.Fill("Admin token", token), browser.Then(browser.Press("Sign in", "main")), browser.See("Pair a phone"),
		browser.Then(browser.Press("Show a code")), browser.See("Code for a phone", "Only this machine can open this address"))
	size := read[[]float64](t, desktop, "(() => { const box = document.querySelector('svg[role=img]').getBoundingClientRect(); return [box.width, box.height]; })()")
	if !slices.Equal(size, []float64{280, 280}) {
		t.Errorf("the code is %v pixels large", size)
	}
	picture(t, desktop, "pairing")
	address := read[string](t, desktop, "[...document.querySelectorAll('code')].map((c) => c.textContent).find((c) => c.includes('/pair?code='))")
	path, ok := strings.CutPrefix(address, site)
	if !ok {
		t.Fatalf("the address is %q, not of %s", address, site)
	}
	phone := open(t, browser.View{Origin: site, Width: 360, Height: 740})
	do(t, phone, browser.Open("/"), browser.Miss("Basket & Barrow"), browser.Open(path), browser.See("Pair this browser"),
		browser.Fill("Name of this browser", "My phone"), browser.Then(browser.Press("Pair")), browser.Open("/apps"), browser.See("Basket & Barrow"))
	fits(t, phone)
	do(t, phone, browser.Open("/settings/access"), browser.Miss("Show a code", "Revoke"))
	do(t, desktop, browser.Open("/settings/access"), browser.See("My phone", "paired browser"), browser.Then(browser.Press("Revoke My phone")), browser.See("Revoke My phone?", "This cannot be undone."),
		browser.Then(browser.Press("Revoke the browser")), browser.See("My phone can no longer read."))
	do(t, phone, browser.Open("/apps"), browser.Miss("Basket & Barrow"))
}
