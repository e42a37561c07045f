package profile

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// Preference is how important a feature is to a person.
type Preference string

// The preferences.
const (
	Required Preference = "required"
	Nice     Preference = "nice"
)

// weight is the preference's share of the gap if the feature is missing.
func (p Preference) weight() int {
	if p == Required {
		return 2
	}
	return 1
}

// Features returns the identifiers of the nine accessibility features that a
// profile can name, in the order in which they are shown.
func Features() []string {
	var all []string
	for _, f := range vocabulary.Features() {
		all = append(all, f.ID)
	}
	return all
}

// FeatureLabel returns the name of a feature.
func FeatureLabel(feature string) string { return vocabulary.Feature.Name(feature, "") }

// Accessibility maps the identifiers of features to preferences. Nil was never set.
type Accessibility map[string]Preference

// ParseAccessibility parses a profile from a request, in the same forms as
// [ParsePrivacy]. Unknown features and preferences are dropped.
func ParseAccessibility(text []byte) (Accessibility, error) {
	_, inner, err := unwrap(text)
	if err != nil || inner == nil {
		return nil, err
	}
	a := Accessibility{}
	for _, feature := range Features() {
		var p Preference
		if json.Unmarshal(inner[feature], &p) == nil && (p == Required || p == Nice) {
			a[feature] = p
		}
	}
	return a, nil
}

// MarshalJSON encodes the profile in an object, null when it was never set.
func (a Accessibility) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]map[string]Preference{"profile": a})
}

// Missing is a wanted feature that an app does not declare.
type Missing struct {
	Feature    string     `json:"feature"`
	Preference Preference `json:"preference"`
}

// AccessibilityComparison compares an app's features with a profile.
type AccessibilityComparison struct {
	Missing         []Missing `json:"missing"` // required ones first, then by feature
	Count           int       `json:"count"`
	TotalGap        int       `json:"totalGap"` // 2 for each required feature, 1 for each other
	MissingRequired int       `json:"missingRequired"`
	ProfileActive   bool      `json:"profileActive"` // false: the profile is empty
}

// Compare compares the features that an app declares with the profile.
func (a Accessibility) Compare(features []storage.Feature) AccessibilityComparison {
	c := AccessibilityComparison{Missing: []Missing{}, ProfileActive: len(a) > 0}
	for _, feature := range Features() {
		preference, wanted := a[feature]
		if !wanted || slices.ContainsFunc(features, func(f storage.Feature) bool { return f.Identifier == feature }) {
			continue
		}
		c.Missing = append(c.Missing, Missing{feature, preference})
		c.TotalGap += preference.weight()
		if preference == Required {
			c.MissingRequired++
		}
	}
	c.Count = len(c.Missing)
	order.Sort(c.Missing, func(x, y Missing) int {
		return cmp.Or(cmp.Compare(y.Preference.weight(), x.Preference.weight()), cmp.Compare(x.Feature, y.Feature))
	})
	return c
}

// AccessibilityBadge is a comparison with an accessibility profile, as shown in lists.
type AccessibilityBadge struct {
	Count           int          `json:"count"`
	MissingRequired int          `json:"missingRequired"`
	TotalGap        int          `json:"totalGap"`
	Tone            Tone         `json:"tone"`
	Kind            Kind         `json:"kind"`
	Label           string       `json:"label"`
	Description     string       `json:"description"`
	WorstFeature    storage.Text `json:"worstFeature"`
}

// badGap is the gap from which the tone is bad, even if no required feature is missing.
const badGap = 4

// Badge returns the comparison as shown in lists.
func (c AccessibilityComparison) Badge() AccessibilityBadge {
	b := AccessibilityBadge{Count: c.Count, MissingRequired: c.MissingRequired, TotalGap: c.TotalGap, Tone: ToneOK, Kind: KindMatch}
	switch {
	case !c.ProfileActive:
		b.Kind, b.Label, b.Description = KindNoProfile, "No profile", "There is no accessibility profile to compare with."
		return b
	case c.Count == 0:
		b.Label, b.Description = "Matches", "The developer declares every feature of your profile."
		return b
	case c.MissingRequired > 0:
		b.Kind, b.Label = KindMissingRequired, fmt.Sprintf("%d required missing", c.MissingRequired)
	default:
		b.Kind, b.Label = KindMissingNice, fmt.Sprintf("%d missing", c.Count)
	}
	if b.Tone = ToneWarn; c.MissingRequired > 0 || c.TotalGap >= badGap {
		b.Tone = ToneBad
	}
	worst := c.Missing[0].Feature
	b.WorstFeature = storage.Text(worst)
	b.Description = FeatureLabel(worst) + " is not declared."
	if c.Count > 1 {
		b.Description = fmt.Sprintf("%s and %s are not declared.", FeatureLabel(worst), plural(c.Count-1, "other feature", "other features"))
	}
	return b
}
