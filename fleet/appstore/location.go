package appstore

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// locationTitles are the titles of the row of an app that may use the location in the
// background, by language, in the languages in which the App Store's title is known.
func locationTitles() map[string]string {
	return map[string]string{"en": "location", "pt": "localização", "ko": "위치"}
}

// backgroundLocation reports whether the page has a row on the use of the location in
// the background. The row is found by its symbol, by its title in the languages in which that
// is known, and in others as the only row that is a sentence. It returns nil if rows are
// missing, or if it is not certain that none of them is that row.
func (s *islandShelfs) backgroundLocation(language string) *bool {
	shelf := s.Information
	if shelf == nil || shelf.Items.Damaged || len(shelf.Items.Elements) > maxItems {
		return nil
	}
	rows := shelf.Items.Elements
	if slices.ContainsFunc(rows, annotation.hasLocationSymbol) {
		return new(true)
	}
	primary, _, _ := strings.Cut(cmp.Or(languageTag(language), "en"), "-") // requests ask for English
	if title, known := locationTitles()[primary]; known {
		return new(slices.ContainsFunc(rows, func(a annotation) bool { return fold(a.Title) == title }))
	}

	rating := slices.IndexFunc(rows, func(a annotation) bool { return a.Link.leadsToStory(ratingStory) })
	certain := rating >= 0 && rating < len(rows)-1 && rows[len(rows)-1].isCopyright()
	for i, row := range rows {
		switch row.sentence() {
		case isSentence:
			if i > 0 { // the first is the seller, whose name may end with a full stop
				return new(true)
			}
		case maySentence:
			certain = certain && i == 0
		}
	}
	if !certain {
		return nil
	}
	return new(false)
}

// hasLocationSymbol reports whether a symbol for a location stands in the row.
func (a annotation) hasLocationSymbol() bool {
	icons := []artwork{a.Icon, a.Leading}
	for _, item := range first(a.Items, maxItems) {
		icons = append(icons, item.Icon, item.Leading)
	}
	for _, row := range first(a.Rows.Elements, maxItems) {
		icons = append(icons, row.Icon, row.Leading)
	}
	return slices.ContainsFunc(icons, artwork.isLocation)
}

// isLocation reports whether the artwork is a symbol such as location.fill.
func (a artwork) isLocation() bool {
	if len(a.Template) > maxTitle {
		return false
	}
	_, name, named := strings.Cut(a.Template, "://")
	if !named {
		name = a.Template
	}
	name, style, _ := strings.Cut(strings.ToLower(name), ".")
	return name == "location" && !strings.Contains(style, "slash")
}

// isCopyright reports whether the row has the text of a copyright.
func (a annotation) isCopyright() bool {
	text := a.onlyText()
	return strings.ContainsAny(text, "©℗®") || strings.Contains(strings.ToLower(text), "copyright")
}

// onlyText returns the text of a row that has nothing else, empty for any other row.
func (a annotation) onlyText() string {
	rows := a.Rows.Elements
	switch {
	case a.Summary != "" || len(a.Items) > 1 || len(rows) > 1 || a.Link.PageURL+a.Link.URL != "" || a.Link.Destination.ID != "":
		return ""
	case len(a.Items) == 1:
		if item := a.Items[0]; item.Heading == "" && len(item.Pairs.Elements) == 0 {
			return line(item.Text, maxDetail)
		}
	case len(rows) == 1:
		return line(cmp.Or(rows[0].Linkable.Styled.Raw, rows[0].Text), maxDetail)
	}
	return ""
}

// sentenceKind is whether a text is a sentence.
type sentenceKind int

const (
	noSentence sentenceKind = iota
	maySentence
	isSentence
)

// minSentence and longTerm are lengths of texts in letters: no name of a category or a
// language is as long as the first, nor a name of a seller as the second.
const (
	minSentence = 14
	longTerm    = 40
)

// sentence reports whether the row is a sentence without a number. Rows on the compatibility
// have the number of a system.
func (a annotation) sentence() sentenceKind {
	text := a.onlyText()
	if a.isCopyright() || strings.ContainsFunc(text, unicode.IsNumber) {
		return noSentence
	}
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	ended := strings.HasSuffix(text, ".") || strings.HasSuffix(text, "。") || strings.HasSuffix(text, "।") || strings.HasSuffix(text, "．")
	switch {
	case ended && letters >= minSentence:
		return isSentence
	case letters >= longTerm:
		return maySentence
	}
	return noSentence
}
