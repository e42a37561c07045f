package appstore

import (
	"errors"

	"golang.org/x/net/html/atom"
)

// The limits of a page. The App Store's own pages have a twentieth of them.
const (
	maxOpen  = 512      // depth of nested elements
	maxSteps = 16 << 20 // visits of open elements, over the whole page
)

var (
	errNested = errors.New("elements are nested too deep")
	errSteps  = errors.New("the markup takes too long to read")
)

// element is an open element. Elements of HTML are identified by their atom.
type element struct {
	atom  atom.Atom
	name  string // if atom is zero
	marks marks

	special bool // not closed by the end tag of a formatting element
	scope   bool // end tags do not reach beyond it
}

// marks are the facts about an element that apply to the elements within it.
type marks struct {
	section   bool // it has the class of the privacy section
	inSection bool // it is the privacy section or within it
	inPolicy  bool // it is, or is within, a paragraph that may link to the policy
}

// elements are the open elements of a page, the outermost first, as in a browser,
// except for markup that the App Store's pages never had: formatting that crosses
// blocks, and tables with content between their cells. The elements html, head and
// body are not among them.
type elements struct {
	list    []element
	foreign int // how many of them are svg or math
	steps   int
}

// top returns the innermost element. It is the zero element when none is open.
func (o *elements) top() element {
	if len(o.list) == 0 {
		return element{}
	}
	return o.list[len(o.list)-1]
}

func (o *elements) push(e element) error {
	if len(o.list) == maxOpen {
		return errNested
	}
	if isForeign(e) {
		o.foreign++
	}
	e.special, e.scope = isSpecial(e.atom), isScope(e.atom)
	o.list = append(o.list, e)
	return nil
}

// truncate closes all elements from the i-th on.
func (o *elements) truncate(i int) {
	for _, e := range o.list[i:] {
		if isForeign(e) {
			o.foreign--
		}
	}
	o.list = o.list[:i]
}

func isForeign(e element) bool { return e.atom == atom.Svg || e.atom == atom.Math }

// find returns the position of the innermost element that matches, not beyond one that
// stops the search, or -1.
func (o *elements) find(matches, stops func(element) bool) int {
	for i := len(o.list) - 1; i >= 0; i-- {
		o.steps++
		if matches(o.list[i]) {
			return i
		}
		if stops(o.list[i]) {
			return -1
		}
	}
	return -1
}

// closeFor closes the elements that the start of an element closes implicitly,
// such as a paragraph at the start of another one.
func (o *elements) closeFor(a atom.Atom) {
	closes := func(i int) {
		if i >= 0 {
			o.truncate(i)
		}
	}
	for o.foreign > 0 && (blocks[a] || breaksOut[a]) {
		i := o.find(isForeign, isIntegrationPoint)
		if i < 0 {
			break
		}
		o.truncate(i)
	}
	switch a {
	case atom.Li:
		closes(o.find(is(atom.Li), isSpecialBut))
	case atom.Dd, atom.Dt:
		closes(o.find(is(atom.Dd, atom.Dt), isSpecialBut))
	case atom.A:
		closes(o.find(is(atom.A), element.isSpecial))
	case atom.Button:
		closes(o.find(is(atom.Button), element.isScope))
	case atom.Option, atom.Optgroup:
		if o.top().atom == atom.Option {
			o.truncate(len(o.list) - 1)
		}
	case atom.Td, atom.Th:
		closes(o.find(is(atom.Td, atom.Th), is(atom.Table)))
	case atom.Tr:
		closes(o.find(is(atom.Tr), is(atom.Table)))
	case atom.Tbody, atom.Thead, atom.Tfoot:
		closes(o.find(is(atom.Tbody, atom.Thead, atom.Tfoot), is(atom.Table)))
	}
	if blocks[a] {
		closes(o.find(is(atom.P), isButtonScope))
	}
	if headings[a] && headings[o.top().atom] {
		o.truncate(len(o.list) - 1)
	}
}

