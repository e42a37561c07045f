package pagetext

import "strings"

// wanted reports whether a unit is on what the caller wants to read. The labels of its links, and what its
// headings quote, say nothing of itself.
func (b *builder) wanted(at int32) bool {
	if b.subject == nil {
		return true
	}
	for c := range b.below(at) {
		n := &b.nodes[c]
		if n.form != words || !n.holds.has(someText) || n.letters > 0 && b.facts[c].links == n.letters {
			continue
		}
		text := string(b.text[n.from:n.to])
		if b.nodes[n.parent].form == title {
			text = unquoted(text)
		}
		if b.subject(strings.ToLower(text)) {
			return true
		}
	}
	return false
}

// unquoted drops what is in quotation marks from a line.
func unquoted(text string) string {
	before, rest, found := strings.Cut(text, "“")
	_, after, closed := strings.Cut(rest, "”")
	if !found || !closed {
		return text
	}
	return before + after
}

// pointsOn reports whether a link alone is on what the caller wants to read, as in "Do not sell my data".
func (b *builder) pointsOn(at int32) bool {
	if b.subject == nil {
		return false
	}
	for c := range b.below(at) {
		if n := &b.nodes[c]; n.form == words && n.holds.has(someText) {
			return b.subject(strings.ToLower(string(b.text[n.from:n.to])))
		}
	}
	return false
}
