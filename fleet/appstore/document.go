package appstore

import (
	"bytes"
	"errors"
	"io"
	"slices"
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
// Scripts below a length are left to the tokenizer.
func scan(page []byte, few int) (markup, error) {
	c := collector{page: page, fewScriptBytes: few, privacy: -1, term: -1, definition: -1}
	c.tokenizeFrom(0)
	for c.elements.steps < maxSteps {
		kind := c.tokens.Next()
		c.offset += len(c.tokens.Raw())
		switch kind {
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
	name := c.tagName()
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
	if err := c.elements.push(element{atom: a, name: unknown, marks: m}); err != nil {
		return err
	}
	if a == atom.Script && !foreign {
		c.cutScript()
	}
	return nil
}

// tagName returns the name of the current tag. It equals TagName of the tokenizer, but is not a
// copy: it is valid until the next token.
func (c *collector) tagName() []byte {
	name := bytes.TrimPrefix(c.tokens.Raw()[1:], []byte("/"))
	for i, b := range name {
		switch {
		case 'a' <= b && b <= 'z', '0' <= b && b <= '9', b == '-':
			continue
		case b == '>', b == ' ', b == '/', b == '\n', b == '\t':
			return name[:i]
		}
		break // it is changed, or ends in another way
	}
	name, _ = c.tokens.TagName()
	return name
}

// end handles an end tag.
func (c *collector) end() {
	c.tokens.SetMaxBuf(maxMarkup)
	name := c.tagName()
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
	if c.wantsText() {
		c.addText(c.tokens.Text(), false)
	}
}

// wantsText reports whether the text of the innermost element is relevant.
func (c *collector) wantsText() bool { return len(c.captures) > 0 || c.inScript() || c.inDefinition() }

// inScript reports whether the innermost element is a script that is collected.
func (c *collector) inScript() bool { return c.script != nil && c.elements.top().atom == atom.Script }

// inDefinition reports whether the innermost element is the definition of the age rating.
func (c *collector) inDefinition() bool {
	return c.definition >= 0 && c.definition == len(c.elements.list)-1
}

// addText adds a run of text to what is collected. Lasting text stays as it is, and may be
// shared.
func (c *collector) addText(text []byte, lasting bool) {
	if c.inDefinition() && c.markup.rating == "" {
		if s := string(text[:min(len(text), maxText)]); strings.TrimSpace(s) != "" {
			c.markup.rating = s
		}
	}
	for _, p := range c.captures {
		p.text = append(p.text, text[:min(len(text), maxText-len(p.text))]...)
	}
	if c.inScript() {
		if text = bytes.TrimSpace(text); lasting && len(*c.script) == 0 {
			*c.script = slices.Clip(text)
		} else {
			*c.script = append(*c.script, text...)
		}
		c.script = nil
	}
}

// fewScriptBytes is the length below which a script is left to the tokenizer.
const fewScriptBytes = 4 << 10

// cutScript takes the text of the script that was opened from the page, in which the
// scripts are most of the bytes, and continues after it. The tokenizer would visit each
// byte of it and copy it more than once.
func (c *collector) cutScript() {
	rest := c.page[c.offset:]
	n := scriptEnd(rest)
	if n < c.fewScriptBytes {
		return
	}
	text := rest[:n]
	c.tokenizeFrom(c.offset + n)
	if !c.wantsText() {
		return
	}
	if bytes.IndexByte(text, '\r') >= 0 || bytes.IndexByte(text, 0) >= 0 { // which the tokenizer replaces
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
		text = bytes.ReplaceAll(text, []byte("\x00"), []byte("\ufffd"))
	}
	c.addText(text, true)
}

// tokenizeFrom continues at an offset of the page.
func (c *collector) tokenizeFrom(offset int) {
	c.offset = offset
	c.tokens = html.NewTokenizer(bytes.NewReader(c.page[offset:]))
	c.tokens.SetMaxBuf(maxMarkup)
}

// scriptEnd returns where the end tag of a script begins in the text after its start tag. It
// returns -1 if there is none, or if finding it takes more than searching for it.
func scriptEnd(text []byte) int {
	for end := 0; ; end += len("</") {
		i := bytes.Index(text[end:], []byte("</"))
		if i < 0 {
			return -1
		}
		end += i
		if !isScriptTag(text[end+len("</"):]) {
			continue
		}
		if bytes.Contains(text[:end], []byte("<!--")) { // may hide the end tag
			return -1
		}
		return end
	}
}

// isScriptTag reports whether text begins with the name of a script tag.
func isScriptTag(text []byte) bool {
	const name = "script"
	if len(text) <= len(name) {
		return false
	}
	for i := range len(name) {
		if text[i]|0x20 != name[i] {
			return false
		}
	}
	return bytes.IndexByte([]byte(" \n\r\t\f/>"), text[len(name)]) >= 0
}
