package httpapi_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// findable is an App Store that can be searched.
type findable struct{ *pages }

func (s findable) Search(_ context.Context, _, term string, _ int) ([]fleet.Listing, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, l := range s.listings {
		if *l.Name == term {
			l.URL = new("https://store.example/id" + id.String())
			return []fleet.Listing{l}, nil
		}
	}
	return nil, nil
}

// withShop serves the page over an App Store with two apps.
func withShop(t *testing.T, change func(*httpapi.Config)) (func(*httpapi.Config), findable) {
	t.Helper()
	s := findable{newPages()}
	s.show(7, "Tide Table", "LOCATION")
	s.show(8, "Ledger")
	return func(cfg *httpapi.Config) {
		withPage(cfg)
		cfg.NewLimiter = unlimited
		cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Scraper: s})
		cfg.Imports = imports.New(imports.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Fleet: cfg.Fleet})
		cfg.Runs = engine(t, cfg.Store, cfg.Now, cfg.Fleet, pastOf(cfg.Store, cfg.Now), cfg.Imports.Job())
		if change != nil {
			change(cfg)
		}
	}, s
}

func newForms(t *testing.T, change func(*httpapi.Config)) *api {
	t.Helper()
	with, _ := withShop(t, change)
	return startPage(t, with)
}

// submit sends a form of the page from the page.
func (a *api) submit(path, form string, more ...option) *answer {
	a.t.Helper()
	return a.do("POST", path, append(append(asForm(form), sameOrigin), more...)...)
}

