package browser_test

import (
	"path/filepath"
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
)

// A table of apps, some by id, some by name alone, becomes apps.
func TestAddByFile(t *testing.T) {
	t.Parallel()
	from := newStage(t, false, gardening, weather)
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), nil, from.env)})
	list := filepath.Join(t.TempDir(), "apps.csv")
	write(t, list, "name,id\nCompost Calendar,400000001\nFogbank Weather,\nUnheard Of,\n")
	do(t, tab, browser.Open("/add"), browser.Attach("input[type=file]", list), browser.Then(browser.Press("Read the file")),
		browser.See("1 of 3 apps added", "1 to confirm", "1 not found"), // the search and the import go on without a reload
		browser.See("Found: confirm it", "Fogbank Weather"),
		browser.Then(browser.Press("Add the selected apps")), browser.See("2 of 3 apps added"),
		browser.Open("/apps"), browser.See("2 apps", "Compost Calendar", "Fogbank Weather"))

	empty := filepath.Join(t.TempDir(), "empty.csv")
	write(t, empty, "name,id\n")
	do(t, tab, browser.Open("/add"), browser.Attach("input[type=file]", empty), browser.Then(browser.Press("Read the file")), browser.See("No app is named in this file."))
}
