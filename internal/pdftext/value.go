package pdftext

import (
	"bytes"
	"math"
	"strconv"
)

// kind is what a token or value is.
type kind uint8

const (
	null kind = iota // no value
	number
	literal     // string in parentheses
	hexadecimal // string of digits
	name
	keyword // true, false, R, or an operator
	array
	dict
	stream
	reference

	// Tokens only.
	openArray
	closeArray
	openDict
	closeDict
	other
)

// value is a value in its source form. Strings, arrays and
// dictionaries are decoded only when they are read, so that a value has the same
// small size whatever it is.
type value struct {
	kind   kind
	number float64 // of numbers; of references the number of the object
	raw    []byte  // source between the brackets; of streams of their dictionary
	data   []byte  // of streams, still encoded
}

// integer returns a whole number of at most 31 bits.
func (v value) integer() (n int, ok bool) {
	if v.kind != number || v.number != math.Trunc(v.number) || math.Abs(v.number) > math.MaxInt32 {
		return 0, false
	}
	return int(v.number), true
}

func (v value) isString() bool { return v.kind == literal || v.kind == hexadecimal }

// is reports whether a value is this name.
func (v value) is(text string) bool {
	if v.kind != name || len(v.raw) < len(text) || len(v.raw) > 3*len(text) {
		return false
	}
	raw := v.raw
	for i := range len(text) {
		if len(raw) == 0 {
			return false
		}
		var c byte
		if c, raw = nameByte(raw); c != text[i] {
			return false
		}
	}
	return len(raw) == 0
}

// nameByte returns the first byte of a name, which may be escaped, and the rest.
func nameByte(raw []byte) (c byte, rest []byte) {
	if raw[0] == '#' && len(raw) >= 3 {
		high, ok1 := hexDigit(raw[1])
		low, ok2 := hexDigit(raw[2])
		if ok1 && ok2 {
			return high<<4 | low, raw[3:]
		}
	}
	return raw[0], raw[1:]
}

// maxName is the length of the longest known name, with all characters escaped.
const maxName = 127

// appendName appends a name without escapes, or nothing if it is longer than any known name.
func (v value) appendName(dst []byte) []byte {
	if v.kind != name || len(v.raw) > maxName {
		return dst
	}
	for raw := v.raw; len(raw) > 0; {
		var c byte
		c, raw = nameByte(raw)
		dst = append(dst, c)
	}
	return dst
}

// nameText returns a name without escapes.
func (v value) nameText() string {
	var buf [maxName]byte
	return string(v.appendName(buf[:0]))
}

func hexDigit(c byte) (digit byte, ok bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// appendText appends the bytes of a string. It reads at most most bytes of source.
func (v value) appendText(dst []byte, most int) []byte {
	raw := v.raw[:min(len(v.raw), most)]
	switch v.kind {
	case literal:
		return appendLiteral(dst, raw)
	case hexadecimal:
		return appendHexadecimal(dst, raw)
	}
	return dst
}

func appendLiteral(dst, raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return append(dst, raw...)
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			dst = append(dst, raw[i])
			continue
		}
		i++
		if i == len(raw) {
			break
		}
		switch c := raw[i]; c {
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case '\n':
		case '\r':
			if i+1 < len(raw) && raw[i+1] == '\n' {
				i++
			}
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n := 0
			for j := 0; j < 3 && i < len(raw) && raw[i] >= '0' && raw[i] <= '7'; j++ {
				n = n*8 + int(raw[i]-'0')
				i++
			}
			i--
			dst = append(dst, byte(n))
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

func appendHexadecimal(dst, raw []byte) []byte {
	high, half := byte(0), false
	for _, c := range raw {
		digit, ok := hexDigit(c)
		if !ok {
			continue
		}
		if half {
			dst = append(dst, high|digit)
		} else {
			high = digit << 4
		}
		half = !half
	}
	if half {
		dst = append(dst, high)
	}
	return dst
}

// String describes a value for error messages, in a few characters.
func (v value) String() string {
	const most = 24
	switch v.kind {
	case null:
		return "null"
	case number:
		return strconv.FormatFloat(v.number, 'g', -1, 64)
	case reference:
		return "a reference"
	case array, dict, stream:
		return [...]string{array: "an array", dict: "a dictionary", stream: "a stream"}[v.kind]
	}
	return strconv.Quote(string(v.raw[:min(len(v.raw), most)]))
}
