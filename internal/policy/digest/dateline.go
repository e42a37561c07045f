package digest

import (
	"slices"
	"strings"
)

// nearEnds is how many lines at the beginning of a text, and as many at its end, may be the
// date on which a site shows it.
const nearEnds = 4

// withoutDate drops the first and last lines of a text that are a whole date.
func withoutDate(text string) string {
	text = strings.TrimSpace(text)
	head, rest := "", text
	for range nearEnds {
		line, after, _ := strings.Cut(rest, "\n")
		if !isDate(line) {
			head += text[len(text)-len(rest) : len(text)-len(after)]
		}
		if rest = after; rest == "" {
			return strings.TrimSpace(head)
		}
	}
	tail := ""
	for range nearEnds {
		at := strings.LastIndexByte(rest, '\n') + 1
		if !isDate(rest[at:]) {
			tail = rest[at:] + tail
		}
		if rest = strings.TrimRight(rest[:at], "\n"); rest == "" {
			break
		}
		tail = "\n\n" + tail
	}
	return strings.TrimSpace(head + rest + tail)
}

// isDate reports whether a line is a date with a day and a year.
func isDate(line string) bool {
	const most, long = 8, 80 // words; bytes
	if len(line) > long {
		return false
	}
	words := strings.Fields(line)
	if len(words) == 0 || len(words) > most {
		return false
	}
	f := lists()
	day, month, year := false, false, false
	for _, word := range words {
		bare := bare(word)
		switch {
		case f.months[bare]:
			month = true
		case f.completes(word) && slices.ContainsFunc(strings.FieldsFunc(bare, func(r rune) bool { return strings.ContainsRune("-./"+dateUnits, r) }), isYear):
			day, month, year = true, true, true
		case isYear(strings.TrimRight(bare, dateUnits)):
			year = true
		case number(bare):
			day = true
		case !f.dates[bare]:
			return false
		}
	}
	return day && month && year
}
