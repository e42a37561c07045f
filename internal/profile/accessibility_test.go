package profile_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

func TestParseAccessibility(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]profile.Accessibility{
		`{"profile":null}`: nil, `{}`: {}, `{"profile":{}}`: {}, `{"profile":7}`: {},
		`{"profile":{"captions":"required","VoiceOver":"nice","smell":"nice","voiceover":"must","larger_text":null}}`: {"captions": profile.Required},
		`{"captions":"nice","retention":"none"}`: {"captions": profile.Nice},
	} {
		got, err := profile.ParseAccessibility([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{"", "null", "[]", `{`} {
		if got, err := profile.ParseAccessibility([]byte(text)); err == nil {
			t.Errorf("%s is read as %v", text, got)
		}
	}
	for want, a := range map[string]profile.Accessibility{
		`{"profile":null}`: nil, `{"profile":{}}`: {}, `{"profile":{"captions":"nice"}}`: {"captions": profile.Nice},
	} {
		if got, err := json.Marshal(a); err != nil || string(got) != want {
			t.Errorf("written as %s (%v), want %s", got, err, want)
		}
	}
}

func TestCompareAccessibility(t *testing.T) {
	t.Parallel()
	const required, nice = profile.Required, profile.Nice
	wanted := profile.Accessibility{"voiceover": nice, "captions": required, "larger_text": required, "dark_interface": nice}
	nothing := []profile.Missing{}
	for name, test := range map[string]struct {
		profile  profile.Accessibility
		declared []string
		want     profile.AccessibilityComparison
		badge    profile.AccessibilityBadge
	}{
		"no profile": {
			nil, []string{"captions"}, profile.AccessibilityComparison{Missing: nothing},
			profile.AccessibilityBadge{
				Tone: "ok", Kind: "no_profile", Label: "No profile", Description: "There is no accessibility profile to compare with.",
			},
		},
		"match": {
			wanted, []string{"captions", "larger_text", "voiceover", "dark_interface", "smell"},
			profile.AccessibilityComparison{Missing: nothing, ProfileActive: true},
			profile.AccessibilityBadge{Tone: "ok", Kind: "match", Label: "Matches", Description: "The developer declares every feature of your profile."},
		},
		"nothing declared": {
			wanted, nil,
			profile.AccessibilityComparison{
				Missing: []profile.Missing{{"captions", required}, {"larger_text", required}, {"dark_interface", nice}, {"voiceover", nice}},
				Count:   4, TotalGap: 6, MissingRequired: 2, ProfileActive: true,
			},
			profile.AccessibilityBadge{
				Count: 4, MissingRequired: 2, TotalGap: 6, Tone: "bad", Kind: "missing_required", Label: "2 required missing",
				Description: "Captions and 3 other features are not declared.", WorstFeature: "captions",
			},
		},
		"one nice": {
			wanted, []string{"captions", "larger_text", "voiceover"},
			profile.AccessibilityComparison{Missing: []profile.Missing{{"dark_interface", nice}}, Count: 1, TotalGap: 1, ProfileActive: true},
			profile.AccessibilityBadge{
				Count: 1, TotalGap: 1, Tone: "warn", Kind: "missing_nice", Label: "1 missing", Description: "Dark Interface is not declared.",
				WorstFeature: "dark_interface",
			},
		},
		"four nice": {
			profile.Accessibility{"voiceover": nice, "captions": nice, "larger_text": nice, "dark_interface": nice}, nil,
			profile.AccessibilityComparison{
				Missing: []profile.Missing{{"captions", nice}, {"dark_interface", nice}, {"larger_text", nice}, {"voiceover", nice}},
				Count:   4, TotalGap: 4, ProfileActive: true,
			},
			profile.AccessibilityBadge{
				Count: 4, TotalGap: 4, Tone: "bad", Kind: "missing_nice", Label: "4 missing",
				Description: "Captions and 3 other features are not declared.", WorstFeature: "captions",
			},
		},
	} {
		var features []storage.Feature
		for _, id := range test.declared {
			features = append(features, storage.Feature{Identifier: id})
		}
		got := test.profile.Compare(features)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(test.badge, got.Badge()); diff != "" {
			t.Errorf("%s: badge (-want +got):\n%s", name, diff)
		}
	}
}
