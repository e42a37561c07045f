package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

// flagsOf returns the flags that are not as they would be without an override.
func (a *api) flagsOf() map[string]any {
	a.t.Helper()
	overridden := make(map[string]any)
	for _, f := range into[map[string][]map[string]any](a.do("GET", "/api/feature-flags"))["flags"] {
		if f["override"] != nil {
			overridden[f["key"].(string)] = f["override"]
		}
	}
	return overridden
}

func (a *api) remove(target string, more ...option) *answer {
	a.t.Helper()
	return a.do("DELETE", target, append([]option{sameOrigin}, more...)...)
}

func TestFlagsAreListed(t *testing.T) {
	t.Parallel()
	a := newAPI(t, onSQLite(t))
	flags := into[map[string][]map[string]any](a.do("GET", "/api/feature-flags"))["flags"]
	if len(flags) != 220 {
		t.Errorf("%d flags, want 220", len(flags))
	}
	sorted := slices.IsSortedFunc(flags, func(a, b map[string]any) int {
		return strings.Compare(a["surface"].(string)+"\x00"+a["key"].(string), b["surface"].(string)+"\x00"+b["key"].(string))
	})
	if !sorted {
		t.Error("they are not ordered by surface and key")
	}
	want := map[string]any{
		"key": feature.PolicyUpdates, "surface": "notifications", "hardDefault": "off", "currentValue": "off", "focusValue": "off",
		"override": nil, "wired": true,
	}
	at := func() map[string]any {
		flags := into[map[string][]map[string]any](a.do("GET", "/api/feature-flags"))["flags"]
		return flags[slices.IndexFunc(flags, func(f map[string]any) bool { return f["key"] == feature.PolicyUpdates })]
	}
	equal(t, want, at(), "at first")
	a.post("/api/feature-flags/overrides", `{"key":"`+feature.PolicyUpdates+`","value":"on"}`).status(200)
	want["currentValue"], want["override"] = "on", "on"
	equal(t, want, at(), "overridden")
	a.post("/api/feature-flags/overrides", `{"key":"`+feature.System+`","value":"off"}`).status(200)
	want["currentValue"] = "off"
	equal(t, want, at(), "with the flags switched off")
}

func TestOverridesAreSetInEachForm(t *testing.T) {
	t.Parallel()
	const stats, compare, quiet = "flag.page.stats", "flag.page.compare", feature.QuietHours
	unknown := make([]string, 30)
	for i := range unknown {
		unknown[i] = fmt.Sprintf(`{"key":"flag.old.%02d","override":"on"}`, i)
	}
	skipped := make([]any, 20)
	for i := range skipped {
		skipped[i] = fmt.Sprintf("flag.old.%02d", i)
	}
	for name, tt := range map[string]struct {
		body         string
		answer, want map[string]any
	}{
		"one": {
			body:   `{"key":"flag.page.stats","value":"collapsed","more":[]}`,
			answer: map[string]any{"ok": true, "key": stats, "value": "collapsed"},
			want:   map[string]any{stats: "collapsed", compare: "off"},
		},
		"some": {
			body:   `{"flag.page.stats":"off","flag.page.compare":null,"flag.notifications.quiet_hours":"on"}`,
			answer: map[string]any{"ok": true, "applied": 2.0, "skipped": 0.0, "skippedKeys": []any{}},
			want:   map[string]any{stats: "off", quiet: "on"},
		},
		"all": {
			body:   `{"flags":[{"key":"flag.page.stats","override":"off"},{"key":"flag.notifications.quiet_hours","override":null},{"key":"flag.page.privacy_map"}]}`,
			answer: map[string]any{"ok": true, "applied": 1.0, "skipped": 0.0, "skippedKeys": []any{}},
			want:   map[string]any{stats: "off"},
		},
		"none of all": {
			body:   `{"flags":[]}`,
			answer: map[string]any{"ok": true, "applied": 0.0, "skipped": 0.0, "skippedKeys": []any{}},
			want:   map[string]any{},
		},
		"the last of one flag": {
			body:   `{"flags":[{"key":"flag.page.stats","override":"off"},{"key":"flag.page.stats","override":"on"},{"key":"flag.page.stats"}]}`,
			answer: map[string]any{"ok": true, "applied": 1.0, "skipped": 0.0, "skippedKeys": []any{}},
			want:   map[string]any{stats: "on"},
		},
		"all, with what is none": {
			body: `{"flags":[null,1,[],"flag.page.stats",{},{"key":1,"override":"on"},{"key":null},{"key":"toString","override":"on"},
				{"key":"flag.page.stats","override":"maybe"},{"KEY":"flag.page.stats","override":"on"},{"key":"flag.page.compare","override":true},
				{"key":"__proto__"},{"key":"flag.notifications.quiet_hours","override":"on"}]}`,
			answer: map[string]any{"ok": true, "applied": 1.0, "skipped": 12.0, "skippedKeys": []any{"toString", "__proto__"}},
			want:   map[string]any{quiet: "on"},
		},
		"many unknown ones": {
			body:   `{"flags":[` + strings.Join(unknown, ",") + `]}`,
			answer: map[string]any{"ok": true, "applied": 0.0, "skipped": 30.0, "skippedKeys": skipped},
			want:   map[string]any{},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAPI(t, onSQLite(t))
			a.post("/api/feature-flags/overrides", `{"key":"flag.page.compare","value":"off"}`).status(200)
			equal(t, tt.answer, members(a.post("/api/feature-flags/overrides", tt.body)), "answer")
			equal(t, tt.want, a.flagsOf(), "overrides")
		})
	}
}

