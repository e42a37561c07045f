package httpapi_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

const regenerate = "/api/policy/regenerate"

// analysisOf returns the analysis of the first result of an answer.
func analysisOf(answer map[string]any) map[string]any {
	results, _ := answer["results"].([]any)
	if len(results) == 0 {
		return nil
	}
	first, _ := results[0].(map[string]any)
	analysis, _ := first["analysis"].(map[string]any)
	return analysis
}

func TestRegenerateOne(t *testing.T) {
	t.Parallel()
	a := withPolicies(t, nil)
	got := members(a.post(regenerate, `{"appId":"1"}`))
	analysis := analysisOf(got)
	if analysis["status"] != "ready" || analysis["model"] != "extractive" || analysis["runStatus"] != "idle" || analysis["analysisMode"] != "direct" {
		t.Errorf("made anew as %v", analysis)
	}
	if d := cmp.Diff(map[string]any{"results": []any{map[string]any{"appId": 1.0, "analysis": analysis}}}, got); d != "" {
		t.Errorf("answer (-want +got):\n%s", d)
	}
	summary := analysis["summary"].(map[string]any)
	if lenses := summary["lenses"].([]any); len(lenses) != 8 || lenses[0].(map[string]any)["key"] != "collection_scope" {
		t.Errorf("lenses %v", lenses)
	}
	if preview := analysis["sourcePreview"].(string); len(preview) != 5199 || !strings.HasPrefix(preview, "We collect") {
		t.Errorf("a preview of %d bytes", len(preview))
	}
	if shown := members(a.do("GET", "/api/apps?id=1"))["policyAnalysis"]; !cmp.Equal(shown, any(analysis)) {
		t.Errorf("with the app it is %v", shown)
	}
	status := members(a.do("GET", "/api/policy/status/1"))
	want := map[string]any{"runStatus": "idle", "runStartedAt": nil, "lastRunLog": analysis["lastRunLog"], "status": "ready"}
	if d := cmp.Diff(want, status); d != "" {
		t.Errorf("status (-want +got):\n%s", d)
	}
	a.hasAudited("policy.regenerate.success app=1 phase=all status=ready true")
}

func TestRegenerateSeveral(t *testing.T) {
	t.Parallel()
	a := withPolicies(t, nil)
	a.sites.broken[site(3)] = true
	got := members(a.post(regenerate, `{"appIds":[1,"3",9,4,1],"phase":"fetch"}`))
	if _, there := got["analysis"]; there {
		t.Error("there is one analysis for several apps")
	}
	var shown []string
	for _, r := range got["results"].([]any) {
		row := r.(map[string]any)
		status := any(nil)
		if analysis, ok := row["analysis"].(map[string]any); ok {
			status = analysis["status"]
		}
		shown = append(shown, fmt.Sprint(row["appId"], " ", status, " ", row["error"]))
	}
	want := []string{"1 source_ready <nil>", "3 fetch_error <nil>", "9 <nil> Not found", "4 <nil> The app has no privacy policy URL"}
	if d := cmp.Diff(want, shown); d != "" {
		t.Errorf("results (-want +got):\n%s", d)
	}
	one := members(a.post(regenerate, `{"appIds":[9]}`))
	if d := cmp.Diff(map[string]any{"results": []any{map[string]any{"appId": 9.0, "analysis": nil, "error": "Not found"}}}, one); d != "" {
		t.Errorf("one of a list (-want +got):\n%s", d)
	}
}

func TestRegenerateAsAStream(t *testing.T) {
	t.Parallel()
	a := withPolicies(t, nil)
	lines := a.stream(regenerate, `{"appId":2,"stream":true}`).rest()
	var reported []string
	for _, l := range lines {
		phase, _ := l["phase"].(map[string]any)
		reported = append(reported, strings.TrimSuffix(fmt.Sprint(l["kind"], " ", l["appId"], " ", phase["phase"]), " <nil>"))
	}
	want := []string{
		"phase 2 fetching", "phase 2 fetching", "phase 2 summarising", "phase 2 extracting",
		"phase 2 extracting", "phase 2 summarising", "done <nil>",
	}
	if d := cmp.Diff(want, reported); d != "" {
		t.Errorf("lines (-want +got):\n%s", d)
	}
	if last := lines[len(lines)-1]; last["analysis"] != nil || analysisOf(last)["status"] != "ready" {
		t.Errorf("the end is %v", last)
	}
}

