package appstore

import (
	"errors"
	"slices"
	"strings"
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

// element is an open element.
type element struct {
	name string
	traits
	marks marks
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
	if e.has(foreign) {
		o.foreign++
	}
	o.list = append(o.list, e)
	return nil
}

// truncate closes all elements from the i-th on.
func (o *elements) truncate(i int) {
	for _, e := range o.list[i:] {
		if e.has(foreign) {
			o.foreign--
		}
	}
	o.list = o.list[:i]
}

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
func (o *elements) closeFor(e element) {
	closes := func(i int) {
		if i >= 0 {
			o.truncate(i)
		}
	}
	for o.foreign > 0 && e.has(block|breakout) {
		i := o.find(with(foreign), with(integration))
		if i < 0 {
			break
		}
		o.truncate(i)
	}
	switch e.name {
	case "li":
		closes(o.find(is("li"), endsItems))
	case "dd", "dt":
		closes(o.find(is("dd", "dt"), endsItems))
	case "a":
		closes(o.find(is("a"), with(special)))
	case "button":
		closes(o.find(is("button"), with(scope)))
	case "option", "optgroup":
		if o.top().name == "option" {
			o.truncate(len(o.list) - 1)
		}
	case "td", "th":
		closes(o.find(is("td", "th"), is("table")))
	case "tr":
		closes(o.find(is("tr"), is("table")))
	case "tbody", "thead", "tfoot":
		closes(o.find(is("tbody", "thead", "tfoot"), is("table")))
	}
	if e.has(block) {
		closes(o.find(is("p"), isButtonScope))
	}
	if e.has(heading) && o.top().has(heading) {
		o.truncate(len(o.list) - 1)
	}
}

// end closes the innermost element of the name, and all within it. An end tag
// without a start is ignored, and so is one of formatting across a block.
func (o *elements) end(name string) {
	t := traitsOf[name]
	matches := is(name)
	if t.has(heading) {
		matches = with(heading)
	}
	stops := with(special)
	switch {
	case o.foreign > 0 && t.has(foreign):
		stops = func(element) bool { return false }
	case t.has(tablePart):
		stops = is("table")
	case name == "p":
		stops = isButtonScope
	case t.has(special):
		stops = with(scope)
	}
	if i := o.find(matches, stops); i >= 0 {
		o.truncate(i)
	}
}

func is(names ...string) func(element) bool {
	return func(e element) bool { return slices.Contains(names, e.name) }
}

func with(t traits) func(element) bool {
	return func(e element) bool { return e.has(t) }
}

// isButtonScope reports whether the end tags of paragraphs do not reach beyond an element.
func isButtonScope(e element) bool { return e.has(scope) || e.name == "button" }

// endsItems reports whether an element ends the search for a list item that is open.
func endsItems(e element) bool {
	return e.has(special) && e.name != "address" && e.name != "div" && e.name != "p"
}

// traits are the effects of an element on others (WHATWG HTML, section 13.2).
type traits uint16

const (
	structural  traits = 1 << iota // it is the page or a half of it
	void                           // it has no contents and no end tag
	block                          // it ends a paragraph
	heading                        // it is a heading
	special                        // it is not closed by the end tag of a formatting or unknown element
	scope                          // end tags do not reach beyond it
	tablePart                      // it is in a table
	foreign                        // it is SVG or MathML
	integration                    // HTML may be in it although it is in SVG
	breakout                       // it ends the SVG or MathML around it, as blocks do
)

func (t traits) has(some traits) bool { return t&some != 0 }

// traitsOf has the traits of all elements that have any.
var traitsOf = func() map[string]traits {
	all := make(map[string]traits)
	for t, names := range map[traits]string{
		structural: "html head body",
		void:       "area base br col embed hr img input keygen link meta param source track wbr",
		block | special: "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form " +
			"h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre section summary table ul xmp",
		heading: "h1 h2 h3 h4 h5 h6",
		special: "applet button caption colgroup iframe marquee noembed noframes noscript object script select style tbody td " +
			"template textarea tfoot th thead title tr",
		scope:       "table td th caption template object applet marquee foreignobject",
		tablePart:   "tbody thead tfoot tr td th caption",
		foreign:     "svg math",
		integration: "foreignobject desc title",
		breakout:    "b big br code em embed i img meta nobr ruby s small span strike strong sub sup tt u var",
	} {
		for name := range strings.FieldsSeq(names) {
			all[name] |= t
		}
	}
	return all
}()
