package jsonread

import "fmt"

// scanner finds the tokens of a text, without a check of its syntax: it takes any text. It
// stops at brackets and, if they are wanted, at numbers. Most numbers are short and nothing but
// digits: it passes over them.
type scanner struct {
	text    []byte
	numbers bool

	from, to   int // the place of the last token
	separators int // commas and colons before it
}

// next finds the next token and returns its kind: a bracket, '0' for a number, or 0 at the end.
func (s *scanner) next() (kind byte) {
	text, i, separators := s.text, s.to, s.separators
	for ; i < len(text); i++ {
		switch c := text[i]; c {
		case ',', ':':
			separators++
		case '"':
			i++
			for uint(i) < uint(len(text)) && text[i] != '"' { // unsigned, which takes a check of the bounds less
				if text[i] == '\\' {
					i++
				}
				i++
			}
		case '{', '[', '}', ']':
			s.from, s.to, s.separators = i, i+1, separators
			return c
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			if !s.numbers {
				continue
			}
			end, plain := i+1, true
			for ; end < len(text) && numeric(text[end]); end++ {
				plain = plain && text[end]-'0' <= 9 // a point, a sign and an exponent are not
			}
			if plain && end-i < digits {
				i = end - 1
				continue
			}
			s.from, s.to, s.separators = i, end, separators
			return '0'
		}
	}
	s.from, s.to, s.separators = len(text), len(text), separators
	return 0
}

// tooDeep reports whether arrays and objects are nested deeper than a limit. It reads no
// further than needed, also in a text that is not valid.
func tooDeep(text []byte, limit int) bool {
	s := scanner{text: text}
	for depth := 0; ; {
		switch s.next() {
		case '{', '[':
			if depth++; depth > limit {
				return true
			}
		case '}', ']':
			depth--
		case 0:
			return false
		}
	}
}

// Check reports why a valid JSON value exceeds the limits, as [Elements] does for each
// element.
func Check(value []byte, l Limits) error {
	if len(value) > l.Bytes {
		return fmt.Errorf("%w: more than %d bytes", ErrTooLarge, l.Bytes)
	}
	s := scanner{text: value, numbers: true}
	brackets, open, deepest := 0, 0, 0
	for kind := s.next(); kind != 0; kind = s.next() {
		switch kind {
		case '[', '{':
			brackets++
			open++
			deepest = max(deepest, open)
		case ']', '}':
			open--
		case '0':
			if text := value[s.from:s.to]; !l.Lenient && !isExact(text) {
				return fmt.Errorf("%w: %.40s", ErrNumber, text)
			}
		}
	}
	switch {
	case deepest > l.Depth:
		return ErrTooDeep
	case 1+brackets+s.separators > l.Values:
		return fmt.Errorf("%w: more than %d values", ErrTooLarge, l.Values)
	}
	return nil
}

// space is what may be between tokens.
const space = " \t\r\n"
