package profile

import (
	"iter"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// A footprint has two bits for each category, in the order of [Categories], the
// first the lowest, and above them one that says whether anything was declared.
// It is stored: categories are only ever added at the end, and that bit stays.
const (
	tierBits                   = 2
	tierMask                   = 1<<tierBits - 1
	declared storage.Footprint = 1 << 62
)

// FootprintOf returns the worst tier of each category of a label. Headings and
// categories that are not known here do not count.
func FootprintOf(l storage.Label) storage.Footprint {
	var f storage.Footprint
	if said := l.Provided(); said != nil && *said {
		f = declared
	}
	places := Categories()
	for _, t := range l.Types {
		tier, ok := tierOf(t.Identifier)
		if !ok {
			continue
		}
		for c := range categoriesOf(t) {
			if place := slices.Index(places, c); place >= 0 && tier > tierAt(f, place) {
				f &^= tierMask << (place * tierBits)
				f |= storage.Footprint(tier) << (place * tierBits)
			}
		}
	}
	return f
}

// tierAt returns the tier of the category at a place of the list.
func tierAt(f storage.Footprint, place int) Tier { return Tier(f >> (place * tierBits) & tierMask) }

// categoriesOf yields every category that a heading names, under a purpose too.
func categoriesOf(t storage.PrivacyType) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, c := range t.Categories {
			if !yield(c.Identifier) {
				return
			}
		}
		for _, p := range t.Purposes {
			for _, c := range p.Categories {
				if !yield(c.Identifier) {
					return
				}
			}
		}
	}
}

// Collected yields the categories that a footprint has, in the order of
// [Categories], each with its worst tier, which is never [NotCollected].
func Collected(f storage.Footprint) iter.Seq2[string, Tier] {
	return func(yield func(string, Tier) bool) {
		for place, category := range Categories() {
			if tier := tierAt(f, place); tier != NotCollected && !yield(category, tier) {
				return
			}
		}
	}
}
