package jsonlimit

import (
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// List is a list that tells what is absent from what is there and cannot be used,
// which [Budget.DecodeLenient] does not tell apart otherwise. The zero value and
// null are a list that is absent.
type List[T any] struct {
	// Elements are the elements of the right type, in their order.
	Elements []T

	// Present reports that there was a list, which may be empty.
	Present bool

	// Damaged reports that there was something that is no list, or an element
	// that is null or of the wrong type.
	Damaged bool
}

// UnmarshalJSONFrom decodes a list, and passes over what it cannot use.
func (l *List[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*l = List[T]{}
	switch d.PeekKind() {
	case 'n':
		return d.SkipValue()
	case '[':
		l.Present = true
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

// Optional is a value that tells what is absent from what is there and cannot be
// used. The zero value and null are a value that is absent.
type Optional[T any] struct {
	Value   *T   // nil: absent or damaged
	Damaged bool // there was something of the wrong type
}

// UnmarshalJSONFrom decodes a value, and passes over one of the wrong type.
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
