package jsonread

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Value is a raw value.
type Value = jsontext.Value

// maxNumber is the longest number that [Text] takes, in digits.
const maxNumber = 64

// Text is a string or a number, as text. Anything else decodes as "".
type Text string

// UnmarshalJSONFrom decodes a string or a number.
func (t *Text) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*t = ""
	kind := d.PeekKind()
	if kind != '"' && kind != '0' {
		return d.SkipValue()
	}
	token, err := d.ReadToken()
	if err != nil {
		return err
	}
	if s := token.String(); kind == '"' || len(s) <= maxNumber {
		*t = Text(s)
	}
	return nil
}

// Integer returns t as an integer, and reports whether it is one that a float64 can hold.
func (t Text) Integer() (int64, bool) {
	if n, err := strconv.ParseInt(string(t), 10, 64); err == nil {
		return n, true
	}
	f, ok := t.Float()
	if !ok || f != float64(int64(f)) || f > 1<<53 || f < -1<<53 {
		return 0, false
	}
	return int64(f), true
}

// Float returns t as a number, and reports whether it is one.
func (t Text) Float() (float64, bool) {
	if len(t) > maxNumber {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(t), 64)
	return f, err == nil
}

// Many is a list, or a single object in place of a list. Anything else decodes as an
// empty list.
type Many[T any] []T

// UnmarshalJSONFrom decodes a list or a single object.
func (m *Many[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*m = nil
	switch d.PeekKind() {
	case '[':
		return json.UnmarshalDecode(d, (*[]T)(m))
	case '{':
		*m = make([]T, 1)
		return json.UnmarshalDecode(d, &(*m)[0])
	}
	return d.SkipValue()
}
