package storage

import (
	"strings"
	"unicode"
)

// Blank reports whether nothing of a text can be seen: it is empty, or consists of white space, marks without a
// letter and characters that are [Invisible]. No name, tag or note may be blank.
func Blank(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !Invisible(r) && !unicode.Is(unicode.M, r) })
}

// Invisible reports whether a character cannot be seen: it is white space, a control character, one that only
// affects those beside it, as those of zero width and of direction, or a letter that is drawn as a space.
func Invisible(r rune) bool {
	switch {
	case r == '\u2800': // a pattern of Braille without dots
		return true
	case unicode.IsSpace(r), unicode.IsControl(r):
		return true
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r), unicode.Is(unicode.Variation_Selector, r):
		return true
	}
	return unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}
