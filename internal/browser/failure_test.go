package browser_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	_ "github.com/ncruces/go-sqlite3/driver"

	"github.com/privacylabels/auditor/internal/browser"
	"github.com/privacylabels/auditor/internal/fakestore"
)

// What the App Store refuses is shown as refused, with the reason.
func TestAppStoreFails(t *testing.T) {
	t.Parallel()
	from := newStage(t, false, gardening)
	tab := open(t, browser.View{Origin: start(t, t.TempDir(), nil, from.env)})
	do(t, tab, browser.Open("/add"), browser.Fill("Names, addresses in the App Store or on Google Play, packages, or ids, one on each line", "400000001\n400000009"), browser.Then(browser.Press("Add", "main")),
		browser.See("1 of 2 apps added", "1 failed", "Failed"))
	if reason := read[string](t, tab, "document.querySelector('.wrong').textContent"); reason == "" {
		t.Error("the failure has no reason")
	}

	broken := gardening
	broken.Fault = fakestore.Fault{Kind: fakestore.Broken}
	from.Put(broken)
	do(t, tab, browser.Open("/apps/400000001"), browser.Then(browser.Press("Check now")), browser.See("The check failed: ", "503", "The last check failed"),
		browser.Open("/apps?show=failed"), browser.See("Compost Calendar", "503"))

	from.FailAPI(fakestore.Fault{Kind: fakestore.Broken})
	do(t, tab, browser.Open("/add"), browser.Fill("Names, addresses in the App Store or on Google Play, packages, or ids, one on each line", "Fogbank"), browser.Then(browser.Press("Add", "main")),
		browser.See("The search has stopped: "), browser.Miss("Not found"))
}

// What cannot be read from the database is shown as a failure, and not as if there was
// nothing.
func TestDatabaseFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tab := open(t, browser.View{Origin: start(t, dir, []string{"-demo"}, nil)})
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(dir, "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rename := func(from, to string) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), "ALTER TABLE "+from+" RENAME TO "+to); err != nil {
			t.Fatal(err)
		}
	}
	rename("deliveries", "hidden_deliveries")
	do(t, tab, browser.Open("/activity"), browser.See("This could not be read.", "Log", "App checked"), browser.Miss("No message has been sent."))
	rename("apps", "hidden_apps")
	do(t, tab, browser.Open("/apps"), browser.See("500", "The log of the service names the cause."), browser.Miss("No apps yet"),
		browser.Open("/"), browser.See("500"), browser.Miss("No apps yet", "No changes yet"))
	rename("hidden_apps", "apps")
	rename("hidden_deliveries", "deliveries")
	do(t, tab, browser.Open("/apps"), browser.See("16 apps"), browser.Open("/activity"), browser.See("No message has been sent."))
}
