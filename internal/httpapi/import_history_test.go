package httpapi_test

import (
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/history"

	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/storage"
)

const importOne = "/api/apps/1/import-history"

func TestImportHistory(t *testing.T) {
	t.Parallel()
	a := withHistory(t)
	result := members(a.post(importOne, ""))["result"].(map[string]any)
	if result["appId"] != 1.0 || result["imported"] != 2.0 || result["failed"] != 0.0 || len(result["targets"].([]any)) != int(result["attempted"].(float64)) {
		t.Errorf("result is %v", result)
	}
	if a.archived() != 2 {
		t.Errorf("%d snapshots were saved", a.archived())
	}
	a.hasAudited("wayback.import.app.start app=1 true", "wayback.import.app.success app=1 imported=2 true")
	if got := members(a.do("DELETE", importOne, sameOrigin)); got["deleted"] != 2.0 || a.archived() != 0 {
		t.Errorf("answer is %v, and %d snapshots are left", got, a.archived())
	}
	a.hasAudited("wayback.import.app.remove deleted=2 true")
}

// A preview says what the import reads, and imports nothing.
func TestPreviewOfAnImport(t *testing.T) {
	t.Parallel()
	a := withHistory(t)
	const other = "https://apps.apple.com/us/app/earlier/id1"
	got := members(a.post(importOne+"/preview", `{"otherUrls":["`+other+`?mt=8"]}`))
	plan := got["plan"].(map[string]any)
	if plan["appId"] != 1.0 || plan["captures"] != 2.0 || plan["pages"] != 2.0 || plan["durationMs"] != nil || plan["otherUrls"].([]any)[0] != other {
		t.Errorf("the preview is %v", got)
	}
	if a.archived() != 0 {
		t.Errorf("%d snapshots were saved", a.archived())
	}
	a.hasAudited("wayback.addresses app=1 addresses=1 true")
	archive := members(a.do("GET", "/api/apps/1"))["archive"].(map[string]any)
	equal(t, map[string]any{"otherUrls": []any{other}, "askedAt": nil, "firstAt": nil}, archive, "what is known of the archive")
	result := members(a.post(importOne, ""))["result"].(map[string]any)
	if result["pages"] != plan["pages"] {
		t.Errorf("%v pages were read, the plan is %v", result["pages"], plan)
	}
	archive = members(a.do("GET", "/api/apps/1"))["archive"].(map[string]any)
	if archive["askedAt"] == nil || archive["firstAt"] != plan["firstAt"] || len(archive["otherUrls"].([]any)) != 1 {
		t.Errorf("afterwards the app has %v", archive)
	}
	a.clock.Advance(time.Minute)
	a.post(importOne+"/preview", `{"otherUrls":["https://apps.apple.com/us/app/x/id2"]}`).status(400)
	a.post(importOne, `{"otherUrls":["a","b","c","d"]}`).status(400)
}

// How far apart the pages are that are asked for. Zero is a survey, which reads both.
func TestIntervalOfAnImport(t *testing.T) {
	t.Parallel()
	attempted := map[int]float64{0: 2}
	for _, months := range []int{1, 2, 3, 6} {
		now := storage.TimeOf(newClock().Now().Add(3 * time.Hour))
		first := storage.TimeOf(newClock().Now())
		attempted[months] = float64(len(history.Targets("", now, first, months)))
	}
	for sent, months := range map[string]int{
		"": 0, " ": 0, "{}": 0, `{"intervalMonths":1}`: 1, `{"intervalMonths":6}`: 6, `{"intervalMonths":3}`: 3, `{"intervalMonths":null}`: 0, `{"intervalmonths":1}`: 0,
	} {
		a := withHistory(t)
		result := members(a.post(importOne, sent))["result"].(map[string]any)
		if result["attempted"] != attempted[months] {
			t.Errorf("%s: %v targets, want the %v of %d months", sent, result["attempted"], attempted[months], months)
		}
	}
	a := withHistory(t)
	for _, wrong := range []string{"2.99", "6.9", "7", "0", "0.9", "-1", "1e99", "[1]", `"x"`} {
		a.clock.Advance(time.Minute)
		a.post(importOne, `{"intervalMonths":`+wrong+`}`).error(400, "")
	}
}

func TestImportHistoryRefuses(t *testing.T) {
	t.Parallel()
	a := withHistory(t)
	for _, bad := range []string{"null", "[]", "1", "{", `{"intervalMonths":1}x`} {
		a.post("/api/apps/2/import-history", bad).status(400)
		a.clock.Advance(time.Minute)
	}
	a.post("/api/apps/2/import-history", `{"a":"`+strings.Repeat("x", 4<<10)+`"}`).error(413, "")
	for _, id := range []string{"9", "x", "-1", strings.Repeat("9", 21)} {
		a.post("/api/apps/"+id+"/import-history", "{}").error(404, "Not found")
		a.do("DELETE", "/api/apps/"+id+"/import-history", sameOrigin).error(404, "Not found")
	}
	a.do("POST", importOne, body("{}")).error(403, "")
	a.do("GET", importOne).error(405, "")
	for range 3 { // each app has a bucket of its own
		a.post(importOne, "[]").error(400, "")
	}
	if got := a.post(importOne, "").error(429, "").Header().Get("Retry-After"); got == "" {
		t.Error("no Retry-After")
	}
	a.post("/api/apps/3/import-history", "").status(200)
	a.update(func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(3)
		if err != nil {
			return err
		}
		app.URL = " "
		return tx.Apps.Put(app)
	})
	a.post("/api/apps/3/import-history", "").error(422, "The app has no App Store URL")
}

func TestRemoveHistoryNeedsTheToken(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, withToken)
	a.track(1, "One", "LOCATION")
	a.do("DELETE", importOne, sameOrigin).error(401, "Admin token required")
	if got := members(a.do("DELETE", importOne, withHeader)); got["deleted"] != 0.0 {
		t.Errorf("answer is %v", got)
	}
}

func TestImportHistoryWhileTheArchiveIsRateLimiting(t *testing.T) {
	t.Parallel()
	a := withHistory(t)
	a.archive.fail(&archive.Error{Cause: archive.ErrThrottled, Status: 429, RetryAfter: 90*time.Second + time.Millisecond})
	ans := a.post(importOne, "").error(503, "The web archive is rate limiting requests: try again later")
	var got map[string]any
	ans.json(&got)
	if got["retryAfterMs"] != 90_001.0 || ans.Header().Get("Retry-After") != "91" {
		t.Errorf("answer is %v, Retry-After %q", got, ans.Header().Get("Retry-After"))
	}
	a.archive.fail(&archive.Error{Cause: archive.ErrUnavailable, Status: 503})
	a.post(importOne, "").error(502, "The web archive cannot be reached")
	a.archive.fail(&archive.Error{Cause: fleet.ErrLayout, Status: 200})
	a.post(importOne, "").error(502, "The web archive's page has an unknown layout")
	a.hasAudited("wayback.import.app.failed app=1 The web archive's page has an unknown layout false",
		"wayback.import.app.failed app=1 The web archive cannot be reached false",
		"wayback.import.app.failed app=1 The web archive is rate limiting requests: try again later false")
}
