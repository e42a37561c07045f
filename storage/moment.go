package storage

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// MaxTime is the latest time that a record from outside may have: the end of the year 9999.
// RFC 3339 has no form for later ones.
const MaxTime Time = 253_402_300_799_999

// IsExpressible reports whether a time is neither before 1970 nor after [MaxTime].
func (t Time) IsExpressible() bool { return 0 <= t && t <= MaxTime }

// Bounded returns the nearest time that is expressible.
func (t Time) Bounded() Time { return min(max(t, 0), MaxTime) }

// TimeError means that a record has a time that is not expressible.
type TimeError struct {
	Field string // in JSON or, if the field has no name there, in Go
	Time  Time
}

func (e *TimeError) Error() string {
	at := fmt.Sprintf("%d milliseconds are a time before 1970 or after the year 9999", e.Time)
	if e.Field == "" {
		return at
	}
	return e.Field + ": " + at
}

// CheckTimes returns a [*TimeError] for the first [Time] or [NullTime] in a record that is
// not expressible, or nil. A store does not call it: what takes in records from outside does.
func CheckTimes(record any) error {
	if record == nil {
		return nil
	}
	if wrong := wrongTime("", reflect.ValueOf(record)); wrong != nil {
		return wrong
	}
	return nil
}

// BoundTimes returns the record with each [Time] and [NullTime] in it bounded. It does not
// change what the record shares with others.
func BoundTimes[R any](record R) R {
	if CheckTimes(record) == nil {
		return record
	}
	bounded := reflect.New(reflect.TypeOf(record)).Elem() // of the type in R, if that is an interface
	bounded.Set(reflect.ValueOf(record))
	boundTimes(bounded)
	return bounded.Interface().(R)
}

// wrongTime returns the error of the first time in v that is not expressible, or nil. Own is
// the name of the field that has v.
func wrongTime(own string, v reflect.Value) *TimeError {
	if !hasTimes(v.Type()) {
		return nil
	}
	switch v.Kind() {
	case reflect.Int64:
		if t := Time(v.Int()); !t.IsExpressible() {
			return &TimeError{own, t}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			return wrongTime(own, v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if wrong := wrongTime(own, v.Index(i)); wrong != nil {
				return wrong
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name := own
			if f := v.Type().Field(i); !f.Anonymous && !v.Type().Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
				name = fieldName(f)
			}
			if wrong := wrongTime(name, v.Field(i)); wrong != nil {
				return wrong
			}
		}
	}
	return nil
}

// boundTimes bounds the times in a settable v. It copies what v refers to.
func boundTimes(v reflect.Value) {
	if !hasTimes(v.Type()) || !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.Int64:
		v.SetInt(int64(Time(v.Int()).Bounded()))
	case reflect.Pointer:
		if !v.IsNil() {
			own := reflect.New(v.Type().Elem())
			own.Elem().Set(v.Elem())
			boundTimes(own.Elem())
			v.Set(own)
		}
	case reflect.Slice:
		if !v.IsNil() {
			own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(own, v)
			for i := range own.Len() {
				boundTimes(own.Index(i))
			}
			v.Set(own)
		}
	case reflect.Array:
		for i := range v.Len() {
			boundTimes(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			boundTimes(v.Field(i))
		}
	}
}

// fieldName returns the name of a field in JSON or, if it has none, in Go.
func fieldName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return cmp.Or(strings.Trim(name, "-"), f.Name)
}

// timed caches the results of [hasTimes], by type.
var timed sync.Map

// hasTimes reports whether values of a type can hold times. No type of a record refers to
// itself.
func hasTimes(t reflect.Type) bool {
	if found, ok := timed.Load(t); ok {
		return found.(bool)
	}
	found := t == reflect.TypeFor[Time]() || t == reflect.TypeFor[NullTime]()
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		found = hasTimes(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			found = found || hasTimes(t.Field(i).Type)
		}
	}
	timed.Store(t, found)
	return found
}
