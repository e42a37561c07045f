package httpapi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// prefsModel is the notification switches as the interface's description has
// them, written down a second time.
type prefsModel struct {
	hard     map[string]bool // of the flags, as the focus has them
	disabled bool            // the flags' overrides do not count, nor does the focus
	override map[string]bool
	stored   map[string]bool
}

var (
	snakes = []string{"label_changes", "policy_updates", "accessibility_changes", "new_privacy_types"}
	camels = []string{
		"labelChanges", "profileMismatch", "policyUpdates", "versionUpdates", "importCompleted", "manualAppsPrompt", "aiTimeout",
		"jobResumed", "parserFallthrough", "availability", "syncAlert", "listingChanges",
	}
)

// put is PUT of a body, which is one that the route takes.
func (m *prefsModel) put(t testing.TB, body string) {
	t.Helper()
	var sent struct{ Prefs any }
	must(t, json.Unmarshal([]byte(body), &sent))
	m.override, m.stored = map[string]bool{}, map[string]bool{}
	prefs, ok := sent.Prefs.(map[string]any)
	if !ok {
		return
	}
	for _, key := range snakes {
		if value, named := prefs[key]; named {
			if on, ok := value.(bool); ok { // else it is cleared, whatever the other name says
				m.override[key] = on
			}
		} else if on, ok := prefs[camelOf(key)].(bool); ok {
			m.override[key] = on
		}
	}
	for _, key := range camels {
		if on, ok := prefs[key].(bool); ok {
			m.stored[key] = on
		}
	}
}

// camelOf returns the second name of a flag's switch, or one that no switch has.
func camelOf(key string) string {
	return map[string]string{"label_changes": "labelChanges", "policy_updates": "policyUpdates"}[key]
}

func (m *prefsModel) flag(key string) bool {
	if m.disabled {
		return key == "label_changes" || key == "new_privacy_types"
	}
	if on, ok := m.override[key]; ok {
		return on
	}
	return m.hard[key]
}

// answer is what GET says, to the letter.
func (m *prefsModel) answer(resolved bool) string {
	var prefs []string
	add := func(key string, on bool) { prefs = append(prefs, fmt.Sprintf("%q:%t", key, on)) }
	if resolved {
		for _, key := range snakes {
			add(key, m.flag(key))
		}
	}
	for _, key := range camels {
		on, set := m.stored[key]
		switch {
		case !resolved && set:
			add(key, on)
		case !resolved:
		case key == "labelChanges":
			add(key, m.flag("label_changes"))
		case key == "policyUpdates":
			add(key, m.flag("policy_updates"))
		default:
			add(key, on || !set)
		}
	}
	all := "{" + strings.Join(prefs, ",") + "}"
	return `{"prefs":` + all + `,"stored":` + all + `,"defaults":{"labelChanges":true,"profileMismatch":true,"policyUpdates":false,` +
		`"versionUpdates":true,"importCompleted":true,"manualAppsPrompt":true,"aiTimeout":true,"jobResumed":true,"parserFallthrough":true,"availability":true,"syncAlert":true,"listingChanges":true}}`
}

// overrides are those that there are then.
func (m *prefsModel) overrides() map[string]any {
	all := make(map[string]any)
	for key, on := range m.override {
		all["flag.notifications.types."+key] = map[bool]string{true: "on", false: "off"}[on]
	}
	return all
}

// sent are the values that a switch may be sent with: none at all first.
var sent = []string{"", "true", "false", "null", "junk"}

// prefsBodies are bodies with every combination of what a switch with two names
// is sent with under both, and that for both such switches; beside them each other
// switch is sent with everything too.
func prefsBodies() []string {
	junk := []string{`"true"`, `1`, `0`, `""`, `[true]`, `{"on":true}`, `"off"`}
	n := 0
	value := func(choice int) string {
		if sent[choice] == "junk" {
			n++
			return junk[n%len(junk)]
		}
		return sent[choice]
	}
	var bodies []string
	each := len(sent)
	for i := range each * each * each * each {
		members := []string{`"unknown":true`, `"LabelChanges":true`, `"LABEL_CHANGES":false`, `"accessibilityChanges":true`, `"newPrivacyTypes":false`}
		add := func(key string, choice int) {
			if text := value(choice % each); text != "" {
				members = append(members, fmt.Sprintf("%q: %s", key, text))
			}
		}
		add("labelChanges", i)
		add("label_changes", i/each)
		add("policyUpdates", i/each/each)
		add("policy_updates", i/each/each/each)
		add("accessibility_changes", i+i/each+i/7)
		add("new_privacy_types", i/each+i/11)
		for k, key := range camels {
			if key != "labelChanges" && key != "policyUpdates" {
				add(key, i+i/(each+k)+k)
			}
		}
		bodies = append(bodies, `{"prefs":{`+strings.Join(members, ",")+`}}`)
	}
	return bodies
}
