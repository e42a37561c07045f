package httpapi_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/storage"
)

// newShop returns the page over an App Store whose first app is watched.
func newShop(t *testing.T, change func(*httpapi.Config)) (*api, findable) {
	t.Helper()
	with, shop := withShop(t, change)
	a := startPage(t, with)
	a.do("POST", "/api/scrape", sameOrigin, header("Content-Type", "application/json"), body(`{"urls":["https://store.example/id7"]}`)).status(http.StatusOK)
	return a, shop
}

func TestNotesAreWrittenAndDeleted(t *testing.T) {
	t.Parallel()
	a, _ := newShop(t, nil)
	text := a.submit("/apps/7/notes", "back=/apps/7&body="+url.QueryEscape(" Ask the <developer>. ")).leads("/apps/7", a)
	shows(t, text, "Note added.", "Ask the &lt;developer&gt;.")
	note := regexp.MustCompile(`action="(/notes/[^"]+)/delete"`).FindStringSubmatch(text)
	if note == nil {
		t.Fatalf("no note in\n%s", text)
	}
	deleted := a.submit(note[1]+"/delete", "back=/apps/7").leads("/apps/7", a)
	shows(t, deleted, "For 30 seconds", `action="`+note[1]+`/restore"`)
	if strings.Contains(deleted, "&lt;developer&gt;") {
		t.Error("the deleted note is shown")
	}
	shows(t, a.submit(note[1]+"/restore", "back=/apps/7").leads("/apps/7", a), "The note is back.", "&lt;developer&gt;")
	a.submit(note[1]+"/delete", "").status(http.StatusSeeOther)
	a.clock.Advance(31 * time.Second)
	shows(t, a.submit(note[1]+"/restore", "").status(http.StatusGone).Body.String(), "nothing left to undo")
	a.submit("/apps/7/notes", "body=+").status(http.StatusBadRequest)
	a.submit("/apps/99/notes", "body=x").status(http.StatusNotFound)
}

func TestVerdictsAreSetAndCleared(t *testing.T) {
	t.Parallel()
	a, _ := newShop(t, nil)
	shows(t, a.submit("/apps/7/verdict", "verdict=replace&rationale=Too+much").leads("/apps/7", a), "Verdict: Replace it.", `value="replace" required checked`, "Too much")
	shows(t, a.do("GET", "/apps").Body.String(), "Replace it")
	cleared := a.submit("/apps/7/verdict/clear", "").leads("/apps/7", a)
	shows(t, cleared, "The verdict is cleared.", `<input type="hidden" name="rationale" value="Too much">`)
	if text := a.do("GET", "/apps/7").Body.String(); strings.Contains(text, " checked>") || strings.Contains(text, "Too much") {
		t.Error("a cleared verdict is shown")
	}
	a.submit("/apps/7/verdict", "verdict=burn").status(http.StatusBadRequest)
	shows(t, a.submit("/apps/verdict", "id=7&verdict=safe").leads("/apps", a), "1 app: verdict “Keep it”")
	shows(t, a.submit("/apps/verdict", "verdict=safe").leads("/apps", a), "Select apps in the table first")

	// A reason is not lost without a question, unless it can be brought back.
	a.submit("/apps/7/verdict", "verdict=replace&rationale=Too+much").status(http.StatusSeeOther)
	shows(t, a.submit("/apps/verdict", "id=7&verdict=safe").status(http.StatusOK).Body.String(), "Set the verdict “Keep it” for 1 app?", "1 of them has a verdict with a reason", `name="sure"`)
	shows(t, a.do("GET", "/apps/7").Body.String(), "Too much")
	shows(t, a.submit("/apps/verdict", "id=7&verdict=safe&sure=yes").leads("/apps", a), "1 app: verdict “Keep it”")
	a.submit("/apps/7/verdict", "verdict=replace&rationale="+strings.Repeat("Too+much+", 500)).status(http.StatusSeeOther)
	shows(t, a.submit("/apps/7/verdict/clear", "").status(http.StatusOK).Body.String(), "Clear the verdict?", "Replace it", "cannot be undone", `name="sure"`)
	shows(t, a.do("GET", "/apps/7").Body.String(), "Too much")
	if text := a.submit("/apps/7/verdict/clear", "sure=yes").leads("/apps/7", a); !strings.Contains(text, "The verdict is cleared.") || strings.Contains(text, "Undo") {
		t.Errorf("after the question the screen is\n%s", text)
	}
}

