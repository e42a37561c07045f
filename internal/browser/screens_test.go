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
	"github.com/privacylabels/auditor/internal/language"
)

// screens are the paths of all screens whose addresses are the same in each program with the invented apps.
var screens = []string{
	"/", "/?kind=policy", "/?days=7&kind=rating", "/apps", "/apps?q=nothing-is-called-this", "/apps?show=changed&sort=risk",
	"/apps/9900000007", "/apps?show=removed", "/apps?data=LOCATION&use=linked&verdict=none", "/apps/1", "/apps/9900000007/stores",
	"/add", "/add?device=nothing", "/add/search", "/add/search?q=Basket", "/add/search?q=nothing-is-called-this", "/compare", "/compare?a=9900000007&b=9900000001", "/statistics", "/developers", "/developers?sort=risk&q=a",
	"/activity", "/activity/messages", "/settings", "/settings/notifications", "/settings/destinations",
	"/settings/destinations/new?channel=ntfy", "/settings/destinations/new?channel=email", "/settings/destinations/new?channel=generic", "/settings/profile", "/settings/models",
	"/settings/devices", "/settings/backup", "/settings/access", "/settings/models/log",
	"/settings/models/log/clear", "/sign-in", "/nowhere",
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

// Every screen can be read by everybody, in light and dark, and fits a phone and a desktop. On a phone
// everything can be pressed with a finger, and nothing scrolls sideways. In short tests the screens are those
// in English, and in German on a phone, where the longest words have the least room.
func TestScreens(t *testing.T) {
	t.Parallel()
	site, paths := furnishedSite(t)
	for _, l := range language.All() {
		for _, v := range []browser.View{{Width: 360, Height: 740}, {Width: 1400, Height: 900, Dark: true}} {
			if testing.Short() && l != language.English && (l.Code != "de" || v.Dark) {
				continue
			}
			v.Origin = site
			name := l.Code + " desktop"
			if !v.Dark {
				name = l.Code + " phone"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				tab := open(t, v)
				speak(t, tab, l)
				for _, path := range paths {
					t.Run(strings.ReplaceAll(path, "/", "_"), func(t *testing.T) {
						do(t, tab, browser.Open(path))
						holds(t, tab, l, !v.Dark)
						if l == language.English || !v.Dark && !testing.Short() {
							accessible(t, tab)
						}
						picture(t, tab, strings.ReplaceAll(name, " ", "-")+"-"+strings.Trim(strings.ReplaceAll(path, "/", "_"), "_"))
					})
				}
			})
		}
	}
}

// In a window between those of a phone and a desktop every screen fits, in the language with the longest
// words, and no word of a table is broken.
func TestScreensOnATablet(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("short tests have the phone and the desktop")
	}
	site, paths := furnishedSite(t)
	german, _ := language.Of("de")
	tab := open(t, browser.View{Origin: site, Width: 800, Height: 1200})
	speak(t, tab, german)
	for _, path := range paths {
		t.Run(strings.ReplaceAll(path, "/", "_"), func(t *testing.T) {
			do(t, tab, browser.Open(path))
			holds(t, tab, german, false)
			if over := read[string](t, tab, strings.Replace(sideways, "main *", "main *:not([role=region])", 1)); over != "" { // a matrix may
				t.Errorf("it scrolls sideways: %s", over)
			}
			picture(t, tab, "de-tablet-"+strings.Trim(strings.ReplaceAll(path, "/", "_"), "_"))
		})
	}
	do(t, tab, browser.Open("/apps"))
	if narrow := read[int](t, tab, "document.querySelector('.apps tbody th').clientWidth"); narrow < 200 {
		t.Errorf("the names of apps have %d pixels", narrow)
	}
}

