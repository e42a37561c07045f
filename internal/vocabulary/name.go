package vocabulary

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// Kind is a kind of thing with identifiers of its own.
type Kind uint8

// The kinds.
const (
	PrivacyType Kind = iota
	DataCategory
	Purpose
	DataType
	Feature
	PlayDataCategory
	PlayPurpose
	PlayDataType
	SecurityPractice // only Google Play has them
	kinds
)

// names are the names of each kind, by identifier.
var names = func() (all [kinds]map[string]string) {
	var categories []Word
	for _, c := range Categories() {
		categories = append(categories, c.Word)
	}
	for kind, words := range [kinds][]Word{
		PrivacyType: PrivacyTypes(), DataCategory: categories, Purpose: Purposes(), DataType: DataTypes(), Feature: Features(),
	} {
		all[kind] = make(map[string]string, len(words))
		for _, w := range words {
			all[kind][w.ID] = w.Name
		}
	}
	for kind, terms := range map[Kind]terms{
		PlayDataCategory: categoryTerms, PlayPurpose: purposeTerms, PlayDataType: typeTerms, SecurityPractice: practiceTerms,
	} {
		for id, w := range terms.byID {
			all[kind][id] = w.name
		}
	}
	return all
}()

// KindsOf returns the kinds of the parts of a privacy type: those of the store that has it.
func KindsOf(privacyType string) (category, purpose, dataType Kind) {
	if privacyType == storage.DataShared || privacyType == storage.DataCollected {
		return PlayDataCategory, PlayPurpose, PlayDataType
	}
	return DataCategory, Purpose, DataType
}

// CategoryName returns the name of a category of a privacy type, as [Kind.Name] does.
func CategoryName(privacyType, id, text string) string {
	category, _, _ := KindsOf(privacyType)
	return category.Name(id, text)
}

// Known returns the name of an identifier, and reports whether it is in the vocabulary.
func (k Kind) Known(id string) (name string, ok bool) {
	name, ok = names[k][id]
	return name, ok
}

// Name returns the name of an identifier. One that is not in the vocabulary has the text that
// it came with or, without one, its own words.
func (k Kind) Name(id, text string) string {
	name, known := k.Known(id)
	switch {
	case known:
		return name
	case text != "":
		return text
	}
	return inWords(id)
}

// inWords returns an identifier such as NEW_DATA_TYPE as words. One such as "Brain waves" is words
// already, as those of new names of Google Play.
func inWords(id string) string {
	if strings.ContainsFunc(id, unicode.IsLower) && strings.ContainsFunc(id, func(c rune) bool { return c == ' ' || unicode.IsUpper(c) }) {
		return id
	}
	parts := strings.FieldsFunc(id, func(c rune) bool { return c == '_' })
	if len(parts) == 0 {
		return id
	}
	for i, p := range parts {
		switch p {
		case "ID":
		case "AND", "OR", "OF", "TO", "THE", "FOR":
			parts[i] = strings.ToLower(p)
		default:
			_, first := utf8.DecodeRuneInString(p)
			parts[i] = strings.ToUpper(p[:first]) + strings.ToLower(p[first:])
		}
	}
	return strings.Join(parts, " ")
}

// Label returns a label of a store with the names of the vocabulary. It changes no part of its argument.
func Label(store string, l storage.Label) storage.Label {
	l.Types = slices.Clone(l.Types)
	for i := range l.Types {
		t := &l.Types[i]
		category, purpose, dataType := KindsOf(t.Identifier)
		t.Title, t.Purposes = Heading(store, t.Identifier, t.Title), slices.Clone(t.Purposes)
		t.Categories = namedCategories(t.Categories, category, dataType)
		for k := range t.Purposes {
			p := &t.Purposes[k]
			p.Title, p.Categories = purpose.Name(p.Identifier, p.Title), namedCategories(p.Categories, category, dataType)
		}
	}
	return l
}

func namedCategories(categories []storage.LabelCategory, category, dataType Kind) []storage.LabelCategory {
	categories = slices.Clone(categories)
	for i := range categories {
		c := &categories[i]
		c.Title, c.DataTypes = category.Name(c.Identifier, c.Title), slices.Clone(c.DataTypes)
		for k := range c.DataTypes {
			c.DataTypes[k].Title = dataType.Name(c.DataTypes[k].Identifier, c.DataTypes[k].Title)
		}
	}
	return categories
}

// FeatureNames returns features with the names of the vocabulary. It changes no part of its
// argument.
func FeatureNames(features []storage.Feature) []storage.Feature {
	features = slices.Clone(features)
	for i := range features {
		features[i].Title = Feature.Name(features[i].Identifier, features[i].Title)
	}
	return features
}

// Names returns the names of the kind, in alphabetical order.
func (k Kind) Names() []string { return slices.Sorted(maps.Values(names[k])) }
