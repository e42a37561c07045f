package browser_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
)

// Two apps are compared by their names, and what differs comes first.
func TestCompare(t *testing.T) {
	t.Parallel()
	tab := open(t, browser.View{Origin: demoSite(t)})
	do(t, tab, browser.Open("/apps"), browser.Then(browser.Press("Basket & Barrow Barrow Retail Group", "table")), browser.Then(browser.Press("Compare", "main")),
		browser.Fill("Second app", "Pocket Orchard"), browser.Then(browser.Press("Compare", "main")),
		browser.See("Basket & Barrow", "Pocket Orchard", "Privacy label"))
	rows := read[string](t, tab, "[...document.querySelectorAll('.matrix tbody')][0].innerHTML")
	if rows == "" {
		t.Fatal("nothing is compared")
	}
	if sorted := read[bool](t, tab, `(() => {
		const same = [...document.querySelectorAll('.matrix')][0].querySelectorAll('tbody tr');
		const firstSame = [...same].findIndex((r) => r.classList.contains('same'));
		return firstSame < 0 || [...same].slice(firstSame).every((r) => r.classList.contains('same'));
	})()`); !sorted {
		t.Error("a row that differs is below one that does not")
	}
	do(t, tab, browser.Fill("Second app", "no such app"), browser.Then(browser.Press("Compare", "main")), browser.See("None of your apps has this name."))
}
