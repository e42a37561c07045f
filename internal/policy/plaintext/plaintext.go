package plaintext

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// EnoughWords is how many words a text has that is worth a summary, and that may be a policy
// although it does not call itself one.
const EnoughWords = 400

// Clean returns a text as valid UTF-8 without control and invisible characters.
// Lines end with one line feed and have no trailing space, and at most one line in
// a row is empty.
func Clean(text string) string {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	if isClean(text) {
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

// invisible reports whether a character only marks a possible line break or the
// byte order.
func invisible(r rune) bool { return r == '\u00ad' || r == '\u200b' || r == '\u2060' || r == '\ufeff' }

// isClean reports whether Clean would return the text unchanged, which is the
// common case.
func isClean(text string) bool {
	lines, space := 2, false // line ends before the character, and whether it follows a space
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

// Line returns a clean text on one line, with single spaces.
func Line(text string) string { return strings.Join(strings.Fields(Clean(text)), " ") }

// Cut returns at most the first n characters of a text.
func Cut(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// Head returns at most the first n bytes of a text, cut between characters.
func Head(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// UTF16Length returns how many UTF-16 units a text has.
func UTF16Length(text string) (n int) {
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// Unspaced reports whether a letter is of a script that is written without spaces
// between words.
func Unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || Alphabetic(r)
}

// Alphabetic reports whether a letter is of a script without spaces whose words
// have several letters.
func Alphabetic(r rune) bool {
	return unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
