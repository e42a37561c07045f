package sqldb

import (
	"database/sql/driver"
	"fmt"
	"reflect"
	"strconv"
)

// value is what a column of a row holds.
type value struct {
	kind reflect.Kind // Invalid: null
	n    int64        // of Int64, and 0 or 1 of Bool
	f    float64      // of Float64
	b    []byte       // of Slice, a text or blob that belongs to the driver
	s    string       // of String
}

// valueOf returns the value that a driver returns. A value of a type that no column has is null with
// its kind, which fits nothing.
func valueOf(v driver.Value) value {
	switch v := v.(type) {
	case nil:
		return value{}
	case int64:
		return value{kind: reflect.Int64, n: v}
	case float64:
		return value{kind: reflect.Float64, f: v}
	case string:
		return value{kind: reflect.String, s: v}
	case []byte:
		return value{kind: reflect.Slice, b: v}
	case bool:
		if v {
			return value{kind: reflect.Bool, n: 1}
		}
		return value{kind: reflect.Bool}
	}
	return value{kind: reflect.TypeOf(v).Kind()}
}

// copyToNew sets what into points to: nil for NULL, otherwise a new variable.
func copyToNew[T any](v *value, into **T) error {
	if *into = nil; v.kind == reflect.Invalid {
		return nil
	}
	*into = new(T)
	return v.copyTo(*into)
}

// copyTo sets what into points to.
func (v *value) copyTo(into any) error {
	switch into := into.(type) {
	case *target:
		return into.set(v)
	case *[]byte:
		b, ok := v.bytes()
		*into = b
		if ok {
			return nil
		}
	case *int64:
		n, err := v.integer()
		*into = n
		return err
	case *int:
		n, err := v.integer()
		*into = int(n)
		return err
	case **int64:
		return copyToNew(v, into)
	case **int:
		return copyToNew(v, into)
	}
	return fmt.Errorf("cannot read %s into %T", v.kind, into)
}

// bytes returns a copy of a text or blob, nil for null.
func (v *value) bytes() (b []byte, ok bool) {
	switch v.kind {
	case reflect.Invalid:
		return nil, true
	case reflect.Slice:
		return append([]byte{}, v.b...), true
	}
	return nil, false
}

// integer returns an integer. PostgreSQL sums integers to a numeric, which is read as text.
func (v *value) integer() (int64, error) {
	switch v.kind {
	case reflect.Int64:
		return v.n, nil
	case reflect.String:
		return strconv.ParseInt(v.s, 10, 64)
	}
	return 0, fmt.Errorf("%s is not an integer", v.kind)
}

// truth returns a bool, which some databases store as 0 and 1.
func (v *value) truth() (is, ok bool) {
	return v.n != 0, v.kind == reflect.Bool || v.kind == reflect.Int64
}