// The screens of an installation without apps, and one that is asked for what it is for.
func TestScreensWithoutApps(t *testing.T) {
	t.Parallel()
	site := start(t, t.TempDir(), nil, nil)
	for _, l := range language.All() {
		if testing.Short() && l != language.English {
			continue
		}
		t.Run(l.Code, func(t *testing.T) {
			t.Parallel()
			tab := open(t, browser.View{Origin: site, Width: 360, Height: 740, Dark: true})
			speak(t, tab, l)
			for _, path := range []string{"/", "/apps", "/apps?show=removed", "/compare", "/add", "/statistics", "/activity", "/settings", "/settings/destinations", "/settings/devices"} {
				t.Run(strings.ReplaceAll(path, "/", "_"), func(t *testing.T) {
					do(t, tab, browser.Open(path))
					holds(t, tab, l, true)
					accessible(t, tab)
					picture(t, tab, l.Code+"-empty-"+strings.Trim(strings.ReplaceAll(path, "/", "_"), "_"))
				})
			}
		})
	}
}

// speak sets the language of a tab.
func speak(t testing.TB, tab *browser.Tab, l *language.Language) {
	t.Helper()
	if l.Code != "en" {
		do(t, tab, browser.Open("/add"), browser.Then(browser.Press(l.Own)))
	}
}

// holds fails the test unless what a tab shows is in a language and fits the window, and on a phone can be
// pressed with a finger.
func holds(t testing.TB, tab *browser.Tab, l *language.Language, phone bool) {
	t.Helper()
	if lang := read[string](t, tab, "document.documentElement.lang"); lang != l.Code {
		t.Errorf("the page is in %q", lang)
	}
	if n := read[int](t, tab, "document.querySelectorAll('main h1').length"); n != 1 {
		t.Errorf("%d headings of the first order", n)
	}
	fits(t, tab)
	if words := read[string](t, tab, broken); words != "" {
		t.Errorf("words of a table are broken: %s", words)
	}
	if !phone {
		return
	}
	if missed := read[string](t, tab, small); missed != "" {
		t.Errorf("too small for a finger:\n%s", missed)
	}
	if over := read[string](t, tab, sideways); over != "" {
		t.Errorf("it scrolls sideways: %s", over)
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

// broken is a function that returns the words of tables that go on in a second line without a hyphen. Addresses
// and the like may.
const broken = `(() => {
	const found = [], range = document.createRange();
	for (const cell of document.querySelectorAll('main :is(td, th)')) {
		const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) {
			for (const word of texts.currentNode.data.matchAll(/(?<![^\s(„“«"])\p{L}{2,24}(?![^\s).,:;”“»"])/gu)) {
				range.setStart(texts.currentNode, word.index);
				range.setEnd(texts.currentNode, word.index + word[0].length);
				if (new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size > 1) { found.push(word[0]); }
			}
		}
	}
	return found.slice(0, 5).join(', ');
})()`

// small is a function that returns what a finger misses on a page: what can be pressed and
// is less than 44 pixels high, or narrower than 24. Links within a sentence are left out.
const small = `(() => [...document.querySelectorAll('a, button, input, select, textarea, summary')]
	.filter((e) => e.checkVisibility({ visibilityProperty: true }) && e.type !== 'hidden' && !e.closest('.skip, dialog:not([open])'))
	.filter((e) => !(e.tagName === 'A' && getComputedStyle(e).display === 'inline' && e.closest('p, li, legend, h1, .aside')))
	.map((e) => [e, (e.labels && e.labels.length && /checkbox|radio/.test(e.type) ? e.labels[0] : e).getBoundingClientRect()])
	.filter(([e, box]) => box.height < 43.5 || box.width < 24)
	.map(([e, box]) => Math.round(box.width) + ' × ' + Math.round(box.height) + ': ' + e.outerHTML.slice(0, 140))
	.slice(0, 6).join('\n'))()`

// sideways is a function that returns the parts of a page that scroll sideways.
const sideways = `(() => [...document.querySelectorAll('main *')]
	.filter((e) => /auto|scroll/.test(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 1)
	.map((e) => e.scrollWidth + ' in ' + e.clientWidth + ': ' + e.innerHTML.slice(0, 140)).join('\n'))()`
