package digest

import (
	"strings"
	"unicode"
)

// longestCount is how many bytes a line has at most that is only a count of readers.
const longestCount = 80

// withoutCounts drops the numbers of lines, or of their parts between bullets, that say
// nothing but how often a page was viewed. In a sentence, such a number counts.
func withoutCounts(text string) string {
	if !strings.ContainsFunc(text, unicode.IsDigit) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for text != "" {
		part, rest := text, ""
		if end := strings.IndexAny(text, "\n•·|"); end >= 0 {
			part, rest = text[:end], text[end:]
		}
		if isCount(part) {
			part = withoutNumbers(part)
		}
		b.WriteString(part)
		rest, text = withoutBorders(rest)
		b.WriteString(rest)
	}
	return b.String()
}

// withoutBorders cuts a text after the ends of lines and the bullets that it begins with.
func withoutBorders(text string) (borders, rest string) {
	rest = strings.TrimLeft(text, "\n•·|")
	return text[:len(text)-len(rest)], rest
}

// isCount reports whether a line has a number, the word for what is counted, and hardly
// more.
func isCount(line string) bool {
	if len(line) > longestCount {
		return false
	}
	numbers, counters := 0, 0
	for word := range strings.FieldsSeq(line) {
		switch word = bare(word); {
		case word == "", aroundCount[word]:
		case number(word):
			numbers++
		case lists().counters[word]:
			counters++
		default:
			return false
		}
	}
	return numbers > 0 && counters > 0
}

// withoutNumbers drops the words of a line that are numbers.
func withoutNumbers(line string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(line) {
		if !number(bare(word)) {
			b.WriteString(word + " ")
		}
	}
	return b.String()
}
