package digits

import (
	"unicode"
	"unicode/utf8"
)

// Western returns the western form of a digit or of the Arabic decimal separator, and any other character as
// it is.
func Western(r rune) rune {
	if r < utf8.RuneSelf {
		return r
	}
	if r == '\u066b' { // the Arabic decimal separator
		return '.'
	}
	for _, block := range unicode.Nd.R16 { // each is of some tens of digits, from a zero on
		if rune(block.Lo) <= r && r <= rune(block.Hi) {
			return '0' + (r-rune(block.Lo))%10
		}
	}
	return r
}
