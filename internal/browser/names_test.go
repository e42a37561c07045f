package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
	"github.com/privacylabels/auditor/storage"
)

// hostileNames are names of apps and developers that do not fit, or are markup.
var hostileNames = []string{
	strings.Repeat("W", 120), "https://example.com/an/address/that/does/not/break/anywhere/at/all/index.html?with=query&and=more",
	"\u202eright to left", `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`, "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen", "\u200b",
}

// Whatever apps and developers are called, every screen fits the window.
func TestLongNamesFit(t *testing.T) {
	t.Parallel()
	from := newStage(t, false)
	app := gardening
	addresses := ""
	for i, name := range hostileNames {
		app.ID, app.Name, app.Developer = storage.AppID(600_000_000+i), name, hostileNames[(i+1)%len(hostileNames)]
		from.Put(app)
		addresses += app.ID.String() + "\n"
	}
	site := start(t, t.TempDir(), nil, from.env)
	tab := open(t, browser.View{Origin: site, Width: 360, Height: 740})
	do(t, tab, browser.Open("/add"), browser.Fill("Names, addresses in the App Store or on Google Play, packages, or ids, one on each line", addresses), browser.Then(browser.Press("Add", "main")),
		browser.See(fmt.Sprintf("%d of %d apps added", len(hostileNames), len(hostileNames))))
	list := read[string](t, tab, "location.pathname")
	for i, name := range hostileNames { // so that there are changes
		app.ID, app.Name, app.Developer, app.AgeRating = storage.AppID(600_000_000+i), name, hostileNames[(i+1)%len(hostileNames)], "13+"
		from.Put(app)
	}
	do(t, tab, browser.Open("/activity"), browser.Then(browser.Press("Check all apps")), browser.See("6/6"))
	for _, width := range []int{360, 800, 1400} {
		tab := open(t, browser.View{Origin: site, Width: width, Height: 740})
		for _, path := range []string{"/", "/apps", "/apps/600000000", "/apps/600000001", "/compare?a=600000000&b=600000001", "/statistics", "/activity", list} {
			do(t, tab, browser.Open(path))
			fits(t, tab)
			picture(t, tab, fmt.Sprintf("names-%d-%s", width, strings.Trim(strings.ReplaceAll(path, "/", "_"), "_")))
		}
		if n := read[int](t, tab, "document.querySelectorAll('main img[onerror], main script').length"); n > 0 {
			t.Errorf("%d names are markup", n)
		}
	}
}
