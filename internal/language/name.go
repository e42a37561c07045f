package language

import "github.com/privacylabels/auditor/internal/vocabulary"

// stores say whose names a kind has: the stores may give the same English name to different things,
// and other names in other languages.
var stores = map[vocabulary.Kind]string{
	vocabulary.PrivacyType: " [App Store heading]", vocabulary.DataCategory: " [App Store category]", vocabulary.Purpose: " [App Store purpose]",
	vocabulary.DataType: " [App Store data]", vocabulary.Feature: " [App Store feature]", vocabulary.PlayDataCategory: " [Google Play category]",
	vocabulary.PlayPurpose: " [Google Play purpose]", vocabulary.PlayDataType: " [Google Play data]", vocabulary.SecurityPractice: " [Google Play practice]",
}

// NameKey returns the key of a name of the vocabulary.
func NameKey(kind vocabulary.Kind, english string) string { return english + stores[kind] }

// Name returns the name of an identifier in the language, as the store has it. One that is not in
// the vocabulary has the text that it came with or, without one, its own words.
func (l *Language) Name(kind vocabulary.Kind, id, text string) string {
	name, known := kind.Known(id)
	if !known {
		return kind.Name(id, text)
	}
	if translated, ok := l.says().texts[NameKey(kind, name)]; ok {
		return translated
	}
	return name
}

// CategoryName returns the name of a category of a privacy type, as [Language.Name] does.
func (l *Language) CategoryName(privacyType, id, text string) string {
	category, _, _ := vocabulary.KindsOf(privacyType)
	return l.Name(category, id, text)
}

// DataKey returns the key of a kind of data in plain words.
func DataKey(english string) string { return english + " [kind of data]" }

// Data returns the name of a kind of data that both stores know, in plain words.
func (l *Language) Data(english string) string {
	if translated, ok := l.says().texts[DataKey(english)]; ok {
		return translated
	}
	return english
}
