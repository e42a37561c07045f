package browser_test

import (
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
		"a Skip to the content", "a Privacy labels", "a Changes", "a Apps", "a Compare", "a Add", "a Statistics", "a Activity", "a Settings", "input Search apps",
	}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Errorf("the order of the focus (-want +got):\n%s", diff)
	}
	do(t, tab, browser.Open("/"), browser.Key("Tab"), browser.Key("Enter"), browser.Key("Tab"))
	if at := read[bool](t, tab, "document.activeElement.closest('main') !== null"); !at {
		t.Errorf("after the skip link the focus is at %s", read[string](t, tab, focus))
	}

	do(t, tab, browser.Open("/"), browser.Key("?"), browser.See("Search apps", "Next and previous entry"))
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
