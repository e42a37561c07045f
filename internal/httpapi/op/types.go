package op

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// wrapper is an Optional or a Nullable: a struct of a value and whether it was sent.
type wrapper interface{ nullable() bool }

// Optional is a value that may be missing. Null counts as missing.
type Optional[T any] struct {
	Value T
	Sent  bool
}

func (Optional[T]) nullable() bool { return false }

// Ptr returns a pointer to the value, or nil if none was sent.
func (o Optional[T]) Ptr() *T {
	if !o.Sent {
		return nil
	}
	return &o.Value
}

// Nullable is a value that may be missing. Null counts as the zero value.
type Nullable[T any] struct {
	Value T
	Sent  bool
}

func (Nullable[T]) nullable() bool { return true }

// Ptr returns a pointer to the value, or nil if none was sent.
func (n Nullable[T]) Ptr() *T { return Optional[T](n).Ptr() }

// Fitting is a list whose invalid elements are dropped.
type Fitting[T any] []T

func (Fitting[T]) fitting() {}

// fitting is a [Fitting] of any type.
type fitting interface{ fitting() }

// Body is the undecoded body of a request, for a handler that must check something else
// before it reports an error in the body.
type Body[T any] struct {
	request Request // names what the body has and T has not
	text    []byte
}

// Decode decodes the body as if T were the request.
func (b Body[T]) Decode() (T, error) {
	var in T
	p, err := planOf(reflect.TypeFor[T]())
	if err == nil {
		err = p.decodeBody(b.request, b.text, reflect.ValueOf(&in).Elem())
	}
	if err == nil {
		err = check(p, b.request, reflect.ValueOf(&in))
	}
	return in, err
}

func (b *Body[T]) take(r Request, text []byte) error {
	b.request, b.text = r, text
	return nil
}

func (Body[T]) inner() reflect.Type { return reflect.TypeFor[T]() }

// Object is the raw text of a body that must be a JSON object.
type Object []byte

func (o *Object) take(_ Request, text []byte) error {
	_, err := members(text)
	*o = bytes.TrimSpace(text)
	return err
}

// Members returns the members of the object.
func (o Object) Members() (all map[string]json.RawMessage) {
	_ = json.Unmarshal(o, &all) // cannot fail: take has validated it
	return all
}

// taker is a field that receives the whole body.
type taker interface {
	take(r Request, text []byte) error
}

// Misfit is the error of a type that decodes itself when what was sent, or a part of it, does not
// fit and is ignored, or counts as another value. The rest is decoded. The parts are paths in the
// value, such as ".foo" or "[]"; the empty one is the value as a whole.
type Misfit []string

func (m Misfit) Error() string { return "does not fit" + strings.Join(m, ", ") }

// Part returns the error for a part that does not fit, or nil.
func Part(path string, fits bool) error {
	if fits {
		return nil
	}
	return Misfit{path}
}

// IsNull reports whether a JSON value is null.
func IsNull(text []byte) bool { return string(text) == "null" }

// Trackable is the ID of an app that can be tracked: a number, or a string with its digits.
type Trackable storage.AppID

// UnmarshalJSON refuses IDs that no record can have.
func (t *Trackable) UnmarshalJSON(sent []byte) error {
	text := string(sent)
	if sent[0] == '"' {
		_ = json.Unmarshal(sent, &text)
	}
	id, err := storage.ParseAppKey(strings.TrimSpace(text))
	if err != nil || id <= 0 || id > storage.MaxAppID {
		return errors.New("must be the id of an app")
	}
	*t = Trackable(id)
	return nil
}

// Schema returns the schema of the ID of an app.
func (Trackable) Schema() *openapi.Schema { return AppID() }

// Number is a number, or a string that contains one. Null is zero.
type Number float64

// MaxExact is the largest whole number that JSON carries exactly (RFC 8259, section 6).
const MaxExact = storage.MaxExact

// UnmarshalJSON refuses anything but a number or a string that contains one.
func (n *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = 0
		return nil
	}
	var quoted string
	if json.Unmarshal(text, &quoted) == nil {
		text = []byte(strings.TrimSpace(quoted))
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return errors.New("must be a number")
	}
	*n = Number(f)
	return nil
}

// Schema returns the schema of an integer, as which numbers are documented.
func (Number) Schema() *openapi.Schema { return openapi.Integer() }

// Truthy is true for all values except false, null, zero and the empty string.
type Truthy bool

// UnmarshalJSON sets the value also if it returns a [Misfit], for anything that is neither a
// boolean, 0, 1, null nor empty.
func (t *Truthy) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "false", "null", `""`, "0":
		*t = false
	case "true", "1":
		*t = true
	default:
		n, err := strconv.ParseFloat(string(text), 64)
		*t = Truthy(err != nil || n != 0)
		return Misfit{""}
	}
	return nil
}

// Schema returns the schema of a boolean, as which such values are documented.
func (Truthy) Schema() *openapi.Schema { return openapi.Loose(openapi.Boolean()) }