func TestRegenerateRefuses(t *testing.T) {
	t.Parallel()
	a := withPolicies(t, nil)
	for body, status := range map[string]int{
		``: 400, `null`: 400, `[]`: 400, `{`: 400, `{"appId":1}x`: 400, "{\"appId\":\"\xff\"}": 400, `{}`: 400, `{"appId":null}`: 400, `{"appId":"x"}`: 400,
		`{"appId":1.5}`: 400, `{"appId":"123456789012345678901"}`: 400, `{"appId":-1}`: 400, `{"appIds":[]}`: 400, `{"appIds":[null]}`: 400, `{"appIds":1}`: 400,
		`{"appId":1,"appIds":[1]}`: 400, `{"appId":1,"phase":"summary"}`: 400, `{"appId":1,"phase":""}`: 400, `{"appId":1,"phase":1}`: 400, `{"appIds":[1],"phase":"FETCH"}`: 400, `{"appIds":[` + strings.Repeat("1,", 50) + `1]}`: 400,
		`{"appId":9}`: 404, `{"appId":4}`: 409, `{"appId":4,"stream":true}`: 409, `{"appId":1,"x":"` + strings.Repeat("y", 8<<10) + `"}`: 413,
	} {
		a.clock.Advance(time.Minute)
		a.post(regenerate, body).error(status, "")
	}
	a.update(func(tx *storage.Tx) error {
		return tx.Settings.Put(storage.Setting{Name: "policyScrapeDisabled", Value: "true"})
	})
	for body, status := range map[string]int{
		`{"appId":1}`: 409, `{"appId":1,"phase":"fetch"}`: 409, `{"appIds":[1]}`: 409, `{"appId":1,"stream":true}`: 409, `{"appId":1,"phase":"summarise"}`: 409,
	} {
		a.clock.Advance(time.Minute)
		ans := a.post(regenerate, body)
		ans.error(status, "Fetching policies is disabled in the settings")
		var reported struct{ Code string }
		ans.json(&reported)
		if reported.Code != "policy_scrape_disabled" {
			t.Errorf("%s: code %q", body, reported.Code)
		}
	}
}

func TestPolicyStatus(t *testing.T) {
	t.Parallel()
	a := withPolicies(t, nil)
	nothing := map[string]any{"runStatus": "idle", "runStartedAt": nil, "lastRunLog": []any{}, "status": nil}
	for _, id := range []string{"1", "9", "12345678901234567890"} {
		if d := cmp.Diff(nothing, members(a.do("GET", "/api/policy/status/"+id))); d != "" {
			t.Errorf("%s (-want +got):\n%s", id, d)
		}
	}
	for _, id := range []string{"x", "123456789012345678901", "-1", "1.5"} {
		a.do("GET", "/api/policy/status/"+id).error(400, "")
	}
	now := storage.TimeOf(a.clock.Now())
	a.update(func(tx *storage.Tx) error {
		return errors.Join(
			tx.PolicyAnalyses.Put(storage.PolicyAnalysis{App: 1, Status: storage.PolicyPending}),
			tx.Tasks.Put(storage.Task{Kind: "policy", Subject: "1", Owner: "other", TakenAt: now, Due: now.Add(30 * time.Second)}),
		)
	})
	running := map[string]any{"runStatus": "running", "runStartedAt": float64(now), "lastRunLog": []any{}, "status": "pending"}
	if d := cmp.Diff(running, members(a.do("GET", "/api/policy/status/1"))); d != "" {
		t.Errorf("under way (-want +got):\n%s", d)
	}
	a.post(regenerate, `{"appId":1}`).error(409, "This policy is already being processed")
	a.clock.Advance(30 * time.Second) // the lease has expired, and nothing is written
	running["runStatus"], running["runStartedAt"] = "idle", nil
	if d := cmp.Diff(running, members(a.do("GET", "/api/policy/status/1"))); d != "" {
		t.Errorf("afterwards (-want +got):\n%s", d)
	}
	if shown := members(a.do("GET", "/api/apps?id=1"))["policyAnalysis"].(map[string]any); shown["runStatus"] != "idle" {
		t.Errorf("with the app it is %v", shown)
	}
}