func TestAppsAreRefreshed(t *testing.T) {
	t.Parallel()
	a, shop := newShop(t, nil)
	a.clock.Advance(time.Hour)
	shows(t, a.submit("/apps/7/refresh", "back=/apps/7").leads("/apps/7", a), "Checked. Nothing has changed.")
	shop.show(7, "Tide Table", "LOCATION", "CONTACTS")
	a.clock.Advance(time.Hour)
	shows(t, a.submit("/apps/7/refresh", "").leads("/apps/7", a), "Checked: 1 change.", "Collects Contacts, linked to you", "Mark reviewed")
	shop.fail(7, errors.New("the cable is cut"))
	a.clock.Advance(time.Hour)
	shows(t, a.submit("/apps/7/refresh", "").leads("/apps/7", a), "flash bad", "The check failed")
	shows(t, a.submit("/apps/refresh", "id=7").leads("/apps", a), "1 failed")
	a.submit("/apps/99/refresh", "").status(http.StatusNotFound)

	shop.fail(7, nil)
	shop.before = func(storage.AppID) { a.do("DELETE", "/api/apps/7", sameOrigin).status(http.StatusOK) }
	shows(t, a.submit("/apps/7/refresh", "back=/apps/7").leads("/apps", a), "The app was removed meanwhile.")
	a.do("GET", "/api/apps/7").status(http.StatusNotFound)
}

func TestAppsAreRemovedAndBroughtBack(t *testing.T) {
	t.Parallel()
	a, _ := newShop(t, nil)
	a.submit("/apps/7/notes", "body=Ask+them").status(http.StatusSeeOther)
	removed := a.submit("/apps/remove", "id=7&back=/apps").leads("/apps", a)
	shows(t, removed, "1 app is not watched any more", "No apps yet")
	undo := regexp.MustCompile(`action="/apps/remove/undo"><input type="hidden" name="at" value="(\d+)"`).FindStringSubmatch(removed)
	if undo == nil {
		t.Fatalf("the removal cannot be undone in\n%s", removed)
	}
	shows(t, a.submit("/apps/remove/undo", "at="+undo[1]+"&back=/apps").leads("/apps", a), "1 app is back", "Tide Table")
	a.submit("/apps/remove/undo", "at="+undo[1]).status(http.StatusNotFound)
	a.submit("/apps/remove/undo", "at=").status(http.StatusBadRequest)

	a.submit("/apps/remove", "id=7").status(http.StatusSeeOther)
	a.do("GET", "/apps/7").status(http.StatusNotFound)
	a.submit("/apps/7/remove", "").status(http.StatusNotFound)
	shows(t, a.do("GET", "/apps?show=removed").Body.String(), "Tide Table", "Bring the selected apps back", "Delete them for good")
	shows(t, a.submit("/apps/restore", "id=7&back=/apps").leads("/apps", a), "1 app is back", "Tide Table")
	shows(t, a.do("GET", "/apps/7").Body.String(), "Ask them")
	a.submit("/apps/restore", "id=7").status(http.StatusNotFound)

	shows(t, a.submit("/apps/7/remove", "").leads("/apps", a), "For 30 days you can bring it back")
	shows(t, a.submit("/apps/purge", "id=7").status(http.StatusOK).Body.String(), "Delete 1 removed app for good?", `name="sure"`)
	shows(t, a.submit("/apps/purge", "id=7&sure=yes").leads("/apps?show=removed", a), "1 app is deleted for good", "No app was removed")
	a.submit("/apps/restore", "id=7").status(http.StatusNotFound)
}

