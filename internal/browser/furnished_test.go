package browser_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
)

// furnishing is a program with the invented apps that also has what its users make: devices, a profile,
// saved filters, destinations, backups, lists of apps.
type furnishing struct {
	site  string
	paths []string // of all screens
}

var furnished = sync.OnceValues(func() (furnishing, error) {
	path, err := program()
	if err != nil {
		return furnishing{}, err
	}
	p, err := browser.Start(path, filepath.Join(folder, "furnished"), []string{"-demo"}, nil)
	if err != nil {
		return furnishing{}, err
	}
	atEnd(p.Close)
	c, err := chromium()
	if err != nil {
		return furnishing{}, err
	}
	tab, err := c.Open(browser.View{Origin: p.URL, Width: 1000, Height: 900})
	if err != nil {
		return furnishing{}, err
	}
	defer tab.Close()
	paths, err := furnish(tab)
	return furnishing{p.URL, paths}, err
})

// furnish makes something for each screen, and returns the paths of all of them.
func furnish(tab *browser.Tab) ([]string, error) {
	press := func(name string, in ...string) browser.Step { return browser.Then(browser.Press(name, in...)) }
	if err := tab.Do(
		browser.Open("/settings/profile"), browser.Choose("Begin with", "Strict"), press("Use this"),
		browser.Open("/settings/devices"), browser.Fill("Name", "A phone with a rather long name", "main"), press("Add", "main"),
		browser.Fill("Name", "Another", "form.stack"), press("Add", "main"),
		browser.Open("/settings/access"), browser.Fill("Name", "A feed reader"), press("Create the token"),
		browser.Open("/settings/destinations/new?channel=ntfy"), browser.Fill("Address of the topic", "https://ntfy.example/a-topic-with-a-long-name"),
		browser.Press("Words of your own"), browser.Fill("Title", "{{.Title}}!"), press("Add", "main"),
		browser.Open("/settings/backup"), press("Write a backup on the server"), browser.See("was written"),
		browser.Open("/activity"), press("Check all apps"), browser.See("16/16"),
		browser.Open("/apps/9900000007"), browser.Press("Tags, devices, pause"), press("Put it on the device"),
		browser.Open("/apps?use=tracking"), browser.Press("Save this filter"), browser.Fill("Name of the filter", "Who tracks me"), press("Save", ".saved"),
		browser.Open("/?dir=worse"), browser.Press("Save this filter"), browser.Fill("Name of the filter", "What got worse"), press("Save", ".saved"),
		browser.Open("/apps/9900000002"), press("Stop watching", "main"),
		browser.Open("/add"), browser.Fill("Names, addresses in the App Store or on Google Play, packages, or ids, one on each line", "https://apps.apple.com/us/app/id9900000007\nNothing is called this"),
		press("Add", "main"), browser.See("1 of 2 apps added", "1 not found"),
	); err != nil {
		return nil, err
	}
	list, err := browser.Read[string](tab, "location.pathname")
	if err != nil {
		return nil, err
	}
	found := func(page, pattern string) (string, error) {
		expression := fmt.Sprintf("fetch(%q).then((r) => r.text()).then((t) => (t.match(/%s/) || ['nothing'])[0])", page, pattern)
		path, err := browser.Read[string](tab, expression)
		if err == nil && !strings.HasPrefix(path, "/") {
			err = fmt.Errorf("nothing on %s matches %s", page, pattern)
		}
		return path, err
	}
	paths := append([]string{list, list + "?show=open", list + "/choose?item=2", list + "/choose?item=2&q=Basket", list + "/forget"}, screens...)
	for _, link := range []struct{ page, pattern, more string }{
		{"/", `\/policies\/[^"]+`, ""},
		{"/", `\/apps\/[0-9]+\/label[^"]*`, ""},
		{"/settings/devices", `\/devices\/[0-9a-f-]{8,}`, ""},
		{"/settings/devices", `\/settings\/devices\/[0-9a-f-]+\/forget`, ""},
		{"/settings/devices", `\/settings\/devices\/[0-9a-f-]+\/merge`, ""},
		{"/settings/destinations", `\/settings\/destinations\/[0-9a-f-]{8,}`, ""},
		{"/settings/destinations", `\/settings\/destinations\/[0-9a-f-]{8,}`, "/remove"},
		{"/settings/access", `\/settings\/access\/tokens\/[^"]+\/revoke`, ""},
	} {
		path, err := found(link.page, link.pattern)
		if err != nil {
			return nil, err
		}
		paths = append(paths, strings.ReplaceAll(path, "&amp;", "&")+link.more)
	}
	return paths, nil
}

// furnishedSite returns the address of the furnished program, which tests do not change, and the paths of
// its screens.
func furnishedSite(t testing.TB) (site string, paths []string) {
	t.Helper()
	needChromium(t)
	f, err := furnished()
	if err != nil {
		t.Fatal(err)
	}
	return f.site, f.paths
}
