package httpapi_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

const syncPolicies = "/api/policy/sync-all"

// sites are the web sites of developers: each address has the same policy, but
// for those that the test breaks.
type sites struct {
	mu     sync.Mutex
	broken map[string]bool
	gate   *gate // nil: no request waits
}

func (s *sites) Fetch(ctx context.Context, url string, _ ...string) (fetch.Document, error) {
	if s.gate != nil {
		s.gate.reached <- url
		select {
		case <-s.gate.pass:
		case <-ctx.Done():
			return fetch.Document{}, ctx.Err()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken[url] {
		return fetch.Document{}, &fetch.Error{Cause: fetch.ErrRefused, Status: 404}
	}
	text := strings.Repeat("We collect personal data and share your information with others. ", 80)
	return fetch.Document{Text: text, FinalURL: url, ContentType: "text/html", Origin: "direct", Extractor: "test 1"}, nil
}

// policiesOf returns the job that reads policies on these sites.
func policiesOf(t testing.TB, cfg *httpapi.Config, s *sites) runner.Job {
	withModels(t, cfg, s)
	return cfg.Policies.PolicyJob()
}

// policyAPI is an API with three apps that name a policy, and one that names none.
type policyAPI struct {
	*fleetAPI
	sites *sites
}

func site(id storage.AppID) string { return fmt.Sprintf("https://site.example/%d", id) }

func withPolicies(t testing.TB, change func(*httpapi.Config)) *policyAPI {
	t.Helper()
	s := &sites{broken: map[string]bool{}}
	a := newFleetAPI(t, func(cfg *httpapi.Config) {
		cfg.Runs = engine(t, cfg.Store, cfg.Now, cfg.Fleet, cfg.History, policiesOf(t, cfg, s))
		if change != nil {
			change(cfg)
		}
	})
	a.update(func(tx *storage.Tx) error {
		for id, name := range map[storage.AppID]string{1: "One", 2: "Two", 3: "Three", 4: "Without"} {
			app := storage.App{ID: id, Name: name, URL: address(id), FirstSeen: 1}
			if name != "Without" {
				app.PrivacyPolicyURL = storage.Text(site(id))
			}
			if err := tx.Apps.Put(app); err != nil {
				return err
			}
		}
		return nil
	})
	return &policyAPI{a, s}
}

func (a *policyAPI) idlePolicies() map[string]any {
	want := idle()
	want["state"] = nil
	return want
}

func policyTotals(attempted, succeeded, failed, throttled, skipped float64) map[string]any {
	return map[string]any{"attempted": attempted, "succeeded": succeeded, "failed": failed, "throttled": throttled, "skipped": skipped}
}

func TestPoliciesAsAStream(t *testing.T) {
	t.Parallel()
	a := withPolicies(t, nil)
	a.sites.broken[site(3)] = true
	equal(t, a.idlePolicies(), members(a.do("GET", syncPolicies)), "status")
	lines := a.stream(syncPolicies, `{"stream":true}`).rest()
	now := float64(a.clock.Now().UnixMilli())
	if len(lines) != 14 {
		t.Fatalf("%d lines: %s", len(lines), kinds(lines))
	}
	want := []map[string]any{
		{"kind": "batch-start", "total": 3.0, "startedAt": now, "initiator": "manual", "runId": lines[0]["runId"], "phase": "fetch", "force": false},
		{"kind": "app-start", "appId": 1.0, "name": "One", "index": 0.0, "total": 3.0},
		{"kind": "target", "appId": 1.0, "phase": map[string]any{"phase": "fetching", "at": now}},
		{"kind": "target", "appId": 1.0, "phase": map[string]any{"phase": "fetching", "at": now, "ms": 0.0, "note": lines[3]["phase"].(map[string]any)["note"]}},
		{"kind": "app-done", "appId": 1.0, "name": "One", "index": 0.0, "total": 3.0, "status": "source_ready", "throttled": false},
	}
	equal(t, want, lines[:5], "lines")
	failed := lines[8] // Three comes before Two
	if failed["name"] != "Three" || failed["status"] != "fetch_error" || failed["error"] == nil || failed["throttled"] != false {
		t.Errorf("the line of a site that is gone is %v", failed)
	}
	last := map[string]any{
		"kind": "summary", "totals": policyTotals(3, 2, 1, 0, 0), "durationMs": 0.0, "summary": counts(3, 2, 1, 0), "status": "done",
		"phase": "fetch", "force": false,
	}
	equal(t, last, lines[13], "last line")
	a.hasAudited("policy.sync-all.start apps=3 stream=1 true", "policy.sync-all.success phase=fetch force=false succeeded=2 failed=1 throttled=0 skipped=0 true")
}

func TestPoliciesWithoutAStream(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sent   string
		phase  string
		force  bool
		totals map[string]any // of the second run, right after the first one
	}{
		{`{}`, "fetch", false, policyTotals(3, 0, 0, 3, 0)},
		{`{"phase":"all","force":true}`, "all", true, policyTotals(3, 3, 0, 0, 0)},
		{`{"phase":null,"force":null,"stream":null,"PHASE":"all"}`, "fetch", false, policyTotals(3, 0, 0, 3, 0)},
	} {
		a := withPolicies(t, nil)
		a.post(syncPolicies, tt.sent).status(200)
		want := map[string]any{"totals": tt.totals, "phase": tt.phase, "force": tt.force, "durationMs": 0.0, "status": "done"}
		equal(t, want, members(a.post(syncPolicies, tt.sent)), "%s: answer", tt.sent)
	}
	a := withPolicies(t, nil)
	for _, wrong := range []string{`{"phase":"summarise"}`, `{"phase":["all"]}`, `{"force":1}`, `{"force":"true"}`, `{"stream":"true"}`, `{"stream":1}`} {
		a.clock.Advance(time.Minute) // another window of the limit
		a.post(syncPolicies, wrong).error(400, "")
	}
}

func TestPoliciesOfNoApps(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, func(cfg *httpapi.Config) {
		cfg.Runs = engine(t, cfg.Store, cfg.Now, cfg.Fleet, cfg.History, policiesOf(t, cfg, &sites{}))
	})
	got := members(a.post(syncPolicies, `{"phase":"all"}`))
	want := map[string]any{"totals": policyTotals(0, 0, 0, 0, 0), "phase": "all", "force": false, "durationMs": 0.0, "status": "done"}
	equal(t, want, got, "answer")
	if lines := a.stream(syncPolicies, `{"stream":true}`).rest(); kinds(lines) != "batch-start summary" || lines[0]["total"] != 0.0 {
		t.Errorf("lines are %v", lines)
	}
}

