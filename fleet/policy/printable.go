package policy

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable returns a text without what is no text: bytes that are not UTF-8 and
// control characters are gone, lines end with one line feed and without space,
// and there is at most one empty line between two others.
func printable(text string) string {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	if isPrintable(text) {
		return text
	}
	b := make([]byte, 0, len(text))
	line, written := 0, 0 // where the line begins, and where its last visible character ends
	end := func() {
		b = b[:written]
		if written > line {
			b = append(b, '\n')
		} else if n := len(b); n > 1 && b[n-1] == '\n' && b[n-2] != '\n' {
			b = append(b, '\n')
		}
		line, written = len(b), len(b)
	}
	carriage := false
	for _, r := range text {
		after := carriage
		carriage = r == '\r'
		switch {
		case r == '\n' && after:
		case r == '\n', r == '\r', r == '\u2028':
			end()
		case r == '\u2029':
			end()
			end()
		case r == '\t':
			b = append(b, '\t')
		case unicode.IsControl(r), invisible(r):
		default:
			b = utf8.AppendRune(b, r)
			if !unicode.IsSpace(r) {
				written = len(b)
			}
		}
	}
	return strings.TrimRight(string(b[:written]), "\n")
}

// invisible reports whether a character only says where a line may be broken, or
// which byte comes first.
func invisible(r rune) bool { return r == '\u00ad' || r == '\u200b' || r == '\u2060' || r == '\ufeff' }

// isPrintable reports whether a text is as printable makes it, as most texts that
// come here are.
func isPrintable(text string) bool {
	lines, space := 2, false // line ends before the character, and whether a space is
	for _, r := range text {
		switch {
		case r == '\n':
			if lines++; lines > 2 || space {
				return false
			}
			continue
		case r == '\t':
		case unicode.IsControl(r), invisible(r), r == '\u2028', r == '\u2029':
			return false
		}
		lines, space = 0, unicode.IsSpace(r)
	}
	return lines == 0 && !space || text == ""
}
