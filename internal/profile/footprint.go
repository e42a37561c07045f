package profile

import (
	"iter"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// A footprint has two bits for each category, in the order of [Categories] from the
// lowest bit, followed by a bit that reports whether anything was declared. It is
// stored: categories are only appended, and that bit never moves.
const (
	tierBits                   = 2
	tierMask                   = 1<<tierBits - 1
	declared storage.Footprint = 1 << 62
)

// FootprintOf returns the worst tier of each category of a label. Unknown headings and
// categories are ignored.
func FootprintOf(l storage.Label) storage.Footprint {
	var f storage.Footprint
	if said := l.Provided(); said != nil && *said {
		f = declared
	}
	places := Categories()
	for d := range declarations(l) {
		if place := slices.Index(places, d.category); place >= 0 && d.tier > tierAt(f, place) {
			f &^= tierMask << (place * tierBits)
			f |= storage.Footprint(d.tier) << (place * tierBits)
		}
	}
	return f
}

// Beyond returns the categories of a label that are not among [Categories], each with its
// worst tier; nil: none. A footprint has no place for them.
func Beyond(l storage.Label) map[string]Tier {
	var beyond map[string]Tier
	places := Categories()
	for d := range declarations(l) {
		if d.category == "" || slices.Contains(places, d.category) || d.tier <= beyond[d.category] {
			continue
		}
		if beyond == nil {
			beyond = make(map[string]Tier)
		}
		beyond[d.category] = d.tier
	}
	return beyond
}

// tierAt returns the tier of the category with this index.
func tierAt(f storage.Footprint, place int) Tier { return Tier(f >> (place * tierBits) & tierMask) }

// Collected yields the collected categories of a footprint in the order of [Categories],
// each with its worst tier, which is never [NotCollected].
func Collected(f storage.Footprint) iter.Seq2[string, Tier] {
	return func(yield func(string, Tier) bool) {
		for place, category := range Categories() {
			if tier := tierAt(f, place); tier != NotCollected && !yield(category, tier) {
				return
			}
		}
	}
}

// Reaching returns what selects the footprints that have a category, or any if it is empty, at least
// at a tier; at any but [NotCollected] for that one.
func Reaching(category string, tier Tier) storage.FootprintMask {
	var m storage.FootprintMask
	for place, known := range Categories() {
		if category != "" && category != known {
			continue
		}
		bits := func(of Tier) storage.Footprint { return storage.Footprint(of) << (place * tierBits) }
		switch tier {
		case NotCollected, NotLinked:
			m.Any |= bits(NotLinked) | bits(Linked)
		case Linked:
			m.Any |= bits(Linked)
		case Tracking: // both bits
			m.Pairs |= bits(NotLinked)
		}
	}
	return m
}

// Exceeding returns what selects the footprints that exceed the profile in any category.
// It returns false if none can.
func (p Privacy) Exceeding() (storage.FootprintMask, bool) {
	var m storage.FootprintMask
	for place, category := range Categories() {
		allowed, bounded := p.Tiers[category]
		if !bounded {
			continue
		}
		bits := func(of Tier) storage.Footprint { return storage.Footprint(of) << (place * tierBits) }
		switch allowed {
		case NotCollected: // any other tier
			m.Any |= bits(NotLinked) | bits(Linked)
		case NotLinked: // the tiers that have the higher bit
			m.Any |= bits(Linked)
		case Linked: // the tier that has both bits
			m.Pairs |= bits(NotLinked)
		}
	}
	return m, m != storage.FootprintMask{}
}
