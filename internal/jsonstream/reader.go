package jsonstream

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits bound one value: an element of an array, or a member that is none.
type Limits struct {
	Bytes   int // how long it may be
	Depth   int // how deep arrays and objects may lie in each other
	Values  int // how many values it may be made of, about
	Members int // how many members the object read by [Members] may have
}

// Span is where in a text a value lies.
type Span struct {
	From, To int64 // in bytes, without To
	Array    bool
	Len      int // of an array, its elements
}

// Members reads a whole text, which must be one object and nothing besides, and
// calls yield with each member's name and place. It ends with yield's error.
func Members(r io.Reader, l Limits, yield func(name string, at Span) error) error {
	return Nested(r, l, func([]string) bool { return false }, func(path []string, at Span) error { return yield(path[0], at) })
}

// Nested reads as [Members] does, but for objects that open names by their path,
// the names of the members that lead to them: those may be larger than a value,
// and yield is called for each of their own members, and then for them.
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
	case err == nil, errors.As(err, new(*jsontext.SyntacticError)):
		return ErrTrailing
	default:
		return explain(err)
	}
}

// Elements reads an array and calls yield with each element, as it is written.
// The bytes are the caller's until yield returns. It ends with yield's error.
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
	d := &decoder{Decoder: jsontext.NewDecoder(from), from: from, limits: l}
	d.next()
	return d
}

// next begins a new value, which may have its whole length again.
func (d *decoder) next() { d.from.until = d.InputOffset() + int64(d.limits.Bytes) }

// another begins a new value, and says whether it is of this kind.
func (d *decoder) another(kind jsontext.Kind) bool {
	d.next()
	return d.PeekKind() == kind
}

// open reads the beginning of an object or array.
func (d *decoder) open(bracket jsontext.Kind) error {
	token, err := d.ReadToken()
	if err != nil {
		return explain(err)
	}
	if token.Kind() != bracket {
		return fmt.Errorf("%w: not %s", ErrType, map[jsontext.Kind]string{'{': "an object", '[': "an array"}[bracket])
	}
	return nil
}

// members reads what is left of an object, its end included.
func (d *decoder) members(path []string, open func([]string) bool, yield func([]string, Span) error) error {
	for n := 0; d.another('"'); n++ {
		if n == d.limits.Members {
			return fmt.Errorf("%w: more than %d members", ErrTooLarge, d.limits.Members)
		}
		name, err := d.ReadToken()
		if err != nil {
			return explain(err)
		}
		inner := append(slices.Clone(path), name.String()) // the token is gone with the next one
		var at Span
		if open(inner) && d.another('{') {
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

// close reads the end of an object or array.
func (d *decoder) close() error {
	_, err := d.ReadToken()
	return explain(err)
}

// member reads a member's value.
func (d *decoder) member() (Span, error) {
	if !d.another('[') {
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
			return d.close() // which tells what is wrong, if there is neither an element nor the end
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
		return nil, explain(err)
	}
	return value, Check(value, d.limits)
}

// bounded hands out bytes until one value would be too long: the decoder asks
// for more only while the value that it reads has not ended.
type bounded struct {
	r     io.Reader
	given int64
	until int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.given > b.until {
		return 0, ErrTooLarge
	}
	n, err := b.r.Read(p)
	b.given += int64(n)
	return n, err
}
