package browser_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
)

// A filter is in the address: it can be opened elsewhere, and the back button leaves it.
func TestFilters(t *testing.T) {
	t.Parallel()
	site := demoSite(t)
	tab := open(t, browser.View{Origin: site})
	shown := func(tab *browser.Tab) int {
		return read[int](t, tab, "document.querySelectorAll('[data-entry]').length")
	}

	do(t, tab, browser.Open("/"))
	all := shown(tab)
	do(t, tab, browser.Then(browser.Choose("Kind", "Accessibility")), browser.At("/?kind=accessibility"))
	some := shown(tab)
	if some == 0 || some >= all {
		t.Errorf("%d entries of %d are about accessibility", some, all)
	}
	if others := read[int](t, tab, "document.querySelectorAll('article .kind:not(.access)').length"); others > 0 {
		t.Errorf("%d entries are about something else", others)
	}
	do(t, tab, browser.Then(browser.Choose("Time", "The last 7 days")), browser.At("/?kind=accessibility&days=7"), browser.See("No change matches"),
		browser.Back(), browser.At("/?kind=accessibility"))
	if n := shown(tab); n != some {
		t.Errorf("after going back there are %d entries, not %d", n, some)
	}
	if chosen := read[string](t, tab, "document.querySelector('select[name=kind]').selectedOptions[0].text"); chosen != "Accessibility" {
		t.Errorf("after going back the filter says %q", chosen)
	}
	do(t, tab, browser.Back(), browser.At("/"))
	if n := shown(tab); n != all {
		t.Errorf("after going back twice there are %d entries, not %d", n, all)
	}
	if chosen := read[string](t, tab, "document.querySelector('select[name=kind]').selectedOptions[0].text"); chosen != "All kinds" {
		t.Errorf("after going back twice the filter says %q", chosen)
	}

	other := open(t, browser.View{Origin: site})
	do(t, other, browser.Open("/?kind=accessibility"))
	if n := shown(other); n != some {
		t.Errorf("the same address shows %d entries elsewhere, not %d", n, some)
	}
}

// The table of apps is searched, filtered and sorted in the address as well.
func TestListOfApps(t *testing.T) {
	t.Parallel()
	tab := open(t, browser.View{Origin: demoSite(t)})
	first := func() string {
		return read[string](t, tab, "document.querySelector('tbody a span:last-child').innerText.split('\\n')[0]")
	}
	do(t, tab, browser.Open("/apps"), browser.Then(browser.Choose("Risk", "High: used to track")), browser.At("/apps?risk=high"), browser.See("5 matches"),
		browser.Then(browser.Press("App", "thead")), browser.See("Basket & Barrow"))
	if got := first(); got != "Signalpost Maps" {
		t.Errorf("in reverse the first is %q", got)
	}
	do(t, tab, browser.Fill("Name or developer", "clip"), browser.Then(browser.Key("Enter")), browser.See("1 match"), browser.Miss("Pocket Orchard"),
		browser.Then(browser.Press("Show all")), browser.At("/apps"), browser.See("16 apps"))
}
