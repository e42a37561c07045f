package jsonread

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits apply to one value: an element of an array, or a member that is not an
// array.
type Limits struct {
	Bytes   int // its maximum length
	Depth   int // its maximum nesting of arrays and objects
	Values  int // the maximum number of values in it, approximately
	Members int // the maximum number of members of the object read by [Members]

	// Lenient accepts what other programs may write: a name twice in one object,
	// half of a surrogate pair, and whole numbers that are not exact.
	Lenient bool
}

// Span is the place of a value in a text.
type Span struct {
	From, To int64 // byte offsets; To is exclusive
	Array    bool
	Len      int // the number of elements of an array
}

// Members reads a text that must be one object and calls yield with the name and
// the place of each member. It returns the first error of yield.
func Members(r io.Reader, l Limits, yield func(name string, at Span) error) error {
	return Nested(r, l, func([]string) bool { return false }, func(path []string, at Span) error { return yield(path[0], at) })
}

// Nested is like [Members], but an object for which open returns true may be larger
// than one value: yield is called for each of its members, and then for the object
// itself. Open and yield get the names of the members on the way to a value.
func Nested(r io.Reader, l Limits, open func(path []string) bool, yield func(path []string, at Span) error) error {
	d := newDecoder(r, l)
	if err := d.open('{'); err != nil {
		return err
	}
	if err := d.members(nil, open, yield); err != nil {
		return err
	}
	switch _, err := d.ReadToken(); {
	case errors.Is(err, io.EOF):
		return nil
	case err == nil, d.from.err == nil && errors.As(err, new(*jsontext.SyntacticError)):
		return ErrTrailing
	default:
		return d.explain(err)
	}
}

// Elements reads an array and calls yield with each element as it is written. The
// bytes are valid until yield returns. It returns the first error of yield.
func Elements(r io.Reader, l Limits, yield func(i int, value []byte) error) error {
	d := newDecoder(r, l)
	if err := d.open('['); err != nil {
		return err
	}
	return d.elements(yield)
}

// decoder reads values of bounded size.
type decoder struct {
	*jsontext.Decoder
	from   *bounded
	limits Limits
}

func newDecoder(r io.Reader, l Limits) *decoder {
	from := &bounded{r: r}
	tokens := jsontext.NewDecoder(from, jsontext.AllowDuplicateNames(l.Lenient), jsontext.AllowInvalidUTF8(l.Lenient))
	d := &decoder{Decoder: tokens, from: from, limits: l}
	d.next()
	return d
}

// next starts a new value: the limit on its length starts again.
func (d *decoder) next() { d.from.until = d.InputOffset() + int64(d.limits.Bytes) }

// nextIs starts a new value and reports whether it is of a kind.
func (d *decoder) nextIs(kind jsontext.Kind) bool {
	d.next()
	return d.PeekKind() == kind
}

// open reads the opening bracket of an object or array.
func (d *decoder) open(bracket jsontext.Kind) error {
	token, err := d.ReadToken()
	if err != nil {
		return d.explain(err)
	}
	if token.Kind() != bracket {
		return fmt.Errorf("%w: not %s", ErrType, map[jsontext.Kind]string{'{': "an object", '[': "an array"}[bracket])
	}
	return nil
}

// members reads the rest of an object.
func (d *decoder) members(path []string, open func([]string) bool, yield func([]string, Span) error) error {
	for n := 0; d.nextIs('"'); n++ {
		if n == d.limits.Members {
			return fmt.Errorf("%w: more than %d members", ErrTooLarge, d.limits.Members)
		}
		name, err := d.ReadToken()
		if err != nil {
			return d.explain(err)
		}
		inner := append(slices.Clone(path), name.String()) // the token is valid until the next one
		var at Span
		if open(inner) && d.nextIs('{') {
			at, err = d.object(inner, open, yield)
		} else {
			at, err = d.member()
		}
		if err != nil {
			return err
		}
		if err := yield(inner, at); err != nil {
			return err
		}
	}
	return d.close()
}

// object reads an object that may be larger than a value.
func (d *decoder) object(path []string, open func([]string) bool, yield func([]string, Span) error) (Span, error) {
	if err := d.open('{'); err != nil {
		return Span{}, err
	}
	from := d.InputOffset() - 1
	err := d.members(path, open, yield)
	return Span{From: from, To: d.InputOffset()}, err
}

// close reads the closing bracket of an object or array.
func (d *decoder) close() error {
	_, err := d.ReadToken()
	return d.explain(err)
}

// member reads a member's value.
func (d *decoder) member() (Span, error) {
	if !d.nextIs('[') {
		value, err := d.value()
		to := d.InputOffset()
		return Span{From: to - int64(len(value)), To: to}, err
	}
	if err := d.open('['); err != nil {
		return Span{}, err
	}
	at := Span{From: d.InputOffset() - 1, Array: true}
	err := d.elements(func(int, []byte) error {
		at.Len++
		return nil
	})
	at.To = d.InputOffset()
	return at, err
}

func (d *decoder) elements(yield func(i int, value []byte) error) error {
	for i := 0; ; i++ {
		d.next()
		if kind := d.PeekKind(); kind == ']' || kind == 0 {
			return d.close() // its error says what is wrong if there is neither an element nor the end
		}
		value, err := d.value()
		if err != nil {
			return err
		}
		if err := yield(i, value); err != nil {
			return err
		}
	}
}

func (d *decoder) value() ([]byte, error) {
	value, err := d.ReadValue()
	if err != nil {
		return nil, d.explain(err)
	}
	if d.limits.Lenient && !utf8.Valid(value) {
		return nil, ErrUTF8
	}
	return value, Check(value, d.limits)
}

// explain returns the error of this package for an error of the library, or the
// error of reading if that was the cause.
func (d *decoder) explain(err error) error {
	if err != nil && d.from.err != nil {
		return d.from.err
	}
	return explain(err)
}

// bounded fails with ErrTooLarge at the limit of a value: the decoder reads more
// only while a value has not ended.
type bounded struct {
	r     io.Reader
	given int64
	until int64
	err   error // the last one, except io.EOF
}

func (b *bounded) Read(p []byte) (n int, err error) {
	if err = ErrTooLarge; b.given <= b.until {
		n, err = b.r.Read(p)
	}
	b.given += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		b.err = err
	}
	return n, err
}
