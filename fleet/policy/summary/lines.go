package summary

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// marks precede the items of lists.
const marks = "-*•·–>| \t"

// wrappedAt is how many characters a line has at least that was wrapped to fit a page.
const wrappedAt = 40

// unwrapped returns the lines of a text, without headings, as they were before they
// were wrapped: the lines of PDF files and of much plain text end in the middle of a
// sentence.
func unwrapped(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		var whole strings.Builder
		last := ""
		end := func() bool {
			line := whole.String()
			whole.Reset()
			return isHeading(line) || yield(line)
		}
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if !continues(last, line) && !end() {
				return
			}
			if whole.Len() > 0 {
				whole.WriteByte(' ')
			}
			whole.WriteString(line)
			last = line
		}
		end()
	}
}

// continues reports whether a line continues the last one.
func continues(last, line string) bool {
	if last == "" || line == "" || last[0] == '#' || line[0] == '#' || strings.ContainsRune(marks, firstRune(line)) {
		return false
	}
	if end, _ := utf8.DecodeLastRuneInString(last); !unicode.IsLetter(end) && !unicode.IsNumber(end) && !strings.ContainsRune(`,-–"”'’)&/`, end) {
		return false
	}
	first := firstRune(line)
	return unicode.IsLower(first) || utf8.RuneCountInString(last) >= wrappedAt && !unicode.IsNumber(first)
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// maxHeading is how many words a heading without a mark has at most.
const maxHeading = 8

// isHeading reports whether a line is a heading: it is marked as one, or has few words,
// no full stop, and capitals in all long words.
func isHeading(line string) bool {
	if line == "" || line[0] == '#' {
		return true
	}
	words := strings.Fields(line)
	if end, _ := utf8.DecodeLastRuneInString(line); len(words) > maxHeading || !unicode.IsLetter(end) {
		return false
	}
	for _, word := range words {
		if utf8.RuneCountInString(word) > 3 && !unicode.IsUpper(firstRune(word)) {
			return false
		}
	}
	return true
}
