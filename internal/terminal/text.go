package terminal

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Printable returns an untrusted text as one line that is safe on a terminal:
// without control and formatting characters, and with single spaces.
func Printable(s string) string {
	var b strings.Builder
	blank := true // so that leading space is dropped
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

// maxLine is the most columns of [Line].
const maxLine = 4000

// Line is [Printable] for a text of any length, such as one of another service, which it shortens to a size that
// no text of this program has.
func Line(s string) string { return Clip(s, maxLine) }

// ellipsis ends a clipped text. It is ASCII, so that its width is certain.
const ellipsis = "..."

// Clip returns the printable text, shortened to at most room columns.
func Clip(s string, room int) string {
	s = Printable(s)
	if Cells(s) <= room {
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

// Cells returns how many columns a printable text takes at most.
func Cells(s string) int {
	n := 0
	for _, r := range s {
		n += cellsOf(r)
	}
	return n
}

// cellsOf returns the width of a character (Unicode annex 11). Terminals disagree
// on ambiguous characters and combining marks, so it takes the wider: a line that
// is too short is better than one that wraps.
func cellsOf(r rune) int {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth, width.EastAsianAmbiguous:
		return 2
	}
	return 1
}
