package profile

import (
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// Tone is the severity of a badge.
type Tone string

// The tones.
const (
	ToneOK   Tone = "ok"
	ToneWarn Tone = "warn"
	ToneBad  Tone = "bad"
)

// Kind is the kind of a badge.
type Kind string

// The kinds. The last two are for accessibility badges.
const (
	KindNoProfile       Kind = "no_profile"
	KindMatch           Kind = "match"
	KindMismatches      Kind = "mismatches"
	KindMissingRequired Kind = "missing_required"
	KindMissingNice     Kind = "missing_nice"
)

// Badge is a comparison with a privacy profile, as shown in lists.
type Badge struct {
	Count       int    `json:"count"`       // the number of mismatches
	TotalGap    int    `json:"totalGap"`    // the sum of the severity gaps of the mismatches
	Tone        Tone   `json:"tone"`        // the severity, for a color
	Kind        Kind   `json:"kind"`        // the kind
	Label       string `json:"label"`       // a name for people
	Description string `json:"description"` // the comparison in a sentence
	// The identifier of the category with the widest gap; null: no mismatch.
	WorstCategory      storage.Text `json:"worstCategory"`
	WorstCategoryLabel storage.Text `json:"worstCategoryLabel"` // the name of that category; null: no mismatch
}

// badAt is the number of mismatches, or the gap in tiers, from which the tone is bad.
const badAt = 3

// Badge returns the comparison as shown in lists.
func (c Comparison) Badge() Badge {
	b := Badge{Count: c.Count, TotalGap: c.TotalGap, Tone: ToneOK, Kind: KindMatch}
	switch {
	case !c.ProfileActive:
		b.Kind, b.Label, b.Description = KindNoProfile, "No profile", "There is no privacy profile to compare with."
	case c.Count == 0 && c.Accepted > 0:
		b.Label, b.Description = "Accepted", "You have accepted everything that goes beyond your profile."
	case c.Count == 0 && !c.Declared:
		b.Label, b.Description = "Nothing declared", "The developer has declared nothing that could be compared with your profile."
	case c.Count == 0:
		b.Label, b.Description = "Matches", "Nothing that the developer declares goes beyond your profile."
	default:
		worst := c.Mismatches[0]
		b.Kind, b.Tone, b.Label = KindMismatches, ToneWarn, plural(c.Count, "mismatch", "mismatches")
		if c.Count >= badAt || c.TotalGap >= badAt {
			b.Tone = ToneBad
		}
		label := CategoryLabel(worst.Category)
		b.WorstCategory, b.WorstCategoryLabel = storage.Text(worst.Category), storage.Text(label)
		b.Description = fmt.Sprintf("%s is %s; your profile wants it to be %s.", label, tiers[worst.Observed].words, bound(worst.Allowed))
	}
	return b
}

// bound describes the accepted tier, to follow "to be".
func bound(allowed Tier) string {
	if allowed == NotCollected {
		return tiers[allowed].words
	}
	return "at most " + tiers[allowed].words
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
