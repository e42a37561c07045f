package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

// begin begins an import and returns its id.
func (a *fleetAPI) begin() string {
	a.t.Helper()
	return members(a.post("/api/imports", `{"source":"file"}`))["id"].(string)
}

// addItem adds an item to an import and returns it.
func (a *fleetAPI) addItem(list, item string) map[string]any {
	a.t.Helper()
	got := members(a.post("/api/imports/items", fmt.Sprintf(`{"importId":%q,"items":[%s]}`, list, item)))
	return got["items"].([]any)[0].(map[string]any)
}

func TestImportsOnTheWire(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.pages.show(1, "One", "LOCATION")
	now := float64(a.clock.Now().UnixMilli())
	list := members(a.post("/api/imports", `{"source":"screenshots","sourceLabel":" Home screen ","total":3,"deviceId":"d","more":1}`))
	id := list["id"].(string)
	want := map[string]any{
		"id": id, "createdAt": now, "completedAt": nil, "source": "screenshots", "sourceLabel": "Home screen", "total": 3.0, "deviceId": "d",
		"matched": 0.0, "unmatched": 0.0, "imported": 0.0, "queued": 0.0, "errored": 0.0, "removed": 0.0, "itemCount": 0.0,
	}
	equal(t, want, list, "begun")
	items := members(a.post("/api/imports/items", fmt.Sprintf(`{"importId":%q,"items":[
		{"query":" One ","status":"queued","url":%q,"appId":"77","developer":" Ann "}, {"query":"Two","status":"unmatched"},
		{"query":"","status":"queued"}, {"query":"x","status":"done"}, {"query":5,"status":"queued"}, null, 7, []]}`, id, address(1))))["items"].([]any)
	item := func(n int, query, status string, more map[string]any) map[string]any {
		m := map[string]any{
			"id": fmt.Sprintf("%s-%d", id, n), "importId": id, "query": query, "editedQuery": nil, "status": status, "appId": nil, "appName": nil,
			"developer": nil, "url": nil, "iconUrl": nil, "country": nil, "scrapeError": nil, "removedAppId": nil, "nextAttemptAt": nil, "attemptCount": 0.0,
		}
		for key, value := range more {
			m[key] = value
		}
		return m
	}
	two := item(1, "Two", "unmatched", nil)
	equal(t, []any{item(0, "One", "queued", map[string]any{"url": address(1), "developer": "Ann"}), two}, items, "added")
	worked := members(a.post("/api/imports/queue", ""))
	delete(worked["status"].(map[string]any), "lastRunAt")
	idle := map[string]any{"queued": 0.0, "soonestNextAttemptAt": nil, "oldestNextAttemptAt": nil, "items": []any{}, "pausedUntil": nil, "running": false}
	equal(t, map[string]any{"processed": 1.0, "succeeded": 1.0, "failed": 0.0, "rateLimited": 0.0, "status": idle}, worked, "worked")
	for key, value := range map[string]any{"completedAt": now, "matched": 1.0, "imported": 1.0, "unmatched": 1.0, "itemCount": 2.0} {
		want[key] = value
	}
	one := item(0, "One", "imported", map[string]any{"url": address(1), "developer": "Ann", "appId": 1.0, "appName": "One", "attemptCount": 1.0})
	equal(t, map[string]any{"import": want, "items": []any{one, two}}, members(a.do("GET", "/api/imports?id="+id)), "shown")
	equal(t, []any{want}, into[[]any](a.do("GET", "/api/imports")), "listed")
	a.clock.Advance(time.Second)
	equal(t, want, members(a.post("/api/imports/complete", fmt.Sprintf(`{"importId":%q}`, id))), "complete")
	types := []string{}
	for _, n := range members(a.do("GET", "/api/notifications"))["notifications"].([]any) {
		types = append(types, n.(map[string]any)["type"].(string))
	}
	equal(t, []string{"manualAppsPrompt", "importCompleted"}, types, "reported")
	equal(t, map[string]any{"success": true, "deletedApps": 1.0}, members(a.do("DELETE", "/api/imports?removeApps=true&id="+id, sameOrigin)), "deleted")
	a.do("DELETE", "/api/imports?id="+id, sameOrigin).error(404, "Not found")
	a.do("GET", "/api/imports?id="+id).error(404, "Not found")
	if got := a.do("GET", "/api/imports").status(200).Body.String(); strings.TrimSpace(got) != "[]" {
		t.Errorf("listed %s", got)
	}
}