func TestWrongOverridesChangeNothing(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(cfg *httpapi.Config) { cfg.NewLimiter = unlimited })
	a.post("/api/feature-flags/overrides", `{"key":"flag.page.compare","value":"off"}`).status(200)
	for text, message := range map[string]string{
		``: "", `null`: "", `[]`: "", `"flags"`: "", `{`: "", `{}x`: "",
		`{}`:                                                    "key is missing",
		`{"key":null,"value":"on"}`:                             "key must be the name of a feature flag",
		`{"key":1,"value":"on"}`:                                "",
		`{"key":"toString","value":"on"}`:                       "Unknown feature flag",
		`{"key":"__proto__","value":"on"}`:                      "Unknown feature flag",
		`{"key":"flag.page.nothing","value":"on"}`:              "Unknown feature flag",
		`{"key":"flag.page.stats"}`:                             "A feature flag must be on, off or collapsed",
		`{"key":"flag.page.stats","value":null}`:                "",
		`{"key":"flag.page.stats","value":"ON"}`:                "",
		`{"key":"flag.page.stats","value":true}`:                "",
		`{"key":"flag.page.stats","value":["on"]}`:              "",
		`{"value":"on"}`:                                        "Unknown feature flag",
		`{"constructor":"on"}`:                                  "Unknown feature flag",
		`{"flag.old":null}`:                                     "Unknown feature flag",
		`{"flag.page.stats":"on","flag.old":"on"}`:              "Unknown feature flag",
		`{"flag.page.stats":"x"}`:                               "A feature flag must be on, off or collapsed",
		`{"flags":null}`:                                        "flags must be an array",
		`{"flags":{}}`:                                          "flags must be an array",
		`{"flags":"x","key":"flag.page.stats","value":"on"}`:    "flags must be an array",
		`{"flags":` + strings.Repeat("[", 600) + `}`:            "",
		`{"flags":[` + strings.Repeat(`{"key":[[]]},`, 3) + `]`: "",
	} {
		a.post("/api/feature-flags/overrides", text).error(400, message)
	}
	for _, key := range []string{"toString", "__proto__", "flag.page.nothing", "flag.", "FLAG.page.compare"} {
		a.remove("/api/feature-flags/overrides/"+key).error(400, "Unknown feature flag")
	}
	a.remove("/api/feature-flags/overrides?surface=").error(400, "surface is empty")
	equal(t, map[string]any{"flag.page.compare": "off"}, a.flagsOf(), "overrides")
	lines := a.audits()
	if len(lines) != 1 || lines[0].Action != "feature_flag.override.success" {
		t.Errorf("the audit log is %+v", lines)
	}
}

func TestOverridesAreDropped(t *testing.T) {
	t.Parallel()
	a := newAPI(t, onSQLite(t))
	const old = "flag.page.of_another_version"
	a.update(func(tx *storage.Tx) error {
		return tx.FlagOverrides.Put(storage.FlagOverride{Flag: old, Value: "on"})
	})
	a.post("/api/feature-flags/overrides", `{"flag.page.stats":"off","flag.page.compare":"off","flag.nav.mobile_drawer":"off","flag.help.export_guide":"off"}`).status(200)
	for _, step := range []struct {
		target string
		answer map[string]any
		left   []string
	}{
		{"/api/feature-flags/overrides/flag.page.stats", map[string]any{"ok": true, "key": "flag.page.stats"}, []string{"flag.page.compare", "flag.nav.mobile_drawer", "flag.help.export_guide"}},
		{"/api/feature-flags/overrides/flag.page.stats", map[string]any{"ok": true, "key": "flag.page.stats"}, []string{"flag.page.compare", "flag.nav.mobile_drawer", "flag.help.export_guide"}},
		{"/api/feature-flags/overrides?surface=page", map[string]any{"ok": true, "scope": "page"}, []string{"flag.nav.mobile_drawer", "flag.help.export_guide"}},
		{"/api/feature-flags/overrides?surface=%25", map[string]any{"ok": true, "scope": "%"}, []string{"flag.nav.mobile_drawer", "flag.help.export_guide"}},
		{"/api/feature-flags/overrides", map[string]any{"ok": true, "scope": "all"}, nil},
	} {
		a.clock.Advance(time.Second)
		equal(t, step.answer, members(a.remove(step.target)), "%s", step.target)
		want := make(map[string]any)
		for _, key := range step.left {
			want[key] = "off"
		}
		equal(t, want, a.flagsOf(), "after %s", step.target)
	}
	err := a.store.View(t.Context(), func(tx *storage.Tx) error {
		_, err := tx.FlagOverrides.Get(old)
		return err
	})
	if err != nil {
		t.Errorf("the override of another version: %v", err)
	}
	var actions []string
	for _, line := range a.audits() {
		actions = append(actions, line.Action+" "+line.Detail)
	}
	want := []string{
		"feature_flag.override.clear.success scope=all", "feature_flag.override.clear.success scope=%",
		"feature_flag.override.clear.success scope=page", "feature_flag.override.clear_one.success flag.page.stats",
		"feature_flag.override.clear_one.success flag.page.stats", "feature_flag.override.success set=4 cleared=0",
	}
	equal(t, want, actions, "audit log")
}
