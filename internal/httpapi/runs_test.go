package httpapi_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

func idle() map[string]any {
	return map[string]any{
		"running": false, "initiator": nil, "currentAppName": nil, "runId": nil, "status": "idle", "startedAt": nil, "updatedAt": nil, "waitingUntil": nil, "totals": nil,
		"summary": map[string]any{"total": 0.0, "completed": 0.0, "failed": 0.0, "skipped": 0.0},
	}
}

func TestIdleTasks(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	want := map[string]any{"wayback": idle(), "sync": idle(), "policy": idle()}
	equal(t, want, members(a.do("GET", "/api/tasks/active")), "tasks")
}

func TestSyncTriggerWaitsForTheEnd(t *testing.T) {
	t.Parallel()
	a := changed(t)
	a.pages.show(2, "App 2", "PURCHASES")
	got := members(a.post("/api/sync/trigger", "whatever this is"))
	if got["synced"] != 3.0 || got["changes"] != 2.0 || got["runId"] == "" {
		t.Errorf("answer is %v", got)
	}
	rows := members(a.do("GET", "/api/activity?type=manual_sync"))["rows"].([]any)
	if len(rows) != 1 || rows[0].(map[string]any)["kind"] != "manual_sync" {
		t.Errorf("activity is %v", rows)
	}
}

func TestSyncTriggerWithoutWaiting(t *testing.T) {
	t.Parallel()
	a := changed(t)
	var got map[string]any
	a.post("/api/sync/trigger?wait=0", "").status(202).json(&got)
	if len(got) != 1 || got["runId"] == "" {
		t.Errorf("answer is %v, want the run's id alone", got)
	}
	for members(a.do("GET", "/api/tasks/active"))["sync"].(map[string]any)["running"] == true {
		time.Sleep(time.Millisecond)
	}
	if rows := members(a.do("GET", "/api/activity?type=manual_sync"))["rows"].([]any); len(rows) != 1 {
		t.Errorf("%d runs in the log", len(rows))
	}
}

func TestSyncTriggerWhileBusyIs409(t *testing.T) {
	t.Parallel()
	a := changed(t)
	release := make(chan struct{})
	a.pages.before = func(storage.AppID) { <-release }
	a.post("/api/sync/trigger?wait=0", "").status(202)
	a.post("/api/sync/trigger", "").error(409, "")
	status := members(a.do("GET", "/api/tasks/active"))["sync"].(map[string]any)
	if status["running"] != true || status["initiator"] != "manual" || status["summary"].(map[string]any)["total"] != 3.0 {
		t.Errorf("status is %v", status)
	}
	close(release)

	// A client that disconnects does not stop the run.
	for members(a.do("GET", "/api/tasks/active"))["sync"].(map[string]any)["running"] == true {
		time.Sleep(time.Millisecond)
	}
	ctx, hangUp := context.WithCancel(t.Context())
	a.pages.before = func(storage.AppID) { hangUp() }
	if ans := a.do("POST", "/api/sync/trigger", sameOrigin, within(ctx)); ans.Code == 200 {
		t.Errorf("a client that disconnected was answered with %s", ans.Body)
	}
	for members(a.do("GET", "/api/tasks/active"))["sync"].(map[string]any)["running"] == true {
		time.Sleep(time.Millisecond)
	}
	if n := members(a.do("GET", "/api/activity?type=manual_sync"))["total"]; n != 2.0 {
		t.Errorf("%v runs in the log, want both to their end", n)
	}
}

// An App Store that throttles interrupts the run, and the next start resumes it.
func TestSyncThatIsThrottled(t *testing.T) {
	t.Parallel()
	a := changed(t)
	a.pages.fail(2, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429, RetryAfter: time.Minute})
	first := members(a.post("/api/sync/trigger", ""))
	if first["synced"] != 1.0 {
		t.Errorf("answer is %v", first)
	}
	equal(t, idle(), members(a.do("GET", "/api/tasks/active"))["sync"], "status")
	rows := members(a.do("GET", "/api/activity?limit=1"))["rows"].([]any)
	if row := rows[0].(map[string]any); row["kind"] != "partial: rateLimited" || row["type"] != "manual_sync" || row["status"] != "partial" {
		t.Errorf("activity is %v", row)
	}
	for range 3 { // the App Store is not asked, so nothing is new
		if again := members(a.post("/api/sync/trigger", "")); again["synced"] != 1.0 {
			t.Errorf("while the App Store throttles: %v", again)
		}
	}
	if n := members(a.do("GET", "/api/activity?type=manual_sync"))["total"]; n != 1.0 {
		t.Errorf("%v entries about one answer of the App Store", n)
	}
	a.pages.fail(2, nil)
	a.clock.Advance(time.Hour)
	if again := members(a.post("/api/sync/trigger", "")); again["runId"] != first["runId"] || again["synced"] != 3.0 {
		t.Errorf("the next answer is %v, the first %v", again, first)
	}
	// The lines of one run began at one moment: the last one written comes first.
	rows = members(a.do("GET", "/api/activity?limit=1"))["rows"].([]any)
	if row := rows[0].(map[string]any); row["kind"] != "manual_sync" || row["status"] != "ok" {
		t.Errorf("the newest line is %v", row)
	}
}

