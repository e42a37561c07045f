package profile

import (
	"fmt"

	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// Tier is how far the collection of a category goes. Higher tiers are worse.
type Tier uint8

// The tiers.
const (
	NotCollected Tier = iota
	NotLinked         // collected, not linked to the person
	Linked            // linked to the person
	Tracking          // shared to track the person across companies
)

// tiers describes each tier.
var tiers = [...]struct {
	name    string
	heading string // its identifier in a label
	words   string // to follow "is" or "to be"
}{
	NotCollected: {"not_collected", storage.DataNotCollected, "not collected"},
	NotLinked:    {"not_linked", storage.DataNotLinkedToYou, "collected without a link to you"},
	Linked:       {"linked", storage.DataLinkedToYou, "linked to you"},
	Tracking:     {"tracking", storage.DataUsedToTrackYou, "used to track you"},
}

// String returns the tier's name: not_collected, not_linked, linked or tracking.
func (t Tier) String() string {
	if t > Tracking {
		return fmt.Sprintf("Tier(%d)", uint8(t))
	}
	return tiers[t].name
}

// ParseTier returns the tier with this name, and whether there is one.
func ParseTier(name string) (Tier, bool) {
	for t, tier := range tiers {
		if tier.name == name {
			return Tier(t), true
		}
	}
	return 0, false
}

// MarshalText encodes the tier's name.
func (t Tier) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// tierOf returns the tier of a heading of a label, and whether it has one.
func tierOf(privacyType string) (Tier, bool) {
	for t, tier := range tiers {
		if tier.heading == privacyType {
			return Tier(t), true
		}
	}
	return 0, false
}

// playTier returns the tier of what Google Play lists under a heading for a purpose. Play does not
// tell whether data is linked to the person: it counts as linked, and what is shared for
// advertising as tracking.
func playTier(privacyType, purpose string) (Tier, bool) {
	switch {
	case privacyType == storage.DataShared && purpose == vocabulary.ThirdPartyAds:
		return Tracking, true
	case privacyType == storage.DataShared, privacyType == storage.DataCollected:
		return Linked, true
	}
	return 0, false
}

// Heading returns the identifier of the heading in a label that declares this tier.
func (t Tier) Heading() string {
	if t > Tracking {
		return storage.DataNotCollected
	}
	return tiers[t].heading
}
