package feature_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/feature"
)

// What a focus makes different from the hard defaults, as it was seen to be: "+"
// on, "-" off.
const (
	panels = `-detail.policy.run_log_details -detail.a11y.preference_highlights`
	noGoal = `-detail.policy.ai_summary_disclaimer -detail.policy.highlights -detail.policy.change_strip -detail.policy.chunk_notes`

	monitoring = `+dashboard.callout.understand_only +detail.policy.ai_summary +detail.policy.lens_grid`
	cleaning   = `+dashboard.callout.declutter +dashboard.callout.understand_declutter +detail.policy.ai_summary
		+detail.policy.lens_grid +onboarding.privacy_profile_setup`
	accessible = `+detail.a11y.panel +appgrid.filter.accessibility +onboarding.accessibility_profile_setup
		+notifications.types.accessibility_changes`
	handing = `+global.social_share +detail.annotations_sidebar +dashboard.annotation_banner +appgrid.card.annotation_highlight
		+onboarding.method.import_audit_bundle +settings.admin.export.audit_bundle +settings.admin.export.audit_pdf
		+notifications.quiet_hours +legal.audit_bundle_note -devopts.feature_flag_presets`

	guarding = `+guardian.age_rating +dashboard.callout.age_rating +notifications.quiet_hours
		-global.keyboard_shortcuts -global.info_tooltips -global.label_hints -detail.policy.run_log_strip -detail.annotations_sidebar
		-settings.policies.wayback_import -devopts.visible -devopts.feature_flag_presets -notifications.resume.enabled
		-page.manual_apps -page.privacy_map`
	noCenter  = `-taskcenter.widget -taskcenter.auto_dismiss -taskcenter.resume_cards -taskcenter.polling`
	noCompare = `-page.compare`
	careful   = `+detail.policy.safety_summary -detail.policy.chunk_notes`
)

func TestFocusChanges(t *testing.T) {
	t.Parallel()
	const self, lovedOne, guardian = feature.AudienceSelf, feature.AudienceLovedOne, feature.AudienceGuardian
	type focus = feature.Focus
	for name, tt := range map[string]struct {
		focus   focus
		desktop bool
		want    []string
	}{
		"a new installation": {want: []string{noGoal, panels}},
		"monitor":            {focus: focus{Audience: self, Monitor: true}, want: []string{panels, monitoring}},
		"cleanup":            {focus: focus{Audience: self, Cleanup: true}, want: []string{panels, cleaning}},
		"both":               {focus: focus{Audience: self, Monitor: true, Cleanup: true}, want: []string{panels, cleaning}},
		"accessibility": {
			focus: focus{Audience: self, Accessibility: true},
			want:  []string{noGoal, "-detail.policy.run_log_details", accessible},
		},
		"loved one": {focus: focus{Audience: lovedOne}, want: []string{noGoal, panels, handing}},
		"guardian":  {focus: focus{Audience: guardian}, want: []string{noGoal, panels, guarding, noCenter, noCompare}},
		"guardian who monitors": {
			focus: focus{Audience: guardian, Monitor: true},
			want:  []string{panels, guarding, noCompare, monitoring, careful},
		},
		"guardian who cleans up": {
			focus: focus{Audience: guardian, Cleanup: true},
			want:  []string{panels, guarding, noCenter, cleaning, careful},
		},
		"desktop": {
			desktop: true,
			want:    []string{noGoal, panels, "+desktop.app_section +onboarding.method.configurator"},
		},
		"guardian's desktop": {
			focus: focus{Audience: guardian}, desktop: true,
			want: []string{noGoal, panels, guarding, noCenter, noCompare, "+desktop.app_section +onboarding.method.configurator"},
		},
		"minimal": {focus: focus{Audience: self, Minimal: true}, want: []string{noGoal, panels, minimalOff(t)}},
		"minimal and accessible": {
			focus: focus{Audience: self, Minimal: true, Accessibility: true, Monitor: true},
			want:  []string{noGoal, "-detail.policy.run_log_details", minimalOff(t), accessible, "=detail.a11y.preference_highlights"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(facts(tt.want...), changes(feature.New(tt.focus, tt.desktop, nil))); diff != "" {
				t.Errorf("what differs from the hard defaults (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFocusChangeCount(t *testing.T) {
	t.Parallel()
	for want, focus := range map[int]feature.Focus{
		6:  {},
		70: {Minimal: true},
		73: {Minimal: true, Accessibility: true},
	} {
		if got := len(changes(feature.New(focus, false, nil))); got != want {
			t.Errorf("%+v changes %d flags, want %d", focus, got, want)
		}
	}
}

func TestNothingTurnsOnTheGuardiansCallout(t *testing.T) {
	t.Parallel()
	for _, focus := range focuses() {
		if feature.New(focus, true, nil).Value("flag.dashboard.callout.guardian") != feature.Off {
			t.Errorf("%+v does", focus)
		}
	}
}

// minimalOff returns what the goal minimal turns off: what its column of the
// table does where that changes anything, and all that hangs on three flags.
func minimalOff(t *testing.T) string {
	t.Helper()
	var words []string
	for key, row := range readModel(t).rows {
		hangs := row["parent"] == "page.stats" || row["parent"] == "page.shortlist" || row["parent"] == "taskcenter.widget"
		if row["minimal"] == "off" && row["default"] != "off" || hangs {
			words = append(words, "-"+strings.TrimPrefix(key, "flag."))
		}
	}
	return strings.Join(words, " ")
}

// facts reads what is said of flags; "=" takes back what was said before.
func facts(texts ...string) map[string]feature.Value {
	values := make(map[string]feature.Value)
	for _, text := range texts {
		for word := range strings.FieldsSeq(text) {
			key := "flag." + word[1:]
			switch word[0] {
			case '+':
				values[key] = feature.On
			case '-':
				values[key] = feature.Off
			case '=':
				delete(values, key)
			}
		}
	}
	return values
}

// changes returns the flags that are not at their hard default.
func changes(f feature.Flags) map[string]feature.Value {
	values := current(f)
	for _, s := range f.List() {
		if s.HardDefault == s.CurrentValue {
			delete(values, s.Key)
		}
	}
	return values
}
