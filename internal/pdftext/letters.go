package pdftext

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

const maxMarker = 8 // bytes of a marker

var romans = []byte("ivxIVX")

// marker returns how long the marker of a list is that a line begins with, 0 if there is none,
// and whether nothing else looks like it.
func marker(text []byte) (length int, sure bool) {
	first, size := utf8.DecodeRune(text)
	spaced := func(n int) bool { return n == len(text) || text[n] == ' ' || text[n] == '\t' }
	switch first {
	case '•', '●', '○', '▪', '■', '□', '◦', '‣', '⁃', '∙', '►', '➢', '❖', '✓', '✔':
		return size, true
	case '-', '–', '—', '*', '·', 'o', '§', '>':
		if spaced(size) {
			return size, false
		}
		return 0, false
	}
	if isPrivate(first) { // symbol fonts have their bullets there
		return size, true
	}
	at := 0
	if first == '(' {
		at++
	}
	begin := at
	digit := func(i int) bool { return i < len(text) && text[i] >= '0' && text[i] <= '9' }
	for at <= maxMarker && (digit(at) || at > begin && at < len(text) && text[at] == '.' && digit(at+1)) {
		at++
	}
	if at == begin {
		for at < len(text) && at < begin+4 && bytes.IndexByte(romans, text[at]) >= 0 {
			at++
		}
	}
	if at == begin && at < len(text) && isLetter(text[at]) {
		at++
	}
	switch {
	case at == begin || at > maxMarker:
		return 0, false
	case at < len(text) && (text[at] == ')' || text[at] == '.' && first != '(') && spaced(at+1):
		return at + 1, false
	}
	return 0, false
}

// ends reports whether a sentence or an introduction ends with a line.
func ends(text []byte) bool {
	if n := len(text); n > 0 && isLetter(text[n-1]) { // as most do
		return false
	}
	text = bytes.TrimRightFunc(text, func(r rune) bool {
		return r == '"' || r == '\'' || r == ')' || r == ']' || unicode.Is(unicode.Pf, r) || r == '」' || r == '）'
	})
	last, _ := utf8.DecodeLastRune(text)
	switch last {
	case '.', '!', '?', ':', ';', '…', '。', '！', '？', '：', '；', '।', '؟':
		return true
	}
	return false
}

// lower reports whether a line begins with a lower-case letter.
func lower(text []byte) bool {
	if len(text) > 0 && isLetter(text[0]) {
		return text[0] >= 'a'
	}
	first, _ := utf8.DecodeRune(bytes.TrimLeftFunc(text, func(r rune) bool {
		return r == '(' || r == '"' || r == '\'' || unicode.Is(unicode.Pi, r)
	}))
	return unicode.IsLower(first)
}

// isLetter reports whether a byte is one of the letters of ASCII.
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// unspaced reports whether a letter is of a script without spaces between words.
func unspaced(r rune) bool {
	return r >= 0x0e00 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xff60)
}

func rightToLeft(r rune) bool {
	return r >= 0x0590 && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana)
}
