package appstore

import (
	"errors"

	"golang.org/x/net/html/atom"
)

// What a page may have at most. The App Store's own pages have a twentieth of it.
const (
	maxOpen  = 512      // elements within elements
	maxSteps = 16 << 20 // open elements looked at, over the whole page
)

var (
	errNested = errors.New("elements are nested too deep")
	errSteps  = errors.New("the markup takes too long to read")
)

// element is an open element. Those of the vocabulary are known by their atom.
type element struct {
	atom  atom.Atom
	name  string // where atom is zero
	marks marks

	special bool // the end tag of formatting does not close it
	scope   bool // end tags do not reach beyond it
}

// marks is what matters of an element for those within it.
type marks struct {
	section   bool // it has the class of the privacy section
	inSection bool // it is the privacy section or within it
	inPolicy  bool // it is a paragraph that may link the policy, or within one
}

// elements are the open elements of a page, the outermost first, as a browser
// would have them but for what the store's pages never had: formatting that crosses
// blocks, and tables with anything between their cells. The elements html, head and
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

// find looks for the innermost element that matches, not beyond one that stops the
// search. It returns -1 when there is none.
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

// closeFor closes what the start of an element closes without an end tag of its
// own, such as a paragraph at the start of another one.
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

// isSpecialBut is isSpecial for the end of list items, which those may be in.
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
