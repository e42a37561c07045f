package names

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// Look returns a name without what people do not see: it has one form for each kind of white
// space, apostrophe, quotation mark and hyphen and for full and half width, and no characters
// that cannot be seen. Letter case and accents stay. Names with the same result look the same.
func Look(name string) string {
	if !isASCII(name) {
		name = strings.Map(seen, norm.NFC.String(width.Fold.String(alike.Replace(name))))
	}
	return strings.Join(strings.Fields(alike.Replace(name)), " ")
}

// seen drops what cannot be seen.
func seen(r rune) rune {
	switch {
	case 0x300 <= r && r <= 0x36f: // an accent that no letter has with it
		return r
	case r == 0x34f:
		return -1
	}
	return unaccented(r)
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
