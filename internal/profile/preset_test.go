package profile_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/profile"
)

// The presets, a line for each category, a column for each preset.
const presets = `
                    strict  balanced  anti_tracking  permissive
CONTACT_INFO        NL      L         L              T
HEALTH_AND_FITNESS  NC      NL        L              L
FINANCIAL_INFO      NL      L         L              L
LOCATION            NC      NL        L              L
SENSITIVE_INFO      NC      NC        L              NL
CONTACTS            NC      NL        L              T
USER_CONTENT        NL      L         L              T
BROWSING_HISTORY    NC      NL        L              T
SEARCH_HISTORY      NL      NL        L              T
IDENTIFIERS         NL      NL        L              T
PURCHASES           NL      L         L              T
USAGE_DATA          NL      L         L              T
DIAGNOSTICS         NL      L         L              T
OTHER               NC      L         L              T`

func TestPresets(t *testing.T) {
	t.Parallel()
	short := map[string]profile.Tier{"NC": profile.NotCollected, "NL": profile.NotLinked, "L": profile.Linked, "T": profile.Tracking}
	lines := strings.Split(strings.TrimPrefix(presets, "\n"), "\n")
	want := map[string]map[string]profile.Tier{}
	names := strings.Fields(lines[0])
	for _, line := range lines[1:] {
		cells := strings.Fields(line)
		for i, name := range names {
			if want[name] == nil {
				want[name] = map[string]profile.Tier{}
			}
			want[name][cells[0]] = short[cells[i+1]]
		}
	}
	var order []string
	got := map[string]map[string]profile.Tier{}
	for _, p := range profile.Presets() {
		order = append(order, p.ID+": "+p.Label)
		got[p.ID] = p.Tiers
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("presets (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"strict: Strict", "balanced: Balanced", "anti_tracking: Anti-tracking only", "permissive: Permissive"}, order); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestStrictIsNeverLooserThanPermissive(t *testing.T) {
	t.Parallel()
	all := profile.Presets()
	strict, permissive := all[0], all[len(all)-1]
	for _, c := range profile.Categories() {
		if strict.Tiers[c] > permissive.Tiers[c] {
			t.Errorf("%s: strict takes %v, permissive %v", c, strict.Tiers[c], permissive.Tiers[c])
		}
	}
}

// A profile is a preset's only when all of it is.
func TestPresetOf(t *testing.T) {
	t.Parallel()
	for _, preset := range profile.Presets() {
		p := profile.Privacy{Tiers: preset.Tiers, Retention: profile.RetentionNone}
		if got := p.Preset(); got != preset.ID {
			t.Errorf("%s is taken for %q", preset.ID, got)
		}
		for _, c := range profile.Categories() {
			less := maps.Clone(preset.Tiers)
			delete(less, c)
			other := maps.Clone(preset.Tiers)
			other[c] = (other[c] + 1) % 4
			for what, tiers := range map[string]map[string]profile.Tier{"without": less, "with another": other} {
				if got := (profile.Privacy{Tiers: tiers}).Preset(); got != "" {
					t.Errorf("%s %s %s is taken for %s", preset.ID, what, c, got)
				}
			}
		}
	}
	for _, p := range []profile.Privacy{{}, {Tiers: map[string]profile.Tier{}}} {
		if got := p.Preset(); got != "" {
			t.Errorf("an empty profile is taken for %s", got)
		}
	}
}

// Changing a returned preset does not change the preset.
func TestPresetsAreTheCallersOwn(t *testing.T) {
	t.Parallel()
	clear(profile.Presets()[0].Tiers)
	profile.Categories()[0] = ""
	profile.Features()[0] = ""
	if len(profile.Presets()[0].Tiers) != 14 || slices.Contains(profile.Categories(), "") || slices.Contains(profile.Features(), "") {
		t.Error("what one caller did is seen by the next")
	}
}