func TestPoliciesWhileBusyAndSwitchedOff(t *testing.T) {
	t.Parallel()
	a := withPolicies(t, nil)
	a.sites.gate = &gate{make(chan string, 100), make(chan struct{})}
	ans := a.stream(syncPolicies, `{"stream":true,"force":true,"phase":"all"}`)
	run := ans.next()["runId"]
	<-a.sites.gate.reached
	a.post(syncPolicies, `{}`).error(409, "Another run is in progress")
	got := members(a.do("GET", syncPolicies))
	now := float64(a.clock.Now().UnixMilli())
	state := map[string]any{
		"runId": run, "startedAt": now, "updatedAt": now, "initiator": "manual", "phase": "all", "force": true, "currentAppId": 1.0,
		"totals": policyTotals(0, 0, 0, 0, 0),
	}
	if diff := cmp.Diff(any(state), got["state"]); diff != "" || got["running"] != true || got["currentAppName"] != "One" {
		t.Errorf("status is %v, its state (-want +got):\n%s", got, diff)
	}
	delete(got, "state")
	equal(t, any(got), members(a.do("GET", "/api/tasks/active"))["policy"], "tasks")
	if got := members(a.post(importAll, "")); got["status"] != "done" { // another runner
		t.Errorf("an import beside it came to %v", got)
	}
	a.post("/api/settings", `{"policyScrapeDisabled":true}`).status(200)
	refused := a.post(syncPolicies, `{"force":true}`).error(409, "Fetching policies is disabled in the settings")
	var body map[string]any
	if refused.json(&body); body["code"] != "policy_scrape_disabled" {
		t.Errorf("answer is %v", body)
	}
	close(a.sites.gate.pass)
	lines := ans.rest()
	if last := lines[len(lines)-1]; last["status"] != "done" || last["totals"].(map[string]any)["skipped"] == 0.0 {
		t.Errorf("the last line is %v", last)
	}
	skipped := lines[len(lines)-2]
	if skipped["status"] != "skipped" || skipped["note"] == nil {
		t.Errorf("the line of an app that was not read is %v", skipped)
	}
	a.post(syncPolicies, `{}`).error(409, "Fetching policies is disabled in the settings")
}

func TestPoliciesRefuse(t *testing.T) {
	t.Parallel()
	a := withPolicies(t, func(cfg *httpapi.Config) { cfg.NewLimiter = unlimited })
	for _, bad := range []string{"", " ", "null", "[]", "1", `"all"`, "{", `{"phase":`} {
		a.post(syncPolicies, bad).error(400, "")
	}
	a.post(syncPolicies, `{"phase":"`+strings.Repeat("x", 2<<10)+`"}`).error(413, "")
	a.do("POST", syncPolicies, body("{}")).error(403, "")
	a.do("DELETE", syncPolicies, sameOrigin).error(405, "")
	a.do("HEAD", syncPolicies).status(200)
}

func TestLimitOfPolicies(t *testing.T) {
	t.Parallel()
	a := withPolicies(t, nil)
	for range 4 {
		a.post(syncPolicies, "[]").error(400, "")
	}
	if got := a.post(syncPolicies, "{}").error(429, "").Header().Get("Retry-After"); got == "" {
		t.Error("no Retry-After")
	}
	a.clock.Advance(time.Minute)
	a.post(syncPolicies, "{}").status(200)
}

func TestPoliciesOfAnInstallationWithoutReader(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.post(syncPolicies, "{}").error(501, "Not supported by this installation")
}
