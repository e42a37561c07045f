package preferences_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/preferences"
)

// canonical is the first order of the cards.
const canonical = `task_list review_cta focus_strip background_mode_wizard risk_section hero cleanup_callout family_callout
	age_rating_callout third_party_callout glance_section definitions_callout review_section profile_mismatch_section stale_section
	activity_section risk_tier_legend manual_apps_banner`

// fixed are the cards that cannot be hidden.
const fixed = `cleanup_callout family_callout age_rating_callout third_party_callout manual_apps_banner`

// layout makes a layout of texts.
func layout(order, hidden string) preferences.Layout {
	return preferences.Layout{Version: 1, Order: strings.Fields(order), Hidden: strings.Fields(hidden)}
}

func TestPresets(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff([]string{"default", "minimal", "caretaker", "watchdog", "at_a_glance"}, preferences.Presets()); diff != "" {
		t.Errorf("presets (-want +got):\n%s", diff)
	}
	for name, shown := range map[string]string{
		"minimal": `review_cta hero risk_section review_section glance_section`,
		"caretaker": `review_cta risk_section profile_mismatch_section review_section activity_section glance_section hero task_list
			focus_strip`,
		"watchdog": `review_cta risk_section profile_mismatch_section stale_section activity_section review_section hero focus_strip
			glance_section`,
		"at_a_glance": `review_cta glance_section hero review_section activity_section risk_section focus_strip`,
		"default":     canonical,
	} {
		var rest, hidden []string
		for _, card := range strings.Fields(canonical) {
			if slices.Contains(strings.Fields(shown), card) {
				continue
			}
			rest = append(rest, card)
			if !slices.Contains(strings.Fields(fixed), card) {
				hidden = append(hidden, card)
			}
		}
		want := layout(shown+" "+strings.Join(rest, " "), strings.Join(hidden, " "))
		got, ok := preferences.Preset(name)
		if !ok {
			t.Errorf("there is no preset %s", name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if got.Name() != name {
			t.Errorf("%s is named %q", name, got.Name())
		}
		if again := preferences.Reconcile(got.Order, got.Hidden); again.Name() != name {
			t.Errorf("%s reconciled is named %q", name, again.Name())
		}
	}
	for _, name := range []string{"", "custom", "Default", "toString"} {
		if _, ok := preferences.Preset(name); ok {
			t.Errorf("there is a preset %q", name)
		}
	}
}

func TestPresetIsNotShared(t *testing.T) {
	t.Parallel()
	l, _ := preferences.Preset("minimal")
	slices.Reverse(l.Order)
	if again, _ := preferences.Preset("minimal"); again.Name() != "minimal" || l.Name() != "" {
		t.Errorf("the preset became %v", again)
	}
}

func TestReconcile(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ order, hidden, want, wantHidden string }{
		"nothing":  {want: canonical},
		"as it is": {order: canonical, hidden: "hero stale_section", want: canonical, wantHidden: "hero stale_section"},
		"unknown and named before": {
			order: "hero nothing hero toString " + canonical, want: "hero " + strings.Replace(canonical, " hero", "", 1),
		},
		"missing ones come after their neighbours": {
			order: "manual_apps_banner hero task_list",
			want: `manual_apps_banner hero cleanup_callout family_callout age_rating_callout third_party_callout glance_section
				definitions_callout review_section profile_mismatch_section stale_section activity_section risk_tier_legend
				task_list review_cta focus_strip background_mode_wizard risk_section`,
		},
		"the first one comes to the front": {
			order: strings.Replace(canonical, "task_list", "", 1), want: canonical,
		},
		"one is missing": {
			order: "manual_apps_banner " + strings.NewReplacer("stale_section", "", "manual_apps_banner", "").Replace(canonical),
			want:  "manual_apps_banner " + strings.Replace(canonical, "manual_apps_banner", "", 1),
		},
		"hidden in the first order": {
			hidden: "stale_section hero stale_section task_list nothing", want: canonical, wantHidden: "task_list hero stale_section",
		},
		"some cannot be hidden": {hidden: fixed + " hero", want: canonical, wantHidden: "hero"},
		"all that can be": {
			hidden: canonical, want: canonical,
			wantHidden: `task_list review_cta focus_strip background_mode_wizard risk_section hero glance_section definitions_callout
				review_section profile_mismatch_section stale_section activity_section risk_tier_legend`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := preferences.Reconcile(strings.Fields(tt.order), strings.Fields(tt.hidden))
			if diff := cmp.Diff(layout(tt.want, tt.wantHidden), got); diff != "" {
				t.Errorf("layout (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSwappedCardsAreNoPreset(t *testing.T) {
	t.Parallel()
	l, _ := preferences.Preset("default")
	l.Order[3], l.Order[4] = l.Order[4], l.Order[3]
	if name := preferences.Reconcile(l.Order, l.Hidden).Name(); name != "" {
		t.Errorf("it is named %q", name)
	}
}

// FuzzReconcile wants any layout: what comes out has each card once, hides only
// what can be hidden, keeps the order of what was named, and stays as it is.
func FuzzReconcile(f *testing.F) {
	f.Add("", "")
	f.Add(canonical, canonical)
	f.Add("hero task_list hero x", "hero cleanup_callout")
	f.Fuzz(func(t *testing.T, order, hidden string) {
		l := preferences.Reconcile(strings.Fields(order), strings.Fields(hidden))
		cards := strings.Fields(canonical)
		if sorted := slices.Sorted(slices.Values(l.Order)); !slices.Equal(sorted, slices.Sorted(slices.Values(cards))) {
			t.Errorf("the order is %v", l.Order)
		}
		last := -1
		for _, id := range l.Hidden {
			at := slices.Index(cards, id)
			if at <= last || slices.Contains(strings.Fields(fixed), id) || !slices.Contains(strings.Fields(hidden), id) {
				t.Errorf("hidden are %v", l.Hidden)
			}
			last = at
		}
		last = -1
		named := make(map[string]bool)
		for _, id := range strings.Fields(order) {
			if named[id] || !slices.Contains(cards, id) {
				continue
			}
			named[id] = true
			if at := slices.Index(l.Order, id); at <= last {
				t.Errorf("%q became %v", order, l.Order)
			} else {
				last = at
			}
		}
		if diff := cmp.Diff(l, preferences.Reconcile(l.Order, l.Hidden)); diff != "" {
			t.Errorf("reconciled again (-first +second):\n%s", diff)
		}
	})
}
