package ui

import (
	"bytes"
	"unicode"
)

// visible returns a page whose texts are without control characters, and without those that turn the words after them
// around up to the end of a paragraph: names and notes come from stores, from the bundles of others and from their
// devices, and must not change what the page says beside them. What marks the direction of a single place stays, and so
// does all within tags, where the fields of forms have to come back as they are.
func visible(page []byte) []byte {
	if !suspect(page) {
		return page
	}
	tag := false
	return bytes.Map(func(r rune) rune {
		switch {
		case r == '<':
			tag = true
		case r == '>':
			tag = false
		case tag:
		case turns(r), unicode.IsControl(r) && !unicode.IsSpace(r), r == 0x85:
			return -1
		}
		return r
	}, page)
}

// turns reports whether a character begins or ends an embedding, an override or an isolate of direction.
func turns(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }

// suspect reports whether a page may have such a character. Almost none has.
func suspect(page []byte) bool {
	for i, c := range page {
		switch {
		case c >= ' ' && c < 0x7f, c == '\n', c == '\t', c == '\r':
		case c < ' ', c == 0x7f:
			return true
		case c == 0xc2:
			if i+1 < len(page) && page[i+1] < 0xa0 {
				return true
			}
		case c == 0xe2:
			if i+2 < len(page) && (page[i+1] == 0x80 && page[i+2] >= 0xaa && page[i+2] <= 0xae || page[i+1] == 0x81 && page[i+2] >= 0xa6) {
				return true
			}
		}
	}
	return false
}
