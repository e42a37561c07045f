package changelog

import (
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// LabelCounts are the counts of a label that are saved with its app.
type LabelCounts struct {
	Categories int // over all types; a category that two types name counts twice
	Track      int // under [storage.DataUsedToTrackYou], or shared for advertising
	Linked     int // under [storage.DataLinkedToYou], or collected without a choice
	Unlinked   int // under [storage.DataNotLinkedToYou], or collected and optional
}

// CountLabel counts a label's categories, each once in a type.
func CountLabel(l storage.Label) LabelCounts {
	root, _ := outlineOf(l)
	var n LabelCounts
	for _, t := range root.kids {
		n.Categories += len(t.kids)
		switch t.id {
		case storage.DataUsedToTrackYou:
			n.Track = len(t.kids)
		case storage.DataLinkedToYou:
			n.Linked = len(t.kids)
		case storage.DataNotLinkedToYou:
			n.Unlinked = len(t.kids)
		case storage.DataShared:
			n.Track += t.count(func(c *outline) bool { return c.get(vocabulary.ThirdPartyAds) != nil })
		case storage.DataCollected:
			n.Linked += t.count((*outline).mandatory)
			n.Unlinked += t.count(func(c *outline) bool { return !c.mandatory() })
		}
	}
	return n
}

// count returns how many kids have a property.
func (o *outline) count(has func(*outline) bool) (n int) {
	for _, kid := range o.kids {
		if has(kid) {
			n++
		}
	}
	return n
}

// mandatory reports whether not all data types of the category o are optional. A category
// without data types is mandatory.
func (o *outline) mandatory() bool {
	types := o.get(anyPurpose)
	return types == nil || types.count((*outline).optional) < len(types.kids)
}

// Pending returns the kinds of the entries. An entry without a category is about a privacy
// label. An entry about a request to the web archive has no kind.
func Pending(entries []storage.Entry) storage.PendingKinds {
	var kinds storage.PendingKinds
	for _, e := range entries {
		switch e.Category {
		case "", storage.CategoryPrivacyLabel, storage.CategoryBackgroundLocation, storage.CategorySecurityPractice, storage.CategoryPair:
			kinds |= storage.PendingPrivacy
		case storage.CategoryAccessibility:
			kinds |= storage.PendingAccessibility
		case storage.CategoryPrivacyPolicy:
			kinds |= storage.PendingPolicy
		case storage.CategoryAgeRating:
			kinds |= storage.PendingAgeRating
		case storage.CategoryAvailability:
			kinds |= storage.PendingAvailability
		case storage.CategoryListing:
			kinds |= storage.PendingListing
		}
	}
	return kinds
}