// Several apps are removed only once a backup is written, which the page names.
func TestSeveralAppsAreRemovedAfterABackup(t *testing.T) {
	t.Parallel()
	const both = "id=7&id=8&back=/apps"
	shop := func(t *testing.T, dir string) *api {
		t.Helper()
		a, _ := newShop(t, func(cfg *httpapi.Config) {
			if dir != "" {
				withSnapshots(t, dir)(cfg)
			}
		})
		a.do("POST", "/api/scrape", sameOrigin, header("Content-Type", "application/json"), body(`{"urls":["https://store.example/id8"]}`)).status(http.StatusOK)
		return a
	}
	t.Run("written", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		a := shop(t, dir)
		a.submit("/apps/remove", "id=7&back=/apps").leads("/apps", a)
		if _, err := os.Stat(filepath.Join(dir, snapshots.Folder)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a backup was written before one app was removed: %v", err)
		}
		a.submit("/apps/restore", "id=7").status(http.StatusSeeOther)
		shows(t, a.submit("/apps/remove", both).leads("/apps", a), "2 apps are not watched any more", "What was here is in the backup "+fileOfNow)
		text, err := os.ReadFile(filepath.Join(dir, snapshots.Folder, fileOfNow))
		if err != nil {
			t.Fatal(err)
		}
		shows(t, a.do("POST", "/settings/backup/look", sameOrigin, upload(t, string(text))).status(http.StatusOK).Body.String(), `Apps</th><td class="num">2<`)
	})
	t.Run("no folder", func(t *testing.T) {
		t.Parallel()
		a := shop(t, "")
		shows(t, a.submit("/apps/remove", both).leads("/apps", a), "2 apps are not watched any more", "No backup of what was here could be written first.")
	})
	t.Run("it fails", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		a := shop(t, dir)
		if err := os.WriteFile(filepath.Join(dir, snapshots.Folder), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		shows(t, a.submit("/apps/remove", both).leads("/apps", a), "No app was removed", "Tide Table", "Ledger")
	})
}

