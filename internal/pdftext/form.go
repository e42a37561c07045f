package pdftext

const (
	maxForms  = 8 // forms in forms
	maxStates = 64
)

// state is the graphics state that q saves, as far as it concerns text.
type state struct {
	ctm     matrix // from the coordinates of the content to those of the page
	font    *font
	size    float64
	leading float64

	letterGap, wordGap float64 // in addition to the widths of the font
	scale              float64 // of lengths along the line
}

// formXObject is a form XObject: content that is drawn as a whole.
type formXObject struct {
	content []byte
	matrix  matrix
	node    value
	drawn   bool // it is being drawn
}

// save saves the state. States beyond maxStates are counted and not saved.
func (p *pen) save() {
	if len(p.states) < maxStates {
		p.states = append(p.states, p.state)
		return
	}
	p.unsaved++
}

// restore restores the state that was saved last by the same content.
func (p *pen) restore() {
	switch n := len(p.states); {
	case p.unsaved > 0:
		p.unsaved--
	case n > p.firstState:
		p.state, p.states = p.states[n-1], p.states[:n-1]
	}
}

// do draws a form. A form within itself is skipped.
func (p *pen) do(name value) {
	form := p.formOf(name)
	if form == nil || form.drawn || p.depth == maxForms {
		return
	}
	before := *p
	p.depth++
	p.states, p.firstState, p.unsaved = append([]state(nil), p.state), 1, 0
	if !p.f.b.alloc(128 * maxStates) {
		return
	}
	if own := p.f.get(form.node, "Resources"); own.kind == dict {
		p.page.resources = own
		p.pageFonts, p.pageForms = make(map[string]*font), make(map[string]*formXObject)
	}
	p.ctm = form.matrix.then(p.ctm)
	form.drawn = true
	p.run(form.content)
	form.drawn = false
	p.depth, p.states, p.firstState, p.unsaved = before.depth, before.states, before.firstState, before.unsaved
	p.state, p.page, p.pageFonts, p.pageForms, p.base = before.state, before.page, before.pageFonts, before.pageForms, before.base
	p.advance = before.advance
}

// formOf returns a form of the page, nil if it has no such form. It decodes each referenced form
// once.
func (p *pen) formOf(name value) *formXObject {
	made, ok := p.pageForms[string(name.raw)]
	if ok || !p.f.b.alloc(256+len(name.raw)) {
		return made
	}
	raw := p.f.getRaw(p.f.get(p.page.resources, "XObject"), name.nameText())
	number := -1
	if raw.kind == reference {
		number = int(raw.number)
		made, ok = p.f.forms[number]
	}
	if !ok {
		if v := p.f.resolve(raw); v.kind == stream && p.f.get(v, "Subtype").is("Form") {
			made = p.f.newForm(v)
		}
		if number >= 0 {
			p.f.forms[number] = made
		}
	}
	p.pageForms[string(name.raw)] = made
	return made
}

// newForm decodes a form, as far as it can be read.
func (f *file) newForm(v value) *formXObject {
	content, _ := f.decode(nil, v, maxContent)
	made := &formXObject{content: content, matrix: identity, node: v}
	var numbers [6]float64
	each := f.elements(f.get(v, "Matrix"))
	for i := range numbers {
		n, ok := each.resolved()
		if !ok || n.kind != number {
			return made
		}
		numbers[i] = clamp(n.number)
	}
	made.matrix = matrix{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]}
	return made
}
