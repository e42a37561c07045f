package appstore

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// maxMarkup is the longest tag, comment or run of text, in bytes. The content of
	// a script or style may be as long as the page.
	maxMarkup = 512 << 10
	// maxAttributes is how many attributes a tag may have: the time of the tokenizer
	// for each tag grows with the largest number in any tag before.
	maxAttributes = 256
	// fewBytes is the length below which a tag cannot have maxAttributes.
	fewBytes = 2 * maxAttributes
)

var (
	errMarkup     = errors.New("a tag, a comment or a text is too long")
	errAttributes = errors.New("a tag has too many attributes")
)

// scan reads the tokens of a page once, and collects the relevant parts. It builds
// no tree, because that can take time cubic in the length of the page.
func scan(page []byte) (markup, error) {
	c := collector{tokens: html.NewTokenizer(bytes.NewReader(page)), privacy: -1, term: -1, definition: -1}
	c.tokens.SetMaxBuf(maxMarkup)
	for c.elements.steps < maxSteps {
		switch c.tokens.Next() {
		case html.ErrorToken:
			switch err := c.tokens.Err(); {
			case errors.Is(err, io.EOF):
				return c.markup, nil
			case errors.Is(err, html.ErrBufferExceeded):
				return markup{}, errMarkup
			default:
				return markup{}, err
			}
		case html.StartTagToken:
			if err := c.start(false); err != nil {
				return markup{}, err
			}
		case html.SelfClosingTagToken:
			if err := c.start(true); err != nil {
				return markup{}, err
			}
		case html.EndTagToken:
			c.end()
		case html.TextToken:
			c.text()
		}
	}
	return markup{}, errSteps
}

// tagAttributes are the relevant attributes of a tag.
type tagAttributes struct {
	lang, rel, href, property, name, content, id, kind, class, metrics, label string

	linked bool // it has an href, which may be empty
}

// attributes reads the attributes of the current tag, if any of them
// can be relevant.
func (c *collector) attributes(a atom.Atom, raw []byte) (tagAttributes, error) {
	var all tagAttributes
	switch a {
	case atom.Html, atom.Link, atom.Meta, atom.Script, atom.A:
	default:
		if len(raw) < fewBytes && !bytes.Contains(raw, []byte("privacy")) { // which all relevant classes contain
			return all, nil
		}
	}
	for n := 0; ; n++ {
		key, value, more := c.tokens.TagAttr()
		if n > maxAttributes {
			return all, errAttributes
		}
		switch string(key) {
		case "lang":
			all.lang = string(value)
		case "rel":
			all.rel = string(value)
		case "href":
			all.href, all.linked = string(value), true
		case "property":
			all.property = string(value)
		case "name":
			all.name = string(value)
		case "content":
			all.content = string(value)
		case "id":
			all.id = string(value)
		case "type":
			all.kind = string(value)
		case "class":
			all.class = string(value)
		case "data-metrics-click":
			all.metrics = string(value)
		case "aria-label":
			all.label = string(value)
		}
		if !more {
			return all, nil
		}
	}
}

// start handles a start tag.
func (c *collector) start(selfClosing bool) error {
	raw := c.tokens.Raw()
	name, _ := c.tokens.TagName()
	a := atom.Lookup(name)
	unknown := ""
	if a == 0 {
		unknown = string(name)
	}
	attr, err := c.attributes(a, raw)
	if err != nil {
		return err
	}
	c.elements.closeFor(a)
	c.settle()
	foreign := c.elements.foreign > 0 || a == atom.Svg || a == atom.Math
	c.tokens.SetMaxBuf(maxMarkup)
	switch {
	case foreign:
		c.tokens.NextIsNotRawText()
	case raws[a]:
		c.tokens.SetMaxBuf(0)
	}
	switch a {
	case atom.Html:
		if c.markup.language == "" {
			c.markup.language = attr.lang
		}
		return nil
	case atom.Head, atom.Body:
		return nil
	}
	leaf := voids[a] || foreign && selfClosing
	m := c.take(a, attr, leaf)
	if leaf {
		return nil
	}
	return c.elements.push(element{atom: a, name: unknown, marks: m})
}

// end handles an end tag.
func (c *collector) end() {
	c.tokens.SetMaxBuf(maxMarkup)
	name, _ := c.tokens.TagName()
	a := atom.Lookup(name)
	switch a {
	case atom.Html, atom.Head, atom.Body:
		return // the text after it counts as within it
	}
	unknown := ""
	if a == 0 {
		unknown = string(name)
	}
	c.elements.end(a, unknown)
	c.settle()
}

// text handles a run of text.
func (c *collector) text() {
	c.tokens.SetMaxBuf(maxMarkup)
	script := c.script != nil && c.elements.top().atom == atom.Script
	here := c.definition >= 0 && c.definition == len(c.elements.list)-1
	if len(c.captures) == 0 && !script && !here {
		return
	}
	text := c.tokens.Text()
	if script {
		*c.script = append(*c.script, bytes.TrimSpace(text)...)
		c.script = nil
	}
	if here && c.markup.rating == "" {
		if s := string(text[:min(len(text), maxText)]); strings.TrimSpace(s) != "" {
			c.markup.rating = s
		}
	}
	for _, p := range c.captures {
		p.text = append(p.text, text[:min(len(text), maxText-len(p.text))]...)
	}
}
