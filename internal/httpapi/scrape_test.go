package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
)

func TestScrapeAnswersForEachAddress(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "One", "LOCATION")
	a.pages.show(1, "One", "CONTACTS")
	a.pages.show(2, "Two", "CONTACTS")
	got := members(a.post("/api/scrape", fmt.Sprintf(`{"urls":[%q,%q,%q]}`, address(1), address(2), address(3))))
	same := map[string]any{"versionChanged": false, "previousVersion": nil, "currentVersion": nil, "versionUpdatedAt": nil}
	with := func(m map[string]any) map[string]any {
		for k, v := range same {
			m[k] = v
		}
		return m
	}
	want := map[string]any{"results": []any{
		with(map[string]any{"status": "success", "id": 1.0, "name": "One", "isNew": false, "changesDetected": true, "changeCount": 2.0}),
		with(map[string]any{"status": "success", "id": 2.0, "name": "Two", "isNew": true, "changesDetected": false, "changeCount": 0.0}),
		map[string]any{"status": "error", "url": address(3), "error": fleet.ErrNotListed.Error() + " (HTTP 404)"},
	}}
	equal(t, want, got, "answer")
}

func TestThrottledStoreIsNo429(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.pages.fail(1, &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429, RetryAfter: 90 * time.Second})
	got := members(a.post("/api/scrape", fmt.Sprintf(`{"urls":[%q,%q]}`, address(1), address(2))))
	for i, r := range got["results"].([]any) {
		result := r.(map[string]any)
		if result["status"] != "rate_limited" || result["retryAfterMs"] != 90_000.0 || result["url"] == nil || result["error"] == "" {
			t.Errorf("result %d is %v", i, result)
		}
	}
	for _, target := range []string{"/api/preview?url=" + address(1), "/api/compare?a=url:" + address(1) + "&b=url:" + address(2)} {
		ans := a.do("GET", target).error(503, "")
		var body map[string]any
		ans.json(&body)
		if body["retryAfterMs"] != 90_000.0 || ans.Header().Get("Retry-After") != "90" {
			t.Errorf("%s: %v, Retry-After %q", target, body, ans.Header().Get("Retry-After"))
		}
	}
}

func TestScrapeRefusesWhatItDoesNotTake(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	many := strings.Repeat(`"`+address(1)+`",`, 101)
	for name, text := range map[string]string{
		"empty": "", "null": "null", "array": "[]", "no urls": "{}", "null urls": `{"urls":null}`, "empty urls": `{"urls":[]}`, "urls no list": `{"urls":"x"}`,
		"a number": `{"urls":[1]}`, "a null": `{"urls":[null]}`, "one elsewhere": `{"urls":["` + address(1) + `","https://evil.example/id1"]}`,
		"too many": `{"urls":[` + strings.TrimSuffix(many, ",") + `]}`, "trailing": `{"urls":["x"]} {}`, "broken": `{"urls":["`, "invalid UTF-8": "{\"urls\":[\"\xff\"]}",
		"deep": strings.Repeat(`{"urls":`, 10_000) + strings.Repeat("}", 10_000),
	} {
		t.Run(name, func(t *testing.T) {
			a := *a.api
			a.t = t
			a.clock.Advance(time.Minute) // another window of the limit
			a.post("/api/scrape", text).error(400, "")
		})
	}
	a.post("/api/scrape", `{"urls":["`+strings.Repeat("x", 256<<10)+`"]}`).error(413, "")
}

// A member that is null or unknown counts as absent; one with a value that would count as
// another is refused.
func TestScrapeRefusesOddMembers(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.pages.show(1, "One", "LOCATION")
	for more, want := range map[string]int{
		`"resync":null`: 200, `"trigger":null`: 200, `"unknown":{}`: 200,
		`"resync":"yes"`: 400, `"resync":1`: 400, `"trigger":7`: 400, `"trigger":"sample"`: 400, `"summarizePolicies":[]`: 400,
	} {
		a.post("/api/scrape", fmt.Sprintf(`{"urls":[%q],%s}`, address(1), more)).status(want)
	}
	rows := into[[]map[string]any](a.do("GET", "/api/apps?id=1&changelog=true"))
	for _, row := range rows {
		if row["triggeredBy"] != "import" {
			t.Errorf("triggered by %v, want import", row["triggeredBy"])
		}
	}
	a.post("/api/scrape", fmt.Sprintf(`{"urls":[%q],"resync":true,"trigger":"scheduled"}`, address(1))).status(200)
	if rows = into[[]map[string]any](a.do("GET", "/api/apps?id=1&changelog=true")); rows[0]["triggeredBy"] != "scheduled" {
		t.Errorf("triggered by %v, want scheduled", rows[0]["triggeredBy"])
	}
}

func TestPreviewAndCompare(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "One", "LOCATION")
	a.pages.show(2, "Two", "CONTACTS")
	p := members(a.do("GET", "/api/preview?url="+address(2)))["preview"].(map[string]any)
	if p["appleId"] != 2.0 || p["name"] != "Two" || p["hasPrivacyDetails"] != true || p["hasAccessibilityLabels"] != nil {
		t.Errorf("preview is %v", p)
	}
	c := members(a.do("GET", "/api/compare?a=id:1&b=url:"+address(2)))
	left, right := c["a"].(map[string]any), c["b"].(map[string]any)
	if left["source"] != "library" || left["id"] != 1.0 || right["source"] != "scrape" || right["name"] != "Two" || right["policySummary"] != nil {
		t.Errorf("comparison is %v", c)
	}
	for target, want := range map[string]int{
		"/api/preview": 400, "/api/preview?url=": 400, "/api/preview?url=https://evil.example/": 400, "/api/preview?url=" + address(9): 404,
		"/api/compare": 400, "/api/compare?a=id:1": 400, "/api/compare?a=id:1&b=2": 400, "/api/compare?a=id:1&b=id:9": 404, "/api/compare?a=id:1&b=url:x": 400,
	} {
		a.do("GET", target).error(want, "")
	}
	if apps := into[[]any](a.do("GET", "/api/apps")); len(apps) != 1 {
		t.Errorf("%d apps: a preview tracks nothing", len(apps))
	}
}
