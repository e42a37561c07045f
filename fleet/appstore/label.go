package appstore

import (
	"iter"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// The parts of a label as a page names them, in the form of the newest pages.
type (
	rawLabel struct {
		summary, details []rawType
		damaged          bool // a list of types, or an element of it, could not be read

		noSummary bool // there is a summary without categories
		noDetails bool // there are details, or a link to them, without categories
	}
	rawType struct {
		rawPart
		Detail   string        `json:"detail"`
		Purposes list[rawPart] `json:"purposes"`
	}
	rawPart struct { // a type or a purpose
		Identifier string            `json:"identifier"`
		Title      string            `json:"title"`
		Categories list[rawCategory] `json:"categories"`
	}
	rawCategory struct {
		Identifier string       `json:"identifier"`
		Title      string       `json:"title"`
		DataTypes  list[string] `json:"dataTypes"`
	}
)

// maxParts is how many parts each part of a label has at most. The App Store has at most
// sixteen categories.
const maxParts = 64

// maxNamed is how many names a label has in all. The largest possible label names each
// data type for each purpose in each type, which is about 1,500 names.
const maxNamed = 8192

// newLabel makes a label of a summary and its details. The summary has the texts that
// pages had in every year; details add purposes and data types. Without a summary, the
// details are the label.
//
// It returns nil if there is nothing, or any part is not understood: half a label would
// be taken for a change. The labels of all extractors are checked here only.
func newLabel(raw rawLabel, english bool) *storage.Label {
	if raw.damaged || count(raw.summary)+count(raw.details) > maxNamed ||
		raw.noSummary && len(raw.details) > 0 {
		return nil
	}
	named := english && titledInEnglish(raw.summary, raw.details)
	details := joinTypes(raw.details, english, named)
	if len(raw.details) > 0 && (details == nil || !detailed(raw.details)) {
		return nil
	}
	if len(raw.summary) == 0 {
		return details
	}
	label := joinTypes(raw.summary, english, named)
	switch {
	case label == nil:
		return nil
	case details == nil:
		if raw.noDetails && !isExclusive(label.Types[0].Identifier) {
			return nil
		}
		return label
	case !sameTerms(*label, *details):
		return nil
	}
	for i := range label.Types {
		t := &label.Types[i]
		more, _ := details.Type(t.Identifier)
		if !addDetails(t, more) {
			return nil
		}
	}
	return label
}

// sameTerms reports whether two labels have the same types, each with the same
// categories.
func sameTerms(a, b storage.Label) bool {
	if len(a.Types) != len(b.Types) {
		return false
	}
	for _, t := range a.Types {
		other, ok := b.Type(t.Identifier)
		if !ok || len(t.Categories) != len(other.Categories) {
			return false
		}
		for _, c := range t.Categories {
			if indexOf(other.Categories, c) < 0 {
				return false
			}
		}
	}
	return true
}

// count returns how many types, purposes, categories and data types are named.
func count(raws []rawType) int {
	n := 0
	for _, t := range raws {
		n += 1 + len(t.Purposes.Elements)
	}
	for c := range named(raws) {
		n += 1 + len(c.DataTypes.Elements)
	}
	return n
}

// named returns the categories that types and their purposes name.
func named(raws []rawType) iter.Seq[rawCategory] {
	return func(yield func(rawCategory) bool) {
		for _, t := range raws {
			for _, c := range t.Categories.Elements {
				if !yield(c) {
					return
				}
			}
			for _, p := range t.Purposes.Elements {
				for _, c := range p.Categories.Elements {
					if !yield(c) {
						return
					}
				}
			}
		}
	}
}

// titledInEnglish reports whether no known type has a title in another language: pages that are
// said to be in English are not always.
func titledInEnglish(summary, details []rawType) bool {
	return !slices.ContainsFunc(slices.Concat(summary, details), func(t rawType) bool {
		known, ok := typeLexicon.byID[strings.TrimSpace(t.Identifier)]
		title := term(t.Title, maxTitle)
		return ok && title != "" && fold(title) != fold(known.title)
	})
}

// joinTypes makes a label in which each type occurs once, with the texts of its first
// mention. It returns nil if any part is not understood. Data types that are not known are named
// by their texts if these are known to be in English.
func joinTypes(raws []rawType, english, named bool) *storage.Label {
	if !evenlyDetailed(raws) {
		return nil
	}
	var label storage.Label
	for _, raw := range raws {
		w, ok := typeLexicon.resolve(raw.Identifier, raw.Title)
		if !ok {
			return nil
		}
		i := slices.IndexFunc(label.Types, func(t storage.PrivacyType) bool { return t.Identifier == w.id })
		if i < 0 {
			i = len(label.Types)
			label.Types = append(label.Types, storage.PrivacyType{
				Identifier: w.id, Title: w.title, Detail: detail(raw.Detail, english),
				Categories: []storage.LabelCategory{},
			})
		}
		if !addType(&label.Types[i], raw, named) {
			return nil
		}
	}
	if !label.Known() || len(label.Types) > maxParts || slices.ContainsFunc(label.Types, func(t storage.PrivacyType) bool {
		return isExclusive(t.Identifier) && len(label.Types) > 1 || isExclusive(t.Identifier) != (len(t.Categories) == 0)
	}) {
		return nil
	}
	return &label
}

// isExclusive reports whether a type is the only one of a label and has no categories.
// Any other type names what is collected.
func isExclusive(identifier string) bool {
	return identifier == storage.DataNotCollected || identifier == storage.DataNotProvided
}

// addType adds one mention of a type.
func addType(t *storage.PrivacyType, raw rawType, named bool) bool {
	categories, ok := readCategories(raw.Categories, named)
	if !ok || raw.Purposes.Damaged || !addCategories(&t.Categories, categories) {
		return false
	}
	for _, p := range raw.Purposes.Elements {
		w, ok := purposeLexicon.resolve(p.Identifier, p.Title)
		if !ok || len(p.Categories.Elements) == 0 {
			return false
		}
		categories, ok := readCategories(p.Categories, named)
		if !ok || !addCategories(&purposeOf(t, w).Categories, categories) || !addCategories(&t.Categories, categories) {
			return false
		}
	}
	return len(t.Purposes) <= maxParts
}

// addDetails adds the data types and purposes of a type that has the same categories.
func addDetails(t *storage.PrivacyType, more storage.PrivacyType) bool {
	if !addCategories(&t.Categories, more.Categories) {
		return false
	}
	for _, p := range more.Purposes {
		if !addCategories(&purposeOf(t, word{p.Identifier, p.Title}).Categories, p.Categories) {
			return false
		}
	}
	return len(t.Purposes) <= maxParts
}

// purposeOf returns a purpose of a type, which it adds if necessary.
func purposeOf(t *storage.PrivacyType, w word) *storage.Purpose {
	i := slices.IndexFunc(t.Purposes, func(p storage.Purpose) bool { return p.Identifier == w.id })
	if i < 0 {
		i = len(t.Purposes)
		t.Purposes = append(t.Purposes, storage.Purpose{
			Identifier: w.id, Title: w.title, Categories: []storage.LabelCategory{},
		})
	}
	return &t.Purposes[i]
}

// addCategories adds categories and their data types, each once.
func addCategories(all *[]storage.LabelCategory, more []storage.LabelCategory) bool {
	for _, from := range more {
		i := indexOf(*all, from)
		if i < 0 {
			i = len(*all)
			*all = append(*all, storage.LabelCategory{Identifier: from.Identifier, Title: from.Title})
		}
		c := &(*all)[i]
		for _, d := range from.DataTypes {
			if !slices.ContainsFunc(c.DataTypes, func(other storage.DataType) bool { return sameDataType(d, other) }) {
				c.DataTypes = append(c.DataTypes, d)
			}
		}
		if len(c.DataTypes) > maxParts {
			return false
		}
	}
	return len(*all) <= maxParts
}

// indexOf returns the position of a category with this identifier, or -1.
func indexOf(all []storage.LabelCategory, wanted storage.LabelCategory) int {
	return slices.IndexFunc(all, func(c storage.LabelCategory) bool { return c.Identifier == wanted.Identifier })
}

// sameDataType compares by identifier, or by title when neither has one.
func sameDataType(a, b storage.DataType) bool {
	return a.Identifier == b.Identifier && (a.Identifier != "" || a.Title == b.Title)
}

// readCategories returns false if a category is not understood.
func readCategories(raws list[rawCategory], named bool) ([]storage.LabelCategory, bool) {
	var all []storage.LabelCategory
	if raws.Damaged {
		return nil, false
	}
	for _, raw := range raws.Elements {
		w, ok := categoryLexicon.resolve(raw.Identifier, raw.Title)
		if !ok || raw.DataTypes.Damaged {
			return nil, false
		}
		c := storage.LabelCategory{Identifier: w.id, Title: w.title}
		for _, text := range raw.DataTypes.Elements {
			d := dataType(w.id, text, named)
			if d.Title == "" {
				return nil, false
			}
			c.DataTypes = append(c.DataTypes, d)
		}
		all = append(all, c)
	}
	return all, true
}

// dataType finds the identifier of a data type by its text, which is in the language of the page:
// pages have no identifiers of data types. An unknown text in English is a new data type, whose
// identifier follows from it. One in another language may be a translation, and has no identifier,
// unless its category has a single data type.
func dataType(category, text string, english bool) storage.DataType {
	title := term(text, maxTitle)
	w, ok := dataTypeLexicon.byTitle[fold(title)]
	if !ok && english {
		w, ok = newDataType(title)
	}
	if !ok && !english {
		w, ok = single[category]
	}
	if !ok || title == "" {
		return storage.DataType{Title: title}
	}
	return storage.DataType{Identifier: w.id, Title: w.title}
}

// newDataType returns the word for a text in English that no data type has. A text that is the
// identifier of one in other letters means that. It returns false for a text that has letters that
// no identifier has.
func newDataType(title string) (word, bool) {
	id := vocabulary.Identifier(title)
	if id == "" || !isIdentifier("A"+id) { // it may begin with a digit
		return word{}, false
	}
	if known, ok := dataTypeLexicon.byID[id]; ok {
		return known, true
	}
	return word{id, title}, true
}

// detail returns the sentence below a type's title if the page is in English.
func detail(s string, english bool) storage.Text {
	if !english {
		return ""
	}
	return storage.Text(line(s, maxDetail))
}

// isEnglish reports whether a language tag (BCP 47) is English. An empty tag is, since
// requests ask for English.
func isEnglish(tag string) bool {
	tag = strings.ToLower(tag)
	return tag == "" || tag == "en" || strings.HasPrefix(tag, "en-") || strings.HasPrefix(tag, "en_")
}

// detailed reports whether each mention of a category has data types, as on all
// details that the App Store ever published.
func detailed(raws []rawType) bool {
	_, without := mentions(raws)
	return without == 0
}

// evenlyDetailed reports whether all of a label has detail or none of it: a category
// without data types among others with them, or a type without purposes, is damaged.
// Tracking has no purposes, and a type that is not known need not have any.
func evenlyDetailed(raws []rawType) bool {
	if with, without := mentions(raws); with > 0 && without > 0 {
		return false
	}
	with, without := 0, 0
	for _, t := range raws {
		w, _ := typeLexicon.resolve(t.Identifier, t.Title)
		_, known := typeLexicon.byID[w.id]
		switch {
		case !known || w.id == storage.DataUsedToTrackYou:
		case len(t.Purposes.Elements) > 0:
			with++
		default:
			without++
		}
	}
	return with == 0 || without == 0
}

// mentions counts the mentions of categories with data types and of those without.
func mentions(raws []rawType) (with, without int) {
	for c := range named(raws) {
		if len(c.DataTypes.Elements) > 0 {
			with++
		} else {
			without++
		}
	}
	return with, without
}
