package browser_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
)

// screens are the paths of all screens that the invented apps have something on.
var screens = []string{
	"/", "/?kind=policy", "/?days=7&kind=rating", "/apps", "/apps?q=nothing-is-called-this", "/apps?show=changed&sort=risk",
	"/apps/9900000007", "/apps?show=removed", "/apps?data=LOCATION&use=linked&verdict=none", "/apps/1", "/add", "/compare", "/compare?a=9900000007&b=9900000001", "/statistics", "/developers", "/developers?sort=risk&q=a",
	"/activity", "/activity/messages", "/settings", "/settings/notifications", "/settings/destinations", "/settings/profile", "/settings/models",
	"/settings/devices", "/settings/backup", "/settings/access", "/settings/models/log", "/sign-in", "/nowhere",
}

// axe is the script of axe-core, which is under the Mozilla Public License, see
// testdata/axe.LICENSE.
var axe = sync.OnceValues(func() (string, error) {
	const sum = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c" // of axe-core 4.14.1
	text, err := os.ReadFile("testdata/axe.min.js")
	if err != nil {
		return "", err
	}
	if digest := sha256.Sum256(text); hex.EncodeToString(digest[:]) != sum {
		return "", fmt.Errorf("testdata/axe.min.js is another version: its sum is %x", digest)
	}
	return string(text), nil
})

// accessible fails the test for what axe-core finds that is serious or critical.
func accessible(t testing.TB, tab *browser.Tab) {
	t.Helper()
	script, err := axe()
	if err != nil {
		t.Fatal(err)
	}
	read[bool](t, tab, script+"\ntrue")
	found := read[string](t, tab, `axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations
		.filter((v) => v.impact === 'serious' || v.impact === 'critical')
		.map((v) => v.impact + ': ' + v.help + '\n' + v.nodes.slice(0, 4).map((n) => '\t' + n.html.slice(0, 200) + ' ' + n.any.map((a) => a.message).join(' ')).join('\n'))
		.join('\n'))`)
	if found != "" {
		t.Errorf("axe-core finds:\n%s", found)
	}
}

// fits fails the test if the document is wider than the window.
func fits(t testing.TB, tab *browser.Tab) {
	t.Helper()
	if over := read[string](t, tab, `(() => {
		const width = document.documentElement.clientWidth;
		if (document.documentElement.scrollWidth <= width) { return ''; }
		const wide = [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > width + 0.5 && !e.closest('.scroll, .unseen'));
		return document.documentElement.scrollWidth + ' px: ' + wide.slice(0, 3).map((e) => e.outerHTML.slice(0, 160)).join('\n');
	})()`); over != "" {
		t.Errorf("the document is wider than the window: %s", over)
	}
}

// Every screen can be read by everybody, in light and dark, and fits a phone and a desktop.
func TestScreens(t *testing.T) {
	t.Parallel()
	site := demoSite(t)
	for _, v := range []browser.View{{Width: 360, Height: 740}, {Width: 1400, Height: 900, Dark: true}} {
		v.Origin = site
		t.Run(fmt.Sprintf("%d dark=%v", v.Width, v.Dark), func(t *testing.T) {
			t.Parallel()
			tab := open(t, v)
			for _, path := range screens {
				t.Run(strings.ReplaceAll(path, "/", "_"), func(t *testing.T) {
					do(t, tab, browser.Open(path))
					if n := read[int](t, tab, "document.querySelectorAll('main h1').length"); n != 1 {
						t.Errorf("%d headings of the first order", n)
					}
					fits(t, tab)
					accessible(t, tab)
					picture(t, tab, fmt.Sprintf("%d-%v-%s", v.Width, v.Dark, strings.Trim(strings.ReplaceAll(path, "/", "_"), "_")))
				})
			}
		})
	}
}

// picture keeps a picture of a page in the folder that AUDITOR_PICTURES names, if any.
func picture(t testing.TB, tab *browser.Tab, name string) {
	t.Helper()
	dir := os.Getenv("AUDITOR_PICTURES")
	if dir == "" {
		return
	}
	png, err := tab.Picture(true)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		t.Fatal(err)
	}
}
