package profile_test

import (
	"math/rand/v2"
	"testing"

	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

// The mask of a profile selects exactly the footprints that a comparison finds to exceed it.
func TestExceeding(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	random := func() map[string]profile.Tier {
		tiers := make(map[string]profile.Tier)
		for _, category := range profile.Categories() {
			if r.IntN(3) == 0 {
				tiers[category] = profile.Tier(r.IntN(4))
			}
		}
		return tiers
	}
	exceeded := 0
	for range 20_000 {
		mine := profile.Privacy{Tiers: random()}
		var label storage.Label
		for category, tier := range random() {
			label.Types = append(label.Types, storage.PrivacyType{
				Identifier: tier.Heading(), Categories: []storage.LabelCategory{{Identifier: category}},
			})
		}
		footprint := profile.FootprintOf(label)
		mask, ok := mine.Exceeding()
		want := mine.Compare(footprint).Count > 0
		got := ok && storage.Matches(storage.AppQuery{Exceeds: mask}, storage.App{Footprint: footprint})
		if got != want {
			t.Fatalf("%v and %v: selected %t, want %t", mine.Tiers, label, got, want)
		}
		if want {
			exceeded++
		}
	}
	if exceeded < 1000 {
		t.Errorf("only %d of the comparisons find a mismatch", exceeded)
	}
}
