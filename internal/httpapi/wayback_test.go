package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

const importAll = "/api/wayback/import-all"

func idleImports() map[string]any {
	want := idle()
	want["state"] = nil
	return want
}

func (a *fleetAPI) imports() map[string]any { return members(a.do("GET", importAll)) }

func (a *fleetAPI) control(action string) *answer {
	return a.do("PATCH", importAll, sameOrigin, body(fmt.Sprintf(`{"action":%q}`, action)))
}

func TestImportsOfNoApps(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	equal(t, idleImports(), a.imports(), "status")
	a.do("HEAD", importAll).status(200)
	got := members(a.post(importAll, "whatever this is"))
	zeros := map[string]any{
		"appsAttempted": 0.0, "appsWithImports": 0.0, "targetsAttempted": 0.0, "imported": 0.0, "unchanged": 0.0, "skipped": 0.0, "failed": 0.0,
		"snapshotsRequested": 0.0, "pages": 0.0,
	}
	equal(t, map[string]any{"totals": zeros, "durationMs": 0.0, "status": "done"}, got, "answer")
	lines := a.stream(importAll+"?stream=true", "").rest()
	if kinds(lines) != "batch-start summary" || lines[0]["total"] != 0.0 || cmp.Diff(any(zeros), lines[1]["totals"]) != "" {
		t.Errorf("lines are %v", lines)
	}
}

func TestImportsAsAStream(t *testing.T) {
	t.Parallel()
	a := withHistory(t)
	lines := a.stream(importAll+"?stream=1", "").rest()
	if got, want := outcomes(lines), "1 imported, 1 imported, 3 requested_snapshot, 2 requested_snapshot"; got != want {
		t.Errorf("outcomes are %s, want %s", got, want)
	}
	for _, line := range lines {
		result, has := line["result"].(map[string]any)
		if has != (line["kind"] == "app-done") {
			t.Errorf("line is %v", line)
		}
		if has && (result["appId"] != line["appId"] || len(result["targets"].([]any)) == 0 || result["changes"] == nil) {
			t.Errorf("result is %v", result)
		}
	}
	last := lines[len(lines)-1]
	totals := last["totals"].(map[string]any)
	if last["status"] != "done" || totals["imported"] != 2.0 || totals["snapshotsRequested"] != 2.0 || totals["appsWithImports"] != 1.0 {
		t.Errorf("the last line is %v", last)
	}
	equal(t, counts(3, 3, 0, 0), last["summary"], "summary")
	if a.archived() != 2 {
		t.Errorf("%d snapshots were saved", a.archived())
	}
	equal(t, idleImports(), a.imports(), "status")
	a.hasAudited("wayback.import.bulk.start apps=3 stream=1 true",
		"wayback.import.bulk.success apps=3 imported=2 unchanged=0 skipped=0 failed=0 true")
	again := members(a.post(importAll, ""))["totals"].(map[string]any)
	if again["imported"] != 0.0 || again["appsAttempted"] != 3.0 {
		t.Errorf("the second import came to %v", again)
	}
}

func TestImportsWhileBusy(t *testing.T) {
	t.Parallel()
	a := withHistory(t)
	gate := a.archive.shut()
	ans := a.stream(importAll+"?stream=1", "")
	run := ans.next()["runId"]
	first := <-gate.reached
	a.post(importAll+"?force=1", "").error(409, "Another run is in progress")
	a.control("resume").error(409, "Another run is in progress")
	got := a.imports()
	begun := float64(a.clock.Now().UnixMilli())
	want := idle()
	state := map[string]any{
		"runId": run, "startedAt": begun, "updatedAt": begun, "initiator": "manual", "status": "running", "pausedAt": nil,
		"pauseRequestedAt": nil, "cancelRequestedAt": nil, "currentAppId": 1.0, "totals": got["totals"],
	}
	for name, value := range map[string]any{
		"running": true, "initiator": "manual", "currentAppName": "One", "runId": run, "status": "running", "startedAt": begun,
		"updatedAt": begun, "totals": got["totals"], "summary": counts(3, 0, 0, 0), "state": state,
	} {
		want[name] = value
	}
	if diff := cmp.Diff(want, got); diff != "" || first != "1" {
		t.Errorf("status at app %s (-want +got):\n%s", first, diff)
	}
	delete(want, "state")
	equal(t, want, members(a.do("GET", "/api/tasks/active"))["wayback"], "tasks")
	if got := members(a.post("/api/sync/trigger", "")); got["synced"] != 3.0 { // another runner
		t.Errorf("a sync beside it came to %v", got)
	}
	close(gate.pass)
	ans.rest()
}

