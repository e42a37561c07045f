package pagetext

import (
	"bytes"
	"slices"
)

// What stands before and after a text, in one element with it, is told by what it has:
// controls, links to other pages of the site, cards with linked headings, or a single line of a
// known kind, see remark. Each child of the element is one unit.

// The bounds of units that do not belong to a text.
const (
	maxRow    = 200 // letters of a row of controls
	maxNotice = 300 // letters of a notice or a form with sentences
	maxTeaser = 600 // letters of an article with its heading
	maxLabel  = 60  // letters of a line that may belong to the unit beside it
	maxLabels = 8   // lines before or after a text that are looked at without an end
	maxLevel  = 6   // of headings
)

// place is where a unit is.
type place uint8

const (
	atStart place = iota // among the paragraphs of the text
	atEnd
	apart // outside of the element with the text
)

// outside returns why a unit does not belong to the text beside it.
func (b *builder) outside(at int32, is place) (u unit, why kind) {
	n := &b.nodes[at]
	if n.holds.has(theTitle) || n.form == title {
		return u, within
	}
	u = b.unit(at)
	list := n.form == bulleted || n.form == numbered || n.form == row && b.cells(n) > 1
	switch {
	case u.remarks == u.texts && u.texts > 0 && (!list || u.signatures > 0):
		return u, remarked
	case u.addressed, u.panel:
		return u, within
	case u.alone && (n.form == paragraph && is == atEnd || b.pointsOn(at)):
		b.regain(at)
		return u, within
	case is == apart && !list && b.besideText(at, u.mostBeside()) && (u.headings == 0 || u.linkLast || !b.hasLevel(at, u.level)):
		return u, linking // whatever it is of
	case is == apart && !list && u.remarks > 0 && u.said == 0 && u.headings == 0:
		return u, remarked
	case u.controls > 0 && u.said == 0 && u.headings == 0 && u.letters <= maxRow:
		return u, controlling
	case u.fields == 1 && u.headings <= 1 && u.letters <= maxNotice:
		return u, asking
	case u.controls > 0 && u.letters <= maxNotice && u.headings <= 1 && (is == apart || u.cookies && !b.under(at)):
		return u, controlling
	case is == apart && u.cookies && u.links > u.home && u.headings == 0 && u.letters <= maxRow:
		return u, controlling // a link that only closes it
	case u.cards > 1 && u.headings <= u.cards+1, u.cards == 1 && u.headings == 1 && u.said < maxRow && (is == apart && u.links > 0 || u.texts > 2) && !b.hasLevel(at, u.card):
		return u, linking
	case !list && u.label && u.teasers > 0 && u.headings == 0 && u.letters <= maxTeaser && b.subject != nil && !b.wanted(at):
		return u, linking // cards without headings, under a label
	case is == apart && !list && u.headings == 1 && u.linkLast && u.said <= maxRow && u.letters <= maxNotice && (u.call < toCustomers || b.subject != nil && b.wanted(at)):
		b.regain(at)
	case u.headings > 1 && u.said == 0 && u.texts > u.headings && 2*u.links >= u.letters-u.noted && 2*u.home >= u.links:
		return u, linking // the columns of a footer
	case is != atStart && (u.headings > 1 || is == apart && u.remarks > 0 && u.headings > 0) && u.texts-u.remarks == u.headings && u.controls == 0:
		return u, linking // those columns without their links, or headings over remarks
	case is == apart && u.remarks > 1 && u.fields > 1 && u.headings <= 1 && u.said > 0 && b.follows(at):
		return u, linking // comments, and a form for another one
	case list || n.form == paragraph:
	case u.call > noCall && u.said == 0 && u.headings == 0 && u.letters <= maxRow, u.call == toCustomers && is != atStart && u.headings <= 1 && u.said <= maxRow && u.letters <= maxNotice:
		return u, linking
	}
	switch {
	case u.said > 0 || u.links == 0:
		if u.led > 0 && u.letters <= maxNotice {
			b.regain(at)
		}
		return u, within
	case u.asks && u.headings == 0 && u.letters <= maxRow && !list:
		return u, linking
	case 100*int64(u.links) < u.least(is)*int64(u.letters):
		return u, within
	case n.form == paragraph && 10*int64(u.links) < 7*int64(u.letters):
		return u, within
	case u.headings == 0 && !list, u.headings == 1 && 2*int64(u.home) >= int64(u.links):
		return u, linking
	case u.headings == 0 && 2*int64(u.home) >= int64(u.links) && (is == apart || len(b.group(at, linking)) > 0):
		return u, linking
	}
	return u, within
}