// What is not sent stays, and what is sent and no text is gone.
func TestImportItemsAreChanged(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	list := a.begin()
	id := a.addItem(list, `{"query":"One","status":"pending_search","developer":"Ann","country":"de","scrapeError":"x","retryAfterMs":5000}`)["id"].(string)
	now := a.clock.Now().UnixMilli()
	update := func(body string) map[string]any {
		t.Helper()
		return members(a.post("/api/imports/items/update", fmt.Sprintf(`{"itemId":%q%s}`, id, body)))["item"].(map[string]any)
	}
	before := update("")
	if before["nextAttemptAt"] != float64(now+5000) || before["developer"] != "Ann" {
		t.Errorf("added %v", before)
	}
	for _, tt := range []struct{ body, key, want string }{
		{`,"developer":null`, "developer", "<nil>"}, {`,"country":5`, "country", "<nil>"}, {`,"scrapeError":" "`, "scrapeError", "<nil>"},
		{`,"editedQuery":" Uno "`, "editedQuery", "Uno"}, {`,"query":"Eins"`, "query", "Eins"}, {`,"retryAfterMs":7000`, "nextAttemptAt", fmt.Sprint(float64(now + 7000))},
		{`,"retryAfterMs":-1`, "nextAttemptAt", fmt.Sprint(float64(now + 7000))}, {`,"retryAfterMs":1e300`, "nextAttemptAt", fmt.Sprint(float64(now + 30*24*3600*1000))},
		{`,"status":"skipped"`, "nextAttemptAt", "<nil>"}, {`,"status":"queued","url":"store.example"`, "url", "store.example"},
	} {
		if got := fmt.Sprint(update(tt.body)[tt.key]); got != tt.want {
			t.Errorf("%s: %s is %s, want %s", tt.body, tt.key, got, tt.want)
		}
	}
	again := a.addItem(list, `{"query":"Eins","status":"matched"}`)
	if again["id"] != id || again["editedQuery"] != "Uno" || again["url"] != "store.example" || again["status"] != "matched" {
		t.Errorf("added again: %v", again)
	}
}

func TestImportsRefuseWhatTheyDoNotTake(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	list := a.begin()
	id := a.addItem(list, `{"query":"One","status":"unmatched"}`)["id"].(string)
	a.addItem(list, `{"query":"Two","status":"unmatched"}`)
	one := `{"query":"x","status":"queued"`
	long := `"` + strings.Repeat("x", 2001) + `"`
	for _, tt := range []struct {
		path, body string
		want       int
	}{
		{"", `{}`, 400}, {"", `{"source":"rumour"}`, 400}, {"", `{"source":"file","total":-1}`, 400}, {"", `{"source":"file","total":1.5}`, 400},
		{"", `{"source":"file","total":1e7}`, 400}, {"", `{"source":"file","sourceLabel":` + long + `}`, 400}, {"", `{"source":"file","deviceId":"\u0000"}`, 400}, {"", `[]`, 400},
		{"/items", `{"items":[` + one + `}]}`, 400}, {"/items", `{"importId":"none","items":[` + one + `}]}`, 404},
		{"/items", `{"importId":"LIST"}`, 400}, {"/items", `{"importId":"LIST","items":[]}`, 400}, {"/items", `{"importId":"LIST","items":{}}`, 400},
		{"/items", `{"importId":"LIST","items":[{"query":"x"}]}`, 400}, {"/items", `{"importId":"LIST","items":[` + one + `,"url":"javascript:alert(1)"}]}`, 400},
		{"/items", `{"importId":"LIST","items":[` + one + `,"iconUrl":"data:text/html,x"}]}`, 400}, {"/items", `{"importId":"LIST","items":[` + one + `,"appName":` + long + `}]}`, 400},
		{"/items", `{"importId":"LIST","items":[{"status":"queued","query":` + long + `}]}`, 400}, {"/items", `{"importId":"LIST","items":[{"status":"queued","query":"a\u0000"}]}`, 400},
		{"/items", `{"importId":"LIST","items":[` + strings.Repeat(`0,`, 5000) + `0]}`, 413}, {"/items", `{"x":"` + strings.Repeat("x", 512<<10) + `"}`, 413},
		{"/items/update", `{}`, 400}, {"/items/update", `{"itemId":"none"}`, 404}, {"/items/update", `{"itemId":"LIST-9"}`, 404}, {"/items/update", `{"itemId":5}`, 400},
		{"/items/update", `{"itemId":"ITEM","status":"done"}`, 400}, {"/items/update", `{"itemId":"ITEM","query":" "}`, 400}, {"/items/update", `{"itemId":"ITEM","query":"Two"}`, 409},
		{"/items/retry", `{}`, 400}, {"/items/retry", `{"itemId":"none"}`, 404}, {"/items/retry", `null`, 400},
		{"/items/change-match", `{"itemId":"ITEM"}`, 400}, {"/items/change-match", `{"itemId":"ITEM","url":"https://example.org/id1"}`, 400},
		{"/items/change-match", `{"itemId":"LIST-9","url":"` + address(1) + `"}`, 404}, {"/items/change-match", `{"url":"` + address(1) + `"}`, 400},
		{"/complete", `{}`, 400}, {"/complete", `{"importId":"none"}`, 404}, {"/queue", strings.Repeat("x", 65<<10), 413},
	} {
		body := strings.NewReplacer("LIST", list, "ITEM", id).Replace(tt.body)
		if got := a.post("/api/imports"+tt.path, body).error(tt.want, ""); got.Code != tt.want {
			t.Errorf("%s %.80s: %d, want %d", tt.path, body, got.Code, tt.want)
		}
		a.clock.Advance(10 * time.Second) // for the limits
	}
	a.do("DELETE", "/api/imports", sameOrigin).error(400, "id is missing")
	if got := members(a.do("GET", "/api/imports?id="+list))["items"].([]any); len(got) != 2 {
		t.Errorf("%d items, want those of before", len(got))
	}
}