func TestImportsPausedAndResumed(t *testing.T) {
	t.Parallel()
	a := withHistory(t)
	gate := a.archive.shut()
	ans := a.stream(importAll+"?stream=1", "")
	run := ans.next()["runId"]
	<-gate.reached
	want := map[string]any{"ok": true, "status": "pause_requested", "summary": counts(3, 0, 0, 0)}
	equal(t, want, members(a.control("pause")), "pause")
	if got := a.imports(); got["running"] != true || got["status"] != "pause_requested" || got["state"].(map[string]any)["status"] != "pause_requested" {
		t.Errorf("status is %v", got)
	}
	// A pause that has not taken effect is withdrawn.
	if got := members(a.control("resume")); got["status"] != "running" || a.imports()["status"] != "running" {
		t.Errorf("answer is %v", got)
	}
	a.control("pause").status(200)
	gate.pass <- struct{}{}
	lines := ans.rest()
	if last := lines[len(lines)-1]; last["status"] != "paused" || last["reason"] != nil || cmp.Diff(any(counts(3, 1, 0, 0)), last["summary"]) != "" {
		t.Errorf("the last line is %v", last)
	}
	got := a.imports()
	if state := got["state"].(map[string]any); got["running"] != false || got["status"] != "paused" || state["pausedAt"] == nil || state["currentAppId"] != nil {
		t.Errorf("status is %v", got)
	}
	want = map[string]any{"ok": true, "status": "paused", "summary": counts(3, 1, 0, 0)}
	equal(t, want, members(a.control("pause")), "pause again")
	a.post(importAll, "").error(409, "A run is paused: resume it, cancel it, or start a new one with force=1")
	if got := members(a.control("resume")); got["status"] != "running" {
		t.Errorf("answer is %v", got)
	}
	if got := a.imports(); got["runId"] != run || got["initiator"] != "resume" {
		t.Errorf("status is %v", got)
	}
	// So is one of a run that was resumed, and that is watched already.
	a.control("pause").status(200)
	a.control("resume").status(200)
	close(gate.pass)
	of := fmt.Sprintf(" runId=%s true", run)
	a.hasAudited("wayback.import.bulk.pause_requested"+of, "wayback.import.bulk.paused"+of, "wayback.import.bulk.resume_requested"+of,
		"wayback.import.bulk.success apps=3 imported=2 unchanged=0 skipped=0 failed=0 true")
	equal(t, idleImports(), a.imports(), "status")
	ends := slices.DeleteFunc(a.audited(), func(line string) bool { return !strings.HasPrefix(line, "wayback.import.bulk.success") })
	if len(ends) != 1 {
		t.Errorf("the end is noted %d times: %q", len(ends), ends)
	}
}

func TestImportsCancelled(t *testing.T) {
	t.Parallel()
	a := withHistory(t)
	gate := a.archive.shut()
	ans := a.stream(importAll+"?stream=1", "")
	run := ans.next()["runId"]
	<-gate.reached
	want := map[string]any{"ok": true, "status": "cancel_requested", "aborted": true, "summary": counts(3, 0, 0, 0)}
	equal(t, want, members(a.control("cancel")), "cancel")
	lines := ans.rest() // the archive does not answer
	if last := lines[len(lines)-1]; last["status"] != "cancelled" {
		t.Errorf("the last line is %v", last)
	}
	equal(t, map[string]any{"ok": true, "status": "idle"}, members(a.control("cancel")), "cancel again")
	a.hasAudited(fmt.Sprintf("wayback.import.bulk.cancel_requested runId=%s true", run),
		"wayback.import.bulk.cancelled apps=0 imported=0 unchanged=0 skipped=0 failed=0 true")
}

// paused begins an import and pauses it after the first app.
func paused(a *fleetAPI) (gate *gate, run any) {
	a.t.Helper()
	gate = a.archive.shut()
	ans := a.stream(importAll+"?stream=1", "")
	run = ans.next()["runId"]
	<-gate.reached
	a.control("pause").status(200)
	gate.pass <- struct{}{}
	ans.rest()
	return gate, run
}