// regain notes that the rules before these left out a unit, which they do now only if it is on
// something else.
func (b *builder) regain(at int32) {
	if b.noted == nil {
		b.noted = make(map[int32]bool)
	}
	if !b.noted[at] {
		b.noted[at] = true
		b.regained = append(b.regained, at)
	}
}

// besideText reports whether a node that is not among the paragraphs of a text does not belong to
// it: it is short and not on what the caller wants to read. An address is of the text.
func (b *builder) besideText(at, most int32) bool {
	n := &b.nodes[at]
	return n.form != paragraph && n.letters <= most && b.subject != nil && !b.wanted(at) && !b.addressed(at) && (!b.lists(at) || b.says(at))
}

// follows reports whether a unit with prose is before this one.
func (b *builder) follows(at int32) bool {
	most := 1000 // units that are looked at
	for c := b.nodes[at].prev; c != 0 && most > 0; c, most = b.nodes[c].prev, most-1 {
		if b.facts[c].prose > b.facts[at].prose {
			return true
		}
	}
	return false
}

// hasLevel reports whether the sections before a unit have headings of a level: then the unit is a
// section like these. Their level is the highest of which there are several, or else any; headings that are links
// are of no section, nor is the first one of all if it is above several others: it is the title.
func (b *builder) hasLevel(at int32, level uint8) bool {
	const most = 1000 // nodes that are looked at
	seen, first := 0, uint8(0)
	var counts [maxLevel + 1]int
	for c := b.nodes[at].prev; c != 0 && seen <= most; c = b.nodes[c].prev {
		if b.skipped(c) {
			continue
		}
		begins := false
		for d := range b.below(c) {
			if seen++; seen > most {
				break
			}
			if n := &b.nodes[d]; n.form == title && n.holds.has(someText) && 2*b.facts[d].links < n.letters && !n.holds.has(leftOut) {
				counts[n.level]++
				if !begins {
					first, begins = n.level, true
				}
			}
		}
	}
	if first == level && counts[level] == 1 && slices.ContainsFunc(counts[level+1:], func(count int) bool { return count > 1 }) {
		return false
	}
	for above, count := range counts[:level] {
		if count > 1 && above > 0 {
			return false
		}
	}
	return counts[level] > 0
}

// edges leaves out the units before and after the text among the children of a node.
func (b *builder) edges(at int32) {
	e := edge{b: b, is: atEnd, bare: b.bare(at)}
	sectioned := b.sectioned(at)
	if sectioned {
		e.is = apart
	}
	for c := b.nodes[at].last; c != 0 && e.fromEnd(c); c = b.nodes[c].prev {
	}
	if e = (edge{b: b, bare: e.bare, title: b.titleAmong(at)}); sectioned {
		e.is = apart
	}
	for c := b.nodes[at].first; c != 0 && e.fromStart(c); c = b.nodes[c].next {
	}
}

// titleAmong returns the child of a node that is the title of the page, if it is its only heading of level 1; 0: none.
func (b *builder) titleAmong(at int32) int32 {
	if b.nodes[at].holds.has(theTitle) && b.titled() {
		for c := b.nodes[at].first; c != 0; c = b.nodes[c].next {
			if n := &b.nodes[c]; n.form == title && n.holds.has(theTitle) {
				return c
			}
		}
	}
	return 0
}

// bare reports whether the text of a node is in paragraphs, headings and lists directly below it, so that
// an element with other blocks is set apart from these.
func (b *builder) bare(at int32) bool {
	const least = 3 // paragraphs
	paragraphs, all, apart := 0, int32(0), int32(0)
	for c := b.nodes[at].first; c != 0; c = b.nodes[c].next {
		if b.skipped(c) {
			continue
		}
		n := &b.nodes[c]
		unlinked := n.letters - b.facts[c].links
		all += unlinked
		switch {
		case n.form == block && n.level == 0:
			apart += unlinked
		case n.form == paragraph, n.form == words && b.facts[c].prose > 0:
			paragraphs++
		}
	}
	return paragraphs >= least && 4*apart <= all
}

