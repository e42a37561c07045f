package jsonread

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Within is the values of a type that are within a value, whatever holds them: an array, an object
// with them as members, or arrays and objects around these. An object that decodes to one which is
// not [Wanted] is taken for something around others. A value without any has none.
type Within[T Wanted] []T

// Wanted is a type of [Within].
type Wanted interface {
	// Wanted reports whether the object that was decoded is one of those that are wanted.
	Wanted() bool
}

// maxAround is how many values may be around a wanted one.
const maxAround = 4

// UnmarshalJSONFrom decodes the values within a value.
func (w *Within[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	*w = nil
	return w.add(value, maxAround, d.Options())
}

// add appends what is wanted of a value, within at most so many others.
func (w *Within[T]) add(value jsontext.Value, around int, options json.Options) error {
	kind := value.Kind()
	if kind == '{' {
		var one T
		if err := json.Unmarshal(value, &one, options); err != nil {
			return err
		}
		if one.Wanted() {
			*w = append(*w, one)
			return nil
		}
	}
	if kind != '{' && kind != '[' || around == 0 {
		return nil
	}
	return eachValue(value, options, func(inner jsontext.Value) error { return w.add(inner, around-1, options) })
}

// eachValue calls a function with each member of an object, or each element of an array.
func eachValue(value jsontext.Value, options json.Options, do func(jsontext.Value) error) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(value), options)
	opening, err := d.ReadToken()
	if err != nil {
		return err
	}
	for closing := opening.Kind() + 2; d.PeekKind() != closing; { // } and ] are the second after { and [
		if opening.Kind() == '{' {
			if err := d.SkipValue(); err != nil { // the name
				return err
			}
		}
		inner, err := d.ReadValue()
		if err != nil {
			return err
		}
		if err := do(inner); err != nil {
			return err
		}
	}
	return nil
}
