package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestQueueSession(t *testing.T) {
	t.Parallel()
	const none = `"safe":0,"replace":0,"uninstall":0,"notesAdded":0`
	for _, tt := range []struct{ sent, want string }{ // want: the detail, without spaces; empty: no line
		{`{"totals":{"decided":3,"safe":1,"replace":1,"uninstall":1,"notesAdded":2},"preflight":{"scope":"all","sort":"risk","split":25}}`,
			`{"decided":3,"safe":1,"replace":1,"uninstall":1,"notesAdded":2,"preflight":{"scope":"all","sort":"risk","split":25}}`},
		{`{"totals":{"decided":1}}`, `{"decided":1,` + none + `,"preflight":null}`},
		{`{"totals":{"decided":1},"preflight":null}`, `{"decided":1,` + none + `,"preflight":null}`},
		{`{"totals":{"decided":1},"preflight":[]}`, `{"decided":1,` + none + `,"preflight":null}`},
		{`{"totals":{"decided":1},"preflight":{}}`, `{"decided":1,` + none + `,"preflight":{"scope":"unknown","sort":"unknown","split":null}}`},
		{`{"totals":{"decided":1},"preflight":{"scope":["all"],"sort":{"a":1},"split":"25"}}`, `{"decided":1,` + none + `,"preflight":{"scope":"unknown","sort":"unknown","split":"unknown"}}`},
		{`{"totals":{"decided":2.9,"safe":-1,"replace":"x","uninstall":null,"notesAdded":[]}}`, `{"decided":2,` + none + `,"preflight":null}`},
		{`{"totals":{"decided":1e300}}`, `{"decided":9007199254740991,` + none + `,"preflight":null}`},
		{`{}`, ""}, {`{"totals":null}`, ""}, {`{"totals":[]}`, ""}, {`{"totals":{"decided":0,"safe":4}}`, ""}, {`{"totals":{"decided":"3"}}`, ""},
		{`{"totals":{"decided":-3}}`, ""}, {`{"totals":{"decided":0.5}}`, ""}, {`{"totals":{"DECIDED":1e999}}`, ""},
	} {
		a := newAPI(t, nil)
		ans := a.post("/api/activity/queue-session", tt.sent).status(204)
		if ans.Body.Len() != 0 {
			t.Errorf("%s: answered %s", tt.sent, ans.Body)
		}
		rows := a.do("GET", "/api/activity").status(200).Body.String()
		_, detail, found := strings.Cut(rows, `"detail":`)
		if found != (tt.want != "") || !strings.HasPrefix(detail, tt.want) {
			t.Errorf("%s: wrote %s, want %s", tt.sent, detail, tt.want)
		}
	}
}

func TestQueueSessionInTheLog(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	a.post("/api/activity/queue-session", `{"totals":{"decided":3,"safe":2,"uninstall":1}}`).status(204)
	row := members(a.do("GET", "/api/activity"))["rows"].([]any)[0].(map[string]any)
	delete(row, "id")
	delete(row, "detail")
	now := float64(a.clock.Now().UnixMilli())
	want := map[string]any{
		"type": "queue_session_completed", "kind": "queue_session_completed", "status": "ok", "appId": nil, "appName": nil,
		"summary": "Decided on 3 apps: 2 safe, 0 to replace, 1 to uninstall", "startedAt": now, "endedAt": now, "durationMs": 0.0,
	}
	equal(t, want, row, "row")
}

func TestQueueSessionRefuses(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	for _, bad := range []string{"", "null", "[]", "1", "{", `{"totals":`} {
		a.post("/api/activity/queue-session", bad).error(400, "")
	}
	a.post("/api/activity/queue-session", fmt.Sprintf(`{"totals":%q}`, strings.Repeat("x", 4<<10))).error(413, "")
	a.do("POST", "/api/activity/queue-session", body("{}")).error(403, "")
	a.do("GET", "/api/activity/queue-session").error(405, "")
}
