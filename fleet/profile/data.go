package profile

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// DataOf returns what a label names of a category, sorted: each privacy type that has it
// and, where the page names them, its data types after a slash, as in
// DATA_LINKED_TO_YOU/PRECISE_LOCATION.
func DataOf(l storage.Label, category string) []string {
	found := make(map[string]bool)
	for _, t := range l.Types {
		if tier, ok := tierOf(t.Identifier); !ok || tier == NotCollected {
			continue
		}
		for c := range labelCategories(t) {
			if c.Identifier != category {
				continue
			}
			found[t.Identifier] = true
			for _, d := range c.DataTypes {
				if d.Identifier != "" {
					found[t.Identifier+"/"+d.Identifier] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
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
