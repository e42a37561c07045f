package pagetext

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// A site praises itself beside a text: what others say of it, and how many they are.

// quoted reports whether all that a node says is in quotation marks: others praise the site.
func (b *builder) quoted(at int32) bool {
	any := false
	for c := range b.below(at) {
		n := &b.nodes[c]
		if n.form != words || !n.holds.has(someText) || n.holds.has(leftOut) {
			continue
		}
		switch text := bytes.TrimSpace(b.text[n.from:n.to]); {
		case inQuotes(text):
			any = true
		case len(text) >= sentence || sentenceEnds(text):
			return false
		}
	}
	return any && b.unit(at).headings <= 1
}

// inQuotes reports whether a text is in quotation marks.
func inQuotes(text []byte) bool {
	const least = 20 // bytes
	first, _ := utf8.DecodeRune(text)
	last, _ := utf8.DecodeLastRune(bytes.TrimRight(text, ".!"))
	return len(text) >= least && strings.ContainsRune("\"“„«「", first) && strings.ContainsRune("\"”“»」", last)
}

// figure reports whether a node is one line with a number, and neither a sentence, an address
// nor a list.
func (b *builder) figure(at int32) bool {
	u := b.unit(at)
	if u.texts != 1 || u.addressed || u.letters > maxLabel || b.lists(at) {
		return false
	}
	for c := range b.below(at) {
		if n := &b.nodes[c]; n.form == words && bytes.ContainsAny(b.text[n.from:n.to], "0123456789") {
			return true
		}
	}
	return false
}
