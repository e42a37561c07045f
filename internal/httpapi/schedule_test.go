package httpapi_test

import (
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

func TestSyncStatusRoute(t *testing.T) {
	t.Parallel()
	a := changed(t)
	want := map[string]any{"schedule": "manual", "lastRun": 0.0, "nextRun": nil, "isDue": false, "isRunning": false}
	equal(t, want, members(a.do("GET", "/api/sync/status")), "at first")
	a.post("/api/settings", `{"syncSchedule":"daily"}`).status(200)
	want["schedule"], want["nextRun"], want["isDue"] = "daily", float64(a.clock.Now().UnixMilli()), true
	equal(t, want, members(a.do("GET", "/api/sync/status")), "with a schedule")
	a.post("/api/sync/trigger", "").status(200)
	last := float64(a.clock.Now().UnixMilli())
	want["lastRun"], want["nextRun"], want["isDue"] = last, last+float64(24*time.Hour/time.Millisecond), false
	equal(t, want, members(a.do("GET", "/api/sync/status")), "after a run")
	if got := members(a.do("GET", "/api/settings")); got["lastAutoSync"] != last || got["syncRunning"] != false {
		t.Errorf("settings are %v", got)
	}

	release := make(chan struct{})
	a.pages.before = func(storage.AppID) { <-release }
	a.post("/api/sync/trigger?wait=0", "").status(202)
	if got := members(a.do("GET", "/api/sync/status")); got["isRunning"] != true {
		t.Errorf("under way: %v", got)
	}
	if got := members(a.do("GET", "/api/settings")); got["syncRunning"] != true {
		t.Errorf("under way, settings are %v", got)
	}
	close(release)
}

func TestStoreCooldownIsShownAndCleared(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	now := func() float64 { return float64(a.clock.Now().UnixMilli()) }
	idle := func(category string) map[string]any {
		return map[string]any{"category": category, "appSource": nil, "active": false, "resumeAt": 0.0, "reason": ""}
	}
	rest := map[string]any{"search": idle("search"), "scrape": idle("scrape"), "others": []any{}, "serverNow": now()}
	equal(t, rest, members(a.do("GET", "/api/rate-limit/status")), "at first")
	a.pages.fail(1, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429, RetryAfter: time.Minute})
	a.do("GET", "/api/preview?url="+address(1)).error(503, "")
	cool := map[string]any{"category": "scrape", "appSource": nil, "active": true, "resumeAt": now() + 60_000, "reason": fleet.ErrThrottled.Error()}
	want := map[string]any{"search": idle("search"), "scrape": cool, "others": []any{}, "serverNow": now()}
	equal(t, want, members(a.do("GET", "/api/rate-limit/status")), "throttled")

	for _, bad := range []string{"", "null", "[]", "{", "{}", `{"category":"other"}`, `{"category":1}`, `{"category":null}`, `{"Category":"all"}`} {
		a.clock.Advance(time.Minute / 5)
		a.do("DELETE", "/api/rate-limit/status", sameOrigin, body(bad)).error(400, "")
		a.pages.fail(2, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429, RetryAfter: time.Hour})
		a.do("GET", "/api/preview?url="+address(2)).error(503, "")
	}
	clear := func(category string) map[string]any {
		t.Helper()
		return members(a.do("DELETE", "/api/rate-limit/status", sameOrigin, body(`{"category":"`+category+`"}`)))
	}
	a.clock.Advance(time.Minute)
	if got := clear("search")["scrape"].(map[string]any); got["active"] != true {
		t.Errorf("another category was cleared: %v", got)
	}
	rest["serverNow"] = now()
	equal(t, rest, clear("scrape"), "cleared")
	a.do("GET", "/api/preview?url="+address(1)).error(503, "") // asked again, and throttled again
	equal(t, rest, clear("all"), "all cleared")
	a.do("DELETE", "/api/rate-limit/status", sameOrigin, body(`{"category":"`+string(make([]byte, 1<<10))+`"}`)).error(413, "")
	a.do("DELETE", "/api/rate-limit/status", body(`{"category":"all"}`)).error(403, "")
}
