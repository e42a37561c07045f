package appstore

import (
	"bytes"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/pagetext"
)

// The limits of what is collected from a page.
const (
	maxText   = 8 << 10 // bytes of the text of an element
	maxTerms  = 256     // terms in lists that may be the age rating
	maxLabels = 1024    // links with a label that may be the policy's
	maxLinked = 64      // blocks of linked data
)

// collector extracts the relevant parts of a page from its tokens.
type collector struct {
	markup   markup
	page     []byte
	tokens   *pagetext.Scanner
	elements elements
	captures []*capture // of open elements, the innermost last

	privacy    int // the index of the open first privacy section, -1 before it, -2 after it
	term       int // the index of the term of the age rating, -1 if its definition cannot follow
	definition int // the index of its open definition, -1 if none

	cards  []openCard // of the privacy section, the innermost last
	terms  int
	labels int
}

// openCard is an open card of the privacy section, with its parts so far.
type openCard struct {
	at int
	*rawType
	titled, detailed bool
}

// capture collects the text of an open element.
type capture struct {
	at   int
	text []byte
	done func(text string)
}

// capture starts collecting the text of the next element.
func (c *collector) capture(done func(text string)) {
	c.captures = append(c.captures, &capture{at: len(c.elements.list), done: done})
}

// settle finishes the parts whose elements were closed.
func (c *collector) settle() {
	open := len(c.elements.list)
	for n := len(c.captures); n > 0 && c.captures[n-1].at >= open; n-- {
		closed := c.captures[n-1]
		c.captures = c.captures[:n-1]
		closed.done(string(closed.text))
	}
	for n := len(c.cards); n > 0 && c.cards[n-1].at >= open; n-- {
		c.cards = c.cards[:n-1]
	}
	if c.privacy >= open {
		c.privacy = sectionClosed
	}
	if c.term > open {
		c.term = -1
	}
	if c.definition >= open {
		c.definition = -1
	}
}

// sectionClosed is the value of privacy after the end of the section.
const sectionClosed = -2

// take handles a start tag, and returns its marks for the elements
// within it. A leaf has none.
func (c *collector) take(t pagetext.Token, leaf bool) marks {
	outer := c.elements.top().marks
	m := marks{inSection: outer.inSection, inPolicy: outer.inPolicy}
	if c.privacy == sectionClosed {
		c.markup.followed = true
	}
	if c.term == len(c.elements.list) {
		if c.term = -1; t.Name == "dd" && !leaf {
			c.definition = len(c.elements.list)
		}
	}
	switch t.Name {
	case "link":
		if t.Attribute("rel", maxAttribute) == "canonical" {
			setFirst(&c.markup.canonical, t, "href")
		}
	case "meta":
		c.meta(t)
	case "a":
		c.link(t, outer)
	case "dt":
		c.openTerm()
	}
	var classes []string
	if class := t.Attribute("class", maxAttribute); strings.Contains(class, "privacy") { // which all relevant classes contain
		classes = strings.Fields(class)
	}
	if t.Name == "p" && outer.section && !slices.Contains(classes, "app-privacy__learn-more") {
		m.inPolicy = true
	}
	if !leaf {
		c.classes(classes, &m)
	}
	return m
}

// setFirst sets an attribute of the first of several tags.
func setFirst(to **string, t pagetext.Token, name string) {
	if *to == nil {
		value := attribute(t, name)
		*to = &value
	}
}

func (c *collector) meta(t pagetext.Token) {
	switch t.Attribute("property", maxAttribute) {
	case "og:url":
		setFirst(&c.markup.ogURL, t, "content")
	case "og:title":
		setFirst(&c.markup.ogTitle, t, "content")
	}
	if t.Attribute("name", maxAttribute) == "apple:content_id" {
		setFirst(&c.markup.contentID, t, "content")
	}
}

