package appstore

import (
	"strings"

	"github.com/privacylabels/auditor/internal/pagetext"
)

// maxAttribute is the length of the longest attribute that is read, in bytes.
const maxAttribute = 512 << 10

// scan reads the tokens of a page once, and collects the relevant parts. It builds
// no tree, because that can take time cubic in the length of the page.
func scan(page []byte) (markup, error) {
	c := collector{page: page, tokens: pagetext.NewScanner(string(page)), privacy: -1, term: -1, definition: -1}
	for c.elements.steps < maxSteps {
		token, ok := c.tokens.Next()
		if !ok {
			return c.markup, nil
		}
		switch token.Kind {
		case pagetext.Start:
			if err := c.start(token); err != nil {
				return markup{}, err
			}
		case pagetext.End:
			c.end(token.Name)
		case pagetext.Text:
			c.text(token)
		}
	}
	return markup{}, errSteps
}

// attribute returns the value of an attribute, empty if the tag does not have it. It is a
// copy: a part of the page would keep all of it in memory.
func attribute(t pagetext.Token, name string) string {
	return strings.Clone(t.Attribute(name, maxAttribute))
}

// start handles a start tag and, if the content of the element is characters, all of the
// element.
func (c *collector) start(t pagetext.Token) error {
	e := element{name: t.Name, traits: traitsOf[t.Name]}
	c.elements.closeFor(e)
	c.settle()
	if e.has(structural) {
		if t.Name == "html" && c.markup.language == "" {
			c.markup.language = attribute(t, "lang")
		}
		return nil
	}
	inForeign := c.elements.foreign > 0 || e.has(foreign)
	leaf := e.has(void) || inForeign && t.SelfClosing
	e.marks = c.take(t, leaf)
	if leaf {
		return nil
	}
	if err := c.elements.push(e); err != nil {
		return err
	}
	if inForeign {
		return nil
	}
	from := c.tokens.Offset()
	if content, ok := c.tokens.RawText(); ok {
		if t.Name == "script" {
			c.script(t, c.page[from:from+content.Len()])
		}
		c.text(content)
		c.end(t.Name)
	}
	return nil
}

// end handles an end tag. The text after that of the page counts as within it.
func (c *collector) end(name string) {
	if traitsOf[name].has(structural) {
		return
	}
	c.elements.end(name)
	c.settle()
}

// text adds a run of text to what is collected.
func (c *collector) text(t pagetext.Token) {
	// The definition of the age rating may be the innermost element.
	defines := c.markup.rating == "" && c.definition >= 0 && c.definition == len(c.elements.list)-1
	if !defines && len(c.captures) == 0 {
		return
	}
	text := t.Text()
	if defines {
		if s := text[:min(len(text), maxText)]; strings.TrimSpace(s) != "" {
			c.markup.rating = strings.Clone(s)
		}
	}
	for _, p := range c.captures {
		p.text = append(p.text, text[:min(len(text), maxText-len(p.text))]...)
	}
}
