package changelog

import (
	"cmp"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// DiffFeatures returns which accessibility features were added, in the order of
// newer, and then which were removed, in the order of older. They are told apart
// by identifier; one named twice counts once, and one without is not compared.
//
// Nil is the same as empty. Where a page did not say what is supported there is
// nothing to compare: do not call it.
func DiffFeatures(older, newer []storage.Feature) []storage.Entry {
	was, now := featureSet(older), featureSet(newer)
	var entries []storage.Entry
	tell := func(kind storage.EntryType, sentence string, features []*outline) {
		for _, f := range features {
			entries = append(entries, storage.Entry{
				Type:        kind,
				Description: fmt.Sprintf(sentence, f.name()),
				Category:    storage.CategoryAccessibility,
			})
		}
	}
	tell(storage.EntryAdded, `Now supports accessibility feature: "%s"`, now.without(was))
	tell(storage.EntryRemoved, `No longer claims accessibility feature: "%s"`, was.without(now))
	return entries
}

func featureSet(features []storage.Feature) *outline {
	set := new(outline)
	for _, f := range features {
		if f.Identifier != "" {
			set.put(f.Identifier, cmp.Or(f.Title, f.Identifier))
		}
	}
	return set
}
