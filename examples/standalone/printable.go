package main

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// printable returns a text from outside as one line that is safe to show: what
// moves the cursor, colours, reorders or hides is left out, and space of any
// kind is one blank.
func printable(s string) string {
	var b strings.Builder
	blank := true // and so none at the beginning
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			if !blank {
				b.WriteByte(' ')
			}
			blank = true
		case unicode.IsPrint(r):
			b.WriteRune(r)
			blank = false
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// ellipsis ends a text that was clipped. Its width is no matter of opinion.
const ellipsis = "..."

// clip returns what is printable of a text in at most room cells.
func clip(s string, room int) string {
	s = printable(s)
	if cells(s) <= room {
		return s
	}
	room -= len(ellipsis)
	if room <= 0 {
		return ""
	}
	end, used := 0, 0
	for i, r := range s {
		if used += cellsOf(r); used > room {
			break
		}
		end = i + len(string(r))
	}
	return strings.TrimRight(s[:end], " ") + ellipsis
}

// cells returns how many columns of a terminal a printable text takes at most.
func cells(s string) int {
	n := 0
	for _, r := range s {
		n += cellsOf(r)
	}
	return n
}

// cellsOf returns the width of a character (Unicode, annex 11). Terminals differ
// on the ambiguous and on marks that join what is before them: a place too many
// costs less than a line that breaks.
func cellsOf(r rune) int {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth, width.EastAsianAmbiguous:
		return 2
	}
	return 1
}