// script keeps the text of a script if it is needed: the first with each of the known
// ids, and linked data. What it keeps is part of the page.
func (c *collector) script(t pagetext.Token, text []byte) {
	id := attribute(t, "id")
	_, seen := c.markup.scripts[id]
	wanted := !seen && slices.ContainsFunc(extractors(), func(e extractor) bool { return e.script == id })
	linked := t.Attribute("type", maxAttribute) == "application/ld+json" && len(c.markup.linked) < maxLinked
	if !wanted && !linked {
		return
	}
	if text = bytes.TrimSpace(text); bytes.IndexByte(text, 0) >= 0 {
		text = bytes.ReplaceAll(text, []byte{0}, []byte("\ufffd")) // as HTML has it
	}
	if wanted {
		if c.markup.scripts == nil {
			c.markup.scripts = make(map[string][]byte)
		}
		c.markup.scripts[id] = text
	}
	if linked {
		c.markup.linked = append(c.markup.linked, text)
	}
}

// link handles a link that may lead to the developer's privacy policy: one in the
// privacy section, or one that the App Store counts as that. The footer's link to the
// App Store's own policy is neither.
func (c *collector) link(t pagetext.Token, outer marks) {
	var found link
	for key := range t.Attributes() {
		found.ok = found.ok || key == "href"
	}
	found.href = attribute(t, "href")
	p := &c.markup.policies
	if p.counted == nil && strings.Contains(t.Attribute("data-metrics-click", maxAttribute), `"LinkToPrivacyPolicy"`) {
		p.counted = &found
	}
	if p.inSection == nil && outer.inPolicy {
		p.inSection = &found
	}
	if p.labelled == nil && c.labels < maxLabels {
		if label := t.Attribute("aria-label", maxAttribute); label != "" {
			if c.labels++; fold(label) == "developer's privacy policy" {
				p.labelled = &found
			}
		}
	}
}

// openTerm starts collecting a term that may be the one of the age rating.
func (c *collector) openTerm() {
	if c.terms++; c.terms > maxTerms || c.markup.rating != "" {
		return
	}
	at := len(c.elements.list)
	c.capture(func(term string) {
		if c.markup.rating == "" && isRatingTitle(term) {
			c.term = at
		}
	})
}

// classes handles the parts of the privacy section.
func (c *collector) classes(classes []string, m *marks) {
	outer := *m
	for _, class := range classes {
		switch class {
		case "app-privacy":
			m.section, m.inSection = true, true
			if c.privacy == -1 {
				c.privacy = len(c.elements.list)
			}
		case "app-privacy__developer-name":
			if c.markup.developer == nil {
				c.markup.developer = new(string)
				c.capture(func(text string) { *c.markup.developer = text })
			}
		case "app-privacy__card":
			if outer.inSection {
				c.openCard()
			}
		default:
			if len(c.cards) > 0 {
				c.cardPart(class)
			}
		}
	}
}

func (c *collector) openCard() {
	if len(c.markup.cards) > maxParts {
		return // more than a label can have
	}
	c.markup.cards = append(c.markup.cards, &rawType{})
	c.cards = append(c.cards, openCard{at: len(c.elements.list), rawType: c.markup.cards[len(c.markup.cards)-1]})
}

// cardPart handles an element of the innermost card.
func (c *collector) cardPart(class string) {
	card := &c.cards[len(c.cards)-1]
	t := card.rawType
	switch class {
	case "privacy-type__heading":
		if !card.titled {
			card.titled = true
			c.capture(func(text string) { t.Title = text })
		}
	case "privacy-type__description":
		if !card.detailed {
			card.detailed = true
			c.capture(func(text string) { t.Detail = text })
		}
	case "privacy-type__data-category-heading":
		if i := len(t.Categories.Elements); i <= maxParts {
			t.Categories.Elements = append(t.Categories.Elements, rawCategory{})
			c.capture(func(text string) { t.Categories.Elements[i].Title = text })
		}
	}
}
