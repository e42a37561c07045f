package httpapi_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// taskOf returns a task of an answer, nil when it is not in it.
func taskOf(ans *answer, id string) map[string]any {
	ans.t.Helper()
	tasks := into[map[string][]map[string]any](ans)["tasks"]
	at := slices.IndexFunc(tasks, func(task map[string]any) bool { return task["id"] == id })
	if at < 0 {
		return nil
	}
	return tasks[at]
}

func TestUserTasks(t *testing.T) {
	t.Parallel()
	a := bare(t)
	a.post("/api/focus", `{"audience":"guardian","cleanup":true}`).status(200)
	const id = "review_mismatches"
	want := map[string]any{
		"id": id, "route": "/", "prerequisites": []any{"create_privacy_profile"}, "i18nKey": "userTasks.review_mismatches", "state": "blocked",
		"startedAt": nil, "dismissedAt": nil, "optedInAt": nil, "audience": "guardian",
	}
	first := a.do("GET", "/api/user-tasks")
	equal(t, want, taskOf(first, id), "at first")
	candidates := []map[string]any{
		{"id": "setup_background_mode", "i18nKey": "userTasks.setup_background_mode"},
		{"id": "remove_apps_from_phone", "i18nKey": "userTasks.remove_apps_from_phone"},
		{"id": "resync_apps_from_device", "i18nKey": "userTasks.resync_apps_from_device"},
	}
	equal(t, candidates, into[map[string][]map[string]any](first)["candidates"], "candidates")
	at := float64(a.clock.Now().UnixMilli())
	want["startedAt"] = at
	equal(t, want, taskOf(a.post("/api/user-tasks", `{"action":"start","id":"review_mismatches"}`), id), "started")
	want["dismissedAt"], want["state"] = at, "dismissed"
	equal(t, want, taskOf(a.post("/api/user-tasks", `{"action":"dismiss","id":"review_mismatches"}`), id), "dismissed")
	equal(t, want, taskOf(a.do("GET", "/api/user-tasks"), id), "read")
	a.post("/api/user-tasks", `{"action":"clear_all","id":5}`).status(200)
	if diff := cmp.Diff(first.Body.String(), a.do("GET", "/api/user-tasks").Body.String()); diff != "" {
		t.Errorf("cleared (-first +now):\n%s", diff)
	}
}

// Time alone makes a task that was started ready again.
func TestTaskIsUnderWayForAFortnight(t *testing.T) {
	t.Parallel()
	a := bare(t)
	const id = "create_privacy_profile"
	a.post("/api/user-tasks", `{"action":"start","id":"create_privacy_profile"}`).status(200)
	for _, step := range []struct {
		after time.Duration
		want  string
	}{
		{0, "in_progress"}, {14*24*time.Hour - time.Second, "in_progress"}, {time.Second, "ready"},
	} {
		a.clock.Advance(step.after)
		if got := taskOf(a.do("GET", "/api/user-tasks"), id)["state"]; got != step.want {
			t.Errorf("%v later it is %v, want %s", step.after, got, step.want)
		}
	}
}

func TestTasksAreTakenOnAndVisited(t *testing.T) {
	t.Parallel()
	a := bare(t)
	for _, id := range []string{"create_privacy_profile", "resync_apps_from_device"} {
		a.post("/api/user-tasks", `{"action":"opt_in","id":"`+id+`"}`).status(200)
	}
	got := a.do("GET", "/api/user-tasks")
	if task := taskOf(got, "create_privacy_profile"); task["optedInAt"] != nil {
		t.Errorf("what is not offered was taken on: %v", task)
	}
	if task := taskOf(got, "resync_apps_from_device"); task["optedInAt"] != float64(a.clock.Now().UnixMilli()) || strings.Contains(got.Body.String(), `{"id":"resync_apps_from_device","i18nKey"`) {
		t.Errorf("the task is %v in %s", task, got.Body)
	}
	if task := taskOf(a.post("/api/user-tasks", `{"action":"visit","id":"view_privacy_map"}`), "view_privacy_map"); task["state"] != "completed" {
		t.Errorf("after a visit: %v", task)
	}
	a.post("/api/settings", `{"syncSchedule":"daily"}`).status(200)
	if got := a.do("GET", "/api/user-tasks").Body.String(); strings.Contains(got, "setup_background_mode") {
		t.Errorf("what is done is offered: %s", got)
	}
}

func TestWrongChangesOfTasksChangeNothing(t *testing.T) {
	t.Parallel()
	a := bare(t)
	for text, message := range map[string]string{
		`{}`: "", `{"id":"create_privacy_profile"}`: "", `{"action":null,"id":"create_privacy_profile"}`: "",
		`{"action":"finish","id":"create_privacy_profile"}`:  "action must be start, dismiss, reset, opt_in, visit or clear_all",
		`{"action":["start"],"id":"create_privacy_profile"}`: "",
		`{"action":"start"}`:                  "Unknown task",
		`{"action":"start","id":"toString"}`:  "Unknown task",
		`{"action":"start","id":1}`:           "Unknown task",
		`{"action":"dismiss","id":null}`:      "Unknown task",
		`{"action":"visit","id":"__proto__"}`: "Unknown task",
	} {
		a.post("/api/user-tasks", text).error(400, message)
	}
	if got := a.settingsOf(); len(got) != 0 {
		t.Errorf("settings are %v", got)
	}
}

func TestTaskWithoutItsPrerequisiteIsNoted(t *testing.T) {
	t.Parallel()
	a := bare(t)
	for _, text := range []string{
		`{"action":"start","id":"remove_apps_from_phone","missingPrerequisite":"create_privacy_profile"}`,
		`{"action":"start","id":"remove_apps_from_phone","missingPrerequisite":"toString"}`,
		`{"action":"start","id":"remove_apps_from_phone","missingPrerequisite":1}`,
		`{"action":"start","id":"remove_apps_from_phone","missingPrerequisite":null}`,
		`{"action":"start","id":"view_privacy_map","missingPrerequisite":"create_privacy_profile"}`,
		`{"action":"dismiss","id":"remove_apps_from_phone","missingPrerequisite":"create_privacy_profile"}`,
	} {
		a.post("/api/user-tasks", text).status(200)
	}
	lines := a.audits()
	if len(lines) != 1 || lines[0].Action != "task_gate_bypassed" || lines[0].Detail != "task=remove_apps_from_phone missing=create_privacy_profile" || !lines[0].Success {
		t.Errorf("the audit log is %+v", lines)
	}
}