func TestManyAppsAreMarked(t *testing.T) {
	t.Parallel()
	a, shop := newShop(t, nil)
	a.do("POST", "/api/scrape", sameOrigin, header("Content-Type", "application/json"), body(`{"urls":["https://store.example/id8"]}`)).status(http.StatusOK)
	shop.show(7, "Tide Table", "LOCATION", "CONTACTS")
	a.clock.Advance(time.Hour)
	a.submit("/apps/7/refresh", "").status(http.StatusSeeOther)
	shows(t, a.submit("/apps/review", "all=1&filter=show%3Dchanged").leads("/apps", a), "The changes of 1 app are reviewed", `action="/apps/review/undo"`)
	if text := a.do("GET", "/apps?show=changed").Body.String(); strings.Contains(text, "Tide Table") {
		t.Error("reviewed changes are to be reviewed")
	}
	batch := storage.TimeOf(a.clock.Now())
	shows(t, a.submit("/apps/review/undo", "at="+strconv.FormatInt(int64(batch), 10)).leads("/apps", a), "The changes of 1 app are to be reviewed again")
	shows(t, a.do("GET", "/apps?show=changed").Body.String(), "Tide Table")
	a.submit("/apps/review/undo", "at=5").status(http.StatusGone)

	shows(t, a.submit("/apps/tag", "id=7&id=8&tag=+Games+").leads("/apps", a), "2 apps got the tag", `href="/apps?tag=games"`, `name="off"`)
	shows(t, a.submit("/apps/tag", "id=8&tag=games&off=1").leads("/apps", a), "1 app lost the tag")
	if text := a.do("GET", "/apps?tag=games").Body.String(); !strings.Contains(text, "Tide Table") || strings.Contains(text, "Ledger") {
		t.Errorf("the apps of the tag are\n%s", text)
	}
	shows(t, a.submit("/apps/tag", "id=7&tag=a,b").leads("/apps", a), "flash bad", "without commas")
	shows(t, a.submit("/apps/tag", "id=7&tag=").leads("/apps", a), "Enter a tag first")
	shows(t, a.do("GET", "/apps/7").Body.String(), `href="/apps?tag=games"`, "Take the tag games away")

	shows(t, a.submit("/apps/pause", "all=1&filter=tag%3Dgames").leads("/apps", a), "1 app paused")
	shows(t, a.do("GET", "/apps?show=paused").Body.String(), "Tide Table", "paused")
	shows(t, a.submit("/apps/pause", "id=7&off=1").leads("/apps", a), "1 app checked again")

	a.submit("/settings/devices", "name=Mia").status(http.StatusSeeOther)
	device := regexp.MustCompile(`<option value="([^"]+)">Mia</option>`).FindStringSubmatch(a.do("GET", "/apps").Body.String())
	if device == nil {
		t.Fatal("the device is no filter")
	}
	shows(t, a.submit("/apps/device", "id=7&device="+device[1]).leads("/apps", a), "1 app put on the device")
	if text := a.do("GET", "/apps?device="+device[1]).Body.String(); !strings.Contains(text, "Tide Table") || strings.Contains(text, "Ledger") {
		t.Errorf("the apps of the device are\n%s", text)
	}
	shows(t, a.do("GET", "/apps/7").Body.String(), "Take it off Mia")
	a.submit("/apps/device", "id=7&device=none").status(http.StatusNotFound)
	shows(t, a.submit("/apps/verdict", "all=1&filter=&verdict=safe").leads("/apps", a), "2 apps: verdict")
	for filter, want := range map[string][2]bool{
		"data=LOCATION": {true, false}, "data=CONTACTS": {true, false}, "data=CONTACTS&use=tracking": {false, false}, "use=linked": {true, false},
		"verdict=safe": {true, true}, "verdict=none": {false, false}, "age=4%2B&q=tide": {false, false}, "show=beyond": {false, false}, "q=ledger": {false, true},
	} {
		text := a.do("GET", "/apps?"+filter).Body.String()
		got := [2]bool{strings.Contains(text, `href="/apps/7"`), strings.Contains(text, `href="/apps/8"`)}
		if got != want {
			t.Errorf("%s selects %v, want %v", filter, got, want)
		}
	}
}

func TestAppsAreExported(t *testing.T) {
	t.Parallel()
	a, shop := newShop(t, nil)
	shop.show(7, `=HYPERLINK("x")`, "LOCATION")
	a.submit("/apps/7/refresh", "").status(http.StatusSeeOther)
	a.submit("/apps/7/verdict", "verdict=replace").status(http.StatusSeeOther)
	a.submit("/apps/7/notes", "body=Ask").status(http.StatusSeeOther)
	a.submit("/apps/tag", "id=7&tag=games").status(http.StatusSeeOther)
	link := regexp.MustCompile(`href="(/api/apps/export\?[^"]+csv[^"]*)"`).FindStringSubmatch(a.do("GET", "/apps?tag=games").Body.String())
	if link == nil {
		t.Fatal("the list cannot be exported")
	}
	table := a.do("GET", strings.ReplaceAll(link[1], "&amp;", "&")).status(http.StatusOK)
	table.header("Content-Type", "text/csv; charset=utf-8")
	text := table.Body.String()
	if !strings.HasPrefix(text, "\ufeffID,Bundle ID,") || !strings.Contains(text, ",Shared (Google Play),Collected (Google Play),Security practices,") {
		t.Errorf("the table is %q", text)
	}
	shows(t, text, `7,`, `"'=HYPERLINK(""x"")"`, ",replace,Ask,games,", "Location")
	var list []struct {
		ID           int
		Verdict      string
		Notes, Tags  []string
		PrivacyTypes []storage.PrivacyType
	}
	a.do("GET", "/api/apps/export?tag=games").status(http.StatusOK).json(&list)
	if len(list) != 1 || list[0].ID != 7 || list[0].Verdict != "replace" || len(list[0].Notes) != 1 || len(list[0].PrivacyTypes) == 0 {
		t.Errorf("the export is %+v", list)
	}
	a.do("GET", "/api/apps/export?tag=none").json(&list)
	if len(list) != 0 {
		t.Errorf("%d apps of a tag that none has", len(list))
	}
}

