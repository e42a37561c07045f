package pagetext

import (
	"iter"
	"slices"
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

// surroundings leaves out what stands around the part with nearly all of the sentences
// and has none, or is called like that.
func (b *builder) surroundings(at int32) {
	titled := b.titled()
	for {
		best := int32(0)
		for c := b.nodes[at].first; c != 0; c = b.nodes[c].next {
			switch b.nodes[c].form {
			case block, row, cell:
				if !b.nodes[c].holds.has(leftOut) && (best == 0 || b.facts[c].prose > b.facts[best].prose) {
					best = c
				}
			}
		}
		if best == 0 || !b.hasMost(best, at) || !b.several(best) {
			b.ends(at)
			if b.saysAny(at) {
				b.edges(at)
			}
			return
		}
		before := true
		for c := b.nodes[at].first; c != 0; c = b.nodes[c].next {
			if c == best {
				before = false
			} else if b.surrounds(c, before, b.facts[best].prose) || before && titled && b.nodes[best].holds.has(theTitle) && b.announces(c, best) {
				b.nodes[c].holds |= leftOut
			}
		}
		at = best
	}
}

// titled reports whether a page has one heading of level 1, which is its title then.
func (b *builder) titled() bool {
	count := 0
	for i := range b.nodes {
		if n := &b.nodes[i]; n.form == title && n.level == 1 && n.holds.has(someText) && !n.holds.has(leftOut) {
			count++
		}
	}
	return count == 1
}

// announces reports whether a node before the part with the title is of the site, which
// announces something there: it is short, on something else, and has a link and no address.
func (b *builder) announces(at, part int32) bool {
	n := &b.nodes[at]
	return !b.skipped(at) && n.form != title && n.form != paragraph && b.facts[at].links > 0 && n.letters <= maxNotice && 5*n.letters < b.nodes[part].letters && !b.addressed(at) && (b.subject == nil || !b.wanted(at))
}

// ends leaves out what is itself called like what stands around texts, stands before or
// after all other paragraphs of a node, and has no address. Where a third is called like
// that, the names say nothing.
func (b *builder) ends(at int32) {
	called, all := 0, 0
	for c := b.nodes[at].first; c != 0; c = b.nodes[c].next {
		if n := &b.nodes[c]; n.letters > 0 && !n.holds.has(leftOut) {
			all++
			if aroundOrPart(n) {
				called++
			}
		}
	}
	if called == 0 || 3*called >= all {
		return
	}
	for c := b.nodes[at].first; c != 0 && b.endsWith(c, at); c = b.nodes[c].next {
	}
	for c := b.nodes[at].last; c != 0 && b.endsWith(c, at); c = b.nodes[c].prev {
	}
}

// aroundOrPart reports whether a node is called like what stands around texts, or is a
// part of the site that has no heading.
func aroundOrPart(n *node) bool {
	return n.role == around || (n.role == part || n.role == menuNamed) && !n.holds.has(someHeading)
}

// endsWith leaves out a node at an end of the one above it, if its name says so. It reports
// whether the next one is at the end then.
func (b *builder) endsWith(at, above int32) bool {
	n, f := &b.nodes[at], b.facts[at]
	switch {
	case n.holds.has(leftOut), n.letters == 0, n.form == title && n.level == 1:
		return true
	case !aroundOrPart(n), n.holds.has(theTitle), f.prose > 0 && 5*int64(f.prose) >= int64(b.facts[above].prose), 3*n.letters >= b.nodes[above].letters, b.addressed(at):
		return false
	}
	n.holds |= leftOut
	return true
}

// hasMost reports whether a node has nearly all sentences of the one above it, and most
// of its words: the paragraphs of short texts are often shorter than a sentence.
func (b *builder) hasMost(at, above int32) bool {
	own, all := b.facts[at], b.facts[above]
	unlinked := func(of int32) int64 { return int64(b.nodes[of].letters - b.facts[of].links) }
	return own.prose > 0 && 5*int64(own.prose) >= 4*int64(all.prose) && 3*unlinked(at) >= 2*unlinked(above)
}

// several reports whether a node has more than one paragraph.
func (b *builder) several(at int32) bool {
	for at != 0 {
		parts, last := 0, int32(0)
		for c := b.nodes[at].first; c != 0; c = b.nodes[c].next {
			if n := &b.nodes[c]; n.letters > 0 && !n.holds.has(leftOut) {
				parts, last = parts+1, c
			}
		}
		if parts > 1 {
			return true
		}
		at = last
	}
	return false
}

// surrounds reports whether a node before or after the part with the sentences does not
// belong to the text.
func (b *builder) surrounds(at int32, before bool, prose int32) bool {
	n, f := &b.nodes[at], b.facts[at]
	switch {
	case n.holds.has(leftOut) || n.form == title:
		return false
	case n.letters == 0:
		return n.form == block && n.holds.has(someText) && !b.addressed(at) // a number alone
	case n.holds.has(theTitle):
		if before {
			b.preface(at)
		}
		return false
	case 10*int64(f.links) >= 7*int64(n.letters):
		return true
	case b.named(at) && 5*int64(f.prose) < int64(prose):
		return true
	}
	if _, is := b.outside(at, apart); is != within {
		for _, c := range b.group(at, is) {
			b.nodes[c].holds |= leftOut
		}
		return true
	}
	if b.quoted(at) {
		return true
	}
	if f.prose > 0 || n.holds.has(someHeading) {
		return false
	}
	return (before || 5*int64(f.links) >= 2*int64(n.letters) || b.slight(at) || b.figure(at)) && !b.says(at)
}

// preface leaves out what stands beside the title before a text.
func (b *builder) preface(at int32) {
	for c := b.nodes[at].first; c != 0; c = b.nodes[c].next {
		switch n := &b.nodes[c]; {
		case b.skipped(c), n.form == title && n.holds.has(theTitle):
		case n.holds.has(theTitle):
			b.preface(c)
		case b.surrounds(c, true, b.facts[c].prose):
			n.holds |= leftOut
		}
	}
	b.edges(at)
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
		slices.SortStableFunc(nodes, func(x, y int32) int {
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
