package policy

import (
	"bytes"
	"strconv"
	"strings"
)

// pdfKind is what a piece of a page's drawing is.
type pdfKind int

const (
	pdfOperator pdfKind = iota
	pdfNumber
	pdfString
	pdfName
	pdfArray
	pdfOther
)

// pdfOperand is a piece of a page's drawing.
type pdfOperand struct {
	kind   pdfKind
	text   string // of operators, strings and names
	number float64
	parts  []pdfOperand // of arrays: its strings and numbers
}

// pdfLexer cuts what draws a page into pieces (ISO 32000-1, section 7.2 and 7.3).
// It reads every input to its end, in one pass and with little more memory than it
// takes itself.
type pdfLexer struct {
	data   []byte
	at     int
	within bool // an array
}

// maxParts is how many parts of an array are kept: many times what is on a line.
const maxParts = 1 << 14

const (
	pdfSpace     = "\x00\t\n\f\r "
	pdfDelimiter = "()<>[]{}/%"
)

// next returns the next piece; not ok: there is none.
func (l *pdfLexer) next() (o pdfOperand, ok bool) {
	for l.at < len(l.data) {
		c := l.data[l.at]
		switch {
		case strings.IndexByte(pdfSpace, c) >= 0:
			l.at++
		case c == '%':
			if end := bytes.IndexAny(l.data[l.at:], "\r\n"); end >= 0 {
				l.at += end
			} else {
				l.at = len(l.data)
			}
		case c == '(':
			return pdfOperand{kind: pdfString, text: l.literal()}, true
		case c == '<' && l.peek(1) != '<':
			return pdfOperand{kind: pdfString, text: l.hexadecimal()}, true
		case c == '[' && !l.within:
			l.at++
			return l.array(), true
		case c == '/':
			l.at++
			return pdfOperand{kind: pdfName, text: l.word()}, true
		case strings.IndexByte(pdfDelimiter, c) >= 0:
			l.at++
			return pdfOperand{kind: pdfOther, text: string(c)}, true
		default:
			return l.plain(), true
		}
	}
	return pdfOperand{}, false
}

func (l *pdfLexer) peek(n int) byte {
	if l.at+n < len(l.data) {
		return l.data[l.at+n]
	}
	return 0
}

// word reads up to a space or delimiter.
func (l *pdfLexer) word() string {
	begin := l.at
	for l.at < len(l.data) && strings.IndexByte(pdfSpace+pdfDelimiter, l.data[l.at]) < 0 {
		l.at++
	}
	return string(l.data[begin:l.at])
}

// plain reads a number or an operator. The bytes of a picture within the page are
// passed over.
func (l *pdfLexer) plain() pdfOperand {
	word := l.word()
	if n, err := strconv.ParseFloat(word, 64); err == nil && strings.Trim(word, "+-.0123456789") == "" {
		return pdfOperand{kind: pdfNumber, number: n}
	}
	if word == "ID" {
		if end := bytes.Index(l.data[l.at:], []byte("EI")); end >= 0 {
			l.at += end
		} else {
			l.at = len(l.data)
		}
	}
	return pdfOperand{kind: pdfOperator, text: word}
}

// array reads the strings and numbers of an array; brackets within it are nothing.
func (l *pdfLexer) array() pdfOperand {
	l.within = true
	defer func() { l.within = false }()
	o := pdfOperand{kind: pdfArray}
	for {
		part, ok := l.next()
		if !ok || part.kind == pdfOther && part.text == "]" {
			return o
		}
		if (part.kind == pdfString || part.kind == pdfNumber) && len(o.parts) < maxParts {
			o.parts = append(o.parts, part)
		}
	}
}

// literal reads a string in parentheses.
func (l *pdfLexer) literal() string {
	var b []byte
	depth := 0
	for ; l.at < len(l.data); l.at++ {
		c := l.data[l.at]
		switch c {
		case '(':
			if depth++; depth == 1 {
				continue
			}
		case ')':
			if depth--; depth == 0 {
				l.at++
				return string(b)
			}
		case '\\':
			l.at++
			b = l.escaped(b)
			continue
		}
		b = append(b, c)
	}
	return string(b)
}

// escaped reads what stands after a backslash, at its last byte in the end.
func (l *pdfLexer) escaped(b []byte) []byte {
	c := l.peek(0)
	switch {
	case c == '\n':
		return b
	case c == '\r':
		if l.peek(1) == '\n' {
			l.at++
		}
		return b
	case c >= '0' && c <= '7':
		n := int(c - '0')
		for range 2 {
			if next := l.peek(1); next < '0' || next > '7' {
				break
			}
			l.at++
			n = n*8 + int(l.data[l.at]-'0')
		}
		return append(b, byte(n))
	}
	if i := strings.IndexByte("nrtbf", c); i >= 0 {
		c = "\n\r\t\b\f"[i]
	}
	return append(b, c)
}

// hexadecimal reads a string of hexadecimal digits.
func (l *pdfLexer) hexadecimal() string {
	var b []byte
	high, half := byte(0), false
	for l.at++; l.at < len(l.data); l.at++ {
		c := l.data[l.at]
		if c == '>' {
			l.at++
			break
		}
		digit, err := strconv.ParseUint(string(c), 16, 8)
		if err != nil {
			continue
		}
		if half {
			b = append(b, high|byte(digit))
		} else {
			high = byte(digit) << 4
		}
		half = !half
	}
	if half {
		b = append(b, high)
	}
	return string(b)
}