// upload is a form with a file, and then other fields.
func upload(t *testing.T, text string, fields ...string) option {
	t.Helper()
	var out bytes.Buffer
	form := multipart.NewWriter(&out)
	part, err := form.CreateFormFile("file", "list.csv")
	if err == nil {
		_, err = part.Write([]byte(text))
	}
	for _, name := range fields {
		err = errors.Join(err, form.WriteField(name, "x"))
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return func(r *http.Request) {
		body(out.String())(r)
		header("Content-Type", form.FormDataContentType())(r)
	}
}

// leads fails the test unless a form was answered with another screen. It returns what
// the browser shows there.
func (a *answer) leads(to string, page *api) string {
	a.t.Helper()
	a.status(http.StatusSeeOther)
	place := a.Header().Get("Location")
	if !strings.HasPrefix(place, to) {
		a.t.Fatalf("%s leads to %q, want %q", a.what, place, to)
	}
	var cookies []string
	for _, c := range (&http.Response{Header: a.Header()}).Cookies() {
		cookies = append(cookies, c.Name+"="+c.Value)
	}
	return page.do("GET", place, header("Cookie", strings.Join(cookies, "; "))).status(http.StatusOK).Body.String()
}

// shows fails the test unless a screen has all of these texts.
func shows(t *testing.T, text string, want ...string) {
	t.Helper()
	for _, part := range want {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

// formPaths are the forms of this group of screens; those that need the token are true.
func formPaths() map[string]bool {
	return map[string]bool{
		"/activity/sync/start": false, "/activity/sync/pause": false, "/activity/sync/resume": false, "/activity/sync/cancel": false,
		"/activity/policy/start": false, "/activity/policy/cancel": false, "/activity/wayback/start": false, "/activity/wayback/cancel": false,
		"/activity/import/cancel": false, "/activity/messages/1/retry": false,
		"/add": false, "/add/file": false, "/add/1/search": false, "/add/1/confirm": false, "/add/1/skip": false, "/add/1/retry": false,
		"/add/1/choose": false, "/add/1/forget": true,
		"/settings": true, "/settings/notifications": true, "/settings/models": true, "/settings/model-test": true,
		"/settings/switches": false, "/settings/webhook-test": false, "/settings/profile/privacy": false, "/settings/profile/accessibility": false,
		"/settings/devices": false, "/settings/devices/1": false, "/settings/devices/1/forget": false, "/settings/devices/1/merge": false, "/settings/models/log/clear": true,
		"/settings/backup/make": true, "/settings/backup/plan": true, "/settings/backup/look": false, "/settings/backup/restore": true,
	}
}

func TestFormsRefuseOthers(t *testing.T) {
	t.Parallel()
	a := newForms(t, func(cfg *httpapi.Config) { withToken(cfg); cfg.NetworkExposed = true })
	for path, needsToken := range formPaths() {
		a.do("POST", path, asForm("a=b")...).status(http.StatusForbidden)
		a.do("POST", path, append(asForm("a=b"), foreign)...).status(http.StatusForbidden)
		if needsToken {
			shows(t, a.submit(path, "a=b").status(http.StatusUnauthorized).Body.String(), "Admin token", "come back")
		}
	}
}

func TestRunsAreStartedAndControlled(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	shows(t, a.do("GET", "/activity").status(http.StatusOK).Body.String(), "Nothing is running", "Check all apps", "Nothing has been done yet", "No message has been sent")
	shows(t, a.submit("/activity/sync/pause", "").leads("/activity", a), "This run has ended already")
	a.update(func(tx *storage.Tx) error {
		now := storage.TimeOf(a.clock.Now())
		return tx.Runs.Put(
			storage.Run{ID: "p", Runner: "wayback", Initiator: "manual", Status: storage.RunPaused, StartedAt: now, Total: 4, Completed: 1, Failed: 1},
			storage.Run{ID: "i", Runner: "policy", Initiator: "automatic", Status: storage.RunInterrupted, Reason: tracked.InterruptRateLimited, StartedAt: now, Total: 2})
	})
	text := a.do("GET", "/activity").status(http.StatusOK).Body.String()
	shows(t, text, "Paused", "2 of 4 apps", "1 failed", "Interrupted", "The App Store asked to wait", `action="/activity/wayback/resume"`, `action="/activity/policy/cancel"`)
	if strings.Contains(text, "hx-get") {
		t.Error("the screen is fetched again although nothing is under way")
	}
	shows(t, a.submit("/activity/wayback/cancel", "").leads("/activity", a), "The run is cancelled", "Cancelled")
	shows(t, a.submit("/activity/sync/start", "back=/activity?type=scrape").leads("/activity?type=scrape", a), "Check of all apps has begun: 0 apps")
	shows(t, a.submit("/activity/sync/start", "").leads("/activity", a), "Check of all apps")
}

func TestLogIsFilteredByItsAddress(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	a.update(func(tx *storage.Tx) error {
		return tx.Activities.Put(
			storage.Activity{ID: "1", Kind: "scrape", Type: "scrape", Status: "error", Summary: "Tide Table: failed", Detail: []byte(`{"error":"the page has no label"}`), StartedAt: 5000},
			storage.Activity{ID: "2", Kind: "resync", Type: "resync", Status: "ok", Summary: "Ledger: no label changes", StartedAt: 6000})
	})
	shows(t, a.do("GET", "/activity").Body.String(), "Tide Table: failed", "the page has no label", "Ledger: no label changes")
	failed := a.do("GET", "/activity?status=error").Body.String()
	shows(t, failed, "Tide Table: failed", `<option value="error" selected>`)
	if strings.Contains(failed, "Ledger") {
		t.Error("the filter shows what was done")
	}
	shows(t, a.do("GET", "/activity?status=nonsense&page=x").Body.String(), "Ledger")
	shows(t, a.do("GET", "/activity?type=import").Body.String(), "No line of the log matches")
	shows(t, a.do("GET", "/activity?from=5500&to=7000").Body.String(), "the log of one run", "Ledger")
}

func TestDeliveriesAreRetried(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	a.update(func(tx *storage.Tx) error {
		return tx.Deliveries.Put(storage.Delivery{
			ID: "d1", Endpoint: "webhook", Kind: storage.DeliveryImmediate, State: storage.DeliveryDead, Host: "hooks.example", Title: "Two changes", CreatedAt: 5, QueuedAt: 5, Attempts: 3, LastError: "connection refused",
		})
	})
	shows(t, a.do("GET", "/activity").Body.String(), "Two changes", "Given up", "connection refused")
	shows(t, a.do("GET", "/activity/messages").Body.String(), "Two changes")
	shows(t, a.submit("/activity/messages/d1/retry", "back=/activity/messages").leads("/activity/messages", a), "sent again", "Waiting")
	shows(t, a.submit("/activity/messages/none/retry", "").leads("/activity", a), "flash bad")
}

var listPath = regexp.MustCompile(`^/add/[^/?]+$`)

// begun returns the path of the list that a form began.
func begun(t *testing.T, from *answer) string {
	t.Helper()
	place := from.status(http.StatusSeeOther).Header().Get("Location")
	if !listPath.MatchString(place) {
		t.Fatalf("%s leads to %q", from.what, place)
	}
	return place
}

func TestAppsAreAdded(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	shows(t, a.submit("/add", "apps=+%0A").status(http.StatusBadRequest).Body.String(), "No app is named here", `aria-invalid="true"`)
	list := begun(t, a.submit("/add", "apps="+url.QueryEscape("Tide Table\nUnheard Of\nLedger\nhttps://evil.example/x")))
	shows(t, a.do("GET", list).status(http.StatusOK).Body.String(), "3 to search for", "hx-post=", "This is not the App Store address")
	text := a.submit(list+"/search", "").leads(list, a)
	shows(t, text, "2 to confirm", "2 not found", `name="item" value="0" aria-label="Tide Table" checked`)
	shows(t, a.submit(list+"/confirm", "").leads(list, a), "Tick the apps first")
	shows(t, a.submit(list+"/skip", "item=2").leads(list, a), "1 app is left out", "Left out")
	shows(t, a.submit(list+"/confirm", "item=0&item=1&item=x").leads(list, a), "1 app is read", "Waiting to be read")
	shows(t, a.submit(list+"/retry?item=0", "").leads(list, a), "Tide Table was added", "1 of 4 apps added")
	a.submit(list+"/retry?item=99", "").status(http.StatusSeeOther)
	a.do("GET", "/api/apps/7/trust").status(http.StatusOK)

	shows(t, a.do("GET", list+"/choose?item=1&q=Ledger").status(http.StatusOK).Body.String(), "Which app is", "Ledger", "https://store.example/id8")
	shows(t, a.submit(list+"/choose", "item=1&url=https://evil.example").status(http.StatusBadRequest).Body.String(), `value="https://evil.example"`, "url-wrong")
	shows(t, a.submit(list+"/choose", "item=1&url=https://store.example/id8").leads(list, a), "Ledger was added")
	a.do("GET", list+"/choose?item=77").status(http.StatusNotFound)
	a.do("GET", "/add/none").status(http.StatusNotFound)
	shows(t, a.do("GET", list+"?show=added").Body.String(), "Tide Table")
	shows(t, a.do("GET", list).Body.String(), "2 of 4 apps added.", "1 needs you", ">1 not found<", "Check every day?", "How do you want to hear of changes?")

	shows(t, a.do("GET", list+"/forget").Body.String(), "4 apps", "cannot be undone", "danger")
	shows(t, a.submit(list+"/forget", "apps=1").leads("/add", a), "2 apps are removed")
	a.do("GET", list).status(http.StatusNotFound)
	a.submit(list+"/forget", "").status(http.StatusSeeOther)
}

func TestAppsAreAddedByFile(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	list := begun(t, a.do("POST", "/add/file", sameOrigin, upload(t, "name,url\nTide Table,https://store.example/id7\n")))
	shows(t, a.do("GET", list).Body.String(), "Waiting to be read")
	shows(t, a.do("GET", "/add").Body.String(), list, "1 to read")
	shows(t, a.do("POST", "/add/file", sameOrigin, upload(t, "PK\x00")).status(http.StatusBadRequest).Body.String(), "not a list of apps")
	shows(t, a.do("POST", "/add/file", sameOrigin, upload(t, "id,developer\n12345678,A\n<b>,B\n")).leads("/add/", a),
		"flash bad", "1 entry of the list names no app and was left out: &lt;b&gt;, B")
	shows(t, a.do("POST", "/add/file", sameOrigin, upload(t, `[{"id":1234567},{"foo":1},5]`)).leads("/add/", a),
		"2 entries of the list name no app and were left out; the first: {&#34;foo&#34;:1}", "<td>1234567</td>")
	shows(t, a.do("POST", "/add/file", sameOrigin, upload(t, "brew \"jq\"\ntap \"x/y\"\nmas \"Xcode\", id: 497799835\n")).leads("/add/", a),
		"2 lines are about something else than the App Store and were skipped", "Xcode")
	shows(t, a.do("POST", "/add/file", sameOrigin, upload(t, "12345678\n1.23E+09\n")).leads("/add/", a), "flash bad", "1.23E&#43;09", "rounded")
	shows(t, a.do("POST", "/add/file", sameOrigin, upload(t, "\ufeffName;App ID\nTide;1,23E+09\n")).leads("/add/", a),
		"flash bad", "A spreadsheet has rounded the id of 1 app, which is searched by its name instead: Tide")
	shows(t, a.do("POST", "/add/file", sameOrigin, upload(t, "App ID\n1.23E+09\n")).status(http.StatusBadRequest).Body.String(), "A spreadsheet has rounded the ids")
	a.do("POST", "/add/file", sameOrigin, upload(t, strings.Repeat("x", 9<<20))).status(http.StatusRequestEntityTooLarge)
}

func TestSearchStopsWithItsReason(t *testing.T) {
	t.Parallel()
	a := startPage(t, withPage) // its App Store cannot be searched
	list := begun(t, a.submit("/add", "apps=Tide+Table"))
	text := a.submit(list+"/search", "").leads(list+"?stopped=1", a)
	shows(t, text, "The search has stopped", "Search again")
	if strings.Contains(text, "hx-post") {
		t.Error("the screen searches on after a failure")
	}
}

func TestSettingsAreSaved(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	shows(t, a.submit("/settings", "syncSchedule=daily&appCountry=de&healthCheckEnabled=1").leads("/settings", a), "Saved.", `<option value="daily" selected>`, `value="de" selected>`)
	wrong := a.submit("/settings", "syncSchedule=hourly&appCountry=de").status(http.StatusBadRequest).Body.String()
	shows(t, wrong, "Check all apps must be", `role="alert"`)

	notifications := "notificationWebhookUrl=" + url.QueryEscape("https://hooks.example/services/secretpart") + "&notificationWebhookFormat=slack&notificationWebhookFrequency=daily_summary" +
		"&notificationWebhookSecret=whsec_" + strings.Repeat("A", 32) + "&notificationQuietHoursStart=22%3A00&notificationQuietHoursEnd=07%3A00&notificationQuietHoursTimeZone=Europe/Berlin"
	text := a.submit("/settings/notifications", notifications).leads("/settings/notifications", a)
	shows(t, text, "https://hooks.example/", `value="22:00"`, "stored; leave empty to keep it")
	if strings.Contains(text, "secretpart") || strings.Contains(text, "whsec_A") {
		t.Error("a secret is shown")
	}
	// What was shown can be sent back: the secrets stay.
	a.submit("/settings/notifications", "notificationWebhookSecret=&notificationQuietHoursStart=23:00").status(http.StatusSeeOther)
	if got := a.setting("notificationWebhookSecret"); got == "" {
		t.Error("an empty field has removed the key")
	}
	a.submit("/settings/notifications", "notificationWebhookSecret-forget=1").status(http.StatusSeeOther)
	shows(t, a.submit("/settings/notifications", "notificationQuietHoursStart=25:00").status(http.StatusBadRequest).Body.String(), `value="25:00"`, "Quiet from must be")

	shows(t, a.submit("/settings/models", "aiProvider=custom&aiBaseUrl=https://models.example/v1&aiModel=small&aiApiKey=sk-hidden").leads("/settings/models", a), "models.example", "stored;")
	shows(t, a.submit("/settings/models", "aiProvider=other").status(http.StatusBadRequest).Body.String(), "must be")
}

func TestWebhookAndModelAreTested(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	var got string
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Method
		if r.URL.Path == "/no" {
			w.WriteHeader(http.StatusTeapot)
		}
	}))
	defer hook.Close()
	shows(t, a.submit("/settings/webhook-test", "url="+hook.URL+"&format=slack").leads("/settings/notifications", a), "took the test message")
	if got != "POST" {
		t.Errorf("the webhook got %q", got)
	}
	shows(t, a.submit("/settings/webhook-test", "url="+hook.URL+"/no").leads("/settings/notifications", a), "flash bad", "did not take")
	shows(t, a.submit("/settings/webhook-test", "url=").leads("/settings/notifications", a), "Enter the address")
	shows(t, a.submit("/settings/model-test", "").leads("/settings/models", a), "Choose a provider and save first")
}