// An export reads the whole fleet for anyone who may read, so a reader gets a few in a minute.
func TestExportsOfAppsAreLimited(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for range 12 {
		a.do("GET", "/api/apps/export").status(http.StatusOK)
	}
	a.do("GET", "/api/apps/export?format=csv").status(http.StatusTooManyRequests)
}

func TestThePastIsReadOfTheArchive(t *testing.T) {
	t.Parallel()
	a, _ := newShop(t, nil)
	shows(t, a.do("GET", "/apps/7").Body.String(), "Read its past from the web archive", `id="past"`)
	shows(t, a.submit("/apps/7/history", "").leads("/apps/7", a), "flash bad", "The past could not be read")
}

func TestDevicesAreMerged(t *testing.T) {
	t.Parallel()
	a, _ := newShop(t, nil)
	a.update(func(tx *storage.Tx) error {
		return errors.Join(tx.Devices.Put(storage.Device{ID: "d", Name: "Phone", CreatedAt: 5}), tx.DeviceLinks.Put(storage.DeviceLink{Device: "d", App: 7}))
	})
	shows(t, a.do("GET", "/settings/devices/d/merge").Body.String(), "There is no other device")
	if text := a.do("GET", "/settings/devices").Body.String(); strings.Contains(text, "/merge") {
		t.Error("the only device can be merged")
	}
	a.update(func(tx *storage.Tx) error {
		return tx.Devices.Put(storage.Device{ID: "e", Name: "Tablet", CreatedAt: 6})
	})
	shows(t, a.do("GET", "/settings/devices").Body.String(), `href="/settings/devices/d/merge"`)
	shows(t, a.do("GET", "/settings/devices/d/merge").Body.String(), "Merge Phone into", "1 app", "No app is lost", `<option value="e">Tablet (0 apps)</option>`)
	shows(t, a.submit("/settings/devices/d/merge", "into=d").leads("/settings/devices", a), "flash bad")
	text := a.submit("/settings/devices/d/merge", "into=e").leads("/settings/devices", a)
	shows(t, text, "The devices are one now.", `<td class="num" data-th="Apps">1</td>`)
	if strings.Contains(text, "Phone") {
		t.Error("the merged device is there")
	}
	a.do("GET", "/settings/devices/d/merge").status(http.StatusNotFound)
}

// A name can neither turn around what the page says after it nor hide in it, and a form still sends it as it is.
func TestNamesKeepToThemselves(t *testing.T) {
	t.Parallel()
	const odd = "De\u202e\u2066v\u2069\x1b\u009b\x7fice \u200eA\u200f…"
	a, _ := newShop(t, nil)
	a.update(func(tx *storage.Tx) error {
		return errors.Join(tx.Devices.Put(storage.Device{ID: "d", Name: odd, CreatedAt: 5}), tx.DeviceLinks.Put(storage.DeviceLink{Device: "d", App: 7}))
	})
	outside := regexp.MustCompile(`<[^>]*>`)
	for _, path := range []string{"/", "/apps/7", "/settings/devices"} {
		text := outside.ReplaceAllString(a.do("GET", path).status(http.StatusOK).Body.String(), "")
		shows(t, text, "Device \u200eA\u200f…")
		if i := strings.IndexAny(text, "\u202e\u2066\u2069\x1b\u009b\x7f"); i >= 0 {
			t.Errorf("%s has %q", path, text[i:min(i+20, len(text))])
		}
	}
	shows(t, a.do("GET", "/settings/devices").Body.String(), `value="`+odd+`"`)
}

