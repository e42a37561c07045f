package storage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
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
	return eachNumber("", reflect.ValueOf(record), checkTime)
}

// checkTime is for [eachNumber]. It returns the error of a time that is not expressible, or nil.
func checkTime(name string, v reflect.Value) error {
	switch v.Type() {
	case reflect.TypeFor[Time](), reflect.TypeFor[NullTime]():
		if t := Time(v.Int()); !t.IsExpressible() {
			return &TimeError{name, t}
		}
	case reflect.TypeFor[Entry]():
		if _, wrong := boundMembers(v.FieldByName("More").Bytes()); wrong != nil {
			return wrong
		}
	}
	return nil
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
