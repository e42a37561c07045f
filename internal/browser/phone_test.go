package browser_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
)

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

// On a phone everything can be pressed with a finger, and nothing scrolls sideways.
func TestPhone(t *testing.T) {
	t.Parallel()
	site := start(t, t.TempDir(), []string{"-demo"}, nil)
	tab := open(t, browser.View{Origin: site, Width: 360, Height: 740})
	do(t, tab, // so that each screen has something on it
		browser.Open("/settings/profile"), browser.Choose("Begin with", "Strict"), browser.Then(browser.Press("Use this")),
		browser.Open("/settings/devices"), browser.Fill("Name", "A phone with a rather long name", "main"), browser.Then(browser.Press("Add", "main")),
		browser.Fill("Name", "Another", "form.stack"), browser.Then(browser.Press("Add", "main")),
		browser.Open("/settings/access"), browser.Fill("Name", "A feed reader"), browser.Then(browser.Press("Create the token")),
		browser.Open("/settings/destinations/new?channel=ntfy"), browser.Fill("Address of the topic", "https://ntfy.example/a-topic-with-a-long-name"), browser.Then(browser.Press("Add", "main")),
		browser.Open("/settings/backup"), browser.Then(browser.Press("Write a backup on the server")), browser.See("was written"),
		browser.Open("/activity"), browser.Then(browser.Press("Refresh all apps")), browser.See("16/16"),
		browser.Open("/add"), browser.Fill("Names, App Store addresses, or ids, one on each line", "https://apps.apple.com/us/app/id9900000007\nhttps://apps.apple.com/us/app/id9900000001"), browser.Then(browser.Press("Add", "main")), browser.See("2 of 2 apps added"),
	)
	paths := append([]string{"/settings/destinations", "/settings/destinations/new?channel=email"}, screens...)
	paths = append(paths, read[string](t, tab, "location.pathname"), "/policies/"+read[string](t, tab, `fetch('/').then((r) => r.text()).then((t) => t.match(/policies\/([^"]+)"/)[1])`))
	for _, path := range paths {
		t.Run(strings.ReplaceAll(path, "/", "_"), func(t *testing.T) {
			do(t, tab, browser.Open(path))
			if missed := read[string](t, tab, small); missed != "" {
				t.Errorf("too small for a finger:\n%s", missed)
			}
			if over := read[string](t, tab, sideways); over != "" {
				t.Errorf("it scrolls sideways: %s", over)
			}
			fits(t, tab)
			picture(t, tab, "phone-"+strings.Trim(strings.ReplaceAll(path, "/", "_"), "_"))
		})
	}
}
