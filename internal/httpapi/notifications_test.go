package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestNotificationRecord(t *testing.T) {
	t.Parallel()
	a := changed(t)
	got := members(a.do("GET", "/api/notifications?limit=1"))
	if got["unreadCount"] != 3.0 || got["total"] != 3.0 {
		t.Errorf("counts are %v, %v", got["unreadCount"], got["total"])
	}
	record := got["notifications"].([]any)[0].(map[string]any)
	if id, ok := record["id"].(string); !ok || id == "" {
		t.Errorf("id is %v, want a string", record["id"])
	}
	delete(record, "id")
	want := map[string]any{
		"appId": 3.0, "appName": "App 3", "type": "labelChanges", "createdAt": record["createdAt"], "read": false, "stale": false, "notBefore": nil, "iconUrl": nil,
		"changes": []any{
			map[string]any{
				"type": "added", "description": `"Data Linked to You" now collects: Contacts`, "privacyType": "DATA_LINKED_TO_YOU", "dataCategory": "CONTACTS",
				"category": "privacy-label", "direction": "worse", "weight": "linked",
			},
			map[string]any{
				"type": "removed", "description": `"Data Linked to You" no longer collects: Location`, "privacyType": "DATA_LINKED_TO_YOU", "dataCategory": "LOCATION",
				"category": "privacy-label", "direction": "better", "weight": "linked",
			},
		},
	}
	equal(t, want, record, "record")
}

func TestNotificationPaging(t *testing.T) {
	t.Parallel()
	a := changed(t)
	for query, want := range map[string]int{"": 3, "limit=2": 2, "limit=200": 3, "limit=2&offset=2": 1, "offset=9": 0} {
		got := members(a.do("GET", "/api/notifications?"+query))
		if n := len(got["notifications"].([]any)); n != want {
			t.Errorf("%q: %d notifications, want %d", query, n, want)
		}
	}
	for _, query := range []string{"limit=0", "limit=201", "limit=x", "limit=", "offset=-1", "offset=x"} {
		a.do("GET", "/api/notifications?"+query).error(400, "")
	}
}

func TestMarkingFlipsAndCounts(t *testing.T) {
	t.Parallel()
	a := changed(t)
	list := members(a.do("GET", "/api/notifications"))["notifications"].([]any)
	var ids []string
	for _, n := range list {
		ids = append(ids, fmt.Sprintf("%q", n.(map[string]any)["id"]))
	}
	for i, step := range []struct {
		body            string
		flipped, unread float64
	}{
		{`{"action":"mark_read"}`, 3, 0},
		{`{"action":"mark_read","ids":"ignored"}`, 0, 0},
		{`{"action":"mark_unread","ids":[` + ids[0] + `,"",7,null,{},"unknown",` + ids[0] + `]}`, 1, 1},
		{`{"action":"mark_unread","ids":[` + ids[0] + `]}`, 0, 1},
		{`{"action":"mark_unread","ids":[]}`, 0, 1},
		{`{"action":"mark_unread","ids":[1,2,""]}`, 0, 1},
		{`{"action":"mark_unread","ids":[` + strings.Join(slices.Repeat([]string{`"x"`}, 200), ",") + "," + ids[1] + `]}`, 0, 1}, // beyond the first 200
		{`{"action":"mark_read"}`, 1, 0},
	} {
		got := members(a.post("/api/notifications", step.body))
		equal(t, map[string]any{"success": true, "flipped": step.flipped}, got, "step %d", i)
		if unread := members(a.do("GET", "/api/notifications"))["unreadCount"]; unread != step.unread {
			t.Errorf("step %d: %v unread, want %v", i, unread, step.unread)
		}
	}
	for _, bad := range []string{"", "null", "[]", "{}", `{"action":null}`, `{"action":"MARK_READ"}`, `{"action":1}`, `{"action":"mark_unread"}`, `{"action":"mark_unread","ids":null}`, `{"action":"mark_unread","ids":"x"}`, `{"action":"mark_unread","ids":{}}`} {
		a.post("/api/notifications", bad).error(400, "")
	}
}

