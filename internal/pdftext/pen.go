package pdftext

import (
	"bytes"
	"math"
)

const (
	maxOperands = 64  // of an operator that draws text: many more than any needs
	maxReused   = 256 // fonts or forms of a page up to which their map is reused
)

// pen executes the drawing operators of pages and writes their text: a new line where the pen
// moves to another line, a paragraph where it moves further, and a space where it
// leaves a gap.
type pen struct {
	f         *file
	page      page
	pageFonts map[string]*font // by their names on the page
	text      []byte
	begin     int    // of the text of the page
	raw       []byte // reused for strings
	word      []byte // reused for their text
	operands  []value

	pageForms map[string]*formXObject

	state
	states     []state // saved
	firstState int     // the first of them that the content saved
	unsaved    int     // states too many to be saved
	depth      int     // forms in forms

	line    matrix  // from the beginning of the line to the coordinates of the content
	advance float64 // of the pen from there
	here    spot    // where the text is
	end     spot    // where the previous text ended
}

func newPen(f *file) *pen {
	return &pen{f: f, pageFonts: make(map[string]*font), pageForms: make(map[string]*formXObject), operands: make([]value, 0, maxOperands), states: make([]state, 0, maxStates)}
}

// draw executes the operators of a page (ISO 32000-1, section 9.4), and skips those
// that are unknown or invalid.
func (p *pen) draw(page page, content []byte) {
	if len(p.pageFonts) > maxReused { // clearing takes time in proportion to its capacity
		p.pageFonts = make(map[string]*font)
	}
	if len(p.pageForms) > maxReused {
		p.pageForms = make(map[string]*formXObject)
	}
	clear(p.pageFonts)
	clear(p.pageForms)
	*p = pen{
		f: p.f, page: page, pageFonts: p.pageFonts, pageForms: p.pageForms, states: p.states[:0],
		text: p.text, begin: len(p.text), raw: p.raw, word: p.word, operands: p.operands[:0],
		line: identity, state: state{ctm: identity},
	}
	p.run(content)
}

// run executes the operators of a content stream.
func (p *pen) run(content []byte) {
	l := lexer{b: p.f.b, src: content, content: true}
	for {
		switch v := l.value(); {
		case v.kind == null:
			return
		case v.kind != keyword:
			if len(p.operands) < maxOperands {
				p.operands = append(p.operands, v)
			}
			continue
		case string(v.raw) == "ID":
			l.skipPicture()
		default:
			p.operate(v.raw)
		}
		p.operands = p.operands[:0]
	}
}

// skipPicture skips the bytes of an inline image.
func (l *lexer) skipPicture() {
	begin := l.at
	for l.at < len(l.src) {
		n := bytes.Index(l.src[l.at:], []byte("EI"))
		if n < 0 {
			l.at = len(l.src)
			break
		}
		l.at += n + len("EI")
		if l.at == len(l.src) || classes[l.src[l.at]] == space {
			break
		}
	}
	l.b.spend(l.at - begin)
}

func (p *pen) operate(operator []byte) {
	number := func(i int) float64 {
		if i < len(p.operands) {
			return clamp(p.operands[i].number)
		}
		return 0
	}
	numbers := func() matrix { return matrix{number(0), number(1), number(2), number(3), number(4), number(5)} }
	switch string(operator) {
	case "q":
		p.save()
	case "Q":
		p.restore()
	case "cm":
		p.ctm = numbers().then(p.ctm)
	case "Do":
		if len(p.operands) == 1 {
			p.do(p.operands[0])
		}
	case "BT":
		p.lineAt(identity)
	case "Tf":
		if len(p.operands) == 2 {
			p.font, p.size = p.fontOf(p.operands[0]), number(1)
		}
	case "TL":
		p.leading = number(0)
	case "Td", "TD":
		if string(operator) == "TD" {
			p.leading = -number(1)
		}
		p.lineAt(p.line.moved(number(0), number(1)))
	case "Tm":
		p.lineAt(numbers())
	case "T*":
		p.lineAt(p.line.moved(0, -p.leading))
	case "'", "\"":
		p.lineAt(p.line.moved(0, -p.leading))
		fallthrough
	case "Tj":
		if len(p.operands) > 0 {
			p.show(p.operands[len(p.operands)-1])
		}
	case "TJ":
		for _, o := range p.operands {
			p.showAll(o)
		}
	}
}

// showAll writes the strings of an array. Numbers between them move the pen.
func (p *pen) showAll(v value) {
	if v.kind != array {
		return
	}
	l := lexer{b: p.f.b, src: v.raw, content: true}
	for part := l.next(); part.kind != null; part = l.next() {
		if part.isString() {
			p.show(part)
		} else {
			p.advance = clamp(p.advance - part.number/1000*p.size)
		}
	}
}

// lineAt begins a line, which may continue the previous one.
func (p *pen) lineAt(m matrix) { p.line, p.advance = m, 0 }

// spot returns where the pen is.
func (p *pen) spot() spot { return p.line.moved(p.advance, 0).then(p.ctm).spot(p.size) }

// show writes a string, after the separator from the previous one.
func (p *pen) show(v value) {
	if p.font == nil || !v.isString() {
		return
	}
	raw, ok := reserve(p.f.b, p.raw[:0], min(len(v.raw), maxText), maxText)
	if !ok || !p.f.b.spend(8+len(v.raw)) {
		return
	}
	p.raw = v.appendText(raw, maxText)
	if len(p.raw) == 0 {
		return
	}
	p.word = p.font.appendText(p.f.b, p.word[:0], p.raw)
	p.here = p.spot()
	if len(p.text) > p.begin {
		p.write([]byte(p.gap()))
	}
	p.write(p.word)
	p.advance = clamp(p.advance + p.font.width(p.f.b, p.raw)/1000*p.size)
	p.end = p.spot()
}

// write appends to the text of the file.
func (p *pen) write(text []byte) {
	var ok bool
	if p.text, ok = push(p.f.b, p.text, maxText, text...); !ok {
		p.f.b.fail(errTextLimit)
	}
}

// gap returns the separator between the previous text and the next word.
func (p *pen) gap() string {
	em := p.here.em
	switch down := math.Abs(p.here.across(p.end)); {
	case p.here.turned(p.end), down > 1.9*em:
		return "\n\n"
	case down > 0.4*em:
		return "\n"
	case p.here.along(p.end) > 0.17*em && !bytes.HasPrefix(p.word, []byte(" ")):
		return " "
	}
	return ""
}

// fontOf returns a font of the page, nil if it has no such font.
func (p *pen) fontOf(name value) *font {
	font, ok := p.pageFonts[string(name.raw)]
	if !ok && p.f.b.alloc(256+len(name.raw)) {
		fonts := p.f.get(p.page.resources, "Font")
		font = p.f.fontOf(p.f.getRaw(fonts, name.nameText()))
		p.pageFonts[string(name.raw)] = font
	}
	return font
}
