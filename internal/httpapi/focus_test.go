package httpapi_test

import (
	"testing"
)

// wantFocus returns the focus of a new installation, with some members changed.
func wantFocus(changed map[string]any) map[string]any {
	focus := map[string]any{
		"audience": "self", "monitor": false, "cleanup": false, "minimal": false, "accessibility": false,
		"workflow": "custom", "childAgeBand": nil,
	}
	for name, value := range changed {
		focus[name] = value
	}
	return focus
}

func TestFocusIsSetAsAWhole(t *testing.T) {
	t.Parallel()
	a := newAPI(t, onSQLite(t))
	type object = map[string]any
	for _, step := range []struct {
		body string
		want object
	}{
		{`{"audience":"self","monitor":true}`, object{"monitor": true, "workflow": "self_monitor"}},
		{`{"audience":"self","cleanup":1,"monitor":0}`, object{"cleanup": true, "workflow": "self_cleanup"}},
		{`{"audience":"self","cleanup":"yes","accessibility":{}}`, object{"cleanup": true, "accessibility": true}},
		{`{"audience":"self","monitor":null,"cleanup":"","minimal":-0.0,"accessibility":false}`, nil},
		{`{"audience":"guardian","monitor":[],"childAgeBand":"9_12"}`, object{"audience": "guardian", "monitor": true, "childAgeBand": "9_12"}},
		{`{"audience":"guardian"}`, object{"audience": "guardian", "childAgeBand": "9_12"}},
		{`{"audience":"guardian","childAgeBand":"18_plus"}`, object{"audience": "guardian", "childAgeBand": "18_plus"}},
		{`{"audience":"guardian","childAgeBand":null}`, object{"audience": "guardian"}},
		{`{"audience":"guardian","childAgeBand":"under_9","workflow":"other_monitor"}`, object{"audience": "guardian", "childAgeBand": "under_9", "workflow": "other_monitor"}},
		{`{"audience":"loved_one","childAgeBand":"","workflow":"other_handoff"}`, object{"audience": "loved_one", "workflow": "other_handoff"}},
		{`{"audience":"self","minimal":"false","monitor":true,"cleanup":true}`, object{"minimal": true}},
		{`{"audience":"self","monitor":true,"cleanup":true,"unknown":1}`, object{"monitor": true, "cleanup": true}},
	} {
		want := wantFocus(step.want)
		equal(t, want, members(a.post("/api/focus", step.body)), "answer to %s", step.body)
		want["aiConfigured"] = false
		equal(t, want, members(a.do("GET", "/api/focus")), "after %s", step.body)
	}
	for _, line := range a.audits() {
		t.Errorf("a line in the audit log: %+v", line)
	}
}

func TestFocusKnowsWhetherAModelIsAsked(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	for _, step := range []struct {
		provider string
		want     bool
	}{
		{`null`, false}, {`"openai"`, true}, {`"disabled"`, false}, {`"custom"`, true},
	} {
		a.post("/api/settings", `{"aiProvider":`+step.provider+`}`).status(200)
		if got := members(a.do("GET", "/api/focus"))["aiConfigured"]; got != step.want {
			t.Errorf("with provider %s: %v, want %v", step.provider, got, step.want)
		}
	}
}

func TestWrongFocusChangesNothing(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	a.post("/api/focus", `{"audience":"guardian","childAgeBand":"9_12"}`).status(200)
	const audience, workflow, band = "audience must be self, loved_one or guardian",
		"workflow must be self_monitor, self_cleanup, other_handoff, other_monitor or custom",
		"childAgeBand must be under_9, 9_12, 13_15, 16_17 or 18_plus"
	const missing, noBand = "audience is missing", "childAgeBand must be a text"
	for text, message := range map[string]string{
		``: "", `null`: "", `[]`: "", `1`: "", `{`: "",
		`{}`:                                       missing,
		`{"audience":""}`:                          audience,
		`{"audience":null}`:                        missing,
		`{"audience":"Self"}`:                      audience,
		`{"audience":["self"]}`:                    audience,
		`{"Audience":"self"}`:                      missing,
		`{"audience":"toString"}`:                  audience,
		`{"audience":"self","workflow":null}`:      workflow,
		`{"audience":"self","workflow":""}`:        workflow,
		`{"audience":"self","workflow":"x"}`:       workflow,
		`{"audience":"self","workflow":{}}`:        workflow,
		`{"audience":"self","childAgeBand":"5"}`:   band,
		`{"audience":"self","childAgeBand":9}`:     noBand,
		`{"audience":"self","childAgeBand":false}`: noBand,
	} {
		a.post("/api/focus", text).error(400, message)
	}
	want := wantFocus(map[string]any{"audience": "guardian", "childAgeBand": "9_12", "aiConfigured": false})
	equal(t, want, members(a.do("GET", "/api/focus")), "focus")
}

// What the focus decides is seen in the flags, and the other way round only by
// an override.
func TestFocusChangesFlags(t *testing.T) {
	t.Parallel()
	a := newAPI(t, onSQLite(t))
	value := func(key, member string) any {
		t.Helper()
		for _, f := range into[map[string][]map[string]any](a.do("GET", "/api/feature-flags"))["flags"] {
			if f["key"] == key {
				return f[member]
			}
		}
		t.Fatalf("there is no flag %s", key)
		return nil
	}
	const quiet = "flag.notifications.quiet_hours"
	a.post("/api/focus", `{"audience":"guardian"}`).status(200)
	a.post("/api/feature-flags/overrides", `{"key":"`+quiet+`","value":"off"}`).status(200)
	if current, focus := value(quiet, "currentValue"), value(quiet, "focusValue"); current != "off" || focus != "on" {
		t.Errorf("quiet hours are %v, without the override %v", current, focus)
	}
	a.post("/api/focus", `{"audience":"self"}`).status(200)
	a.remove("/api/feature-flags/overrides/" + quiet).status(200)
	if current := value(quiet, "currentValue"); current != "off" {
		t.Errorf("quiet hours are %v", current)
	}
}
