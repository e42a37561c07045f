package browser_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
)

// On an installation that others can reach, who is not signed in is asked to, is told why,
// and comes back to where they were.
func TestSignIn(t *testing.T) {
	t.Parallel()
	const token = "a-long-enough-token-for-this-test"
	site := start(t, t.TempDir(), []string{"-demo"}, []string{"SERVICE_NETWORK_EXPOSED=1", "AUDITOR_ADMIN_TOKEN=" + token})
	tab := open(t, browser.View{Origin: site})
	do(t, tab, browser.Open("/apps/9900000007"), browser.See("Basket & Barrow"), // all may read
		browser.Then(browser.Press("Stop watching")), browser.See("Sign in", "the service can be reached by others"), browser.Miss("Basket & Barrow"),
		browser.Fill("Admin token", "not the token"), browser.Then(browser.Press("Sign in", "main")), browser.See("This is not the admin token."),
		browser.Fill("Admin token", token), browser.Then(browser.Press("Sign in", "main")),
		browser.At("/apps/9900000007"), browser.See("You are signed in for eight hours.", "Stop watching"),
		browser.Then(browser.Press("Stop watching")), browser.See("1 app is not watched any more"), browser.Then(browser.Press("Undo")), browser.See("1 app is back"),
		browser.Then(browser.Press("Sign out")), browser.See("You are signed out."))

	// A form that was open while the session ended leads back to its screen, too.
	do(t, tab, browser.Open("/settings"), browser.Then(browser.Press("Save", "main")), browser.See("This needs the admin token"),
		browser.Fill("Admin token", token), browser.Then(browser.Press("Sign in", "main")), browser.At("/settings"),
		browser.Then(browser.Press("Save", "main")), browser.See("Saved."))
}
