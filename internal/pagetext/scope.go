package pagetext

import "slices"

func (b *builder) push(e open) { b.stack = append(b.stack, e) }

func (b *builder) pop() { b.popTo(len(b.stack) - 1) }

// popTo ends an element and all open elements within it. The root stays.
func (b *builder) popTo(at int) {
	if at > 0 {
		b.stack = b.stack[:at]
		if b.link > at {
			b.link = 0
		}
	}
}

// inScope returns the index of the innermost element with one of the names, or 0
// if there is none, or if a boundary is in between.
func (b *builder) inScope(names ...string) int {
	for i := len(b.stack) - 1; i > 0; i-- {
		e := &b.stack[i]
		if !e.foreign && slices.Contains(names, e.name) {
			return i
		}
		if e.traits.has(boundary) || e.foreign && e.host {
			return 0
		}
	}
	return 0
}

// popScope ends the innermost element with a name, and reports whether there was
// one in scope.
func (b *builder) popScope(name string) bool {
	at := b.inScope(name)
	b.popTo(at)
	return at > 0
}

// closeParagraph ends an open paragraph.
func (b *builder) closeParagraph() { b.popTo(b.paragraph()) }

// paragraph returns the index of the open paragraph, or 0. A button is a boundary
// for paragraphs.
func (b *builder) paragraph() int {
	at := b.inScope("p", "button")
	if b.stack[at].name == "p" {
		return at
	}
	return 0
}

// closeItem ends an item of a list before the next one.
func (b *builder) closeItem(names ...string) {
	for i := len(b.stack) - 1; i > 0; i-- {
		e := &b.stack[i]
		switch {
		case !e.foreign && (e.name == names[0] || e.name == names[1]):
			b.popTo(i)
			return
		case e.traits.has(special) && e.name != "address" && e.name != "div" && e.name != "p":
			return
		}
	}
}

// popImplied ends elements that need no end tag.
func (b *builder) popImplied() {
	for !b.top().foreign && b.top().traits.has(implied) {
		b.pop()
	}
}

// end handles an end tag.
func (b *builder) end(name string) {
	traits := elements[name]
	b.mail = false
	if traits.has(formatting | structural) {
		if name == "a" {
			b.link = 0
		}
		return
	}
	for i := len(b.stack) - 1; b.stack[i].foreign; i-- {
		if b.stack[i].name == name {
			b.popTo(i)
			return
		}
	}
	switch {
	case name == "br":
		b.start(Token{Kind: Start, Name: name})
	case name == "p":
		if b.paragraph() == 0 {
			b.body(Token{Kind: Start, Name: name}, traits)
		}
		b.closeParagraph()
	case name == "li":
		if at := b.inScope("li", "ol", "ul"); b.stack[at].name == "li" {
			b.popTo(at)
		}
	case name == "form":
		b.endForm()
	case name == "template":
		b.popTo(b.nearest("template"))
	case name == "table" || traits.has(tablePart):
		if at := b.nearest("table", "template", name); at > 0 && b.stack[at].name == name {
			b.popTo(at)
		}
	case traits.has(heading):
		b.popTo(b.inScope("h1", "h2", "h3", "h4", "h5", "h6"))
	case traits.has(scoped):
		b.popScope(name)
	default:
		b.endOther(name)
	}
}

// endForm ends the form, and within it only elements that need no end tag.
func (b *builder) endForm() {
	form, at := b.form, b.inScope("form")
	b.form = 0
	if form == 0 || at == 0 || b.stack[at].id != form {
		return
	}
	for len(b.stack)-1 > at && b.top().traits.has(implied) {
		b.pop()
	}
	b.stack = append(b.stack[:at], b.stack[at+1:]...)
}

// endOther ends an element without special rules.
func (b *builder) endOther(name string) {
	for i := len(b.stack) - 1; i > 0; i-- {
		e := &b.stack[i]
		if !e.foreign && e.name == name {
			b.popTo(i)
			return
		}
		if e.traits.has(special) {
			return
		}
	}
}

// nearest returns the index of the innermost element with one of the names, or 0.
func (b *builder) nearest(names ...string) int {
	for i := len(b.stack) - 1; i > 0; i-- {
		if e := &b.stack[i]; !e.foreign && slices.Contains(names, e.name) {
			return i
		}
	}
	return 0
}

// tablePart handles the start tag of a part of a table: it ends the part before it
// and starts the parts that must contain it.
func (b *builder) tablePart(t Token, traits traits) {
	at := b.nearest("table", "template", "td", "th", "caption", "tr", "tbody", "thead", "tfoot")
	if at == 0 {
		return // no table is open
	}
	within := func(names ...string) bool { return slices.Contains(names, b.stack[at].name) }
	var outer []string
	switch t.Name {
	case "td", "th":
		outer = []string{"tr", "tbody", "thead", "tfoot", "table", "template"}
	case "tr":
		outer = []string{"tbody", "thead", "tfoot", "table", "template"}
	default:
		outer = []string{"table", "template"}
	}
	for at > 0 && !within(outer...) {
		at--
	}
	b.popTo(at + 1)
	implied := func(name string) { b.element(Token{Kind: Start, Name: name}, elements[name]) }
	if t.Name == "tr" || t.Name == "td" || t.Name == "th" {
		if within("table") {
			implied("tbody")
		}
		if t.Name != "tr" && !within("tr") {
			implied("tr")
		}
	}
	b.element(t, traits)
}
