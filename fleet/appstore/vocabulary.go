package appstore

import (
	"strings"

	"github.com/privacylabels/auditor/internal/vocabulary"
)

// word is a term of the App Store's vocabulary: its identifier and how the App Store
// writes it in English.
type word struct{ id, title string }

// wordsOf returns words of the vocabulary.
func wordsOf(from []vocabulary.Word) []word {
	words := make([]word, len(from))
	for i, w := range from {
		words[i] = word{w.ID, w.Name}
	}
	return words
}

// lexicon finds words by identifier and by their folded English title.
type lexicon struct {
	byID    map[string]word
	byTitle map[string]word
}

func newLexicon(words []word) lexicon {
	l := lexicon{byID: make(map[string]word), byTitle: make(map[string]word)}
	for _, w := range words {
		l.byID[w.id] = w
		l.byTitle[fold(w.title)] = w
	}
	return l
}

// The vocabulary. It is read-only.
var (
	typeLexicon     = newLexicon(wordsOf(vocabulary.PrivacyTypes()))
	purposeLexicon  = newLexicon(wordsOf(vocabulary.Purposes()))
	categoryLexicon = newCategoryLexicon()
	dataTypeLexicon = newLexicon(wordsOf(vocabulary.DataTypes()))

	// single holds the data type of each category that has but one.
	single = singleDataTypes()
)

// newCategoryLexicon knows two shorter titles as well, which collections of labels use.
func newCategoryLexicon() lexicon {
	var words []vocabulary.Word
	for _, c := range vocabulary.Categories() {
		words = append(words, c.Word)
	}
	l := newLexicon(wordsOf(words))
	l.byTitle["sensitive"] = l.byID["SENSITIVE_INFO"]
	l.byTitle["other"] = l.byID["OTHER"]
	return l
}

func singleDataTypes() map[string]word {
	only := make(map[string]word)
	for _, c := range vocabulary.Categories() {
		if len(c.DataTypes) == 1 {
			only[c.ID] = wordsOf(c.DataTypes)[0]
		}
	}
	return only
}

// resolve finds the word with an identifier and a title. An unknown identifier
// is a new word with the title of the page; without an identifier, the title must be known.
// The result is false if both are empty, and if the identifier does not have the App
// Store's form.
func (l lexicon) resolve(identifier, title string) (word, bool) {
	title = term(title, maxTitle)
	id := strings.TrimSpace(identifier)
	if id == "" {
		w, ok := l.byTitle[fold(title)]
		if !ok {
			return word{}, false
		}
		id = w.id
	}
	if !isIdentifier(id) {
		return word{}, false
	}
	known, ok := l.byID[id]
	switch {
	case ok:
		return known, true
	case title == "":
		title = id
	}
	return word{id, title}, true
}

// isIdentifier reports whether s is written as an identifier of the App Store: capital
// letters, digits and underscores after a capital letter. A misspelled known identifier
// would be taken for a change.
func isIdentifier(s string) bool {
	if len(s) > maxTitle || s == "" || s[0] < 'A' || s[0] > 'Z' {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_'
	})
}