func TestImportsOfAnotherApp(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.pages.show(1, "One")
	a.pages.show(2, "Two")
	list := a.begin()
	id := a.addItem(list, fmt.Sprintf(`{"query":"x","status":"queued","url":%q}`, address(1)))["id"].(string)
	a.post("/api/imports/queue", "").status(200)
	match := func(app storage.AppID) *answer {
		return a.post("/api/imports/items/change-match", fmt.Sprintf(`{"itemId":%q,"url":%q}`, id, address(app)))
	}
	match(9).error(502, "The App Store does not list this app")
	a.pages.fail(2, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429, RetryAfter: 90 * time.Second})
	throttled := match(2).error(503, "")
	var body map[string]any
	throttled.json(&body)
	if body["retryAfterMs"] != 90_000.0 || throttled.Header().Get("Retry-After") != "90" {
		t.Errorf("throttled: %v, Retry-After %q", body, throttled.Header().Get("Retry-After"))
	}
	retried := members(a.post("/api/imports/items/retry", fmt.Sprintf(`{"itemId":%q}`, id)))
	if diff := cmp.Diff(map[string]any{"retryAfterMs": 90_000.0}, retried["rateLimited"]); diff != "" || retried["status"] != "queued" {
		t.Errorf("retried %v", retried)
	}
	if worked := members(a.post("/api/imports/queue", "")); worked["skipped"] != "paused" || worked["pausedUntil"] != float64(a.clock.Now().Add(90*time.Second).UnixMilli()) {
		t.Errorf("worked %v", worked)
	}
	a.clock.Advance(time.Hour)
	a.pages.fail(2, nil)
	got := members(match(2))
	if item := got["item"].(map[string]any); got["previousAppRemoved"] != 1.0 || item["appId"] != 2.0 || item["editedQuery"] != "Two" || item["status"] != "imported" {
		t.Errorf("matched %v", got)
	}
	a.do("GET", "/api/apps?id=1").error(404, "Not found")
}

func TestWhoMayForgetImports(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, func(cfg *httpapi.Config) { cfg.AdminToken = token })
	list := a.begin()
	a.do("DELETE", "/api/imports?id="+list, sameOrigin).error(http.StatusUnauthorized, "Admin token required")
	a.do("GET", "/api/imports?id="+list).status(200)
	a.do("DELETE", "/api/imports?id="+list, sameOrigin, header("X-Auditor-Admin-Token", token)).status(200)
}
