package op

import (
	"errors"
	"strings"

	"github.com/privacylabels/auditor/internal/openapi"
)

// Offset is the number of entries of a list to skip.
type Offset struct {
	Skip  int    // at most maxOffset, which is beyond the end of every list
	asked string // the digits as sent, without leading zeros; empty: zero
}

const maxOffset = 1<<31 - 1

const decimals = "0123456789"

// parseOffset parses any number of digits.
func parseOffset(digits string) Offset {
	o := Offset{asked: strings.TrimLeft(digits, "0")}
	for _, digit := range []byte(o.asked) {
		if o.Skip = 10*o.Skip + int(digit-'0'); o.Skip >= maxOffset {
			o.Skip = maxOffset
			break
		}
	}
	return o
}

// UnmarshalText refuses text that is not a whole number.
func (o *Offset) UnmarshalText(text []byte) error {
	if len(text) == 0 || strings.Trim(string(text), decimals) != "" {
		return errors.New("must be a whole number from 0")
	}
	*o = parseOffset(string(text))
	return nil
}

// MarshalJSON writes the number that was sent.
func (o Offset) MarshalJSON() ([]byte, error) {
	if o.asked == "" {
		return []byte("0"), nil
	}
	return []byte(o.asked), nil
}

// Schema returns the schema of an offset in a request.
func (Offset) Schema() *openapi.Schema { return openapi.IntegerFrom(0) }

// PrefixOffset is an [Offset] that is parsed from the leading digits of a text.
type PrefixOffset struct{ Offset }

// UnmarshalText refuses text that does not begin with a digit.
func (o *PrefixOffset) UnmarshalText(text []byte) error {
	digits := leadingDigits(string(text))
	if digits == "" {
		return errors.New("must be a whole number from 0")
	}
	o.Offset = parseOffset(digits)
	return Part("", digits == string(text))
}

// leadingDigits returns the digits that a text begins with, after white space.
func leadingDigits(text string) string {
	text = strings.TrimSpace(text)
	return text[:len(text)-len(strings.TrimLeft(text, decimals))]
}
