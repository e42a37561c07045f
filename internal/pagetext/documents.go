package pagetext

import "strings"

// A page may have several legal documents, one after the other: the terms, the policy, an
// imprint. They are told apart only where every part of the page is one, by the names with
// which the parts begin: sections of a policy have such names as well.

// The bounds of documents.
const (
	maxDocumentName = 80  // bytes of a name of one
	minOther        = 600 // letters of another document
	minWanted       = 80  // of the wanted ones: a short policy is one
	noLevel         = 7   // of a name that is not a heading
)

// document is a part of a page with the name of a document.
type document struct {
	is      Name
	letters int64
	nodes   []int32
	name    int32 // the node with the name
}

// documents leaves out all other documents, if the page has one that is wanted. It returns the
// node that had the documents, or nowhere.
func (b *builder) documents() int32 {
	if b.document == nil {
		return nowhere
	}
	for at := int32(0); ; {
		if parts, all := b.split(at); all && separate(parts) {
			for _, d := range parts {
				if d.is == WantedDocument {
					b.entitle(d.name, at)
					continue
				}
				for _, c := range d.nodes {
					b.nodes[c].holds |= leftOut
				}
			}
			for c := b.nodes[at].first; c != parts[0].nodes[0]; c = b.nodes[c].next {
				if b.facts[c].prose == 0 {
					b.nodes[c].holds |= leftOut // the title of all of them
				}
			}
			b.documented = true
			return at
		}
		most := int32(0)
		for c := b.nodes[at].first; c != 0; c = b.nodes[c].next {
			if !b.skipped(c) && 5*int64(b.nodes[c].letters) >= 4*int64(b.nodes[at].letters) {
				most = c
			}
		}
		if most == 0 {
			return nowhere
		}
		at = most
	}
}

// separate reports whether documents are wanted ones and others, and long enough for that.
func separate(parts []document) bool {
	var letters [OtherDocument + 1]int64
	for _, d := range parts {
		if d.is == OtherDocument {
			letters[d.is] = max(letters[d.is], d.letters)
		} else {
			letters[d.is] += d.letters
		}
	}
	return letters[WantedDocument] >= minWanted && letters[OtherDocument] >= minOther
}

// entitle makes a heading of the name of a document, so that it stays in the text.
func (b *builder) entitle(name, below int32) {
	n := &b.nodes[name]
	if n.form != title {
		n.form, n.level = title, 1
	}
	for at := name; at != below; at = b.nodes[at].parent {
		b.nodes[at].holds |= someHeading | theTitle
	}
}

// split returns the documents among the children of a node, with what follows each of them. It
// reports whether all children from the first document on belong to one.
func (b *builder) split(at int32) (parts []document, all bool) {
	level := uint8(0) // of the names; 0: none yet
	within := false   // each document is in a child of its own
	above := uint8(0) // the lowest heading before the first document
	for c := b.nodes[at].first; c != 0; c = b.nodes[c].next {
		if b.skipped(c) || b.nodes[c].letters == 0 {
			continue
		}
		n := &b.nodes[c]
		name := b.nameOf(c)
		is, height, alone := NoDocument, uint8(noLevel), true
		if name != 0 {
			alone = n.letters == b.nodes[name].letters
			if b.nodes[name].form == title {
				height = b.nodes[name].level
			}
			if height < noLevel || !alone {
				is = b.document(b.line(name))
			}
		}
		if is != NoDocument && (level == 0 || height == level) {
			if level == 0 {
				if level, within = height, !alone; above >= level && above != 0 {
					return nil, false
				}
			}
			parts = append(parts, document{is: is, letters: int64(n.letters), nodes: []int32{c}, name: name})
			if within == alone {
				return nil, false
			}
			continue
		}
		if level == 0 {
			if name != 0 && height < noLevel {
				above = max(above, height)
			}
			continue
		}
		if _, why := b.outside(c, apart); within && why > 0 {
			parts = append(parts, document{nodes: []int32{c}})
			continue
		}
		if within && b.facts[c].prose > 0 || b.highest(c) <= level {
			return nil, false
		}
		last := &parts[len(parts)-1]
		last.nodes, last.letters = append(last.nodes, c), last.letters+int64(n.letters)
	}
	return parts, len(parts) > 1
}

// highest returns the level of the highest heading in a node.
func (b *builder) highest(at int32) uint8 {
	level := uint8(noLevel + 1)
	for c := range b.below(at) {
		if n := &b.nodes[c]; n.form == title && n.holds.has(someText) {
			level = min(level, n.level)
		}
	}
	return level
}

// nameOf returns the heading, or the short line, with which a part begins; 0: none.
func (b *builder) nameOf(at int32) int32 {
	for at != 0 {
		n := &b.nodes[at]
		switch n.form {
		case title, paragraph, block:
		default:
			return 0
		}
		first := n.first
		for first != 0 && (b.skipped(first) || b.nodes[first].letters == 0) {
			first = b.nodes[first].next
		}
		switch {
		case n.form == title, first != 0 && (b.nodes[first].form == words || b.nodes[first].form == inline):
			if n.letters > maxDocumentName || 2*b.facts[at].links >= n.letters {
				return 0
			}
			return at
		}
		at = first
	}
	return 0
}

// line returns the text of a node that is a short line, or "".
func (b *builder) line(at int32) string {
	line := make([]byte, 0, maxDocumentName)
	for c := range b.below(at) {
		n := &b.nodes[c]
		if n.form == words {
			line = append(line, b.text[n.from:n.to]...)
		} else if c != at && n.form != inline && n.holds.has(someText) && b.nodes[at].form != title {
			return ""
		}
		if len(line) > 2*maxDocumentName {
			return ""
		}
	}
	text := strings.Join(strings.Fields(string(line)), " ")
	if len(text) > maxDocumentName {
		return ""
	}
	return text
}
