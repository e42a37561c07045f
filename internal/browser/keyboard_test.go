package browser_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/browser"
)

// focus describes what has the focus, and whether that is seen.
const focus = `(() => {
	const e = document.activeElement;
	const style = getComputedStyle(e);
	const seen = parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== 'none' || e.matches('input') && style.borderColor !== getComputedStyle(document.documentElement).getPropertyValue('--rule');
	const name = e.getAttribute('aria-label') || e.textContent.replace(/\s+/g, ' ').trim();
	return (seen ? '' : 'unseen: ') + e.tagName.toLowerCase() + ' ' + name;
})()`

// The page is used with the keyboard alone.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	tab := open(t, browser.View{Origin: demoSite(t)})
	do(t, tab, browser.Open("/"))
	var order []string
	for range 10 {
		do(t, tab, browser.Key("Tab"))
		order = append(order, read[string](t, tab, focus))
	}
	want := []string{
		"a Skip to the content", "a Privacy labels", "a Changes 16", "a Apps", "a Compare", "a Add", "a Statistics", "a Activity", "a Settings", "input Search apps",
	}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Errorf("the order of the focus (-want +got):\n%s", diff)
	}
	do(t, tab, browser.Open("/"), browser.Key("Tab"), browser.Key("Enter"), browser.Key("Tab"))
	if at := read[bool](t, tab, "document.activeElement.closest('main') !== null"); !at {
		t.Errorf("after the skip link the focus is at %s", read[string](t, tab, focus))
	}

	do(t, tab, browser.Open("/"), browser.Key("?"), browser.See("Search apps", "Next and previous entry", "Mark the entry reviewed, and take it back"))
	if !read[bool](t, tab, "document.getElementById('keys').open") {
		t.Error("? does not open the list of keys")
	}
	do(t, tab, browser.Key("Escape"), browser.Until("the list closes", "!document.getElementById('keys').open"), browser.Key("/"))
	if at := read[string](t, tab, focus); at != "input Search apps" {
		t.Errorf("after / the focus is at %s", at)
	}
	for _, key := range []string{"n", "i", "g", "h", "t", "/", "?"} { // in a field they are text
		do(t, tab, browser.Key(key))
	}
	if text := read[string](t, tab, "document.activeElement.value"); text != "night/?" {
		t.Errorf("the search field has %q", text)
	}
	do(t, tab, browser.Then(browser.Key("Enter")), browser.At("/apps?q=night%2F%3F"), browser.See("No app matches"),
		browser.Then(browser.Key("c")), browser.At("/"), browser.Key("j"), browser.Key("j"), browser.Key("k"))
	if at := read[bool](t, tab, "document.activeElement.closest('[data-entry]') === document.querySelector('[data-entry]')"); !at {
		t.Errorf("after j, j, k the focus is at %s", read[string](t, tab, focus))
	}
	if at := read[string](t, tab, focus); len(at) > 8 && at[:8] == "unseen: " {
		t.Errorf("the focus is not seen at %s", at)
	}
	do(t, tab, browser.Then(browser.Key("Enter")), browser.See("Privacy label", "Timeline"), browser.Then(browser.Key("a")), browser.At("/apps"))
}

// An entry is marked as reviewed by a key, and that is taken back by the same key or another one, without the
// reader losing the place. The menu counts the apps that are left.
func TestKeysReview(t *testing.T) {
	t.Parallel()
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), []string{"-demo"}, nil), Height: 600, Width: 1000})
	const (
		at      = `[...document.querySelectorAll('[data-entry]')].indexOf(document.activeElement.closest('[data-entry]'))`
		waiting = `document.querySelector('.top nav a').getAttribute('title') + '; ' + document.title`
		buttons = `document.querySelectorAll('button[value=reviewed]').length`
		fourth  = 3
	)
	counted := func(apps int) browser.Step {
		return browser.Until(fmt.Sprintf("%d apps are counted", apps), fmt.Sprintf("(%s) === '%d apps to review; (%d) Changes · Privacy labels'", waiting, apps, apps))
	}
	do(t, tab, browser.Open("/"), counted(16))
	all := read[int](t, tab, buttons)
	for range fourth + 1 {
		do(t, tab, browser.Key("j"))
	}
	top := read[float64](t, tab, "document.activeElement.getBoundingClientRect().top")
	for _, step := range []struct {
		key    string
		apps   int
		button int
	}{{"m", 15, all - 1}, {"m", 16, all}, {"m", 15, all - 1}, {"u", 16, all}} {
		do(t, tab, browser.Then(browser.Key(step.key)), counted(step.apps))
		if got := read[int](t, tab, buttons); got != step.button {
			t.Errorf("after %s %d apps can be reviewed, want %d", step.key, got, step.button)
		}
		if got := read[int](t, tab, at); got != fourth {
			t.Errorf("after %s the focus is at entry %d, want %d", step.key, got, fourth)
		}
		if got := read[float64](t, tab, "document.activeElement.getBoundingClientRect().top"); got < top-2 || got > top+2 {
			t.Errorf("after %s the entry is %.0f pixels from the top, before %.0f", step.key, got, top)
		}
		if !read[bool](t, tab, "(() => { const box = document.querySelector('.flash').getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })()") {
			t.Errorf("after %s the message is out of sight", step.key)
		}
	}
	do(t, tab, browser.Open("/apps"), browser.Key("j"), browser.Key("j"), browser.Key("x"), browser.See("1 app selected"), browser.Key("x"), browser.Miss("1 app selected"))
	do(t, tab, browser.Open("/"), browser.Then(browser.Press("Mark all of this list reviewed")),
		browser.Until("nothing is counted", "document.querySelector('.top nav a').title === '' && document.title === 'Changes · Privacy labels'"))
}
