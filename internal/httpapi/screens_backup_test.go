package httpapi_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

var heldName = regexp.MustCompile(`name="name" value="([0-9a-f]{32})"`)

func TestBackupsAreMadeAndRestored(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := newForms(t, func(cfg *httpapi.Config) { withSnapshots(t, dir)(cfg); cfg.NewLimiter = unlimited })
	a.update(func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 1, Name: "One", URL: "https://store.example/id1", FirstSeen: 5})
	})
	shows(t, a.do("GET", "/settings/backup").Body.String(), "No backup has been written", `href="/api/backup/export"`)
	shows(t, a.submit("/settings/backup/make", "").leads("/settings/backup", a), "was written", fileOfNow)
	shows(t, a.submit("/settings/backup/plan", "enabled=1&hours=12&kept=3").leads("/settings/backup", a), "Saved.", `value="12"`)
	shows(t, a.submit("/settings/backup/plan", "hours=0&kept=x").status(http.StatusBadRequest).Body.String(), "1 to 720 hours")

	saved := a.do("GET", "/api/backup/export").Body.String()
	a.update(func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 2, Name: "Two", URL: "https://store.example/id2", FirstSeen: 6})
	})
	look := func(text string) *answer { return a.do("POST", "/settings/backup/look", sameOrigin, upload(t, text)) }
	shows(t, look("{}").status(http.StatusBadRequest).Body.String(), "cannot be restored")
	first := heldName.FindStringSubmatch(look(saved).status(http.StatusOK).Body.String())
	text := look(saved).Body.String()
	shows(t, text, "this installation", "2 apps", `<th scope="row">Apps</th>`)
	name := heldName.FindStringSubmatch(text)
	if first == nil || name == nil || first[1] == name[1] {
		t.Fatalf("the file has the names %q and %q", first, name)
	}
	for _, gone := range []string{first[1], "", "x"} {
		shows(t, a.submit("/settings/backup/restore", "name="+gone).leads("/settings/backup", a), "Choose it again")
	}
	shows(t, a.submit("/settings/backup/restore", "name="+name[1]).leads("/settings/backup", a), "was restored: 1 app")
	var apps []struct{ Name string }
	a.do("GET", "/api/apps").json(&apps)
	if diff := cmp.Diff([]struct{ Name string }{{"One"}}, apps); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	foreign := strings.Replace(saved, `"One"`, `"Won"`, 1)
	text = look(foreign).Body.String()
	shows(t, text, "another installation", `name="untrusted"`)
	shows(t, a.submit("/settings/backup/restore", "name="+heldName.FindStringSubmatch(text)[1]).leads("/settings/backup", a), "Nothing was changed")
	name = heldName.FindStringSubmatch(look(foreign).Body.String())
	shows(t, a.submit("/settings/backup/restore", "untrusted=1&name="+name[1]).leads("/settings/backup", a), "was restored")

	name = heldName.FindStringSubmatch(look(saved).Body.String())
	a.clock.Advance(31 * time.Minute)
	shows(t, a.submit("/settings/backup/restore", "name="+name[1]).leads("/settings/backup", a), "Choose it again")
}

// Without the token a backup is shown, but neither kept nor restored.
func TestLookingIntoABackupWithoutToken(t *testing.T) {
	t.Parallel()
	a := newForms(t, withToken)
	saved := a.do("GET", "/api/backup/export", withHeader).Body.String()
	text := a.do("POST", "/settings/backup/look", sameOrigin, upload(t, saved)).status(http.StatusOK).Body.String()
	shows(t, text, "Sign in to restore it")
	if heldName.MatchString(text) {
		t.Error("the file is kept")
	}
	shows(t, a.do("GET", "/settings/backup").Body.String(), "Sign in to download a backup")
}
