package storage

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"
)

// MaxExact is the greatest whole number that every reader of JSON reads exactly (RFC 8259,
// section 6). No record has a number beyond it, on either side of zero, because no backup
// could hold it.
const MaxExact = 1<<53 - 1

// maxDepth is how deeply the JSON in a record may be nested. A backup has it some levels deeper.
const maxDepth = 24

// validate returns an error that wraps [ErrInvalid] if a store cannot hold the record.
func validate(record interface{ validate() error }) error {
	if err := record.validate(); err != nil {
		return err
	}
	return eachNumber("", reflect.ValueOf(record), checkNumber)
}

// checkNumber is for [eachNumber]. It refuses what no backup can hold.
func checkNumber(name string, v reflect.Value) error {
	switch {
	case v.Type() == reflect.TypeFor[json.RawMessage]():
		if err := checkJSON(v.Bytes()); err != nil {
			return invalid(name, "%v", err)
		}
	case v.CanInt():
		if n := v.Int(); n < -MaxExact || n > MaxExact {
			return invalid(name, "%d is too large to be exact", n)
		}
	case v.CanFloat():
		if n := v.Float(); !(math.Abs(n) <= MaxExact) { // NaN is not, either
			return invalid(name, "%v is too large to be exact", n)
		}
	}
	return nil
}

// checkJSON refuses JSON that no backup can hold.
func checkJSON(value json.RawMessage) error {
	if !utf8.Valid(value) {
		return errors.New("the JSON is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	for depth := 0; ; {
		token, err := d.Token()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			if depth++; depth > maxDepth {
				return errors.New("the JSON is nested too deep")
			}
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if number, ok := token.(json.Number); ok {
			if n, err := number.Float64(); err != nil || math.Abs(n) > MaxExact {
				return fmt.Errorf("%.40s is too large to be exact", number)
			}
		}
	}
}

// Restorable returns the record with each number in it bounded, so that a backup can hold it and be
// restored: a [Time] or [NullTime] as [Time.Bounded] does, any other to [MaxExact]. JSON that no
// backup can hold is left out. It does not change what the record shares with others.
func Restorable[R any](record R) R {
	v := reflect.ValueOf(record)
	if CheckTimes(record) == nil && (!v.IsValid() || eachNumber("", v, checkNumber) == nil) {
		return record
	}
	bounded := reflect.New(v.Type()).Elem() // of the type in R, if that is an interface
	bounded.Set(v)
	bound(bounded)
	return bounded.Interface().(R)
}

// bound bounds the numbers in a settable v. It copies what v refers to.
func bound(v reflect.Value) {
	if numbersIn(v.Type()) == nil || !v.CanSet() {
		return
	}
	switch v.Type() {
	case reflect.TypeFor[Time](), reflect.TypeFor[NullTime]():
		v.SetInt(int64(Time(v.Int()).Bounded()))
		return
	case reflect.TypeFor[json.RawMessage]():
		if checkJSON(v.Bytes()) != nil {
			v.SetZero()
		}
		return
	}
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		v.SetInt(min(max(v.Int(), -MaxExact), MaxExact))
	case reflect.Float64:
		if v.SetFloat(min(max(v.Float(), -MaxExact), MaxExact)); math.IsNaN(v.Float()) {
			v.SetZero()
		}
	case reflect.Pointer:
		if !v.IsNil() {
			own := reflect.New(v.Type().Elem())
			own.Elem().Set(v.Elem())
			bound(own.Elem())
			v.Set(own)
		}
	case reflect.Slice:
		if !v.IsNil() {
			own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(own, v)
			for i := range own.Len() {
				bound(own.Index(i))
			}
			v.Set(own)
		}
	case reflect.Array:
		for i := range v.Len() {
			bound(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[Entry]() {
			more := v.FieldByName("More")
			bounded, _ := boundMembers(more.Bytes())
			more.SetBytes(bounded)
		}
		for i := range v.NumField() {
			bound(v.Field(i))
		}
	}
}

// eachNumber calls check with each number in v that can be beyond [MaxExact], with each JSON value,
// and with each [Entry] after its fields, until check returns an error. Own is the name of the field
// that has v.
func eachNumber(own string, v reflect.Value, check func(name string, v reflect.Value) error) error {
	return numbersIn(v.Type()).each(own, v, check)
}

// each is [eachNumber] of a value of the type that n describes.
func (n *numbers) each(own string, v reflect.Value, check func(name string, v reflect.Value) error) error {
	switch {
	case n == nil:
		return nil
	case n.itself:
		return check(own, v)
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return n.element.each(own, v.Elem(), check)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if err := n.element.each(own, v.Index(i), check); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for _, f := range n.fields {
			if err := f.in.each(cmp.Or(f.name, own), v.Field(f.index), check); err != nil {
				return err
			}
		}
		if v.Type() == reflect.TypeFor[Entry]() {
			return check(own, v)
		}
	}
	return nil
}

// fieldName returns the name of a field in JSON or, if it has none, in Go.
func fieldName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return cmp.Or(strings.Trim(name, "-"), f.Name)
}

// numbers describes where values of a type hold numbers that can be beyond [MaxExact], or JSON.
type numbers struct {
	itself  bool            // the type is that of such a number, or of JSON
	fields  []numberedField // those of a struct that hold any
	element *numbers        // of a pointer, a slice or an array
}

type numberedField struct {
	index int
	name  string // in an error; empty: that of the field that has the struct
	in    *numbers
}

// numbered caches the results of [numbersIn], by type.
var numbered sync.Map

// numbersIn returns where values of a type hold numbers, nil if nowhere. No type of a record refers to itself.
func numbersIn(t reflect.Type) *numbers {
	if found, ok := numbered.Load(t); ok {
		return found.(*numbers)
	}
	var found *numbers
	switch t.Kind() {
	case reflect.Int, reflect.Int64, reflect.Float64:
		if t != reflect.TypeFor[Footprint]() { // which is a set of bits, and in no backup
			found = &numbers{itself: true}
		}
	case reflect.Pointer, reflect.Slice, reflect.Array:
		if t == reflect.TypeFor[json.RawMessage]() {
			found = &numbers{itself: true}
		} else if in := numbersIn(t.Elem()); in != nil {
			found = &numbers{element: in}
		}
	case reflect.Struct:
		if fields := numberedFields(t); len(fields) > 0 {
			found = &numbers{fields: fields}
		}
	}
	numbered.Store(t, found)
	return found
}

// numberedFields returns the fields of a struct that hold numbers.
func numberedFields(t reflect.Type) (fields []numberedField) {
	isText := t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
	for i := range t.NumField() {
		f := t.Field(i)
		in := numbersIn(f.Type)
		if in == nil {
			continue
		}
		name := fieldName(f)
		if f.Anonymous || isText {
			name = ""
		}
		fields = append(fields, numberedField{i, name, in})
	}
	return fields
}