// sectioned reports whether the last child of a node that has prose is a section of it: an
// element with more than one paragraph, and not the only one.
func (b *builder) sectioned(at int32) bool {
	const least = 500 // letters
	for c := b.nodes[at].last; c != 0; c = b.nodes[c].prev {
		if b.skipped(c) || b.facts[c].prose == 0 || b.besideText(c, maxNotice) {
			continue
		}
		n := &b.nodes[c]
		return n.form == block && n.letters >= least && 2*n.letters < b.nodes[at].letters && b.several(c)
	}
	return false
}

// saysAny reports whether a child of a node has a sentence and may belong to the text.
func (b *builder) saysAny(at int32) bool {
	for c := b.nodes[at].first; c != 0; c = b.nodes[c].next {
		if _, is := b.outside(c, atEnd); is == within && b.unit(c).said > 0 {
			return true
		}
	}
	return false
}

// saysBeside reports whether a sibling of a unit has a sentence and no controls.
func (b *builder) saysBeside(at int32) bool {
	for c := b.nodes[b.nodes[at].parent].first; c != 0; c = b.nodes[c].next {
		if c == at || b.skipped(c) || b.nodes[c].holds.has(someControl) {
			continue
		}
		if b.unit(c).said > 0 {
			return true
		}
	}
	return false
}

// edge is a walk over the units from one end of a text inward.
type edge struct {
	b       *builder
	is      place   // of the units at that end
	bare    bool    // blocks at that end are apart from the text, which is in bare paragraphs
	title   int32   // at the start: the title, before which blocks are apart; 0: none
	any     bool    // a unit was left out
	pending []int32 // lines that are left out if a unit further inward is
	seen    int
}

// place returns where a unit at the end is.
func (e *edge) place(at int32) place {
	n := &e.b.nodes[at]
	if e.title != 0 && n.form != paragraph {
		return apart
	}
	if e.bare && n.form == block && n.level == 0 && n.role != opened && n.role != hidden && !e.b.introduced(at) {
		return apart
	}
	return e.is
}

// introduced reports whether a block among bare paragraphs is of their text: it has sentences without
// links and controls, a list or a table, or with other blocks it is directly under a heading or after a colon.
func (b *builder) introduced(at int32) bool {
	if b.tabular(at) || b.facts[at].links == 0 && !b.nodes[at].holds.has(someControl) && b.says(at) && !b.quoted(at) {
		return true
	}
	before := b.introduction(at)
	return before != 0 && (b.nodes[before].form == title && !b.nodes[before].holds.has(theTitle) || b.asks(before))
}

// fromEnd leaves out a unit that does not belong to the text before it. It reports whether
// the one before that may be another.
func (e *edge) fromEnd(at int32) bool {
	n := &e.b.nodes[at]
	if e.b.skipped(at) {
		return true
	}
	if n.form == title || n.holds.has(theTitle) {
		return false
	}
	u, is := e.b.outside(at, e.place(at))
	if is == within && e.is == apart && n.form != paragraph && u.said == 0 && u.headings == 0 && u.links == 0 && (e.b.slight(at) || e.b.figure(at)) {
		is = remarked
	}
	if is != within {
		e.leave(at, is)
		return true
	}
	return e.wait(at, u, n.form != paragraph)
}

// fromStart leaves out a unit that does not belong to the text after it. It reports whether the
// next one may be another.
func (e *edge) fromStart(at int32) bool {
	const ahead = 3 // units of one group
	n := &e.b.nodes[at]
	switch {
	case e.b.skipped(at), n.form == title && (n.level == 1 || n.holds.has(theTitle)):
		if at == e.title {
			e.title = 0
		}
		return true
	case n.holds.has(theTitle):
		e.b.edges(at)
		return true
	}
	for next, k := at, 0; next != 0 && k < ahead; next = e.b.nodes[next].next {
		if e.b.skipped(next) {
			continue
		}
		k++
		if _, is := e.b.outside(next, e.place(next)); is != within && (next == at || slices.Contains(e.b.group(next, is), at)) {
			e.leave(next, is)
			return true
		}
	}
	if n.form == title {
		return false
	}
	return e.wait(at, e.b.unit(at), n.form != paragraph && e.any)
}

// skipped reports whether a node has nothing to show.
func (b *builder) skipped(at int32) bool {
	return b.nodes[at].holds.has(leftOut) || !b.nodes[at].holds.has(someText|someControl)
}

