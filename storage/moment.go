package storage

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
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
// not expressible, or nil; the times in the other members of an entry count as well. A store does not call it: what takes in records from outside does.
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
	holds := timesIn(v.Type())
	if !holds.any {
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
		for _, f := range holds.fields {
			if wrong := wrongTime(cmp.Or(f.name, own), v.Field(f.index)); wrong != nil {
				return wrong
			}
		}
		if v.Type() == reflect.TypeFor[Entry]() {
			_, wrong := boundMembers(v.FieldByName("More").Bytes())
			return wrong
		}
	}
	return nil
}

// boundTimes bounds the times in a settable v. It copies what v refers to.
func boundTimes(v reflect.Value) {
	if !timesIn(v.Type()).any || !v.CanSet() {
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
		if v.Type() == reflect.TypeFor[Entry]() {
			more := v.FieldByName("More")
			bounded, _ := boundMembers(more.Bytes())
			more.SetBytes(bounded)
		}
	}
}

// timeMembers are the members of entries, in More, that are times or objects of times.
var timeMembers = []string{"between", "currentVersionUpdatedAt", "previousVersionUpdatedAt", "targetDate"}

// boundMembers returns the members of an entry with each time in them bounded, and the error of the
// first one that is not expressible, or nil.
func boundMembers(more json.RawMessage) (bounded json.RawMessage, wrong *TimeError) {
	var members map[string]json.RawMessage
	if !slices.ContainsFunc(timeMembers, func(name string) bool { return bytes.Contains(more, []byte(name)) }) ||
		json.Unmarshal(more, &members) != nil {
		return more, nil
	}
	bound := func(name string, ms float64) int64 {
		at := Time(min(max(ms, -1<<62), 1<<62)) // further away, a conversion is not defined
		if wrong == nil && !at.IsExpressible() {
			wrong = &TimeError{name, at}
		}
		return int64(at.Bounded())
	}
	for _, name := range timeMembers {
		var one *float64
		var pair map[string]float64
		var times any
		switch {
		case json.Unmarshal(members[name], &one) == nil && one != nil:
			times = bound(name, *one)
		case json.Unmarshal(members[name], &pair) == nil && pair != nil:
			within := make(map[string]int64, len(pair))
			for _, of := range slices.Sorted(maps.Keys(pair)) {
				within[of] = bound(name, pair[of])
			}
			times = within
		default: // it is missing, or no time
			continue
		}
		members[name], _ = json.Marshal(times) // cannot fail: these are numbers
	}
	if wrong == nil {
		return more, nil
	}
	bounded, err := json.Marshal(members)
	if err != nil { // cannot happen: they were decoded
		return more, wrong
	}
	return bounded, wrong
}

// fieldName returns the name of a field in JSON or, if it has none, in Go.
func fieldName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return cmp.Or(strings.Trim(name, "-"), f.Name)
}

// times describes where values of a type hold times.
type times struct {
	any    bool
	fields []timedField // those of a struct that hold any
}

type timedField struct {
	index int
	name  string // in an error; empty: that of the field that has the struct
}

// timed caches the results of [timesIn], by type.
var timed sync.Map

// timesIn returns where values of a type hold times. No type of a record refers to itself.
func timesIn(t reflect.Type) times {
	if found, ok := timed.Load(t); ok {
		return found.(times)
	}
	found := times{any: slices.Contains([]reflect.Type{reflect.TypeFor[Time](), reflect.TypeFor[NullTime](), reflect.TypeFor[Entry]()}, t)}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		found.any = timesIn(t.Elem()).any
	case reflect.Struct:
		isText := t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
		for i := range t.NumField() {
			f := t.Field(i)
			if !timesIn(f.Type).any {
				continue
			}
			name := fieldName(f)
			if f.Anonymous || isText {
				name = ""
			}
			found.any, found.fields = true, append(found.fields, timedField{i, name})
		}
	}
	timed.Store(t, found)
	return found
}
