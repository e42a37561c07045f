package ui

import (
	"strings"
	"unicode/utf8"
)

// The marks around a value that is filled in and that may be read from right to left. No text has these
// characters, which Unicode reserves for the use within a program. [visible] makes an element of them.
const (
	isolateBegin    = "\ufdd0"
	isolateEnd      = "\ufdd1"
	isolateSentence = "\ufdd2" // begins a sentence of the page, which is read from left to right in all languages that there are
)

// withoutMarks removes marks. A text for it is valid UTF-8, so that what it leaves is not a mark.
var withoutMarks = strings.NewReplacer(isolateBegin, "", isolateEnd, "", isolateSentence, "")

// fromRight reports whether a text has a character of a script that is read from right to left (Unicode annex 9), or
// one that controls the direction.
func fromRight(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return strings.ContainsFunc(text[i:], isFromRight)
		}
	}
	return false
}

func isFromRight(r rune) bool {
	switch {
	case r < 0x590:
		return false
	case r <= 0x8ff, r == 0x200e, r == 0x200f, turns(r):
		return true
	}
	return r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefe || r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
}
