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
// moves to another line or far along the line, and a space where it leaves a gap.
type pen struct {
	f         *file
	page      page
	pageFonts map[string]*font // by their names on the page
	text      []byte
	lines     []line // of text, of all pages
	number    int    // of the page, from 1 on
	begin     int    // of the text of the page
	inWord    bool   // the first word of the line goes on
	blank     bool   // the line has only spaces yet
	sized     int    // bytes of the line that have its size
	raw       []byte // reused for strings
	word      []byte // reused for their text
	letter    []byte // reused for the text of a code
	operands  []value

	pageForms map[string]*formXObject

	state
	states     []state // saved
	firstState int     // the first of them that the content saved
	unsaved    int     // states too many to be saved
	depth      int     // forms in forms

	base    matrix  // from the beginning of the line to the coordinates of the content
	advance float64 // of the pen from there
	heading heading // of the text
	here    spot    // where the text is
	end     spot    // where the previous text ended
}

func newPen(f *file) *pen {
	return &pen{
		f: f, pageFonts: make(map[string]*font), pageForms: make(map[string]*formXObject),
		operands: make([]value, 0, maxOperands), states: make([]state, 0, maxStates),
	}
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
		text: p.text, lines: p.lines, number: p.number + 1, begin: len(p.text),
		raw: p.raw, word: p.word, letter: p.letter, operands: p.operands[:0],
		base: identity, state: state{ctm: identity, scale: 1},
	}
	p.run(content)
	p.endLine()
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
	case "Tc":
		p.letterGap = number(0)
	case "Tw":
		p.wordGap = number(0)
	case "Tz":
		p.scale = number(0) / 100
	case "Td", "TD":
		if string(operator) == "TD" {
			p.leading = -number(1)
		}
		p.lineAt(p.base.moved(number(0), number(1)))
	case "Tm":
		p.lineAt(numbers())
	case "T*":
		p.lineAt(p.base.moved(0, -p.leading))
	case "'", "\"":
		if len(p.operands) == 3 {
			p.wordGap, p.letterGap = number(0), number(1)
		}
		p.lineAt(p.base.moved(0, -p.leading))
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
			p.advance = clamp(p.advance - part.number/1000*p.size*p.scale)
		}
	}
}

// lineAt begins a line, which may continue the previous one.
func (p *pen) lineAt(m matrix) { p.base, p.advance = m, 0 }

// spot returns where the pen is after a distance, for text that runs as heading has it.
func (p *pen) spot(distance float64) spot {
	return p.heading.spot(clamp(p.advance+distance), &p.base, &p.ctm)
}

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
	if p.font.guessed {
		p.font.sample.add(p.raw)
	}
	p.word = p.font.appendText(p.f.b, p.word[:0], p.raw)
	if !p.heading.is(&p.base, &p.ctm, p.size) {
		p.heading = headingOf(p.base, p.ctm, p.size)
	}
	p.here = p.spot(0)
	p.separate()
	p.write(p.word)
	length := p.length(p.raw)
	end := p.spot(length)
	p.measure(end)
	p.advance = clamp(p.advance + length)
	p.end = end
}

// write appends to the text of the file.
func (p *pen) write(text []byte) {
	var ok bool
	if p.text, ok = push(p.f.b, p.text, maxText, text...); !ok {
		p.f.b.fail(errTextLimit)
	}
}

// separate begins a line if the next word is not on that of the previous text, and otherwise
// writes a space if there is a gap between them.
func (p *pen) separate() {
	if len(p.text) == p.begin {
		p.beginLine(false)
		return
	}
	em := max(p.here.em, p.end.em) // of a raised number and its word
	along := p.here.along(p.end)
	switch {
	case p.here.turned(p.end) || math.Abs(p.here.across(p.end)) > 0.5*em:
		p.beginLine(false)
	case along > 2*em && !p.marked():
		p.beginLine(true)
	case along > 0.17*em && !bytes.HasPrefix(p.word, []byte(" ")) && p.text[len(p.text)-1] != ' ':
		p.endWord(p.end)
		p.write([]byte(" "))
	}
}

// length returns how far a string moves the pen.
func (p *pen) length(raw []byte) float64 {
	letters, spaces := len(raw)/p.font.step(), 0
	if !p.font.wide && p.wordGap != 0 {
		spaces = bytes.Count(raw, []byte(" "))
	}
	return (p.font.width(p.f.b, raw)/1000*p.size + float64(letters)*p.letterGap + float64(spaces)*p.wordGap) * p.scale
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
