package changelog

import (
	"cmp"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// DiffFeatures returns which accessibility features were added, in the order of
// newer, and then which were removed, in the order of older. They are
// compared by identifier. One that is repeated counts once, and one without an identifier
// is ignored.
//
// A nil slice is the same as an empty one. Do not call DiffFeatures for a page without a
// list of features: its features are unknown.
func DiffFeatures(older, newer []storage.Feature) []storage.Entry {
	was, now := featureSet(older), featureSet(newer)
	return diffSet(was, now, storage.CategoryAccessibility,
		`Now supports accessibility feature: "%s"`, `No longer claims accessibility feature: "%s"`)
}

// diffSet returns an entry for each kid that only now has, and then for each that only was has.
// The sentences are formats with the name of the kid.
func diffSet(was, now *outline, category storage.EntryCategory, added, removed string) []storage.Entry {
	var entries []storage.Entry
	tell := func(kind storage.EntryType, sentence string, kids []*outline) {
		for _, kid := range kids {
			entries = append(entries, storage.Entry{
				Type:        kind,
				Description: fmt.Sprintf(sentence, kid.name()),
				Category:    category,
				Subject:     storage.Subject{Feature: kid.id},
			})
		}
	}
	tell(storage.EntryAdded, added, now.without(was))
	tell(storage.EntryRemoved, removed, was.without(now))
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
