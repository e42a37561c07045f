package pagetext

import (
	"context"
	"fmt"
	"strings"
)

const (
	maxTags  = 400_000 // in a page, end tags included; a long policy has ten thousand
	maxNodes = 400_000 // of the tree
	maxDepth = 512     // of nested elements
	maxTitle = 4 << 10 // bytes of a title
)

var errDepth = fmt.Errorf("more than %d elements within each other", maxDepth)

// open is an open element.
type open struct {
	name    string
	traits  traits
	node    int32 // nowhere: it is dropped
	id      int32 // the number of its start tag
	foreign bool  // it is SVG or MathML
	host    bool  // HTML may be nested in it although it is foreign
	main    bool  // it is the main part of the page, or within that
}

// nowhere is the node of dropped elements.
const nowhere = -1

// builder makes the tree of a page. It applies the rules by which browsers repair
// markup (HTML, section 13.2.6), as far as they matter for text.
type builder struct {
	tree
	scripts  bool // as for a reader with scripts
	exclude  []string
	excluded map[string]int    // see [Page.Excluded]
	host     string            // of the page
	document func(string) Name // nil: no documents are told apart
	subject  func(string) bool // nil: all texts are on what is wanted
	scan     *Scanner
	stack    []open
	tags     int32
	form     int32 // the start tag of the open form; 0: none
	link     int   // how many elements are open with a link; 0: none is
	home     bool  // the link is one to another page of the site
	idle     bool  // the link is one that a script controls
	counted  bool  // the link is one of those of a node of words
	mail     bool  // the text stands for an e-mail address that was decoded

	fresh bool // at the beginning of a pre, where a line end is dropped

	title         string
	heading       strings.Builder // the text of the first h1
	headingOf     int32           // its start tag; 0: none yet
	headingAt     int             // its index in the stack
	main, article int32           // the first of each; 0: none
	documented    bool            // other documents were left out
	regained      []int32         // nodes of the text that the rules before these left out
	noted         map[int32]bool  // those of them that may be found again
}

// build makes a tree of a page.
func build(ctx context.Context, page string, o Options) (*builder, error) {
	b := &builder{scripts: !o.Scriptless, exclude: o.Exclude, host: o.Host, document: o.Document, subject: o.OnSubject, scan: NewScanner(page)}
	size := min(2*strings.Count(page, "<")+2, maxNodes+4) // the last tag may begin the body of a table and a row as well
	b.nodes, b.text = make([]node, 1, size), make([]byte, 0, len(page))
	b.stack = append(b.stack, open{name: "html", traits: elements["html"]})
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		b.scan.CDATA = b.top().foreign
		token, ok := b.scan.Next()
		if !ok {
			return b, nil
		}
		if err := b.take(token); err != nil {
			return nil, err
		}
	}
}

func (b *builder) take(token Token) error {
	if token.Kind == Text {
		b.words(token)
		return nil
	}
	b.fresh = b.fresh && elements[token.Name].has(formatting)
	if b.tags++; b.tags > maxTags {
		return fmt.Errorf("more than %d tags", maxTags)
	}
	if token.Kind == End {
		b.end(token.Name)
		return nil
	}
	b.start(token)
	switch {
	case len(b.stack) > maxDepth:
		return errDepth
	case len(b.nodes) > maxNodes:
		return fmt.Errorf("more than %d elements and texts", maxNodes)
	}
	return nil
}

func (b *builder) top() *open { return &b.stack[len(b.stack)-1] }

// words handles text.
func (b *builder) words(token Token) {
	titled := b.headingOf != 0 && b.headingAt < len(b.stack) && b.stack[b.headingAt].id == b.headingOf && b.heading.Len() < maxTitle
	top := b.top()
	if titled && !top.foreign {
		b.heading.WriteString(token.head(maxTitle))
	}
	if top.node == nowhere {
		return
	}
	text := withoutNUL(token.Text())
	if b.fresh {
		b.fresh = false
		text = strings.TrimPrefix(strings.TrimPrefix(text, "\r"), "\n")
	}
	if text == "" {
		return
	}
	if b.mail {
		return
	}
	b.addWords(text)
}