func TestSwitchesAndProfilesAreSaved(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	text := a.submit("/settings/switches", string(storage.NoticeVersionUpdates)+"=1").leads("/settings/notifications", a)
	if n := strings.Count(text, `value="1" checked> `); n != 1 {
		t.Errorf("%d types are on, want 1", n)
	}
	shows(t, a.submit("/settings/profile/privacy", "LOCATION=not_linked&retention=limited").leads("/settings/profile", a), "Saved.")
	var profile struct{ Profile map[string]string }
	a.do("GET", "/api/privacy-profile").json(&profile)
	if len(profile.Profile) != 1 {
		t.Errorf("the profile is %v", profile)
	}
	a.submit("/settings/profile/privacy", "preset=lenient&retention=limited").status(http.StatusBadRequest)
	a.submit("/settings/profile/privacy", "preset=balanced").status(http.StatusSeeOther)
	a.do("GET", "/api/privacy-profile").json(&profile)
	if len(profile.Profile) < 5 {
		t.Errorf("the preset is %v", profile)
	}
	// A profile that was replaced can be brought back.
	shows(t, a.submit("/settings/profile/privacy", "preset=strict").leads("/settings/profile", a), `action="/settings/profile/privacy"><input type="hidden" name="BROWSING_HISTORY" value="`, "Undo")
	shows(t, a.submit("/settings/profile/accessibility", "voiceover=required").leads("/settings/profile", a), `<option value="required" selected>`)
}

