package profile

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// DataOf returns what a label names of a category, sorted: each privacy type that has it
// and, where the page names them, its data types after a slash, as in
// DATA_LINKED_TO_YOU/PRECISE_LOCATION.
func DataOf(l storage.Label, category string) []string {
	found := make(map[string]bool)
	for d := range declarations(l) {
		if d.tier == NotCollected || d.category != category {
			continue
		}
		found[d.privacyType] = true
		for _, t := range d.types {
			if t.Identifier != "" {
				found[d.privacyType+"/"+t.Identifier] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// declaration is what a label names once, in the words of [Categories] where they have some.
type declaration struct {
	privacyType string
	category    string
	types       []storage.DataType
	tier        Tier
}

// declarations yields all that a label names under headings that have a tier. Data of Google Play
// is of the category that the App Store has for its type.
func declarations(l storage.Label) iter.Seq[declaration] {
	return func(yield func(declaration) bool) {
		for _, t := range l.Types {
			tier, ok := tierOf(t.Identifier)
			if !ok && !playDeclarations(t, yield) {
				return
			}
			if !ok {
				continue
			}
			for c := range labelCategories(t) {
				if !yield(declaration{t.Identifier, c.Identifier, c.DataTypes, tier}) {
					return
				}
			}
		}
	}
}

// playDeclarations yields what Google Play lists under a heading, and nothing for other headings.
// It returns false if yield does.
func playDeclarations(t storage.PrivacyType, yield func(declaration) bool) bool {
	of := func(c storage.LabelCategory, purpose string) bool {
		tier, ok := playTier(t.Identifier, purpose)
		if !ok {
			return true
		}
		if len(c.DataTypes) == 0 {
			return yield(declaration{t.Identifier, c.Identifier, nil, tier})
		}
		for i, d := range c.DataTypes {
			for _, category := range vocabulary.AppStoreCategories(c.Identifier, d.Identifier) {
				if !yield(declaration{t.Identifier, category, c.DataTypes[i : i+1], tier}) {
					return false
				}
			}
		}
		return true
	}
	for _, c := range t.Categories {
		if !of(c, "") {
			return false
		}
	}
	for _, p := range t.Purposes {
		for _, c := range p.Categories {
			if !of(c, p.Identifier) {
				return false
			}
		}
	}
	return true
}

// labelCategories yields every category under a heading, including those of its purposes.
func labelCategories(t storage.PrivacyType) iter.Seq[storage.LabelCategory] {
	return func(yield func(storage.LabelCategory) bool) {
		for _, c := range t.Categories {
			if !yield(c) {
				return
			}
		}
		for _, p := range t.Purposes {
			for _, c := range p.Categories {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// NewData returns what of the observed data, as of [DataOf], was not accepted. Data types
// under a privacy type that was accepted without any are not new: the page did not name
// them at the time.
func NewData(accepted, observed []string) []string {
	added := []string{}
	for _, data := range observed {
		if !slices.Contains(accepted, data) && !named(accepted, data) {
			added = append(added, data)
		}
	}
	return added
}

// WithDetail returns the accepted data together with the data types that a page names now
// under a privacy type that was accepted without any. From then on another one is new.
func WithDetail(accepted, observed []string) []string {
	all := slices.Clone(accepted)
	for _, data := range observed {
		if named(accepted, data) {
			all = append(all, data)
		}
	}
	slices.Sort(all)
	return all
}

// named reports whether data is a data type under a privacy type that was accepted without
// any.
func named(accepted []string, data string) bool {
	heading, _, detailed := strings.Cut(data, "/")
	return detailed && slices.Contains(accepted, heading) &&
		!slices.ContainsFunc(accepted, func(a string) bool { return strings.HasPrefix(a, heading+"/") })
}
