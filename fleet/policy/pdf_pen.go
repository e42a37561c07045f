package policy

import (
	"context"
	"math"
	"strings"

	"github.com/ledongthuc/pdf"
)

// pdfPen follows how a page is drawn, and writes down its text: a line where the
// pen moves to another one, a paragraph where it moves further, and a space where
// it leaves a gap.
type pdfPen struct {
	ctx   context.Context
	page  pdf.Page
	fonts map[string]*pdfFont
	room  int // for letters in the tables of its fonts
	text  strings.Builder

	font         *pdfFont
	size         float64
	leading      float64
	scale        float64 // of the text
	lineX, lineY float64 // where the line began
	x, y         float64 // where the pen is
	endX, endY   float64 // where the text before ended
}

// draw runs the operators of a page (ISO 32000-1, section 9.4). What is not
// understood is passed over.
func (p *pdfPen) draw(drawing []byte) {
	p.scale = 1
	lexer := pdfLexer{data: drawing}
	var operands []pdfOperand
	for {
		o, ok := lexer.next()
		if !ok || p.ctx.Err() != nil || p.text.Len() > maxText {
			return
		}
		if o.kind != pdfOperator {
			if len(operands) < 64 {
				operands = append(operands, o)
			}
			continue
		}
		p.operate(o.text, operands)
		operands = operands[:0]
	}
}

func (p *pdfPen) operate(operator string, operands []pdfOperand) {
	number := func(i int) float64 {
		if i < len(operands) {
			return operands[i].number
		}
		return 0
	}
	switch operator {
	case "BT":
		p.scale = 1
		p.moveTo(0, 0)
	case "Tf":
		if len(operands) == 2 {
			p.font, p.size = p.fontOf(operands[0].text), number(1)
		}
	case "TL":
		p.leading = number(0)
	case "Td", "TD":
		if operator == "TD" {
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
		if len(operands) > 0 {
			p.show(operands[len(operands)-1].text)
		}
	case "TJ":
		for _, o := range operands {
			for _, part := range o.parts {
				if part.kind == pdfString {
					p.show(part.text)
				} else {
					p.x -= part.number / 1000 * p.size * p.scale
				}
			}
		}
	}
}

// moveTo begins a line, which may go on where the one before ended.
func (p *pdfPen) moveTo(x, y float64) { p.lineX, p.lineY, p.x, p.y = x, y, x, y }

// show writes letters down, and what is between them and those before.
func (p *pdfPen) show(raw string) {
	if p.font == nil || raw == "" || p.text.Len() > maxText {
		return
	}
	text := p.font.encoding.Decode(raw)
	if p.text.Len() > 0 {
		p.text.WriteString(p.gap(text))
	}
	p.text.WriteString(text)
	p.x += p.font.width(raw) / 1000 * p.size * p.scale
	p.endX, p.endY = p.x, p.y
}

// gap returns what lies between the text before and the next one.
func (p *pdfPen) gap(next string) string {
	em := math.Abs(p.size * p.scale)
	switch down := math.Abs(p.y - p.endY); {
	case down > 1.9*em:
		return "\n\n"
	case down > 0.4*em:
		return "\n"
	case p.x-p.endX > 0.17*em && !strings.HasPrefix(next, " "):
		return " "
	}
	return ""
}

// fontOf returns a font of the page; nil: it has no such font.
func (p *pdfPen) fontOf(name string) *pdfFont {
	font, ok := p.fonts[name]
	if !ok {
		font = newPDFFont(p.page.Font(name), &p.room)
		p.fonts[name] = font
	}
	return font
}
