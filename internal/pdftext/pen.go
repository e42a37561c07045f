package pdftext

import (
	"bytes"
	"math"
)

const (
	maxOperands = 64  // of an operator that draws text: many more than any needs
	maxReused   = 256 // fonts of a page up to which their map is reused
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

	font         *font
	size         float64
	leading      float64
	scale        float64 // of the text
	lineX, lineY float64 // where the line began
	x, y         float64 // where the pen is
	endX, endY   float64 // where the previous text ended
}

func newPen(f *file) *pen {
	return &pen{f: f, pageFonts: make(map[string]*font), operands: make([]value, 0, maxOperands)}
}

// draw executes the operators of a page (ISO 32000-1, section 9.4), and skips those
// that are unknown or invalid.
func (p *pen) draw(page page, content []byte) {
	if len(p.pageFonts) > maxReused { // clearing takes time in proportion to its capacity
		p.pageFonts = make(map[string]*font)
	}
	clear(p.pageFonts)
	*p = pen{
		f: p.f, page: page, pageFonts: p.pageFonts, scale: 1,
		text: p.text, begin: len(p.text), raw: p.raw, word: p.word, operands: p.operands[:0],
	}
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
			return p.operands[i].number
		}
		return 0
	}
	switch string(operator) {
	case "BT":
		p.scale = 1
		p.moveTo(0, 0)
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
		p.moveTo(p.lineX+number(0)*p.scale, p.lineY+number(1)*p.scale)
	case "Tm":
		if s := math.Hypot(number(0), number(1)); s > 0 {
			p.scale = s
		}
		p.moveTo(number(4), number(5))
	case "T*":
		p.moveTo(p.lineX, p.lineY-p.leading*p.scale)
	case "'", "\"":
		p.moveTo(p.lineX, p.lineY-p.leading*p.scale)
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
			p.x -= part.number / 1000 * p.size * p.scale
		}
	}
}

// moveTo begins a line, which may continue the previous one.
func (p *pen) moveTo(x, y float64) { p.lineX, p.lineY, p.x, p.y = x, y, x, y }

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
	if len(p.text) > p.begin {
		p.write([]byte(p.gap()))
	}
	p.write(p.word)
	p.x += p.font.width(p.f.b, p.raw) / 1000 * p.size * p.scale
	p.endX, p.endY = p.x, p.y
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
	em := math.Abs(p.size * p.scale)
	switch down := math.Abs(p.y - p.endY); {
	case down > 1.9*em:
		return "\n\n"
	case down > 0.4*em:
		return "\n"
	case p.x-p.endX > 0.17*em && !bytes.HasPrefix(p.word, []byte(" ")):
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