// end closes the innermost element of the name, and all within it. An end tag
// without a start is ignored, and so is one of formatting across a block.
func (o *elements) end(a atom.Atom, name string) {
	matches := func(e element) bool { return e.atom == a && (a != 0 || e.name == name) }
	if headings[a] {
		matches = func(e element) bool { return headings[e.atom] }
	}
	stops := element.isSpecial
	switch {
	case a == atom.P:
		stops = isButtonScope
	case isSpecial(a):
		stops = element.isScope
	}
	if tableParts[a] {
		stops = is(atom.Table)
	}
	if o.foreign > 0 && (a == atom.Svg || a == atom.Math) {
		stops = func(element) bool { return false }
	}
	if i := o.find(matches, stops); i >= 0 {
		o.truncate(i)
	}
}

func is(atoms ...atom.Atom) func(element) bool {
	return func(e element) bool {
		for _, a := range atoms {
			if e.atom == a {
				return true
			}
		}
		return false
	}
}

func (e element) isSpecial() bool { return e.special }
func (e element) isScope() bool   { return e.scope }

// isButtonScope is isScope for paragraphs.
func isButtonScope(e element) bool { return e.scope || e.atom == atom.Button }

// isSpecial reports whether an element stays open at end tags of formatting and of
// unknown elements.
func isSpecial(a atom.Atom) bool { return blocks[a] || specials[a] }

// isSpecialBut is isSpecial for the end of list items, which may be in these elements.
func isSpecialBut(e element) bool {
	return e.special && e.atom != atom.Address && e.atom != atom.Div && e.atom != atom.P
}

// isScope reports whether end tags do not reach beyond an element.
func isScope(a atom.Atom) bool {
	switch a {
	case atom.Table, atom.Td, atom.Th, atom.Caption, atom.Template, atom.Object, atom.Applet, atom.Marquee, atom.Foreignobject:
		return true
	}
	return false
}

func isIntegrationPoint(e element) bool {
	return e.atom == atom.Foreignobject || e.atom == atom.Desc || e.atom == atom.Title
}

// The elements of HTML by their effect on others (WHATWG HTML, section 13.2).
var (
	// voids have no contents and no end tag.
	voids = atoms(atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Keygen,
		atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr)

	// blocks end a paragraph.
	blocks = atoms(atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Dd, atom.Details, atom.Dialog,
		atom.Dir, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hgroup, atom.Hr, atom.Li, atom.Listing,
		atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P, atom.Plaintext, atom.Pre, atom.Section, atom.Summary,
		atom.Table, atom.Ul, atom.Xmp)

	headings = atoms(atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6)

	// specials are the other elements that the end tag of a formatting element does not close.
	specials = atoms(atom.Applet, atom.Button, atom.Caption, atom.Colgroup, atom.Iframe, atom.Marquee, atom.Noembed,
		atom.Noframes, atom.Noscript, atom.Object, atom.Script, atom.Select, atom.Style, atom.Tbody, atom.Td,
		atom.Template, atom.Textarea, atom.Tfoot, atom.Th, atom.Thead, atom.Title, atom.Tr)

	tableParts = atoms(atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr, atom.Td, atom.Th, atom.Caption)

	// breaksOut end the SVG or MathML around them, as blocks do.
	breaksOut = atoms(atom.B, atom.Big, atom.Br, atom.Code, atom.Em, atom.Embed, atom.I, atom.Img, atom.Meta, atom.Nobr,
		atom.Ruby, atom.S, atom.Small, atom.Span, atom.Strike, atom.Strong, atom.Sub, atom.Sup, atom.Tt, atom.U, atom.Var)

	// raws have content that is text, even if it looks like markup.
	raws = atoms(atom.Iframe, atom.Noembed, atom.Noframes, atom.Noscript, atom.Plaintext, atom.Script, atom.Style,
		atom.Textarea, atom.Title, atom.Xmp)
)

func atoms(all ...atom.Atom) map[atom.Atom]bool {
	set := make(map[atom.Atom]bool, len(all))
	for _, a := range all {
		set[a] = true
	}
	return set
}
