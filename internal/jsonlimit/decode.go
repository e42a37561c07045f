package jsonlimit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/privacylabels/auditor/internal/jsondepth"
)

// What is wrong with a text that is refused without being read to its end. Match
// it with errors.Is.
var (
	ErrTooDeep  = errors.New("JSON is nested too deep")
	ErrTooLarge = errors.New("JSON has too many values")
	ErrTrailing = errors.New("there is more after the JSON value")
)

const (
	// maxDepth is several times the nesting of the App Store's own pages.
	maxDepth = 128
	// memory is about a hundred times what the largest known page takes.
	memory = 16 << 20
	// perValue is charged beside a value's own size, for what allocating and
	// growing cost, and perText for a call to the decoder.
	perValue = 48
	perText  = 1 << 10
)

// Budget bounds the memory for the values of one or several texts. The zero value
// is a full budget. It is not safe for concurrent use, and must not be copied.
type Budget struct {
	used int
	mode mode
	hook *json.Unmarshalers // calls admit; it caches by type, so it is made once
}

// Decode decodes a text. A member or element of the wrong type is an error. Names
// are case-sensitive, duplicate members and invalid UTF-8 are not errors. Anything
// but white space after the value is [ErrTrailing].
func (b *Budget) Decode(text []byte, into any) error { return b.decode(text, into, exact) }

// DecodeStrict is [Budget.Decode] for a text that has no members besides those of
// the value, whose names may be in any case.
func (b *Budget) DecodeStrict(text []byte, into any) error {
	return b.decode(text, into, exact, json.RejectUnknownMembers(true), json.MatchCaseInsensitiveNames(true))
}

// DecodeLenient is [Budget.Decode] for a text whose writer may change the type of
// a member at any time: a member or element of the wrong type counts as absent.
// Numbers must be read as [Text]: one that does not fit a Go number is an error.
func (b *Budget) DecodeLenient(text []byte, into any) error { return b.decode(text, into, lenient) }

// mode is how a value of the wrong type is treated.
type mode bool

const (
	exact   mode = false
	lenient mode = true
)

func (b *Budget) decode(text []byte, into any, m mode, opts ...json.Options) error {
	if jsondepth.Exceeds(text, maxDepth) {
		return ErrTooDeep
	}
	if err := b.charge(perText); err != nil {
		return err
	}
	if b.hook == nil {
		b.hook = json.UnmarshalFromFunc(b.admit)
	}
	b.mode = m
	opts = append(opts, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true), json.WithUnmarshalers(b.hook))
	d := jsontext.NewDecoder(bytes.NewBuffer(text), opts...)
	if err := json.UnmarshalDecode(d, into); err != nil {
		return fmt.Errorf("decode JSON: %w", err)
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return ErrTrailing
	}
	return nil
}

func (b *Budget) charge(n int) error {
	if b.used += n; b.used > memory {
		return ErrTooLarge
	}
	return nil
}

// admit is called before a value is decoded into v, which is a pointer. It skips
// one of the wrong type, and otherwise leaves the value to the decoder.
func (b *Budget) admit(d *jsontext.Decoder, v any) error {
	t := reflect.TypeOf(v).Elem()
	if err := b.charge(int(t.Size()) + perValue); err != nil {
		return err
	}
	if b.mode == lenient && !fits(v, t, d.PeekKind()) {
		return d.SkipValue()
	}
	return errors.ErrUnsupported // by this function: the default decodes it
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
	return true // null is the zero value of every type, and what is no value an error
}
