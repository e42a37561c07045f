package profile

import (
	"cmp"
	"slices"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

// Mismatch is a category in which an app exceeds the accepted tier.
type Mismatch struct {
	Category    string `json:"category"`    // the identifier of the data category, such as LOCATION
	Allowed     Tier   `json:"allowed"`     // the tier that the profile accepts
	Observed    Tier   `json:"observed"`    // the tier that the label declares
	SeverityGap int    `json:"severityGap"` // the number of tiers between allowed and observed, at least 1
}

// Comparison compares an app's label with a privacy profile.
type Comparison struct {
	Mismatches    []Mismatch `json:"mismatches"`    // the mismatches, widest gap first, then by category
	Count         int        `json:"count"`         // the number of mismatches
	TotalGap      int        `json:"totalGap"`      // the sum of the severity gaps of the mismatches
	ProfileActive bool       `json:"profileActive"` // whether the privacy profile limits anything

	// Accepted is the number of mismatches that [Comparison.Without] left out.
	Accepted int `json:"-"`

	// Declared reports whether the developer declared anything. Undeclared data never
	// causes a mismatch.
	Declared bool `json:"-"`
}

// Compare compares the profile with the footprint of an app's label.
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
	order.Sort(c.Mismatches, func(a, b Mismatch) int {
		return cmp.Or(cmp.Compare(b.SeverityGap, a.SeverityGap), cmp.Compare(a.Category, b.Category))
	})
	return c
}

// Without returns the comparison without the mismatches that the user accepted.
func (c Comparison) Without(accepted func(Mismatch) bool) Comparison {
	open := Comparison{Mismatches: []Mismatch{}, ProfileActive: c.ProfileActive, Declared: c.Declared, Accepted: c.Accepted}
	for _, m := range c.Mismatches {
		if accepted(m) {
			open.Accepted++
			continue
		}
		open.Mismatches = append(open.Mismatches, m)
		open.Count++
		open.TotalGap += m.SeverityGap
	}
	return open
}

// Beyond returns, in order, the mismatches of categories that had none before.
func (c Comparison) Beyond(before Comparison) []Mismatch {
	var added []Mismatch
	for _, m := range c.Mismatches {
		if !slices.ContainsFunc(before.Mismatches, func(b Mismatch) bool { return b.Category == m.Category }) {
			added = append(added, m)
		}
	}
	return added
}