func TestAcknowledgeAndUndo(t *testing.T) {
	t.Parallel()
	a := changed(t)
	pending := func() any {
		page := members(a.do("GET", "/api/apps?limit=1&offset=1&meta=grid"))
		return page["meta"].(map[string]any)["pendingChangeCategoriesByApp"].(map[string]any)["2"]
	}
	equal(t, map[string]any{"privacy": true, "accessibility": false, "policy": false, "ageRating": false, "availability": false, "listing": false}, pending(), "pending")
	got := members(a.do("POST", "/api/apps/2/acknowledge", sameOrigin)) // the body may be left out
	record := got["record"].(map[string]any)
	if got["ok"] != true || record["action"] != "reviewed" || record["appId"] != 2.0 || record["coveredCount"] != 2.0 || record["snoozeUntil"] != nil || record["note"] != nil {
		t.Errorf("acknowledged: %v", got)
	}
	before := map[string]any{"changeCount": 1.0, "changesAcknowledgedAt": 0.0, "changesSnoozedUntil": 0.0}
	equal(t, before, record["preState"], "preState")
	if pending() != nil || members(a.do("GET", "/api/apps?id=2"))["changeCount"] != 0.0 {
		t.Error("the change is still pending")
	}
	if unread := members(a.do("GET", "/api/notifications"))["unreadCount"]; unread != 2.0 {
		t.Errorf("%v unread, want those of the other apps", unread)
	}
	// The service knows the state before: what the client says of it counts for nothing.
	undo := fmt.Sprintf(`{"actionId":%q,"preState":{"changeCount":"9007199254740991","changesAcknowledgedAt":null,"changesSnoozedUntil":9007199254740990.9}}`, record["id"])
	a.post("/api/apps/1/acknowledge/undo", undo).error(410, "")
	if got := members(a.post("/api/apps/2/acknowledge/undo", undo)); got["ok"] != true {
		t.Errorf("undo: %v", got)
	}
	app := members(a.do("GET", "/api/apps?id=2"))
	if pending() == nil || app["changeCount"] != 1.0 || app["changesSnoozedUntil"] != 0.0 {
		t.Errorf("the change is not pending again: %v", app)
	}
	a.post("/api/apps/2/acknowledge/undo", undo).error(410, "")
}

func TestAcknowledgeRefusesWhatItDoesNotTake(t *testing.T) {
	t.Parallel()
	a := changed(t)
	a.post("/api/apps/9/acknowledge", "{}").error(404, "")
	a.post("/api/apps/x/acknowledge", "{}").error(404, "")
	for _, bad := range []string{"null", "[]", "{", `{"action":"forget"}`, `{"action":""}`, strings.Repeat("[", 10_00)} {
		a.post("/api/apps/1/acknowledge", bad).error(400, "")
	}
	a.post("/api/apps/1/acknowledge", `{"action":"`+strings.Repeat("x", 2<<10)+`"}`).error(413, "")
	for _, bad := range []string{
		"", "{}", `{"actionId":" "}`, `{"actionId":"a"}`, `{"actionId":7,"preState":{}}`, `{"actionId":"a","preState":{"changeCount":1}}`, `{"actionId":"a","preState":[]}`,
		`{"actionId":"a","preState":{"changeCount":-1,"changesAcknowledgedAt":0,"changesSnoozedUntil":0}}`,
		`{"actionId":"a","preState":{"changeCount":"x","changesAcknowledgedAt":0,"changesSnoozedUntil":0}}`,
		`{"actionId":"a","preState":{"changeCount":1e999,"changesAcknowledgedAt":0,"changesSnoozedUntil":0}}`,
		`{"actionId":"a","preState":{"changeCount":"NaN","changesAcknowledgedAt":0,"changesSnoozedUntil":0}}`,
	} {
		a.post("/api/apps/1/acknowledge/undo", bad).error(400, "")
	}
	for sent, want := range map[string]float64{`"snoozeDays":1`: 1, `"snoozeDays":30`: 30, `"snoozeDays":"30"`: 30, `"x":1`: 7} {
		record := members(a.post("/api/apps/1/acknowledge", `{"action":" snoozed ",`+sent+`}`))["record"].(map[string]any)
		if days := (record["snoozeUntil"].(float64) - record["actedAt"].(float64)) / 86_400_000; days != want {
			t.Errorf("%s: %v days, want %v", sent, days, want)
		}
	}
	for _, wrong := range []string{"null", "8", "14", "0", "-7", "1.5", "[]", `"week"`, "true", "1e9"} {
		a.post("/api/apps/1/acknowledge", `{"action":"snoozed","snoozeDays":`+wrong+`}`).error(400, "")
	}
}
