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
	text = strings.Map(unaccented, norm.NFKD.String(alike.Replace(text)))
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
	"“", `"`, "”", `"`, "„", `"`, "‟", `"`, "«", `"`, "»", `"`, "″", `"`, "＂", `"`,
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-", "﹣", "-", "－", "-",
)

// letters replaces letters that no decomposition separates from their accent, or that stand for
// two.
var letters = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ı", "i", "ȷ", "j", "þ", "th", "ŧ", "t", "ŋ", "n", "ĸ", "k",
	"ƀ", "b", "ƶ", "z", "ɨ", "i", "ʉ", "u", "ɵ", "o",
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

// lower folds the case of a letter, see [unicode.SimpleFold]: both forms of sigma are one.
func lower(r rune) rune {
	if r < utf8.RuneSelf {
		return unicode.ToLower(r)
	}
	return unicode.ToLower(unicode.ToUpper(r))
}
