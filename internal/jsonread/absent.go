package jsonread

import (
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// List is a list that distinguishes absent elements from unusable ones, which
// [Budget.DecodeLenient] otherwise treats alike. The zero value and null are an absent
// list.
type List[T any] struct {
	// Elements are the elements of the right type, in their order.
	Elements []T

	// Present reports whether there was a list, which may be empty.
	Present bool

	// Damaged reports whether there was a value that is no list, or an element that is
	// null or of the wrong type.
	Damaged bool
}

// UnmarshalJSONFrom decodes a list, and skips unusable values.
func (l *List[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*l = List[T]{}
	switch d.PeekKind() {
	case 'n':
		return d.SkipValue()
	case '[':
		l.Present = true
	case '{':
		array, err := asArray(d)
		if err != nil {
			return err
		}
		if array == nil {
			l.Damaged = true
			return nil
		}
		return json.Unmarshal(array, l, d.Options())
	default:
		l.Damaged = true
		return d.SkipValue()
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != ']' {
		if !usable[T](d.PeekKind()) {
			l.Damaged = true
			if err := d.SkipValue(); err != nil {
				return err
			}
			continue
		}
		var element T
		if err := json.UnmarshalDecode(d, &element); err != nil {
			return err
		}
		l.Elements = append(l.Elements, element)
	}
	_, err := d.ReadToken()
	return err
}

// Optional is a value that distinguishes absent from unusable. The zero value and null
// are absent.
type Optional[T any] struct {
	Value   *T   // nil: absent or damaged
	Damaged bool // there was a value of the wrong type
}

// UnmarshalJSONFrom decodes a value, and skips one of the wrong type.
func (o *Optional[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*o = Optional[T]{}
	kind := d.PeekKind()
	if !usable[T](kind) {
		o.Damaged = kind != 'n'
		return d.SkipValue()
	}
	o.Value = new(T)
	return json.UnmarshalDecode(d, o.Value)
}

// usable reports whether a JSON value of a kind, which is not null, can become a T.
func usable[T any](kind jsontext.Kind) bool {
	return kind != 'n' && fits(new(T), reflect.TypeFor[T](), kind)
}
