package jsonstream

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxExact is the largest whole number that every JSON library reads exactly
// (RFC 8259, section 6).
const (
	maxExact = "9007199254740991"
	digits   = len(maxExact)
)

// ErrNumber reports that a whole number is too large to be exact.
var ErrNumber = errors.New("number too large to be exact")

// Decode decodes a JSON value. Names of members are case-sensitive, unknown members
// are ignored, and null is the zero value of a field. An integer may be spelled as
// any whole number, see [Whole].
func Decode(value []byte, into any) error {
	err := json.Unmarshal(value, into)
	if err != nil && jsontext.Value(value).IsValid() { // Whole requires that
		if plain := Whole(value); !bytes.Equal(plain, value) {
			err = json.Unmarshal(plain, into)
		}
	}
	return explain(err)
}

// measure returns the approximate number of values in a valid JSON value, and its
// nesting. It fails with [ErrNumber] for a whole number that is not exact, unless
// inexact ones are allowed.
func measure(value []byte, inexact bool) (values, depth int, err error) {
	values, open := 1, 0
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '"':
			for i++; value[i] != '"'; i++ {
				if value[i] == '\\' {
					i++
				}
			}
		case c == ',' || c == ':':
			values++
		case c == '[' || c == '{':
			values++
			open++
			depth = max(depth, open)
		case c == ']' || c == '}':
			open--
		case c == '-' || c >= '0' && c <= '9':
			from := i
			for i+1 < len(value) && numeric(value[i+1]) {
				i++
			}
			if number := value[from : i+1]; !inexact && !exact(number) {
				return 0, 0, fmt.Errorf("%w: %.40s", ErrNumber, number)
			}
		}
	}
	return values, depth, nil
}

func numeric(c byte) bool {
	return c >= '0' && c <= '9' || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-'
}

// exact reports whether a number is small enough to be exact, or is not written as
// a whole number: then it stands for the nearest float.
func exact(number []byte) bool {
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

// Check reports why a valid JSON value exceeds the limits, as [Elements] does for
// each element.
func Check(value []byte, l Limits) error {
	if len(value) > l.Bytes {
		return fmt.Errorf("%w: more than %d bytes", ErrTooLarge, l.Bytes)
	}
	values, depth, err := measure(value, l.Lenient)
	switch {
	case err != nil:
		return err
	case depth > l.Depth:
		return ErrTooDeep
	case values > l.Values:
		return fmt.Errorf("%w: more than %d values", ErrTooLarge, l.Values)
	}
	return nil
}
