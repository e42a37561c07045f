package pagetext

import "bytes"

// unit is what a block has.
type unit struct {
	letters, links, home int32 // of text; in links; in links to other pages of the site
	free, said           int32 // letters of text without links and controls; of sentences
	led                  int32 // of sentences before a link
	texts, remarks       int
	signatures           int   // remarks on who made the page
	noted                int32 // letters of remarks
	controls, fields     int
	headings, cards      int  // cards: headings that are links
	panel                bool // a control opens the text after it
	addressed            bool
	cookies              bool     // it mentions cookies
	asks                 bool     // it has a question
	label                bool     // its first text is short, and neither a link nor a sentence
	teasers              int      // links to other pages of the site as lines of their own, each with a sentence after it
	linkLast             bool     // its last text that is no remark is a link
	alone                bool     // it is one link, which asks visitors to do nothing
	pointed              bool     // its last text is a link to another page of the site
	level                uint8    // the level of its last heading
	card                 uint8    // the level of the last heading that is a link
	call                 callKind // the strongest link that asks visitors to do something
}

// kind is why a unit does not belong to the text beside it.
type kind uint8

const (
	within   kind = iota // it may belong to the text
	remarked             // lines of known kinds
	linking
	controlling
	asking // a form with one field
)

func (b *builder) unit(at int32) (u unit) {
	for c := range b.below(at) {
		n := &b.nodes[c]
		switch {
		case n.holds.has(leftOut):
			continue
		case n.form == title && n.holds.has(someText):
			u.headings++
			u.level = n.level
			if 10*int64(b.facts[c].links) >= 7*int64(n.letters) && b.facts[c].home > 0 {
				u.cards++
				u.card = n.level
			}
		}
		if n.holds.has(control) {
			u.controls++
			u.panel = u.panel || u.free == 0 && u.controls == 1 && n.letters > 0
		}
		if n.holds.has(field) {
			u.fields++
		}
		if n.form == words && n.holds.has(someText) {
			b.count(&u, c, at)
		}
	}
	u.panel = u.panel && u.free > 0 && u.controls == 1
	u.alone = u.alone && u.texts == 1 && u.controls == 0 && u.headings == 0 && u.call == noCall
	return u
}

// count adds a text of a unit.
func (b *builder) count(u *unit, c, at int32) {
	const least = 8 // letters of a sentence
	n, f := &b.nodes[c], &b.facts[c]
	text := b.text[n.from:n.to]
	u.texts++
	isLink := f.links == n.letters && f.links > 0
	after := u.pointed
	u.alone, u.pointed = isLink && b.isLink(c), isLink && f.home > 0 && b.isLink(c)
	if u.texts == 1 {
		u.label = f.links == 0 && n.letters <= maxLabel && n.letters > 0 && !sentenceEnds(text)
	}
	u.letters, u.links, u.home = u.letters+n.letters, u.links+f.links, u.home+f.home
	switch {
	case remark(text):
		u.remarks++
		u.noted += n.letters
		if signed(text) {
			u.signatures++
		}
		return
	case b.controls(c, at):
		u.linkLast = isLink
		return
	case soon(text):
		b.regain(c)
	}
	u.linkLast = isLink
	if f.home > 0 {
		u.call = max(u.call, callOf(lastLetters(text, f.links)))
	}
	u.free += n.letters - f.links
	if n.letters >= least && 2*f.links < n.letters && (b.saidIn(c) || n.level > 0) {
		u.said += n.letters - f.links
		if after && f.links == 0 {
			u.teasers++
		}
		if f.links > 0 && !sentenceEnds(text) && n.level == 0 {
			u.led += n.letters - f.links
		}
	}
	u.addressed = u.addressed || addressed(text)
	u.asks = u.asks || bytes.HasSuffix(bytes.TrimSpace(text), []byte("?")) && f.links == 0
	u.cookies = u.cookies || u.texts <= maxLabels && mentionsCookies(text)
}

// controls reports whether a text is on a control within a unit.
func (b *builder) controls(c, at int32) bool {
	const levels = 4
	for range levels {
		if c = b.nodes[c].parent; b.nodes[c].holds.has(control) {
			return true
		}
		if c == at || c == 0 {
			break
		}
	}
	return false
}

// mostBeside returns how many letters a unit has at most that does not belong to the text beside it,
// because it is on something else: more if a heading says so as well.
func (u unit) mostBeside() int32 {
	if u.headings > 0 {
		return maxTeaser
	}
	return maxNotice
}

// least returns how much of a unit without a sentence is links, in percent, if it belongs to
// the site.
func (u unit) least(is place) int64 {
	switch {
	case is != atEnd && u.home > 0:
		return 15
	case u.texts > 1:
		return 30
	}
	return 40
}
