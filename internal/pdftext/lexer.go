package pdftext

import "bytes"

// lexer splits source into tokens (ISO 32000-1, section 7.2) and values. It copies
// nothing and does not recurse, however deep brackets are nested. When the
// budget has failed it sees the end.
type lexer struct {
	b   *budget
	src []byte
	at  int
	// content is set for the content of a page, which has no references, and in which
	// arrays end at the first bracket, because nested arrays are always mistakes.
	content bool
}

// class is what a byte means outside of strings.
type class uint8

const (
	regular class = iota
	space
	delimiter
)

var classes = func() (c [256]class) {
	for _, b := range []byte("\x00\t\n\f\r ") {
		c[b] = space
	}
	for _, b := range []byte("()<>[]{}/%") {
		c[b] = delimiter
	}
	return c
}()

// next returns the next token, whose kind is null at the end.
func (l *lexer) next() value {
	begin := l.at
	v := l.token()
	if !l.b.spend(l.at - begin + 1) {
		return value{}
	}
	return v
}

func (l *lexer) token() value {
	l.skipSpace()
	if l.at >= len(l.src) {
		return value{}
	}
	begin := l.at
	c := l.src[begin]
	l.at++
	if classes[c] == regular {
		for l.at < len(l.src) && classes[l.src[l.at]] == regular {
			l.at++
		}
		word := l.src[begin:l.at]
		if n, ok := parseNumber(word); ok {
			return value{kind: number, number: n}
		}
		return value{kind: keyword, raw: word}
	}
	switch doubled := l.at < len(l.src) && l.src[l.at] == c; {
	case c == '(':
		return l.literal()
	case c == '/':
		for l.at < len(l.src) && classes[l.src[l.at]] == regular {
			l.at++
		}
		return value{kind: name, raw: l.src[begin+1 : l.at]}
	case c == '<' && doubled:
		l.at++
		return value{kind: openDict}
	case c == '>' && doubled:
		l.at++
		return value{kind: closeDict}
	case c == '<':
		return l.hexadecimal()
	case c == '[':
		return value{kind: openArray}
	case c == ']':
		return value{kind: closeArray}
	}
	return value{kind: other}
}

// skipSpace skips space and comments.
func (l *lexer) skipSpace() {
	for l.at < len(l.src) {
		switch c := l.src[l.at]; {
		case classes[c] == space:
			l.at++
		case c == '%':
			for l.at < len(l.src) && l.src[l.at] != '\n' && l.src[l.at] != '\r' {
				l.at++
			}
		default:
			return
		}
	}
}

// literal reads a string in parentheses, after the opening one.
func (l *lexer) literal() value {
	begin := l.at
	if n := bytes.IndexByte(l.src[begin:], ')'); n >= 0 { // most strings are plain
		if text := l.src[begin : begin+n]; bytes.IndexByte(text, '(') < 0 && bytes.IndexByte(text, '\\') < 0 {
			l.at += n + 1
			return value{kind: literal, raw: text}
		}
	}
	for depth := 1; l.at < len(l.src); l.at++ {
		switch l.src[l.at] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				l.at++
				return value{kind: literal, raw: l.src[begin : l.at-1]}
			}
		case '\\':
			l.at++
		}
	}
	l.at = len(l.src)
	return value{kind: literal, raw: l.src[begin:]}
}

// hexadecimal reads a string of digits, after the opening bracket.
func (l *lexer) hexadecimal() value {
	begin := l.at
	if n := bytes.IndexByte(l.src[begin:], '>'); n >= 0 {
		l.at += n + 1
		return value{kind: hexadecimal, raw: l.src[begin : l.at-1]}
	}
	l.at = len(l.src)
	return value{kind: hexadecimal, raw: l.src[begin:]}
}

// value returns the next value: a token, or a whole array, dictionary or
// reference. Its kind is null at the end of the source, and that of a closing
// bracket where one stands.
func (l *lexer) value() value {
	v := l.next()
	switch {
	case v.kind == openArray:
		return value{kind: array, raw: l.extent()}
	case v.kind == openDict && !l.content:
		return value{kind: dict, raw: l.extent()}
	case v.kind == number && !l.content:
		return l.reference(v)
	}
	return v
}

// extent skips to the bracket that closes the one just read, and returns the text
// between them. It does not distinguish kinds of brackets.
func (l *lexer) extent() []byte {
	begin := l.at
	end := l.closing()
	if !l.b.spend(l.at - begin + 1) {
		l.at = len(l.src)
	}
	return l.src[begin:end]
}

// closing skips to the bracket that closes the one just read, and returns where it begins. Making
// tokens of what is between them would take several times as long.
func (l *lexer) closing() int {
	for depth := 1; l.at < len(l.src); {
		at := l.at
		l.at++
		c := l.src[at]
		if classes[c] != delimiter {
			continue
		}
		switch doubled := l.at < len(l.src) && l.src[l.at] == c; {
		case c == '(':
			l.literal()
		case c == '%':
			l.at = at
			l.skipSpace()
		case c == '<' && !doubled:
			l.hexadecimal()
		case c == '<' && l.content:
			l.at++
		case c == '<':
			l.at++
			depth++
		case c == '[' && !l.content:
			depth++
		case c == ']':
			depth--
		case c == '>' && doubled && !l.content:
			l.at++
			depth--
		}
		if depth == 0 {
			return at
		}
	}
	return len(l.src)
}

// reference returns the reference that begins with a number, or else the number.
func (l *lexer) reference(v value) value {
	object, ok := v.integer()
	if !ok || object < 0 {
		return v
	}
	after := l.at
	if generation, ok := l.next().integer(); ok && generation >= 0 {
		if r := l.next(); r.kind == keyword && string(r.raw) == "R" {
			return value{kind: reference, number: v.number}
		}
	}
	l.at = after
	return v
}

// parseNumber reads a number: a sign, and digits with at most one point.
func parseNumber(word []byte) (n float64, ok bool) {
	i, sign := 0, 1.0
	switch word[0] {
	case '-':
		i, sign = 1, -1
	case '+':
		i = 1
	}
	scale := 0.0 // of the next digit; 0: before the point
	for ; i < len(word); i++ {
		c := word[i]
		switch {
		case c == '.' && scale == 0:
			scale = 0.1
		case c < '0' || c > '9':
			return 0, false
		case scale == 0:
			n, ok = n*10+float64(c-'0'), true
		case scale > 1e-15: // further digits make no difference
			n, ok = n+float64(c-'0')*scale, true
			scale /= 10
		}
	}
	return sign * n, ok
}
