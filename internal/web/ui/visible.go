package ui

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
)

// visible returns a page whose texts are without control characters, and without those that turn the words after them
// around up to the end of a paragraph: names and notes come from stores, from the bundles of others and from their
// devices, and must not change what the page says beside them. What marks the direction of a single place stays, and so
// does all within tags, where the fields of forms have to come back as they are. A text that [appendText] has marked
// becomes an element.
func visible(page []byte) []byte {
	if !suspect(page) {
		return page
	}
	out := make([]byte, 0, len(page)+len(page)/16)
	raw := false // within an element whose text has no elements
	for len(page) > 0 {
		if page[0] == '<' {
			tag := page[:cutAfter(page, '>')]
			if found := rawTag.FindSubmatch(tag); found != nil {
				raw = len(found[1]) == 0
			}
			out = append(out, tag...)
			page = page[len(tag):]
			continue
		}
		text := page
		if end := bytes.IndexByte(page, '<'); end >= 0 {
			text = page[:end]
		}
		page = page[len(text):]
		text = bytes.Map(shown, text)
		if raw {
			text = marks.ReplaceAll(text, nil)
		}
		out = append(out, elements.Replace(string(text))...)
	}
	return out
}

// cutAfter returns the length of a text up to and with a byte, or of all of it.
func cutAfter(text []byte, end byte) int {
	if at := bytes.IndexByte(text, end); at >= 0 {
		return at + 1
	}
	return len(text)
}

var (
	// rawTag matches the tags of elements that can have no elements in them.
	rawTag = regexp.MustCompile(`^<(/?)(?:title|textarea|option)\b`)
	// marks matches those of [appendText].
	marks = regexp.MustCompile("[" + isolateBegin + isolateEnd + isolateSentence + "]")
	// elements makes elements of marks.
	elements = strings.NewReplacer(isolateBegin, "<bdi>", isolateSentence, `<bdi dir="ltr">`, isolateEnd, "</bdi>")
)

// shown drops a character of a text that must not be in a page.
func shown(r rune) rune {
	if turns(r) || unicode.IsControl(r) && !unicode.IsSpace(r) || r == 0x85 {
		return -1
	}
	return r
}

// turns reports whether a character begins or ends an embedding, an override or an isolate of direction.
func turns(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }

// suspect reports whether a page may have such a character, or a mark. Almost none has.
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
		case c == 0xef:
			if i+1 < len(page) && page[i+1] == 0xb7 {
				return true
			}
		}
	}
	return false
}
