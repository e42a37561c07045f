package appstore

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
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
	markup markup
	page   []byte
	tokens *html.Tokenizer
	offset int // of the end of the token in the page

	fewScriptBytes int // length below which a script is left to the tokenizer
	elements       elements
	captures       []*capture // of open elements, the innermost last
	script         *[]byte    // the text of the script that was opened last

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
func (c *collector) take(a atom.Atom, attr tagAttributes, leaf bool) marks {
	outer := c.elements.top().marks
	m := marks{inSection: outer.inSection, inPolicy: outer.inPolicy}
	if c.privacy == sectionClosed {
		c.markup.followed = true
	}
	if c.term == len(c.elements.list) {
		if c.term = -1; a == atom.Dd && !leaf {
			c.definition = len(c.elements.list)
		}
	}
	switch a {
	case atom.Link:
		if attr.rel == "canonical" {
			setFirst(&c.markup.canonical, attr.href)
		}
	case atom.Meta:
		c.meta(attr)
	case atom.Script:
		c.openScript(attr)
	case atom.A:
		c.link(attr, outer)
	case atom.Dt:
		c.openTerm()
	}
	classes := strings.Fields(attr.class)
	if a == atom.P && outer.section && !slices.Contains(classes, "app-privacy__learn-more") {
		m.inPolicy = true
	}
	if !leaf {
		c.classes(classes, &m)
	}
	return m
}

func setFirst(to **string, s string) {
	if *to == nil {
		*to = &s
	}
}

func (c *collector) meta(attr tagAttributes) {
	switch {
	case attr.property == "og:url":
		setFirst(&c.markup.ogURL, attr.content)
	case attr.property == "og:title":
		setFirst(&c.markup.ogTitle, attr.content)
	}
	if attr.name == "apple:content_id" {
		setFirst(&c.markup.contentID, attr.content)
	}
}

// openScript starts collecting the text of a script if it is needed: the first with each
// of the known ids, and linked data.
func (c *collector) openScript(attr tagAttributes) {
	c.script = nil
	wanted := slices.ContainsFunc(extractors(), func(e extractor) bool { return e.script == attr.id }) && c.markup.scripts[attr.id] == nil
	linked := attr.kind == "application/ld+json" && len(c.markup.linked) < maxLinked
	if !wanted && !linked {
		return
	}
	c.script = new([]byte)
	if wanted {
		if c.markup.scripts == nil {
			c.markup.scripts = make(map[string]*[]byte)
		}
		c.markup.scripts[attr.id] = c.script
	}
	if linked {
		c.markup.linked = append(c.markup.linked, c.script)
	}
}

// link handles a link that may lead to the developer's privacy policy: one in the
// privacy section, or one that the App Store counts as that. The footer's link to the
// App Store's own policy is neither.
func (c *collector) link(attr tagAttributes, outer marks) {
	href := &link{attr.href, attr.linked}
	p := &c.markup.policies
	if p.counted == nil && strings.Contains(attr.metrics, `"LinkToPrivacyPolicy"`) {
		p.counted = href
	}
	if p.inSection == nil && outer.inPolicy {
		p.inSection = href
	}
	if p.labelled == nil && attr.label != "" && c.labels < maxLabels {
		if c.labels++; fold(attr.label) == "developer's privacy policy" {
			p.labelled = href
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
			c.capture(func(text string) { t.title = text })
		}
	case "privacy-type__description":
		if !card.detailed {
			card.detailed = true
			c.capture(func(text string) { t.detail = text })
		}
	case "privacy-type__data-category-heading":
		if i := len(t.categories); i <= maxParts {
			t.categories = append(t.categories, rawCategory{})
			c.capture(func(text string) { t.categories[i].title = text })
		}
	}
}