func TestPausedImportsCancelled(t *testing.T) {
	t.Parallel()
	a := withHistory(t)
	paused(a)
	want := map[string]any{"ok": true, "status": "cancelled", "summary": counts(3, 1, 0, 0)}
	equal(t, want, members(a.control("cancel")), "cancel")
	equal(t, idleImports(), a.imports(), "status")
}

func TestImportsRestarted(t *testing.T) {
	t.Parallel()
	a := withHistory(t)
	gate, run := paused(a)
	close(gate.pass)
	lines := a.stream(importAll+"?stream=1&force=true", "").rest()
	if last := lines[len(lines)-1]; last["status"] != "done" || lines[0]["runId"] == run || lines[0]["total"] != 3.0 || lines[1]["index"] != 0.0 {
		t.Errorf("lines are %v", lines)
	}
	a.hasAudited(fmt.Sprintf("wayback.import.bulk.force_restart discardedRunId=%s true", run))
}

func TestControlOfNothing(t *testing.T) {
	t.Parallel()
	a := withHistory(t)
	a.control("pause").error(404, "Not found")
	a.control("resume").error(404, "Not found")
	equal(t, map[string]any{"ok": true, "status": "idle"}, members(a.control("cancel")), "cancel")
	for _, bad := range []string{"", "null", "[]", "{", "{}", `{"action":null}`, `{"action":"stop"}`, `{"action":["pause"]}`, `{"ACTION":"cancel"}`, `{"action":1}`} {
		a.do("PATCH", importAll, sameOrigin, body(bad)).error(400, "")
	}
	a.do("PATCH", importAll, sameOrigin, body(`{"action":"`+strings.Repeat("x", 2<<10)+`"}`)).error(413, "")
	a.do("PATCH", importAll, body(`{"action":"pause"}`)).error(403, "")
	a.do("PUT", importAll, sameOrigin).error(405, "")
}

func TestLimitsOfImports(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	for range 2 {
		a.post(importAll, "").status(200)
	}
	if got := a.post(importAll, "").error(429, "").Header().Get("Retry-After"); got == "" {
		t.Error("no Retry-After")
	}
	for range 20 {
		a.control("cancel").status(200)
	}
	a.control("cancel").error(429, "")
	a.clock.Advance(time.Minute)
	a.post(importAll, strings.Repeat("x", 64<<10+1)).error(413, "")
	a.control("cancel").status(200)
}

func TestRemoveAllHistory(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, withToken)
	a.track(1, "One", "LOCATION")
	a.archive.capture(1, time.Date(2022, 3, 1, 9, 0, 0, 0, time.UTC), "CONTACTS")
	a.post(importAll, "").status(200)
	if a.archived() != 1 {
		t.Fatalf("%d snapshots are archived", a.archived())
	}
	a.do("DELETE", importAll, sameOrigin).error(401, "Admin token required")
	a.do("DELETE", importAll, sameOrigin, wrongToken).error(401, "Admin token required")
	for _, want := range []float64{1, 0} {
		if got := members(a.do("DELETE", importAll, withHeader)); got["deleted"] != want || len(got) != 1 {
			t.Errorf("answer is %v", got)
		}
	}
	if a.archived() != 0 {
		t.Errorf("%d snapshots are left", a.archived())
	}
	a.hasAudited("wayback.import.bulk.remove deleted=0 true", "wayback.import.bulk.remove deleted=1 true")
}

// An archive that cannot be reached interrupts the run.
func TestImportsWithoutAnArchiveThatAnswers(t *testing.T) {
	t.Parallel()
	a := withHistory(t)
	a.archive.fail(&archive.Error{Cause: archive.ErrUnavailable, Status: 503})
	lines := a.stream(importAll+"?stream=1", "").rest()
	last := lines[len(lines)-1]
	if last["kind"] != "summary" || last["status"] != "done" && last["status"] != "paused" {
		t.Errorf("lines are %v", lines)
	}
	equal(t, idleImports(), a.imports(), "status")
}

func TestImportsOfAnInstallationWithoutAnArchive(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(cfg *httpapi.Config) {
		cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: cfg.Random}, Scraper: newPages()})
		cfg.Runs = engine(t, cfg.Store, cfg.Now, cfg.Fleet, cfg.History)
	})
	a.update(func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 1, Name: "One", URL: address(1), FirstSeen: 1})
	})
	a.post("/api/apps/1/import-history", "").error(501, "")
}
