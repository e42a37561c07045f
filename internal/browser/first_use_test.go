package browser_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
	"github.com/privacylabels/auditor/storage"
)

// The first minutes: an empty installation, an app, its first change.
func TestFirstUse(t *testing.T) {
	t.Parallel()
	from := newStage(t, false, gardening)
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), nil, from.env)})
	do(t, tab, browser.Open("/"), browser.See("No apps yet"),
		browser.Fill("App Store address or name", "https://apps.apple.com/us/app/compost-calendar/id400000001"),
		browser.Then(browser.Press("Add", "main")),
		browser.See("1 of 1 app added"), // without a reload: the list follows the import
		browser.Then(browser.Press("Compost Calendar")), browser.See("Loam & Leaf", "Purchases", "Linked to you"),
		browser.Then(browser.Press("Changes", "nav")), browser.See("No changes yet"))

	changed := gardening
	changed.Label = declares(storage.DataUsedToTrackYou, "PURCHASES")
	from.Put(changed)
	do(t, tab, browser.Then(browser.Press("See the apps")), browser.Then(browser.Press("Compost Calendar Loam & Leaf", "table")),
		browser.Then(browser.Press("Check now")), browser.See("Checked: 2 changes.", "Declares data used to track you"),
		browser.Then(browser.Press("Changes", "nav")), browser.See("Today", "Declares data used to track you", "No longer declares data linked to you"))
}
