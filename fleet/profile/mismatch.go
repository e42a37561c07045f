package profile

import (
	"cmp"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// Mismatch is a category of which an app collects more than is accepted.
type Mismatch struct {
	Category    string `json:"category"`
	Allowed     Tier   `json:"allowed"`
	Observed    Tier   `json:"observed"`
	SeverityGap int    `json:"severityGap"` // by how many tiers, at least 1
}

// Comparison is how an app's label compares with a privacy profile.
type Comparison struct {
	Mismatches    []Mismatch `json:"mismatches"` // the widest gap first, then by category
	Count         int        `json:"count"`
	TotalGap      int        `json:"totalGap"`
	ProfileActive bool       `json:"profileActive"` // false: there was nothing to compare with

	// Declared says whether the developer has declared anything. What is not
	// declared cannot be found to go too far.
	Declared bool `json:"-"`
}

// Compare compares an app with the profile, by what [FootprintOf] made of its label.
func (p Privacy) Compare(observed storage.Footprint) Comparison {
	c := Comparison{Mismatches: []Mismatch{}, ProfileActive: p.Active(), Declared: observed&declared != 0}
	if !c.ProfileActive {
		return c
	}
	for place, category := range Categories() {
		allowed, bounded := p.Tiers[category]
		found := tierAt(observed, place)
		if !bounded || found <= allowed {
			continue
		}
		gap := int(found) - int(allowed)
		c.Mismatches = append(c.Mismatches, Mismatch{category, allowed, found, gap})
		c.TotalGap += gap
	}
	c.Count = len(c.Mismatches)
	slices.SortFunc(c.Mismatches, func(a, b Mismatch) int {
		return cmp.Or(cmp.Compare(b.SeverityGap, a.SeverityGap), cmp.Compare(a.Category, b.Category))
	})
	return c
}

// Beyond returns the mismatches of categories that were none before, in their order.
func (c Comparison) Beyond(before Comparison) []Mismatch {
	var added []Mismatch
	for _, m := range c.Mismatches {
		if !slices.ContainsFunc(before.Mismatches, func(b Mismatch) bool { return b.Category == m.Category }) {
			added = append(added, m)
		}
	}
	return added
}