func TestDevicesAreNamedAndDeleted(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	shows(t, a.do("GET", "/settings/devices").Body.String(), "There are no devices")
	shows(t, a.submit("/settings/devices", "name=+").status(http.StatusBadRequest).Body.String(), "A device needs a name")
	text := a.submit("/settings/devices", "name=Phone").leads("/settings/devices", a)
	id := regexp.MustCompile(`/settings/devices/([^"/]+)/forget`).FindStringSubmatch(text)
	if id == nil {
		t.Fatalf("no device in\n%s", text)
	}
	shows(t, a.submit("/settings/devices/"+id[1], "name=Old+phone").leads("/settings/devices", a), "Old phone")
	unnamed := a.submit("/settings/devices/"+id[1], "name=+").status(http.StatusBadRequest).Body.String()
	shows(t, unnamed, `aria-describedby="rename-wrong"`, `id="rename-wrong" role="alert">A device needs a name.`)
	if strings.Contains(unnamed, `id="name-wrong"`) {
		t.Error("the error of a new name is at the field of a new device")
	}
	shows(t, a.do("GET", "/settings/devices/"+id[1]+"/forget").Body.String(), "Delete Old phone?", "cannot be undone")
	shows(t, a.submit("/settings/devices/"+id[1]+"/forget", "").leads("/settings/devices", a), "was deleted", "There are no devices")
	a.do("GET", "/settings/devices/"+id[1]+"/forget").status(http.StatusNotFound)
}