// addWords adds text to the innermost element.
func (b *builder) addWords(text string) {
	parent, before := b.place(strings.Trim(text, " \t\r\n\f") != "")
	at := b.addText(text, parent, before)
	if b.link == 0 {
		return
	}
	letters, _ := lettersIn([]byte(text))
	if letters == 0 {
		return
	}
	if n := len(b.linked); n == 0 || b.linked[n-1].node != at {
		b.linked = append(b.linked, linked{node: at, several: b.idle})
	} else if !b.counted {
		b.linked[n-1].several = true
	}
	l := &b.linked[len(b.linked)-1]
	l.letters += letters
	b.counted = true
	if b.home {
		l.home += letters
	}
}

// place returns where to add a node: within the innermost element or, if
// that is a table but not a cell, before the table.
func (b *builder) place(foster bool) (parent, before int32) {
	top := b.top()
	if foster && inTable(top.name) {
		for i := len(b.stack) - 1; i > 0; i-- {
			if table := b.stack[i]; table.name == "table" {
				return b.nodes[table.node].parent, table.node
			}
		}
	}
	return top.node, 0
}

// inTable reports whether an element is a table or a part of one that has no
// text of its own.
func inTable(name string) bool {
	switch name {
	case "table", "tbody", "tfoot", "thead", "tr":
		return true
	}
	return false
}

// start handles a start tag.
func (b *builder) start(t Token) {
	traits := elements[t.Name]
	if traits.has(formatting) {
		b.inline(t)
		return
	}
	b.mail = false
	if top := b.top(); top.foreign && !top.host {
		if !traits.has(breakout) {
			b.foreign(t, traits)
			return
		}
		for b.top().foreign && !b.top().host {
			b.pop()
		}
	}
	switch {
	case traits.has(structural):
		if t.Name == "body" || t.Name == "html" {
			b.stack[0].main = b.stack[0].main || marksOf(t, nil).main
		}
	case t.Name == "svg", t.Name == "math":
		b.foreign(t, traits)
	case b.rawText(t, traits):
	case traits.has(tablePart):
		b.tablePart(t, traits)
	default:
		b.body(t, traits)
	}
}

// inline handles the start tag of formatting: of a link, and of an address that
// Cloudflare hides.
func (b *builder) inline(t Token) {
	if t.attrs == "" {
		return
	}
	if t.Name == "a" && strings.Contains(t.attrs, "href") {
		target := t.Attribute("href", maxRole)
		b.link, b.home, b.idle, b.counted = len(b.stack), b.toSite(target), target == "#", false
		if strings.Contains(t.attrs, "button") && t.Attribute("role", maxRole) == "button" {
			b.control(control)
		}
	}
	if (t.Name == "a" || t.Name == "span") && strings.Contains(t.attrs, hiddenMail) && b.top().node != nowhere {
		if address, ok := decodeMail(t.Attribute(hiddenMail, maxMail)); ok {
			b.addWords(address)
			b.mail = true
		}
	}
}

// toSite reports whether the target of a link is another page of the site.
func (b *builder) toSite(target string) bool {
	if _, rest, whole := strings.Cut(target, "//"); whole {
		host, _, _ := strings.Cut(rest, "/")
		return host == b.host
	}
	scheme, _, _ := strings.Cut(target, ":")
	return target != "" && target[0] != '#' && scheme != "mailto" && scheme != "tel" && scheme != "javascript"
}

// control adds a control without text.
func (b *builder) control(is holds) {
	if at := b.top().node; at != nowhere && !inTable(b.top().name) {
		b.add(node{form: inline, holds: is}, at, 0)
	}
}

// formControl adds the controls of the start tag of an element whose content is not text.
func (b *builder) formControl(t Token) {
	switch t.Name {
	case "select":
		b.control(control)
	case "textarea": // who fills it in has something to say
		b.control(control | field)
		b.control(field)
	case "input":
		switch strings.ToLower(t.Attribute("type", maxRole)) {
		case "hidden":
		case "", "email", "search", "text", "tel", "url":
			b.control(control | field)
		default:
			b.control(control)
		}
	}
}

