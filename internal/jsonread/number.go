package jsonread

import (
	"bytes"
	"strconv"
)

// maxExact is the largest whole number that every JSON library reads exactly
// (RFC 8259, section 6).
const (
	maxExact = "9007199254740991"
	digits   = len(maxExact)
)

func numeric(c byte) bool {
	return c >= '0' && c <= '9' || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-'
}

// isExact reports whether a number is small enough to be exact, or is not written as
// a whole number: then it stands for the nearest float.
func isExact(number []byte) bool {
	if number[0] == '-' {
		number = number[1:]
	}
	for _, c := range number {
		if c < '0' || c > '9' {
			return true
		}
	}
	return len(number) < digits || len(number) == digits && string(number) <= maxExact
}

// Whole returns a valid JSON value in which whole numbers are written as digits:
// 1.0, 1e0 and 10e-1 are the number 1, but only 1 can be decoded into an integer.
// Fractions and numbers that are not exact stay as they are. If nothing changes it
// returns the value itself.
func Whole(value []byte) []byte {
	var out []byte
	done := 0
	s := scanner{text: value, numbers: true}
	for kind := s.next(); kind != 0; kind = s.next() {
		if kind != '0' {
			continue
		}
		if number, ok := wholeNumber(value[s.from:s.to]); ok {
			out = append(append(out, value[done:s.from]...), number...)
			done = s.to
		}
	}
	if done == 0 {
		return value
	}
	return append(out, value[done:]...)
}

// wholeNumber returns the digits of a whole number that has a point or an exponent.
func wholeNumber(number []byte) (plain []byte, ok bool) {
	if !bytes.ContainsAny(number, ".eE") {
		return nil, false
	}
	mantissa, exponent := number, 0
	if i := bytes.IndexAny(number, "eE"); i >= 0 {
		n, err := strconv.Atoi(string(bytes.TrimPrefix(number[i+1:], []byte("+"))))
		if err != nil {
			return nil, false
		}
		mantissa, exponent = number[:i], n
	}
	mantissa, negative := bytes.CutPrefix(mantissa, []byte("-"))
	before, after, _ := bytes.Cut(mantissa, []byte("."))
	all := append(bytes.Clone(before), after...)
	significant := bytes.TrimRight(all, "0")
	// The digits after the point, and the zeros that were trimmed, are powers of ten.
	exponent += len(all) - len(significant) - len(after)
	significant = bytes.TrimLeft(significant, "0")
	switch {
	case len(significant) == 0:
		return []byte("0"), true
	case exponent < 0 || exponent > digits || len(significant)+exponent > digits:
		return nil, false // a fraction, or too large: nothing is allocated for it
	}
	plain = append(significant, bytes.Repeat([]byte("0"), exponent)...)
	if negative {
		plain = append([]byte("-"), plain...)
	}
	return plain, isExact(plain)
}