// Nothing that comes from outside becomes markup.
func TestFormsEscapeWhatTheyShow(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	const hostile = `"><script>alert(1)</script>'`
	a.update(func(tx *storage.Tx) error {
		app := storage.App{ID: 1, Name: hostile, Developer: hostile, URL: "https://store.example/id1", FirstSeen: 5}
		if err := tx.Apps.Put(app); err != nil {
			return err
		}
		if err := tx.Activities.Put(storage.Activity{
			ID: "1", Kind: hostile, Type: hostile, Status: "error", App: 1, AppName: hostile, Summary: hostile, Detail: []byte(`{"reason":"<script>alert(2)</script>"}`), StartedAt: 5,
		}); err != nil {
			return err
		}
		if err := tx.Runs.Put(
			storage.Run{ID: "1", Runner: "sync", Initiator: hostile, Status: storage.RunRunning, Current: hostile, StartedAt: 5, Total: 3},
			storage.Run{ID: "2", Runner: "policy", Status: storage.RunInterrupted, Reason: hostile, StartedAt: 5}); err != nil {
			return err
		}
		if err := tx.Deliveries.Put(storage.Delivery{
			ID: "1", Endpoint: "https://hooks.example", Kind: storage.DeliveryImmediate, State: storage.DeliveryPending, Host: hostile, Title: hostile, CreatedAt: 5, QueuedAt: 5, LastError: hostile,
		}); err != nil {
			return err
		}
		if err := tx.Devices.Put(storage.Device{ID: "d", Name: hostile, Model: hostile, OwnerLabel: hostile, CreatedAt: 5}); err != nil {
			return err
		}
		if err := tx.Imports.Put(storage.Import{ID: "l", CreatedAt: 5, Source: storage.ImportFile, SourceLabel: hostile, Tally: storage.ImportTally{Matched: 1, Failed: 1}}); err != nil {
			return err
		}
		if err := tx.AILogs.Put(storage.AILog{
			ID: "1", CreatedAt: 5, App: 1, AppName: hostile, Provider: hostile, Model: hostile, Phase: hostile, Prompt: hostile, Response: hostile, Error: hostile,
		}); err != nil {
			return err
		}
		return tx.ImportItems.Put(
			storage.ImportItem{ID: storage.ImportItemID{Import: "l"}, Query: hostile, Status: storage.ImportMatched, AppName: hostile, Developer: hostile, URL: "javascript:alert(3)"},
			storage.ImportItem{ID: storage.ImportItemID{Import: "l", Seq: 1}, Query: hostile + "2", Status: storage.ImportFailed, Error: hostile})
	})
	for _, path := range []string{
		"/activity", "/activity?type=" + url.QueryEscape(hostile), "/activity/messages", "/add", "/add/l", "/add/l?show=" + url.QueryEscape(hostile), "/add/l/forget",
		"/add/l/choose?item=0&q=" + url.QueryEscape(hostile), "/settings", "/settings/notifications", "/settings/models", "/settings/profile", "/settings/devices",
		"/settings/devices/d/forget", "/settings/devices/d/merge", "/settings/models/log", "/settings/access", "/settings/backup", "/statistics", "/statistics?category=" + url.QueryEscape(hostile),
	} {
		text := a.do("GET", path).status(http.StatusOK).Body.String()
		for _, bad := range []string{"<script>alert", `"javascript:`, " style=", " onclick"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %s", path, bad)
			}
		}
	}
	for _, form := range []struct{ path, values string }{
		{"/settings", "syncSchedule=x&appCountry="}, {"/settings/notifications", "notificationQuietHoursStart="}, {"/add/l/choose", "item=0&url="},
	} {
		if text := a.submit(form.path, form.values+url.QueryEscape(hostile)).Body.String(); strings.Contains(text, "<script>alert") {
			t.Errorf("%s shows what was typed as markup", form.path)
		}
	}
}

