package browser_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
)

// A new installation can be filled with samples, without an address at hand.
func TestSampleData(t *testing.T) {
	t.Parallel()
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), nil, []string{"SERVICE_APPSTORE_URL=http://127.0.0.1:1", "SERVICE_ITUNES_URL=http://127.0.0.1:1"})})
	do(t, tab, browser.Open("/"), browser.See("No apps yet"), browser.Then(browser.Press("Show me sample data")), browser.See("invented apps were added"), browser.Open("/apps"))
	if n := read[int](t, tab, "document.querySelectorAll('tbody tr').length"); n == 0 {
		t.Error("there are no samples")
	}
	accessible(t, tab)
}

// What changed in the text of a policy is in place, and the whole difference behind a link.
func TestPolicyDifference(t *testing.T) {
	t.Parallel()
	for _, v := range []browser.View{{Width: 360, Height: 740}, {Width: 1400, Height: 900, Dark: true}} {
		v.Origin = demoSite(t)
		tab := open(t, v)
		do(t, tab, browser.Open("/?kind=policy"), browser.See("Basket & Barrow"), browser.Press("What changed in the text", "article:first-of-type"),
			browser.See("ninety days", "three years"), browser.Then(browser.Press("The whole difference", "article:first-of-type")),
			browser.See("Policy of Basket & Barrow", "three years"))
		if n := read[int](t, tab, "document.querySelectorAll('ins, del').length"); n < 2 {
			t.Errorf("%d marks of what is new and gone", n)
		}
		fits(t, tab)
		accessible(t, tab)
	}
}

// A concern is decided where it is seen, and opened again.
func TestConcernIsDecided(t *testing.T) {
	t.Parallel()
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), []string{"-demo"}, nil)})
	do(t, tab, browser.Open("/settings/profile"), browser.Choose("Begin with", "Strict"), browser.Then(browser.Press("Use this")),
		browser.Open("/apps/9900000007"), browser.See("Beyond your profile"),
		browser.Fill("Why Purchases is accepted", "It is a shop."), browser.Then(browser.Press("Accept Purchases")), browser.See("Accepted", "It is a shop."),
		browser.Then(browser.Press("Decide again: Purchases")), browser.Miss("It is a shop."),
		browser.Then(browser.Press("Ask me in 30 days about Purchases")), browser.See("Put off until"))
	accessible(t, tab)
}

// Two devices become one, after a question that says what is lost.
func TestDevicesAreMerged(t *testing.T) {
	t.Parallel()
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), nil, nil)})
	do(t, tab, browser.Open("/settings/devices"), browser.Fill("Name", "Old phone", "main"), browser.Then(browser.Press("Add", "main")), browser.See("Old phone"),
		browser.Fill("Name", "New phone", "section:last-of-type"), browser.Then(browser.Press("Add", "main")), browser.See("New phone"),
		browser.Then(browser.Press("Merge Old phone")), browser.See("Merge Old phone into another device", "This cannot be undone."),
		browser.Choose("The other device", "New phone (0 apps)"), browser.Then(browser.Press("Merge the devices")), browser.See("New phone"))
	if n := read[int](t, tab, "document.querySelectorAll('tbody tr').length"); n != 1 {
		t.Errorf("%d devices are left, want 1", n)
	}
}
