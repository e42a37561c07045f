package pagetext

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
		if !before && b.unit(at).alone && b.pointsOn(at) {
			b.regain(at)
			return false
		}
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
