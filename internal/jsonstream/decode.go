package jsonstream

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxExact is the largest whole number that a JSON number carries exactly
// (RFC 8259, section 6), which is digits long.
const (
	maxExact = "9007199254740991"
	digits   = len(maxExact)
)

// ErrNumber says that a whole number is too large to be carried exactly.
var ErrNumber = errors.New("a number is too large to be exact")

// Decode makes a Go value of a JSON value. Members have the very names of their
// fields; those that no field has are ignored, and null is a field's zero value. A
// whole number fits an integer however it is spelled, see [Whole].
func Decode(value []byte, into any) error {
	err := json.Unmarshal(value, into)
	if err != nil && jsontext.Value(value).IsValid() { // which Whole needs
		if plain := Whole(value); !bytes.Equal(plain, value) {
			err = json.Unmarshal(plain, into)
		}
	}
	return explain(err)
}

// weigh returns how many values a valid JSON value is made of, about, and how
// deep arrays and objects lie in each other. It fails with [ErrNumber] when a
// whole number in it is not exact.
func weigh(value []byte) (values, depth int, err error) {
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
			if number := value[from : i+1]; !exact(number) {
				return 0, 0, fmt.Errorf("%w: %.40s", ErrNumber, number)
			}
		}
	}
	return values, depth, nil
}

func numeric(c byte) bool {
	return c >= '0' && c <= '9' || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-'
}

// exact says whether a number is a fraction, or whole and small enough. One with
// an exponent or a point is a fraction: it means what is nearest to it.
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

// Check says whether a valid JSON value is within the limits, as [Elements]
// does of each of its own.
func Check(value []byte, l Limits) error {
	if len(value) > l.Bytes {
		return fmt.Errorf("%w: more than %d bytes", ErrTooLarge, l.Bytes)
	}
	values, depth, err := weigh(value)
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
