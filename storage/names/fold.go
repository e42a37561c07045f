package names

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns a text as it is searched and searched for. It is the same when it is folded
// again.
func Fold(text string) string {
	if isPlain(text) {
		return cut(text)
	}
	text = strings.ToValidUTF8(text, "\ufffd")
	text = strings.Map(unpointed, strings.Map(unaccented, norm.NFKD.String(alike.Replace(text))))
	text = letters.Replace(strings.Map(lower, text))
	return cut(norm.NFC.String(alike.Replace(text)))
}

// isPlain reports whether folding changes nothing, as of most texts that were folded.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' || c == '`' || c < ' ' && c != '\n' {
			return false
		}
	}
	return true
}

// alike replaces characters that people do not tell apart. They come before the
// decomposition, which makes an accent of some.
var alike = strings.NewReplacer(
	"’", "'", "‘", "'", "‛", "'", "ʼ", "'", "ʹ", "'", "ʻ", "'", "ʽ", "'", "ˈ", "'", "＇", "'", "´", "'", "`", "'", "′", "'", "՚", "'", "ꞌ", "'", "‵", "'",
	"׳", "'", "‚", "'", "‹", "'", "›", "'", "״", `"`, "〜", "~",
	"“", `"`, "”", `"`, "„", `"`, "‟", `"`, "«", `"`, "»", `"`, "″", `"`, "＂", `"`,
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-", "﹣", "-", "－", "-",
)

// letters replaces letters that no decomposition separates from their accent, or that stand for
// two.
var letters = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ı", "i", "ȷ", "j", "þ", "th", "ŧ", "t", "ŋ", "n", "ĸ", "k",
	"ƀ", "b", "ƶ", "z", "ɨ", "i", "ʉ", "u", "ɵ", "o",
	"ی", "ي", "ک", "ك", // as keyboards for Persian and Arabic have them
)

// unaccented drops the accents of a decomposed text, and what cannot be seen. The marks of
// scripts in which they are letters remain.
func unaccented(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		if r == '\n' || r == 0 || !unicode.IsControl(r) { // no text of an app has a zero, and nothing may match one
			return r
		}
		return ' '
	case 0x300 <= r && r <= 0x36f, 0x1ab0 <= r && r <= 0x1aff, 0x1dc0 <= r && r <= 0x1dff, 0x20d0 <= r && r <= 0x20ff, 0xfe00 <= r && r <= 0xfe0f, 0xfe20 <= r && r <= 0xfe2f,
		unicode.Is(unicode.Cf, r):
		return -1
	case unicode.IsSpace(r):
		return ' '
	}
	return r
}

// unpointed drops the points of Hebrew and the vowel signs of Arabic, which names have and people do
// not type, and the stroke that only stretches a word. The hamza of a decomposed letter is one of them.
func unpointed(r rune) rune {
	switch {
	case r < 0x591 || r > 0x6ed:
		return r
	case r <= 0x5c7 && unicode.Is(unicode.Mn, r), unicode.Is(unicode.Arabic, r) && unicode.Is(unicode.Mn, r):
		return -1
	case 0x64b <= r && r <= 0x655, r == 0x670, r == 0x640: // shared by several scripts
		return -1
	}
	return r
}

// lower folds the case of a letter, see [unicode.SimpleFold]: both forms of sigma are one.
func lower(r rune) rune {
	if r < utf8.RuneSelf {
		return unicode.ToLower(r)
	}
	return unicode.ToLower(unicode.ToUpper(r))
}