// leave leaves out a unit with its group, and the lines that waited for that.
func (e *edge) leave(at int32, is kind) {
	for _, c := range slices.Concat([]int32{at}, e.b.group(at, is), e.pending) {
		e.b.nodes[c].holds |= leftOut
	}
	e.pending, e.any, e.seen = nil, true, 0
}

// wait reports whether a line may have units further inward that are left out. The line may
// go with them.
func (e *edge) wait(at int32, u unit, may bool) bool {
	e.seen++
	if u.said > 0 || u.addressed || u.panel || u.headings > 0 || u.letters > maxLabel || e.seen > maxLabels {
		return false
	}
	switch {
	case !may || e.b.lists(at) || u.alone && e.b.pointsOn(at):
	case e.b.ofText(at):
		e.b.regain(at)
	default:
		e.pending = append(e.pending, at)
	}
	return true
}

// lists reports whether a line is like one of a list or an address.
func (b *builder) lists(at int32) bool {
	switch b.nodes[at].form {
	case bulleted, numbered, row, item:
		return true
	}
	for c := range b.below(at) {
		if n := &b.nodes[c]; n.form == words && bytes.Count(b.text[n.from:n.to], []byte(", ")) > 1 {
			return true
		}
	}
	return false
}

// ofText reports whether a short unit is no label of what follows: it is a table, a list, or another element
// that texts are written with, or it is with other blocks after a colon.
func (b *builder) ofText(at int32) bool {
	if n := &b.nodes[at]; n.form == block && n.level > 0 || b.tabular(at) {
		return true
	}
	before := b.introduction(at)
	return before != 0 && b.nodes[before].form == paragraph && b.asks(before)
}

// introduction returns what stands before a block and the blocks before that.
func (b *builder) introduction(at int32) int32 {
	c := b.nodes[at].prev
	for c != 0 && (b.skipped(c) || b.nodes[c].form == block && b.nodes[c].level == 0) {
		c = b.nodes[c].prev
	}
	return c
}

// tabular reports whether a node has a list or a row of a table.
func (b *builder) tabular(at int32) bool {
	for c := range b.below(at) {
		switch n := &b.nodes[c]; {
		case n.form == bulleted, n.form == numbered, n.form == row && b.cells(n) > 1:
			return true
		}
	}
	return false
}

// under reports whether a unit is directly under a heading that is not the title.
func (b *builder) under(at int32) bool {
	c := b.nodes[at].prev
	for c != 0 && b.skipped(c) {
		c = b.nodes[c].prev
	}
	return c != 0 && b.nodes[c].form == title && b.nodes[c].level > 1 && !b.nodes[c].holds.has(theTitle)
}

// group returns the siblings before a unit that go with it: the label of controls or links, or
// the sentence on cookies over them, and the heading over these.
func (b *builder) group(at int32, is kind) (all []int32) {
	if is == remarked || b.nodes[at].holds.has(someHeading) {
		return nil // it has its own label, or needs none
	}
	for c := b.nodes[at].prev; c != 0; c = b.nodes[c].prev {
		if b.skipped(c) {
			continue
		}
		n := &b.nodes[c]
		if n.form == title {
			if n.level > 1 && !n.holds.has(theTitle) {
				all = append(all, c)
			}
			return all
		}
		if len(all) > 0 || n.holds.has(theTitle) || !b.goesWith(c, is) {
			return all
		}
		all = append(all, c)
	}
	return all
}

// goesWith reports whether a unit goes with the controls or links after it.
func (b *builder) goesWith(at int32, is kind) bool {
	u := b.unit(at)
	switch {
	case u.addressed || u.headings > 0 || u.controls > 0:
		return false
	case u.said > 0:
		return is == controlling && u.cookies && u.letters <= maxRow && !b.under(at) && b.saysBeside(at)
	case u.letters > maxLabel || b.lists(at) || u.alone && b.pointsOn(at):
		return false
	case b.ofText(at):
		b.regain(at)
		return false
	}
	return b.nodes[at].form != paragraph || b.asks(at)
}

// asks reports whether a line ends in a question mark or a colon.
func (b *builder) asks(at int32) bool {
	last := byte(0)
	for c := range b.below(at) {
		if n := &b.nodes[c]; n.form == words {
			if text := bytes.TrimSpace(b.text[n.from:n.to]); len(text) > 0 {
				last = text[len(text)-1]
			}
		}
	}
	return last == '?' || last == ':'
}
