package feature_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/feature"
)

func TestFlagsAreThoseOfTheTable(t *testing.T) {
	t.Parallel()
	m := readModel(t)
	counts := make(map[feature.Value]int)
	got := make(map[string]feature.Value)
	var keys []string
	for _, s := range feature.New(feature.Focus{}, false, nil).List() {
		if surface, _, _ := strings.Cut(strings.TrimPrefix(s.Key, "flag."), "."); surface != s.Surface || !s.Wired || s.Override != nil {
			t.Errorf("%+v", s)
		}
		got[s.Key] = s.HardDefault
		counts[s.HardDefault]++
		keys = append(keys, s.Key)
	}
	if diff := cmp.Diff(m.defaults(), got); diff != "" {
		t.Errorf("hard defaults (-want +got):\n%s", diff)
	}
	want := map[feature.Value]int{feature.On: 180, feature.Off: 33, feature.Collapsed: 7}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("how many there are (-want +got):\n%s", diff)
	}
	if !slices.IsSorted(keys) {
		t.Errorf("the list is not in order: %v", keys)
	}
}

func TestKeysOfServicesAreFlags(t *testing.T) {
	t.Parallel()
	for _, key := range []string{
		feature.System, feature.LabelChanges, feature.PolicyUpdates, feature.AccessibilityChanges, feature.NewPrivacyTypes,
		feature.QuietHours, feature.ResumeNotices, feature.SafetySummary, feature.TasksPreview, feature.DeviceUninstall,
	} {
		if !feature.Known(key) {
			t.Errorf("%s is no flag", key)
		}
	}
}

func TestUnknownFlags(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"", "toString", "__proto__", "constructor", "flag.", "flag.nav", "flag.nav.nothing", "nav.notification_bell", "FLAG.page.stats"} {
		f := feature.New(feature.Focus{}, false, map[string]feature.Value{key: feature.On})
		if feature.Known(key) || f.On(key) || f.Value(key) != "" {
			t.Errorf("%q is a flag, and %q", key, f.Value(key))
		}
	}
}

// TestCascade compares all flags under every focus, in both runtimes and with
// overrides at random, with what the description says.
func TestCascade(t *testing.T) {
	t.Parallel()
	m := readModel(t)
	random := rand.New(rand.NewPCG(1, 2))
	for _, focus := range focuses() {
		for round := range 8 {
			desktop, overrides := round%2 == 1, m.some(random, round)
			want := m.values(columnsOf(focus, desktop), overrides)
			f := feature.New(focus, desktop, overrides)
			if got := current(f); !maps.Equal(want, got) {
				t.Errorf("%+v, desktop %v, overrides %v (-want +got):\n%s", focus, desktop, overrides, cmp.Diff(want, got))
			}
			for key, value := range want {
				if f.Value(key) != value || f.On(key) != (value == feature.On) {
					t.Errorf("%s is %q, want %q", key, f.Value(key), value)
				}
			}
		}
	}
}

// some returns overrides at random, more with each round.
func (m model) some(random *rand.Rand, round int) map[string]feature.Value {
	overrides := make(map[string]feature.Value)
	keys := slices.Sorted(maps.Keys(m.rows))
	for range 4 * (round / 2) {
		overrides[keys[random.IntN(len(keys))]] = []feature.Value{feature.On, feature.Off, feature.Collapsed}[random.IntN(3)]
	}
	return overrides
}

// TestFocusValue drops one override at a time: that is what a focus value is.
func TestFocusValue(t *testing.T) {
	t.Parallel()
	m := readModel(t)
	random := rand.New(rand.NewPCG(3, 4))
	for _, focus := range focuses() {
		overrides := m.some(random, 16)
		overrides[feature.System] = []feature.Value{feature.On, feature.Off, feature.Collapsed}[random.IntN(3)]
		whole := m.values(columnsOf(focus, false), overrides)
		for _, s := range feature.New(focus, false, overrides).List() {
			override, overridden := overrides[s.Key]
			want := whole[s.Key]
			if overridden {
				rest := maps.Clone(overrides)
				delete(rest, s.Key)
				want = m.values(columnsOf(focus, false), rest)[s.Key]
			}
			if s.FocusValue != want {
				t.Errorf("%+v: focus value of %s is %s, want %s; overrides %v", focus, s.Key, s.FocusValue, want, overrides)
			}
			if (s.Override != nil) != overridden || overridden && *s.Override != override {
				t.Errorf("%s: override %v, want %q", s.Key, s.Override, override)
			}
		}
	}
}

func TestSwitchedOff(t *testing.T) {
	t.Parallel()
	m := readModel(t)
	overrides := map[string]feature.Value{feature.System: feature.Off, feature.QuietHours: feature.On, "flag.page.stats": feature.Collapsed}
	focus := feature.Focus{Audience: feature.AudienceGuardian, Minimal: true}
	if diff := cmp.Diff(m.defaults(), current(feature.New(focus, true, overrides))); diff != "" {
		t.Errorf("with the flags switched off (-want +got):\n%s", diff)
	}
	overrides[feature.System] = feature.Collapsed
	if f := feature.New(focus, true, overrides); !f.On(feature.QuietHours) || f.Value("flag.page.stats") != feature.Collapsed {
		t.Error("a collapsed switch switches the flags off")
	}
}

func TestOverrideBreaksADependency(t *testing.T) {
	t.Parallel()
	const parent, child = "flag.detail.policy.panel", "flag.detail.policy.whats_new"
	for _, tt := range []struct {
		overrides map[string]feature.Value
		want      feature.Value
	}{
		{nil, feature.On},
		{map[string]feature.Value{parent: feature.Off}, feature.Off},
		{map[string]feature.Value{parent: feature.Collapsed}, feature.Off},
		{map[string]feature.Value{parent: feature.Off, child: feature.On}, feature.On},
		{map[string]feature.Value{parent: feature.Off, child: feature.Collapsed}, feature.Collapsed},
		{map[string]feature.Value{parent: "dimmed"}, feature.On},
	} {
		if got := feature.New(feature.Focus{}, false, tt.overrides).Value(child); got != tt.want {
			t.Errorf("with %v: %s, want %s", tt.overrides, got, tt.want)
		}
	}
}

func TestZeroFlags(t *testing.T) {
	t.Parallel()
	var zero feature.Flags
	if diff := cmp.Diff(current(feature.New(feature.Focus{Audience: feature.AudienceSelf}, false, nil)), current(zero)); diff != "" {
		t.Errorf("the zero value (-new +zero):\n%s", diff)
	}
}

func ExampleNew() {
	flags := feature.New(feature.Focus{Audience: feature.AudienceGuardian}, false, map[string]feature.Value{
		feature.PolicyUpdates: feature.On,
	})
	fmt.Println(flags.On(feature.PolicyUpdates), flags.On(feature.QuietHours), flags.On(feature.ResumeNotices))
	// Output: true true false
}
