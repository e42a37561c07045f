package changelog

import "github.com/privacylabels/auditor/storage"

// LabelCounts are the counts of a label that are saved with its app.
type LabelCounts struct {
	Categories int // over all types; a category that two types name counts twice
	Track      int // under [storage.DataUsedToTrackYou]
	Linked     int // under [storage.DataLinkedToYou]
	Unlinked   int // under [storage.DataNotLinkedToYou]
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
		}
	}
	return n
}

// Pending returns the kinds of the entries. An entry without a category is about a privacy
// label. An entry about a request to the web archive has no kind.
func Pending(entries []storage.Entry) storage.PendingKinds {
	var kinds storage.PendingKinds
	for _, e := range entries {
		switch e.Category {
		case "", storage.CategoryPrivacyLabel, storage.CategoryBackgroundLocation:
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
