package pagetext

import (
	"iter"

	"github.com/privacylabels/auditor/internal/order"
)

// sentence is how many bytes words have that are long enough for a sentence, in any
// script.
const sentence = 90

// sum adds up the letters, the links and the prose of all nodes, without what is left
// out.
func (t *tree) sum() {
	if t.facts == nil {
		t.facts = make([]fact, len(t.nodes))
	} else {
		clear(t.facts)
	}
	for i := range t.nodes {
		if t.nodes[i].form != words {
			t.nodes[i].letters = 0
		}
	}
	for _, l := range t.linked {
		t.facts[l.node].links += l.letters
		t.facts[l.node].home += l.home
	}
	for i := len(t.nodes) - 1; i > 0; i-- {
		n, f := &t.nodes[i], &t.facts[i]
		if n.holds.has(leftOut) {
			continue
		}
		if n.form == words && n.level > 0 && 2*f.links < n.letters {
			f.prose = n.letters
		}
		t.nodes[n.parent].letters += n.letters
		above := &t.facts[n.parent]
		above.links += f.links
		above.home += f.home
		above.prose += f.prose
	}
}

// choose leaves out what does not belong to the text of the page, and returns the node
// with the text.
func (b *builder) choose() int32 {
	b.sum()
	b.leaveOut(dialog)
	b.sum()
	b.leaveOut(site)
	b.sum()
	b.leaveOut(around)
	b.sum()
	at := b.content()
	if part := b.documents(); part != nowhere {
		at = part
		b.sum()
	}
	b.surroundings(at)
	return at
}

// content returns the node with the text of a page: the marked main part if it has most
// of the text, else the root.
func (b *builder) content() int32 {
	for _, part := range []int32{b.main, b.article} {
		if part != 0 && !b.nodes[part].holds.has(leftOut) && 2*b.nodes[part].letters >= b.nodes[0].letters {
			return part
		}
	}
	return 0
}

// leaveOut leaves out nodes with at least this role, if what they hold allows it.
func (b *builder) leaveOut(least role) {
	all, prose := int64(b.nodes[0].letters), int64(b.facts[0].prose)
	covered := int64(0) // letters that are hidden
	for i := range b.nodes {
		if b.nodes[i].role == hidden && !b.nodes[i].holds.has(leftOut) {
			covered += int64(b.nodes[i].letters)
		}
	}
	for i := range b.nodes {
		n, f := &b.nodes[i], b.facts[i]
		if n.letters == 0 || n.holds.has(leftOut) || n.role < least || n.role == plain {
			continue // without a letter there is nothing to leave out, and opens would walk over all such siblings
		}
		out := false
		most := prose > 0 && 2*int64(f.prose) > prose || 3*int64(n.letters) > 2*all
		fifth := prose > 0 && 5*int64(f.prose) >= prose
		dense := 2*f.links >= n.letters
		switch n.role {
		case banner, excluded:
			out = true
		case dialog:
			out = 3*int64(n.letters) <= 2*all
		case site:
			if out = !most; out && b.amid(int32(i)) && b.remarks(int32(i)) {
				b.regained = append(b.regained, int32(i))
				out = false
			}
		case hidden:
			out = f.prose == 0 && 4*covered < all && !b.opens(int32(i)) || dense && !most
		case opened:
			if out = dense && !most; f.prose == 0 {
				b.regained = append(b.regained, int32(i))
			}
		case topOf:
			if n.holds.has(someHeading) && !dense {
				b.trim(int32(i))
			} else {
				out = f.prose == 0 || dense
			}
		case menuNamed, part:
			if n.role == menuNamed && b.heads(int32(i)) || n.role == part && b.remarks(int32(i)) {
				b.regained = append(b.regained, int32(i))
				break
			}
			out = dense && !most || !fifth && !n.holds.has(theTitle) && (f.prose == 0 || !b.within(int32(i))) && !n.holds.has(someHeading)
		}
		if out {
			n.holds |= leftOut
		}
	}
}

// opens reports whether a node is the text of the heading before it, which opens it. So does a
// control, or a line, before a sentence.
func (b *builder) opens(at int32) bool {
	before := b.nodes[at].prev
	for before != 0 && b.nodes[before].letters == 0 {
		before = b.nodes[before].prev
	}
	if before == 0 || b.facts[before].prose > 0 || b.nodes[before].holds.has(theTitle) {
		return false
	}
	if b.nodes[before].holds.has(someHeading) {
		return true
	}
	if b.nodes[before].letters > maxRow {
		return false
	}
	u := b.unit(before)
	if u.links > 0 || u.fields > 0 || u.controls > 1 || !b.says(at) || b.unit(at).controls > 0 {
		return false
	}
	b.regained = append(b.regained, at)
	return true
}

// heads reports whether a node without links and controls is a line over a text: it is the first
// that has letters in the elements around it, and more text follows.
func (b *builder) heads(at int32) bool {
	const levels = 4
	n := &b.nodes[at]
	if b.facts[at].links > 0 || n.holds.has(someControl) || n.letters > maxRow {
		return false
	}
	for range levels {
		for next := b.nodes[at].next; next != 0; next = b.nodes[next].next {
			if after := b.nodes[next].letters; after > 0 {
				return b.facts[next].prose > 0 || after > n.letters && 2*b.facts[next].links < after && !b.nodes[next].holds.has(someControl)
			}
		}
		for prev := b.nodes[at].prev; prev != 0; prev = b.nodes[prev].prev {
			if b.nodes[prev].letters > 0 {
				return false
			}
		}
		if at = b.nodes[at].parent; at == 0 {
			return false
		}
	}
	return false
}

