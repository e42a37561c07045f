package httpapi_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// newDevAPI is an API with a token and without limits.
func newDevAPI(t testing.TB) *fleetAPI {
	t.Helper()
	return newFleetAPI(t, func(cfg *httpapi.Config) { cfg.AdminToken, cfg.NewLimiter = token, unlimited })
}

// dev asks one of the routes for developers.
func (a *api) dev(path, text string) *answer {
	a.t.Helper()
	return a.post("/api/dev/"+path, text, withHeader)
}

// reported compares what the audit log was told: lines of an action, and a detail if
// there is one, with how many of them there are. Others are not looked at.
func (a *api) reported(want map[string]int) {
	a.t.Helper()
	got, lines := map[string]int{}, a.audits()
	for line := range want {
		got[line] = 0
	}
	for _, line := range lines {
		if reported := strings.TrimSpace(line.Action + " " + line.Detail); want[reported] > 0 {
			got[reported]++
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		a.t.Errorf("the audit log (-want +got):\n%s\n%+v", diff, lines)
	}
}

// hold lets another process hold the lease of a run for a minute.
func (a *api) hold(runner string) {
	a.t.Helper()
	lease := storage.Task{Kind: "runner", Subject: runner, Owner: "other process", Due: storage.TimeOf(a.clock.Now().Add(time.Minute))}
	a.update(func(tx *storage.Tx) error { return tx.Tasks.Put(lease) })
}

// Without a configured token there are none of these routes; with one, it is needed.
func TestDevGuards(t *testing.T) {
	t.Parallel()
	a, b := newFleetAPI(t, nil), newDevAPI(t)
	for _, route := range []string{"reset-changelog", "seed-notification", "seed-sample-data?source=canned", "sync-stop", "wipe-apps"} {
		a.post("/api/dev/"+route, "").error(http.StatusForbidden, "This needs a configured admin token")
		b.post("/api/dev/"+route, "").error(http.StatusUnauthorized, "Admin token required")
		b.post("/api/dev/"+route, "", header("X-Auditor-Admin-Token", "wrong")).error(http.StatusUnauthorized, "Admin token required")
	}
	if got := a.apps() + b.apps(); got != "[]\n[]\n" {
		t.Errorf("there are apps: %s", got)
	}
}

func TestStartOverOnTheWire(t *testing.T) {
	t.Parallel()
	a := newDevAPI(t)
	a.track(1, "One", "LOCATION")
	a.post("/api/settings", `{"aiModel":"m","syncSchedule":"daily"}`, withHeader).status(http.StatusOK)
	a.post("/api/focus", `{"audience":"loved_one"}`).status(http.StatusOK)
	a.post("/api/admin/start-over", "").error(http.StatusUnauthorized, "Admin token required")
	a.hold("wayback")
	a.post("/api/admin/start-over", "", withHeader).error(http.StatusConflict, "Another run is in progress")
	a.clock.Advance(2 * time.Minute)
	session := a.login()
	equal(t, map[string]any{"ok": true, "durationMs": 0.0, "snapshotBefore": nil, "warning": noFolder}, members(a.post("/api/admin/start-over", "", withHeader)), "answer")
	if got := a.apps(); got != "[]\n" {
		t.Errorf("apps %s, want none", got)
	}
	got := members(a.do("GET", "/api/settings", cookie(session)))
	if got["aiModel"] != "" || got["syncSchedule"] != "manual" {
		t.Errorf("settings %v", got)
	}
	log := members(a.do("GET", "/api/activity"))
	if rows := log["rows"].([]any); len(rows) != 1 || rows[0].(map[string]any)["type"] != "reset" {
		t.Errorf("the log is %v", log)
	}
	if got := members(a.do("GET", "/api/auth/admin-token/status", cookie(session))); got["unlocked"] != true {
		t.Errorf("the session is %v", got)
	}
	a.reported(map[string]int{"admin.start_over.unauthorised POST /api/admin/start-over": 1, "admin.start_over.failed": 1, "admin.start_over.success": 1, "settings.write.success syncSchedule,aiModel": 1})
}

func TestWipeOnTheWire(t *testing.T) {
	t.Parallel()
	a := newDevAPI(t)
	a.track(1, "One", "LOCATION")
	a.post("/api/settings", `{"aiModel":"m"}`, withHeader).status(http.StatusOK)
	a.hold("sync")
	a.dev("wipe-apps", "").error(http.StatusConflict, "Another run is in progress")
	a.clock.Advance(2 * time.Minute)
	// An app, its label, its snapshot, and a line of the log.
	equal(t, map[string]any{"ok": true, "rowsRemoved": 4.0, "durationMs": 0.0}, members(a.dev("wipe-apps", "{}")), "answer")
	if got := a.apps(); got != "[]\n" {
		t.Errorf("apps %s, want none", got)
	}
	if got := members(a.do("GET", "/api/settings")); got["aiModel"] != "m" {
		t.Errorf("settings %v", got)
	}
	a.reported(map[string]int{"dev.wipe_apps.failed": 1, "dev.wipe_apps.success rows=4": 1})
}

func TestResetChangelogOnTheWire(t *testing.T) {
	t.Parallel()
	a := newDevAPI(t)
	a.track(1, "One", "LOCATION")
	a.clock.Advance(time.Hour)
	a.track(1, "One", "CONTACTS")
	a.hold("policy")
	a.dev("reset-changelog", "").error(http.StatusConflict, "Another run is in progress")
	if got := members(a.do("GET", "/api/changelog")); got["total"] != 2.0 {
		t.Fatalf("the feed is %v", got)
	}
	a.clock.Advance(2 * time.Minute)
	want := map[string]any{"ok": true, "snapshotsRemoved": 1.0, "reviewActionsRemoved": 0.0, "appsTouched": 1.0, "durationMs": 0.0}
	equal(t, want, members(a.dev("reset-changelog", "")), "answer")
	if got := members(a.do("GET", "/api/changelog")); got["total"] != 0.0 {
		t.Errorf("the feed is %v", got)
	}
	a.clock.Advance(time.Hour)
	a.track(1, "One", "CONTACTS")
	if got := members(a.do("GET", "/api/changelog")); got["total"] != 0.0 {
		t.Errorf("after the same state the feed is %v", got)
	}
	a.clock.Advance(time.Hour)
	a.track(1, "One", "LOCATION")
	if got := members(a.do("GET", "/api/changelog")); got["total"] != 2.0 {
		t.Errorf("after another one the feed is %v", got)
	}
}

func TestStopSyncOnTheWire(t *testing.T) {
	t.Parallel()
	a := newDevAPI(t)
	want := map[string]any{"ok": true}
	equal(t, want, members(a.dev("sync-stop", "")), "with nothing to stop")
	now := storage.TimeOf(a.clock.Now())
	a.update(func(tx *storage.Tx) error {
		return tx.Runs.Put(storage.Run{ID: "r", Runner: tracked.SyncRunner, Initiator: "manual", Status: storage.RunRunning, StartedAt: now, UpdatedAt: now})
	})
	if got := members(a.do("GET", "/api/sync/status")); got["isRunning"] != true {
		t.Fatalf("the status is %v", got)
	}
	equal(t, want, members(a.dev("sync-stop", "")), "with a run to stop")
	if got := members(a.do("GET", "/api/sync/status")); got["isRunning"] != false {
		t.Errorf("the status is %v", got)
	}
	a.reported(map[string]int{"dev.sync_stop.success": 1, "dev.sync_stop.success r": 1})
}

// A sample may be of a kind and a category that the service itself tells nothing of.
func TestSeedNotificationOfAnotherKind(t *testing.T) {
	t.Parallel()
	a := newDevAPI(t)
	want := []any{map[string]any{"type": "landed", "category": "moon", "description": "On it", "direction": "neutral", "weight": "service"}}
	if got := members(a.dev("seed-notification", `{"appId":1,"appName":"One","changes":[{"type":"landed","category":"moon","description":"On it"}]}`)); !cmp.Equal(got["changes"], any(want)) {
		t.Errorf("made of %v", got)
	}
	reported := members(a.do("GET", "/api/notifications"))["notifications"].([]any)
	if len(reported) != 1 || !cmp.Equal(reported[0].(map[string]any)["changes"], any(want)) {
		t.Errorf("reported is %v", reported)
	}
}

func TestSeedNotificationOnTheWire(t *testing.T) {
	t.Parallel()
	a := newDevAPI(t)
	change := map[string]any{"type": "added", "description": "New", "details": []any{"Location"}, "note": "kept", "category": "privacy-label",
		"direction": "neutral", "weight": "declaration"}
	want := map[string]any{"ok": true, "appId": 42.0, "appName": "Not tracked", "changes": []any{change}}
	const changes = `"changes":[7,null,{"type":"added"},{"description":"x"},{"type":" ","description":"x"},{"type":"added","description":"New","details":["Location"],"note":"kept"}]`
	for _, id := range []string{`42`, `"42"`, `" 42 "`} {
		equal(t, want, members(a.dev("seed-notification", `{"appId":`+id+`,"appName":" Not tracked ",`+changes+`}`)), "%s", id)
	}
	got := members(a.do("GET", "/api/notifications"))
	if got["unreadCount"] != 3.0 {
		t.Fatalf("the inbox is %v", got)
	}
	first := got["notifications"].([]any)[0].(map[string]any)
	if first["appId"] != 42.0 || first["appName"] != "Not tracked" || first["type"] != "newPrivacyTypes" || !cmp.Equal(first["changes"], any([]any{change})) {
		t.Errorf("the notification is %v", first)
	}
	const noApp, noChange = "appId must be the id of an app", "changes must have one with a type and a description"
	const good = `"changes":[{"type":"added","description":"x"}]`
	for sent, message := range map[string]string{
		`{"appName":"A",` + good + `}`: "appId is missing", `{"appId":"","appName":"A",` + good + `}`: noApp, `{"appId":-1,"appName":"A",` + good + `}`: noApp,
		`{"appId":0,"appName":"A",` + good + `}`: noApp, `{"appId":99999999999999999999,"appName":"A",` + good + `}`: noApp,
		`{"appId":1.5,"appName":"A",` + good + `}`: noApp, `{"appId":"x","appName":"A",` + good + `}`: noApp,
		`{"appId":1,` + good + `}`: "appName is missing", `{"appId":1,"appName":"  ",` + good + `}`: "appName is missing or blank", `{"appId":1,"appName":5,` + good + `}`: "appName must be a text",
		`{"appId":1,"appName":"A"}`: "changes is missing", `{"appId":1,"appName":"A","changes":[]}`: noChange, `{"appId":1,"appName":"A","changes":[{}]}`: noChange,
		`{"appId":1,"appName":"A","changes":{}}`: "changes must be a list", `{"appId":1,"appName":"A\u0000",` + good + `}`: "The value cannot be stored", `null`: "The body must be a JSON object", ``: "The body is empty",
	} {
		a.dev("seed-notification", sent).error(http.StatusBadRequest, message)
	}
	if got := members(a.do("GET", "/api/notifications")); got["unreadCount"] != 3.0 {
		t.Errorf("refused, and in the inbox: %v", got)
	}
}

func TestSeedSamplesOnTheWire(t *testing.T) {
	t.Parallel()
	a := newDevAPI(t)
	got := members(a.dev("seed-sample-data?source=canned&country=zz&limit=1", ""))
	results := got["results"].([]any)
	delete(got, "results")
	want := map[string]any{
		"ok": true, "mode": "canned", "country": "us", "regionSource": "query", "inserted": 10.0, "skipped": 0.0, "errored": 0.0, "stoppedEarly": nil, "durationMs": 0.0,
	}
	if diff := cmp.Diff(want, got); diff != "" || len(results) != 10 {
		t.Errorf("%d results; the answer (-want +got):\n%s", len(results), diff)
	}
	first := map[string]any{"id": 9_800_000_001.0, "name": "Brindle Weather", "status": "inserted", "source": "canned", "snapshotsWritten": 3.0}
	equal(t, any(first), results[0], "the first")
	if again := members(a.dev("seed-sample-data?source=canned", "")); again["skipped"] != 10.0 || again["regionSource"] != "default" {
		t.Errorf("again: %v", again)
	}
	for _, query := range []string{"source=other", "limit=0", "limit=26", "limit=x", "limit=1.5"} {
		a.dev("seed-sample-data?"+query, "").status(http.StatusBadRequest)
	}
	a.update(func(tx *storage.Tx) error {
		return tx.Settings.Put(storage.Setting{Name: "rate_limit_search_until", Value: strconv.FormatInt(a.clock.Now().Add(90*time.Second).UnixMilli(), 10)})
	})
	throttled := a.dev("seed-sample-data", "").error(http.StatusServiceUnavailable, "The App Store is rate limiting requests: try again later")
	var wait struct{ RetryAfterMs int }
	throttled.json(&wait)
	if seconds := throttled.Header().Get("Retry-After"); seconds != "90" || wait.RetryAfterMs != 90_000 {
		t.Errorf("Retry-After is %q, %s", seconds, throttled.Body)
	}
	a.reported(map[string]int{"dev.seed_sample_data.success": 2, "dev.seed_sample_data.rate_limited_upstream": 1})
}
