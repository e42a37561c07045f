package httpapi_test

import (
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// A sync is paused, resumed and cancelled by its own route, and is listed in each state.
func TestControlOfASync(t *testing.T) {
	t.Parallel()
	a := changed(t)
	patch := func(action string) map[string]any {
		return members(a.do("PATCH", "/api/sync/trigger", sameOrigin, body(`{"action":"`+action+`"}`)))
	}
	a.do("PATCH", "/api/sync/trigger", sameOrigin, body(`{"action":"pause"}`)).error(404, "Not found")
	a.do("PATCH", "/api/sync/trigger", sameOrigin, body(`{"action":"stop"}`)).error(400, "")
	if got := patch("cancel"); got["status"] != "idle" {
		t.Errorf("without a run: %v", got)
	}

	reached, pass := make(chan struct{}), make(chan struct{})
	a.pages.before = func(storage.AppID) { reached <- struct{}{}; <-pass }
	var started struct{ RunID string }
	a.post("/api/sync/trigger?wait=0", "").status(202).json(&started)
	id := started.RunID
	state := func() any { return members(a.do("GET", "/api/runs/"+id))["status"] }
	<-reached
	if got := patch("pause"); got["status"] != "pause_requested" || state() != "pause_requested" {
		t.Errorf("paused is %v, %v", got, state())
	}
	pass <- struct{}{}
	until(t, func() bool { return state() == "paused" })
	if got := patch("resume"); got["status"] != "running" || state() != "running" {
		t.Errorf("resumed is %v, %v", got, state())
	}
	<-reached
	if got := patch("cancel"); got["status"] != "cancel_requested" || got["aborted"] != true {
		t.Errorf("cancelled is %v", got)
	}
	close(pass)
	until(t, func() bool { return state() == "cancelled" })
}

func TestListOfRuns(t *testing.T) {
	t.Parallel()
	a := changed(t)
	first, _ := members(a.post("/api/sync/trigger", ""))["runId"].(string)
	a.clock.Advance(time.Hour) // the newest comes first
	a.pages.fail(1, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429})
	second, _ := members(a.post("/api/sync/trigger", ""))["runId"].(string)

	page := members(a.do("GET", "/api/runs?runner=sync&limit=1"))
	shown := page["runs"].([]any)[0].(map[string]any)
	got := []any{page["total"], page["limit"], page["offset"], len(page["runs"].([]any)), shown["id"], shown["status"], shown["reason"], shown["endedAt"]}
	equal(t, []any{2.0, 1.0, 0.0, 1, second, "interrupted", tracked.InterruptRateLimited, nil}, got, "the first page")
	page = members(a.do("GET", "/api/runs?offset=1"))
	shown = page["runs"].([]any)[0].(map[string]any)
	if shown["id"] != first || shown["status"] != "done" || shown["endedAt"] == nil || shown["totals"].(map[string]any)["succeeded"] != 3.0 {
		t.Errorf("the second page is %v", page)
	}
	if got := members(a.do("GET", "/api/runs?runner=policy")); got["total"] != 0.0 {
		t.Errorf("runs of another runner are %v", got)
	}
	if app := members(a.do("GET", "/api/apps?id=1")); app["lastError"].(map[string]any)["code"] != "rateLimited" ||
		app["availability"].(map[string]any)["state"] != "listed" {
		t.Errorf("the app is %v", app)
	}
	for _, bad := range []string{"?runner=other", "?limit=0", "?limit=101", "?offset=-1"} {
		a.do("GET", "/api/runs"+bad).error(400, "")
	}
	a.do("GET", "/api/runs/unknown").error(404, "")
}

// until waits for a condition.
func until(t *testing.T, ok func() bool) {
	t.Helper()
	for range 10_000 {
		if ok() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("waited for ten seconds")
}