// foreign handles the start tag of an element of SVG or MathML.
func (b *builder) foreign(t Token, traits traits) {
	if t.SelfClosing {
		return
	}
	host := false
	switch t.Name {
	case "foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext":
		host = true
	case "annotation-xml":
		encoding := strings.ToLower(t.Attribute("encoding", maxRole))
		host = encoding == "text/html" || encoding == "application/xhtml+xml"
	}
	b.push(open{name: t.Name, traits: traits &^ special, node: nowhere, id: b.tags, foreign: true, host: host, main: b.top().main})
}

// rawText handles the start tag of an element whose content is characters.
func (b *builder) rawText(t Token, traits traits) bool {
	if t.Name == "noscript" && !b.scripts {
		return false
	}
	text, ok := b.scan.RawText()
	switch {
	case !ok:
		return false
	case t.Name == "title":
		if b.title == "" {
			b.title = strings.TrimSpace(withoutNUL(text.head(maxTitle)))
		}
	case t.Name == "textarea":
		b.formControl(t)
	case t.Name == "xmp", t.Name == "plaintext":
		b.closeParagraph()
		b.element(t, traits)
		b.words(text)
		b.pop()
	}
	return true
}

// body handles the start tag of an element outside of tables.
func (b *builder) body(t Token, traits traits) {
	switch t.Name {
	case "li":
		b.closeItem("li", "li")
	case "dd", "dt":
		b.closeItem("dd", "dt")
	case "button":
		b.popScope("button")
	case "form":
		if b.form != 0 {
			return
		}
		b.form = b.tags
		if inTable(b.top().name) {
			return
		}
	case "select":
		if b.popScope("select") {
			return
		}
	case "input":
		b.popScope("select")
	case "option", "optgroup":
		if b.top().name == "option" {
			b.pop()
		}
	case "rb", "rt", "rtc", "rp":
		if b.inScope("ruby") > 0 {
			b.popImplied()
		}
	case "table":
		if inTable(b.top().name) {
			b.popTo(b.nearest("table"))
		}
	}
	if traits.has(closesP) {
		b.closeParagraph()
	}
	if traits.has(heading) && b.top().traits.has(heading) {
		b.pop()
	}
	b.formControl(t)
	b.element(t, traits)
	b.fresh = t.Name == "pre" || t.Name == "listing"
	if t.Name == "h1" && b.headingOf == 0 {
		b.headingOf, b.headingAt = b.tags, len(b.stack)-1
		if at := b.top().node; at != nowhere {
			b.nodes[at].holds |= theTitle
		}
	}
}

// element adds an element, and opens it unless it has no content.
func (b *builder) element(t Token, traits traits) {
	above := b.top()
	e := open{name: t.Name, traits: traits, node: nowhere, id: b.tags, main: above.main || t.Name == "main" || t.Name == "article"}
	var is marks
	if t.attrs != "" {
		is = marksOf(t, b.exclude)
		e.main = e.main || is.main
	}
	if above.node != nowhere && (t.Name != "template" || is.shadow) && !traits.has(dropped) {
		f, level := formOf(t.Name)
		if t.Name == "br" {
			f = lineBreak
		}
		parent, before := b.place(!traits.has(tablePart))
		for _, name := range is.excluded {
			if b.excluded == nil {
				b.excluded = make(map[string]int)
			}
			b.excluded[name]++
		}
		e.node = b.add(node{form: f, level: level, role: roleOf(t.Name, is.role, traits, e.main)}, parent, before)
		if t.Name == "button" {
			b.nodes[e.node].holds |= control
		}
		if b.main == 0 && (t.Name == "main" || is.main) {
			b.main = e.node
		}
		if b.article == 0 && t.Name == "article" {
			b.article = e.node
		}
	}
	if !traits.has(empty) {
		b.push(e)
	}
}