func TestFirstAppsAreScheduled(t *testing.T) {
	t.Parallel()
	a, _ := newShop(t, nil)
	for _, path := range []string{"/", "/apps"} {
		shows(t, a.do("GET", path).Body.String(), "Nothing is checked automatically", `action="/schedule"`)
	}
	text := a.submit("/schedule", "schedule=daily&back=/apps").leads("/apps", a)
	if shows(t, text, "All apps are checked every day."); strings.Contains(text, "Nothing is checked automatically") {
		t.Error("a schedule is set, and its lack is shown")
	}
	a.submit("/schedule", "schedule=hourly").status(http.StatusBadRequest)
	checked := a.clock.Now()
	if err := a.store.Update(t.Context(), func(tx *storage.Tx) error {
		return settings.PutTime(tx, settings.LastSync, storage.TimeOf(checked))
	}); err != nil {
		t.Fatal(err)
	}
	a.clock.Advance(70 * time.Hour)
	if text := a.do("GET", "/apps").Body.String(); strings.Contains(text, "last complete check") {
		t.Error("a check is late before its time")
	}
	a.clock.Advance(3 * time.Hour)
	shows(t, a.do("GET", "/apps").Body.String(), "The last complete check was", "every day")
}

// A body that a screen does not take is refused: a form in another encoding, something else than a
// form, a part of an address twice, and a form with more than the file that is read.
func TestBodiesThatScreensDoNotTake(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	const name = "name=Phone"
	for kind, want := range map[string]int{
		"application/x-www-form-urlencoded":                       http.StatusSeeOther,
		"application/x-www-form-urlencoded; charset=UTF-8":        http.StatusSeeOther,
		"application/x-www-form-urlencoded; charset=utf-16":       http.StatusUnsupportedMediaType,
		"application/x-www-form-urlencoded; charset=windows-1252": http.StatusUnsupportedMediaType,
		"application/x-www-form-urlencoded; charset":              http.StatusUnsupportedMediaType,
		"application/json":                http.StatusUnsupportedMediaType,
		"multipart/form-data; boundary=x": http.StatusUnsupportedMediaType,
		"":                                http.StatusUnsupportedMediaType,
	} {
		a.do("POST", "/settings/devices", sameOrigin, body(name), header("Content-Type", kind)).status(want)
		removed := http.StatusUnsupportedMediaType // this screen reads no form
		if want == http.StatusSeeOther {
			removed = http.StatusBadRequest
		}
		a.do("POST", "/apps/7/remove", sameOrigin, body(name), header("Content-Type", kind)).status(removed)
	}

	devices := a.do("GET", "/settings/devices").status(http.StatusOK).Body.String()
	phone := regexp.MustCompile(`/settings/devices/([^/"]+)"`).FindStringSubmatch(devices)
	if phone == nil {
		t.Fatalf("no device on\n%s", devices)
	}
	a.do("POST", "/add/file?device="+phone[1], sameOrigin, upload(t, "Ledger")).status(http.StatusSeeOther)
	for fields, want := range map[string]string{
		"lists":     "not known: &#34;lists&#34;",
		"file":      "twice: file",
		"file file": "twice: file",
	} {
		got := a.do("POST", "/add/file", sameOrigin, upload(t, "Ledger", strings.Fields(fields)...)).status(http.StatusBadRequest)
		shows(t, got.Body.String(), want)
		a.do("POST", "/settings/backup/look", sameOrigin, upload(t, "{}", strings.Fields(fields)...)).status(http.StatusBadRequest)
	}
	a.do("POST", "/add/file?device=a&device=a", sameOrigin, upload(t, "Ledger")).status(http.StatusBadRequest)
}
