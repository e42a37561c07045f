package browser_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
)

// What was reviewed by mistake is taken back on the screen where it was done.
func TestReviewIsUndone(t *testing.T) {
	t.Parallel()
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), []string{"-demo"}, nil)})
	const first = "article:first-of-type"
	waiting := func() bool {
		return read[bool](t, tab, "document.querySelector('"+first+"').innerText.includes('Mark all 6 reviewed')")
	}
	do(t, tab, browser.Open("/?days=365"))
	if !waiting() {
		t.Fatal("nothing is to be reviewed")
	}
	do(t, tab, browser.Then(browser.Press("Mark all 6 reviewed", first)), browser.At("/?days=365"), browser.See("Marked as reviewed."))
	if waiting() {
		t.Error("what was reviewed is still to be reviewed")
	}
	do(t, tab, browser.Then(browser.Press("Undo")), browser.At("/?days=365"), browser.See("Undone."))
	if !waiting() {
		t.Error("after the undo there is nothing to review")
	}
	do(t, tab, browser.Then(browser.Press("Remind me in a week", first)), browser.See("You are reminded in a week.", "Show now"),
		browser.Then(browser.Press("Undo")), browser.Miss("Show now"))
}
