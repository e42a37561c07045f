package browser_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
)

// Without scripts every screen is read, and every form is sent with its button.
func TestWithoutScripts(t *testing.T) {
	t.Parallel()
	from := newStage(t, false, gardening, weather)
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), nil, from.env), NoScripts: true})
	do(t, tab, browser.Open("/add"), browser.Fill("Names, addresses in the App Store or on Google Play, packages, or ids, one on each line", "400000001\nFogbank Weather"), browser.Then(browser.Press("Add", "main")),
		browser.Then(browser.Press("Search for the next names")), browser.Then(browser.Press("Add the selected apps")),
		browser.ReloadUntil("2 of 2 apps added"))
	if scripted := read[bool](t, tab, "document.querySelector('.auto') !== null || !document.querySelector('[data-keys]').hidden"); scripted {
		t.Fatal("a script has run")
	}
	do(t, tab, browser.Open("/apps"), browser.See("Compost Calendar"), browser.Choose("Risk", "Moderate: three or more linked"), browser.Then(browser.Press("Show", "main")),
		browser.See("No app matches"), browser.Open("/apps/400000001"), browser.Tick("Replace it"), browser.Fill("Why", "It shares."), browser.Then(browser.Press("Save verdict")),
		browser.See("Verdict: Replace it."), browser.Fill("New note", "Ask in spring."), browser.Then(browser.Press("Add note")), browser.See("Ask in spring."),
		browser.Then(browser.Press("Delete")), browser.Miss("Ask in spring."), browser.Then(browser.Press("Undo")), browser.See("Ask in spring."),
		browser.Open("/activity"), browser.Then(browser.Press("Check all apps")), browser.See("Check of all apps has begun"),
		browser.Open("/settings"), browser.Then(browser.Press("Save", "main")), browser.See("Saved."))
}
