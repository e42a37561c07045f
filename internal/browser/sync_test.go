package browser_test

import (
	"fmt"
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// The progress of a refresh is seen while it goes on, without a reload, and after one.
func TestProgressOfARefresh(t *testing.T) {
	t.Parallel()
	const apps = 4
	from := newStage(t, true)
	addresses := ""
	for i := range apps {
		app := gardening
		app.ID, app.Name = storage.AppID(500_000_000+i), fmt.Sprintf("App %d", i)
		from.Put(app)
		addresses += app.ID.String() + "\n"
	}
	broken := fakestore.App{ID: 500_000_003, Name: "App 3"}
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), nil, from.env)})
	do(t, tab, browser.Open("/add"), browser.Fill("Names, addresses in the App Store or on Google Play, packages, or ids, one on each line", addresses), browser.Then(browser.Press("Add", "main")))
	from.let(t, apps)
	do(t, tab, browser.See("4 of 4 apps added"))

	broken.Fault = fakestore.Fault{Kind: fakestore.Gone}
	from.Put(broken)
	do(t, tab, browser.Open("/activity"), browser.Then(browser.Press("Check all apps")), browser.See("Check of all apps has begun: 4 apps.", "0 of 4 apps"))
	loads := pages(tab)
	from.letApp(t, 500_000_000) // several are asked for at a time, and recorded in their order
	from.letApp(t, 500_000_001)
	do(t, tab, browser.See("2 of 4 apps"))
	if now := pages(tab); now != loads {
		t.Errorf("%d pages were loaded to see the progress", now-loads)
	}
	do(t, tab, browser.Reload(), browser.See("2 of 4 apps", "Running now"))
	loads = pages(tab)
	close(from.pass)
	do(t, tab, browser.See("Nothing is running", "Done, with failures", "4/4"))
	if now := pages(tab); now != loads {
		t.Errorf("%d pages were loaded to see the end", now-loads)
	}
	if said := read[string](t, tab, "document.getElementById('live').textContent"); said != "Check of all apps: Done, with failures" {
		t.Errorf("the end is announced as %q", said)
	}
	do(t, tab, browser.Reload(), browser.See("Nothing is running", "Done, with failures", "4/4"),
		browser.Then(browser.Press("1", "#runs table")), browser.See("Only the log of one run is shown.", "id500000003"))
	if cause := read[string](t, tab, "document.querySelector('#log .wrong').textContent"); cause == "" {
		t.Error("the log does not say why the app could not be read")
	}
}

// pages returns how many documents a tab has loaded.
func pages(tab *browser.Tab) (n int) {
	for _, r := range tab.Requests() {
		if r.Type == "Document" {
			n++
		}
	}
	return n
}
