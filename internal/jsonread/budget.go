package jsonread

import (
	"bytes"
	"cmp"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	// maxDepth is several times the nesting of the App Store's pages.
	maxDepth = 128
	// memory is about a hundred times the need of the largest known page.
	memory = 16 << 20
	// perValue is charged besides a value's own size for allocation and growth, and
	// perText for a call of the decoder.
	perValue = 48
	perText  = 1 << 10
)

// Budget limits the memory for the values of one or several texts. The zero value is a
// full budget. It is not safe for concurrent use, and must not be copied.
type Budget struct {
	Memory int // bytes, approximately; zero: 16 MiB

	used int
	mode mode
	// written means that a number without a type is decoded as it is written
	written bool
	hook    *json.Unmarshalers // calls admit; it caches by type, so it is made once
}

// Decode decodes a text. A member or element of the wrong type is an error; names are
// case-sensitive; duplicate members and invalid UTF-8 are accepted. The error is
// [ErrTrailing] if anything but white space follows the value.
func (b *Budget) Decode(text []byte, into any) error { return b.decode(text, into, exact) }

// DecodeStrict is like [Budget.Decode], but refuses unknown members and ignores the case
// of names.
func (b *Budget) DecodeStrict(text []byte, into any) error {
	return b.decode(text, into, exact, json.RejectUnknownMembers(true), json.MatchCaseInsensitiveNames(true))
}

// DecodeLenient is like [Budget.Decode], but treats a member or element of the wrong
// type as absent: the writer may change types at any time. Read numbers as [Text]: one
// that does not fit a Go number is an error.
func (b *Budget) DecodeLenient(text []byte, into any) error { return b.decode(text, into, lenient) }

// forgiving accepts a name twice in one object, of which the last counts, and text that is not
// UTF-8.
var forgiving = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// mode is how a value of the wrong type is treated.
type mode bool

const (
	exact   mode = false
	lenient mode = true
)

// Values decodes each value of a text that has any number of them, one after the other, as
// encoding/json decodes into an any, but with numbers as they are written, as [stdjson.Number]. It
// ends with the first error.
func (b *Budget) Values(text []byte) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		d, err := b.decoder(text, exact)
		b.written = true
		defer func() { b.written = false }()
		for err == nil && d.PeekKind() != 0 { // 0: the end, or no value
			var value any
			if err = json.UnmarshalDecode(d, &value); err == nil && !yield(value, nil) {
				return
			}
		}
		if err == nil {
			_, err = d.ReadToken()
		}
		if !errors.Is(err, io.EOF) {
			yield(nil, fmt.Errorf("decode JSON: %w", err))
		}
	}
}

func (b *Budget) decode(text []byte, into any, m mode, opts ...json.Options) error {
	d, err := b.decoder(text, m, opts...)
	if err != nil {
		return err
	}
	if err := json.UnmarshalDecode(d, into); err != nil {
		return fmt.Errorf("decode JSON: %w", err)
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("decode JSON: %w", ErrTrailing)
	}
	return nil
}

// decoder returns a decoder that charges for the values of a text, unless the text is nested
// too deep or the budget is used up.
func (b *Budget) decoder(text []byte, m mode, opts ...json.Options) (*jsontext.Decoder, error) {
	if tooDeep(text, maxDepth) {
		return nil, fmt.Errorf("decode JSON: %w", ErrTooDeep)
	}
	if err := b.charge(perText); err != nil {
		return nil, err
	}
	if b.hook == nil {
		b.hook = json.UnmarshalFromFunc(b.admit)
	}
	b.mode = m
	opts = append(opts, forgiving, json.WithUnmarshalers(b.hook))
	return jsontext.NewDecoder(bytes.NewBuffer(text), opts...), nil
}

func (b *Budget) charge(n int) error {
	if b.used += n; b.used > cmp.Or(b.Memory, memory) {
		return fmt.Errorf("decode JSON: %w: its values take more than %d bytes", ErrTooLarge, cmp.Or(b.Memory, memory))
	}
	return nil
}

// admit is called before a value is decoded into the pointer v. It charges for the
// value, and skips it if it has the wrong type.
func (b *Budget) admit(d *jsontext.Decoder, v any) error {
	t := reflect.TypeOf(v).Elem()
	if err := b.charge(int(t.Size()) + perValue); err != nil {
		return err
	}
	if untyped, ok := v.(*any); ok && b.written && d.PeekKind() == '0' {
		number, err := d.ReadValue()
		*untyped = stdjson.Number(number)
		return err
	}
	if b.mode == lenient && !fits(v, t, d.PeekKind()) {
		if t.Kind() == reflect.Slice && d.PeekKind() == '{' {
			return indexed(d, v)
		}
		return d.SkipValue()
	}
	return errors.ErrUnsupported // use the default decoder
}

// fits reports whether a JSON value of a kind can become a value of a type.
func fits(v any, t reflect.Type, kind jsontext.Kind) bool {
	switch v.(type) {
	case json.UnmarshalerFrom, json.Unmarshaler:
		return true
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch kind {
	case '"':
		return t.Kind() == reflect.String
	case '{':
		return t.Kind() == reflect.Struct || t.Kind() == reflect.Map
	case '[':
		return t.Kind() == reflect.Slice
	case 't', 'f':
		return t.Kind() == reflect.Bool
	case '0':
		return t.Kind() == reflect.Float64 || t.Kind() == reflect.Int64
	}
	return true // null is the zero value of every type, and an invalid value an error
}
