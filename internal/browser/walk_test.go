package browser_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/privacylabels/auditor/internal/browser"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// A new user goes from an empty installation to backups, notifications and read tokens by
// what is on the screens: only the first address is typed.
func TestWalkOfANewUser(t *testing.T) {
	t.Parallel()
	tracker := fakestore.App{
		ID: 400_000_003, Name: "Lamplight Journal", Developer: "Inkwell", BundleID: "example.lamplight", Version: "1.0", AgeRating: "4+",
		Label: declares(storage.DataLinkedToYou, "LOCATION"),
	}
	from := newStage(t, false, gardening, weather, tracker)
	took := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(took.Close)
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), nil, append(from.env, "SERVICE_OUTBOUND_ALLOW=127.0.0.1")), Width: 1000, Height: 800})
	dir := t.TempDir()
	n := 0
	walk := func(name string, steps ...browser.Step) {
		t.Helper()
		for _, step := range steps {
			do(t, tab, step)
		}
		n++
		picture(t, tab, fmt.Sprintf("walk-%02d-%s", n, name))
	}
	press := func(name string, in ...string) browser.Step { return browser.Then(browser.Press(name, in...)) }

	walk("start", browser.Open("/"), browser.See("No apps yet"))
	walk("add", press("Add", "nav"), browser.Fill("Names, addresses in the App Store or on Google Play, packages, or ids, one on each line", "400000001\nhttps://apps.apple.com/us/app/fogbank/id400000002\nLamplight Journal"),
		press("Add", "main"), browser.See("2 of 3 apps added", "1 to confirm"))
	walk("confirm", press("Add the selected apps"), browser.See("3 of 3 apps added"))
	changed := tracker
	changed.Label = declares(storage.DataUsedToTrackYou, "LOCATION")
	from.Put(changed)
	walk("refresh", press("Activity", "nav"), press("Check all apps"), browser.See("Nothing is running", "3/3"))
	walk("changes", press("Changes", "nav"), browser.See("Lamplight Journal", "Declares data used to track you"))
	walk("filter", browser.Then(browser.Choose("Kind", "Policies")), browser.See("No change matches"), press("Show all", "main"), browser.See("Lamplight Journal"))
	walk("app", press("Lamplight Journal", "article"), browser.See("High risk"))
	walk("note", browser.Fill("New note", "Ask in spring."), press("Add note"), browser.See("Ask in spring."))
	walk("verdict", browser.Tick("Replace it"), browser.Fill("Why", "It tracks."), press("Save verdict"), browser.See("Verdict: Replace it."))
	walk("clear", press("Clear it"), browser.See("The verdict is cleared."), press("Undo"), browser.See("Verdict: Replace it."))
	if why := read[string](t, tab, "document.getElementById('why').value"); why != "It tracks." {
		t.Errorf("the reason after the undo is %q", why)
	}
	walk("review", press("Mark reviewed"), browser.See("Marked as reviewed."), press("Apps", "nav"))
	walk("many", browser.Tick("Select all on this page"), browser.Choose("Verdict", "Keep it"), press("Set it for 3 apps"), browser.See("1 of them has a verdict with a reason"),
		press("Change nothing"), browser.See("Replace it"))
	walk("schedule", press("Settings", "nav"), browser.Choose("Check all apps", "Every day"), press("Save", "main"), browser.See("Saved."))
	walk("backup", press("Backup", "main"), browser.Download(dir, browser.Press("Download a backup")))
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files were downloaded (%v)", len(files), err)
	}
	walk("restore", browser.Attach("input[type=file]", files[0]), press("Show what is in it"), browser.See("Restore this backup?", "3 apps"))
	walk("restored", press("Replace everything by this backup"), browser.See("The backup was restored: 3 apps."))
	walk("destination", press("Settings", "nav"), press("Destinations", "main"), press("ntfy"), browser.Fill("Address of the topic", took.URL+"/topic"), press("Add and send a test message"),
		browser.See("ntfy was added. The destination took the test message."))
	walk("pair", press("Settings", "nav"), press("Access", "main"), press("Show a code"), browser.See("Code for a phone"))
	walk("token", browser.Fill("Name", "Feed reader"), press("Create the token"), browser.See("It is not shown again."))
	walk("keep", press("Revoke Feed reader"), browser.See("Revoke Feed reader?", "This cannot be undone."), press("Keep it"), browser.See("Feed reader"))
	walk("revoke", press("Revoke Feed reader"), press("Revoke the token"), browser.See("Feed reader can no longer read."))
	if rows := read[int](t, tab, "document.querySelectorAll('tbody tr').length"); rows != 0 {
		t.Errorf("%d tokens are left", rows)
	}
}