func TestLogOfModels(t *testing.T) {
	t.Parallel()
	a := newForms(t, withToken)
	shows(t, a.do("GET", "/settings/models/log").status(http.StatusUnauthorized).Body.String(), "Admin token")
	read := func(path string) string { return a.do("GET", path, withHeader).status(http.StatusOK).Body.String() }
	shows(t, read("/settings/models/log"), "No request has been sent yet")
	a.update(func(tx *storage.Tx) error {
		for i := range 12 {
			row := storage.AILog{ID: fmt.Sprint(i), CreatedAt: storage.Time(i + 1), AppName: fmt.Sprint("App ", i), Model: "small", DurationMS: 1234, Prompt: strings.Repeat("ä", 4000)}
			if i == 11 {
				row.Error = "the answer has no overview"
			}
			if err := tx.AILogs.Put(row); err != nil {
				return err
			}
		}
		return nil
	})
	text := read("/settings/models/log")
	shows(t, text, "App 11", "App 2<", "the answer has no overview", "1.2s", "[…]", "12 entries")
	if strings.Contains(text, "App 1<") || len(text) > 60<<10 {
		t.Errorf("the first page has all entries, or %d bytes", len(text))
	}
	shows(t, read("/settings/models/log?page=2"), "App 1<", "App 0")
	shows(t, text, `href="/settings/models/log/clear"`)
	shows(t, read("/settings/models/log/clear"), "Empty the log of the model?", "cannot be undone", `action="/settings/models/log/clear"`)
	a.submit("/settings/models/log/clear", "", withHeader).status(http.StatusSeeOther)
	shows(t, read("/settings/models/log"), "No request has been sent yet")
}

func TestAccessIsExplained(t *testing.T) {
	t.Parallel()
	shows(t, startPage(t, withPage).do("GET", "/settings/access").status(http.StatusOK).Body.String(), "not set", "this machine only")
	a := startPage(t, withPageAndToken)
	shows(t, a.do("GET", "/settings/access").Body.String(), "<dd>no</dd>", "/sign-in?next=/settings/access")
	signed := a.do("GET", "/settings/access", withHeader).Body.String()
	shows(t, signed, "<dd>yes</dd>")
	if strings.Contains(signed, token) {
		t.Error("the token is shown")
	}
}

// What was entered for a read token that is not created stays, with the error at its field.
func TestReadTokenKeepsWhatWasEntered(t *testing.T) {
	t.Parallel()
	a := startPage(t, withPage)
	for form, want := range map[string][]string{
		"name=Grafana&expires=2020-01-01": {`value="Grafana"`, `value="2020-01-01"`, `aria-describedby="expires-hint expires-wrong" aria-invalid="true"`, `id="expires-wrong" role="alert">The last day is in the past.`},
		"name=Grafana&expires=soon":       {`value="Grafana"`, `id="expires-wrong" role="alert">The last day is not a date.`},
		"name=&expires=2030-01-01":        {`value="2030-01-01"`, `aria-describedby="token-wrong"`, `id="token-wrong" role="alert">`},
	} {
		shows(t, a.submit("/settings/access/tokens", form).status(http.StatusBadRequest).Body.String(), want...)
	}
}

// A backup that is being checked is on the screen of backups, for everyone who loads it.
func TestBackupUnderWayIsShown(t *testing.T) {
	t.Parallel()
	var backups *backup.Service
	a := newForms(t, func(cfg *httpapi.Config) { backups = cfg.Backup })
	idle := a.do("GET", "/settings/backup").Body.String()
	if strings.Contains(idle, "every 1s") || !strings.Contains(idle, `hx-trigger="sent from:body"`) {
		t.Errorf("the idle screen is fetched again:\n%s", idle)
	}
	saved, during := a.do("GET", "/api/backup/export").Body.String(), ""
	found, err := backups.Preview(t.Context(), io.MultiReader(readerFunc(func([]byte) (int, error) {
		during = a.do("GET", "/settings/backup").Body.String()
		return 0, io.EOF
	}), strings.NewReader(saved)))
	if err != nil || found.Trust != backup.Trusted {
		t.Fatal(found, err)
	}
	shows(t, during, "Checking a backup", "0 records so far", "<progress", "every 1s")
	after := a.do("GET", "/settings/backup", header("HX-Request", "true")).Body.String()
	shows(t, after, "It has finished", `hx-trigger="sent from:body"`)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
