package profile

import (
	"fmt"

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

// String returns the tier's name: not_collected, not_linked, linked or tracking.
func (t Tier) String() string {
	switch t {
	case NotCollected:
		return "not_collected"
	case NotLinked:
		return "not_linked"
	case Linked:
		return "linked"
	case Tracking:
		return "tracking"
	}
	return fmt.Sprintf("Tier(%d)", uint8(t))
}

// ParseTier returns the tier with this name, and whether there is one.
func ParseTier(name string) (Tier, bool) {
	for t := NotCollected; t <= Tracking; t++ {
		if t.String() == name {
			return t, true
		}
	}
	return 0, false
}

// MarshalText encodes the tier's name.
func (t Tier) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// words describes the tier, to follow "is" or "to be".
func (t Tier) words() string {
	switch t {
	case NotLinked:
		return "collected without a link to you"
	case Linked:
		return "linked to you"
	case Tracking:
		return "used to track you"
	}
	return "not collected"
}

// tierOf returns the tier of a heading of a label, and whether it has one.
func tierOf(privacyType string) (Tier, bool) {
	switch privacyType {
	case storage.DataNotCollected:
		return NotCollected, true
	case storage.DataNotLinkedToYou:
		return NotLinked, true
	case storage.DataLinkedToYou:
		return Linked, true
	case storage.DataUsedToTrackYou:
		return Tracking, true
	}
	return 0, false
}

// Heading returns the identifier of the heading in a label that declares this tier.
func (t Tier) Heading() string {
	switch t {
	case NotLinked:
		return storage.DataNotLinkedToYou
	case Linked:
		return storage.DataLinkedToYou
	case Tracking:
		return storage.DataUsedToTrackYou
	}
	return storage.DataNotCollected
}