// remarks reports whether a part within the text, such as an aside, only has sentences on what the caller
// wants to read.
func (b *builder) remarks(at int32) bool {
	return b.subject != nil && (b.within(at) || b.amid(at)) && b.facts[at].links == 0 && !b.nodes[at].holds.has(someControl) && b.says(at) && b.wanted(at)
}

// amid reports whether a node is between paragraphs of a text.
func (b *builder) amid(at int32) bool {
	const most = 100 // nodes that are looked at on each side
	sentence := func(c int32, after func(*node) int32) bool {
		for range most {
			if c = after(&b.nodes[c]); c == 0 {
				return false
			}
			if n := &b.nodes[c]; n.form == paragraph && b.facts[c].prose > 0 && !n.holds.has(leftOut) {
				return true
			}
		}
		return false
	}
	return sentence(at, func(n *node) int32 { return n.prev }) && sentence(at, func(n *node) int32 { return n.next })
}

// within reports whether a node is within the main part.
func (b *builder) within(at int32) bool {
	for ; at != 0; at = b.nodes[at].parent {
		if at == b.main || at == b.article {
			return true
		}
	}
	return false
}

// trim leaves out what has neither a heading nor a sentence in a header.
func (b *builder) trim(at int32) {
	for c := b.nodes[at].first; c != 0; c = b.nodes[c].next {
		switch n := &b.nodes[c]; {
		case n.form == title, n.form == words, b.facts[c].prose > 0:
		case n.holds.has(someHeading):
			b.trim(c)
		default:
			n.holds |= leftOut
		}
	}
}

// below returns a node and those below it that are not left out.
func (t *tree) below(at int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for c := at; ; {
			n := &t.nodes[c]
			if !yield(c) {
				return
			}
			if n.first != 0 && !n.holds.has(leftOut) {
				c = n.first
				continue
			}
			for c != at && t.nodes[c].next == 0 {
				c = t.nodes[c].parent
			}
			if c == at {
				return
			}
			c = t.nodes[c].next
		}
	}
}

// named reports whether a node, or one below it with most of its text, is called like
// what stands around texts.
func (b *builder) named(at int32) bool {
	for at != 0 {
		if b.nodes[at].role == around {
			return true
		}
		most := int32(0)
		for c := b.nodes[at].first; c != 0; c = b.nodes[c].next {
			if 5*int64(b.nodes[c].letters) >= 4*int64(b.nodes[at].letters) && !b.nodes[c].holds.has(leftOut) {
				most = c
			}
		}
		at = most
	}
	return false
}

// slight reports whether a node has a few words only and neither an address nor a
// number to call.
func (b *builder) slight(at int32) bool {
	const few = 30 // letters
	if b.nodes[at].letters > few {
		return false
	}
	return !b.addressed(at)
}

// hold finds out again which nodes have text to write: with or without what is left out.
func (b *builder) hold(aside bool) {
	for i := range b.nodes {
		if b.nodes[i].form != words && b.nodes[i].form != preformatted && b.nodes[i].form != row {
			b.nodes[i].holds &^= someText
		}
	}
	for i := len(b.nodes) - 1; i > 0; i-- {
		if n := &b.nodes[i]; aside || !n.holds.has(leftOut) {
			b.nodes[n.parent].holds |= n.holds & someText
		}
	}
}

// beside returns the topmost nodes outside of a text and those in it that are left out, first
// what the caller excluded.
func (b *builder) beside(text int32) []int32 {
	nodes := b.besides(text)
	if len(b.exclude) > 0 {
		order.Sort(nodes, func(x, y int32) int {
			switch first, second := b.nodes[x].role == excluded, b.nodes[y].role == excluded; {
			case first == second:
				return 0
			case first:
				return -1
			}
			return 1
		})
	}
	return nodes
}

// besides is beside in the order of the page.
func (b *builder) besides(text int32) (nodes []int32) {
	isAbove := make(map[int32]bool)
	for at := text; at != 0; at = b.nodes[at].parent {
		isAbove[at] = true
	}
	inText := text == 0
	for at := int32(0); ; {
		n := &b.nodes[at]
		switch {
		case at != 0 && !isAbove[at] && (n.holds.has(leftOut) || !inText):
			nodes = append(nodes, at)
		case n.first != 0:
			inText = inText || at == text
			at = n.first
			continue
		}
		for at != 0 && b.nodes[at].next == 0 {
			if at = b.nodes[at].parent; at == text && text != 0 {
				inText = false
			}
		}
		if at == 0 {
			return nodes
		}
		at = b.nodes[at].next
	}
}

// size returns how many bytes of words are below a node.
func (t *tree) size(at int32, aside bool) (bytes int) {
	for c := at; ; {
		n := &t.nodes[c]
		if n.form == words {
			bytes += int(n.to - n.from)
		}
		if n.first != 0 && (aside || !n.holds.has(leftOut)) {
			c = n.first
			continue
		}
		for c != at && t.nodes[c].next == 0 {
			c = t.nodes[c].parent
		}
		if c == at {
			return bytes
		}
		c = t.nodes[c].next
	}
}