func TestStatusOfAPausedRun(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.update(func(tx *storage.Tx) error {
		return tx.Runs.Put(storage.Run{
			ID: "r", Runner: "wayback", Initiator: "manual", Status: storage.RunPaused, StartedAt: 5, UpdatedAt: 6,
			Total: 9, Completed: 3, Failed: 2, Skipped: 1, Totals: []byte(`{"imported":7}`),
		})
	})
	want := map[string]any{
		"running": false, "initiator": "manual", "currentAppName": nil, "runId": "r", "status": "paused", "startedAt": 5.0, "updatedAt": 6.0, "waitingUntil": nil,
		"totals": map[string]any{
			"appsAttempted": 5.0, "appsWithImports": 0.0, "targetsAttempted": 0.0, "imported": 7.0, "unchanged": 0.0, "skipped": 0.0, "failed": 0.0,
			"snapshotsRequested": 0.0, "pages": 0.0,
		},
		"summary": map[string]any{"total": 9.0, "completed": 3.0, "failed": 2.0, "skipped": 1.0},
	}
	equal(t, want, members(a.do("GET", "/api/tasks/active"))["wayback"], "status")
	// It belongs to another runner, and does not keep a sync from starting.
	if got := members(a.post("/api/sync/trigger", "")); got["synced"] != 0.0 {
		t.Errorf("answer is %v", got)
	}
}

// A client that waits for a sync is answered when the service shuts down, and no run
// starts after that.
func TestSyncWhileShuttingDown(t *testing.T) {
	t.Parallel()
	var runs *runner.Engine
	a := newFleetAPI(t, func(cfg *httpapi.Config) { runs = cfg.Runs })
	a.track(1, "App 1", "LOCATION")
	asked := make(chan struct{}, 1)
	a.pages.before = func(storage.AppID) { asked <- struct{}{}; time.Sleep(50 * time.Millisecond) }
	waits := make(chan *answer)
	go func() { waits <- a.post("/api/sync/trigger", "") }()
	<-asked
	runs.Stop(0)
	(<-waits).error(503, "Shutting down")
	a.post("/api/sync/trigger", "").error(503, "Shutting down")
	a.post("/api/sync/trigger?wait=0", "").error(503, "Shutting down")
	if s := members(a.do("GET", "/api/tasks/active"))["sync"].(map[string]any); s["running"] != true {
		t.Errorf("the run is to be resumed, but its status is %v", s)
	}
}

func TestActivityFilters(t *testing.T) {
	t.Parallel()
	a := changed(t)
	a.pages.fail(1, &fleet.ScrapeError{Cause: fleet.ErrBlocked, Status: 403})
	a.post("/api/scrape", fmt.Sprintf(`{"urls":[%q],"resync":true}`, address(1))).status(200)
	last := newClock().Now().Add(6 * time.Hour).UnixMilli()
	for query, want := range map[string]string{ // rows, total
		"": "7 7", "limit=2": "2 7", "limit=2&offset=6": "1 7", "limit=500": "7 7",
		"type=scrape": "3 3", "type=resync": "4 4", "type=health_check": "7 7", "type=": "7 7", "status=error": "1 1", "status=nonsense": "7 7", "type=resync&status=ok": "3 3",
		fmt.Sprint("since=", last): "1 1", fmt.Sprint("until=", last-1): "6 6", "until=0": "0 0",
		"sortBy=duration_ms&sortDir=asc": "7 7", "sortBy=ended_at": "7 7", "sortBy=nonsense": "7 7",
	} {
		got := members(a.do("GET", "/api/activity?"+query))
		if text := fmt.Sprint(len(got["rows"].([]any)), " ", got["total"]); text != want {
			t.Errorf("%q: %s, want %s", query, text, want)
		}
	}
	got := members(a.do("GET", "/api/activity?limit=1"))
	row := got["rows"].([]any)[0].(map[string]any)
	if row["status"] != "error" || row["type"] != "resync" || row["durationMs"] != 0.0 || row["appId"] != 1.0 || row["detail"].(map[string]any)["httpStatus"] != 403.0 {
		t.Errorf("row is %v", row)
	}
	if message := row["detail"].(map[string]any)["errorMessage"]; message != "the App Store refused the request (HTTP 403)" {
		t.Errorf("the row gives as the cause %q", message)
	}
	if got["sortBy"] != "started_at" || got["sortDir"] != "desc" || got["type"] != nil || got["since"] != nil || got["limit"] != 1.0 {
		t.Errorf("answer is %v", got)
	}
}

func TestSearchWithoutASearcherIs501(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.post("/api/search", `{"names":["Notes"]}`).error(501, "")
	for _, bad := range []string{"", "null", "[]", "{}", `{"names":[]}`, `{"names":"x"}`, `{"names":[],"rows":[],"bundleIds":[]}`, `{"rows":[1]}`} {
		a.post("/api/search", bad).error(400, "")
	}
	a.post("/api/search", `{"names":["`+strings.Repeat("x", 256<<10)+`"]}`).error(413, "")
}
