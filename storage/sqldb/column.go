package sqldb

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// column maps a column of a table to a field of a record.
type column[R any] struct {
	name string
	// value returns the value to bind: nil, an int64, float64, bool, string or []byte.
	value func(*R) (any, error)
	// scan returns a scanner that sets the field of the record. Nil: the column is not read.
	scan func(*R) scanner
}

// scanner is a sql.Scanner. Without it, database/sql would convert a number to a named type
// by formatting and parsing it.
type scanner func(any) error

func (s scanner) Scan(v any) error { return s(v) }

func mismatch(v, field any) error { return fmt.Errorf("cannot read %T into %T", v, field) }

// text maps a text column without nulls. An unknown text is empty.
func text[R any, T ~string](name string, field func(*R) *T) column[R] {
	return column[R]{
		name:  name,
		value: func(r *R) (any, error) { return string(*field(r)), nil },
		scan: func(r *R) scanner {
			p := field(r)
			return func(v any) error {
				switch v := v.(type) {
				case string:
					*p = T(v)
				case []byte:
					*p = T(v)
				default:
					return mismatch(v, *p)
				}
				return nil
			}
		},
	}
}

// number maps an integer column without nulls. A time that means never is stored as 0.
func number[R any, T ~int | ~int64 | ~uint8 | ~uint16](name string, field func(*R) *T) column[R] {
	return column[R]{
		name:  name,
		value: func(r *R) (any, error) { return int64(*field(r)), nil },
		scan: func(r *R) scanner {
			p := field(r)
			return func(v any) error {
				n, ok := v.(int64)
				if !ok || int64(T(n)) != n {
					return mismatch(v, *p)
				}
				*p = T(n)
				return nil
			}
		},
	}
}

// reference maps a column with the key of another record. The key 0 is stored as null.
func reference[R any, T ~int64](name string, field func(*R) *T) column[R] {
	c := number(name, field)
	read := c.scan
	c.value = func(r *R) (any, error) {
		if to := *field(r); to != 0 {
			return int64(to), nil
		}
		return nil, nil
	}
	c.scan = func(r *R) scanner {
		scan := read(r)
		return func(v any) error {
			if v == nil {
				v = int64(0)
			}
			return scan(v)
		}
	}
	return c
}

// flag maps a boolean column, which some databases store as 0 and 1.
func flag[R any](name string, field func(*R) *bool) column[R] {
	return column[R]{
		name:  name,
		value: func(r *R) (any, error) { return *field(r), nil },
		scan: func(r *R) scanner {
			p := field(r)
			return func(v any) error {
				b, ok := truth(v)
				if !ok {
					return mismatch(v, *p)
				}
				*p = b
				return nil
			}
		},
	}
}

func truth(v any) (is, ok bool) {
	switch v := v.(type) {
	case bool:
		return v, true
	case int64:
		return v != 0, true
	}
	return false, false
}

// optional maps a bool, int64 or float64 column that is null for nil.
func optional[R, T any](name string, field func(*R) **T) column[R] {
	return column[R]{
		name: name,
		value: func(r *R) (any, error) {
			if p := *field(r); p != nil {
				return *p, nil
			}
			return nil, nil
		},
		scan: func(r *R) scanner {
			p := field(r)
			return func(v any) error {
				*p = nil
				if v == nil {
					return nil
				}
				t, ok := v.(T)
				if b, isTruth := truth(v); !ok && isTruth {
					t, ok = any(b).(T)
				}
				if !ok {
					return mismatch(v, t)
				}
				*p = &t
				return nil
			}
		},
	}
}

// digest maps a column of 32 bytes that is null for the zero digest.
func digest[R any](name string, field func(*R) *storage.Digest) column[R] {
	return column[R]{
		name: name,
		value: func(r *R) (any, error) {
			if d := field(r); !d.IsZero() {
				return d[:], nil
			}
			return nil, nil
		},
		scan: func(r *R) scanner { return field(r).Scan },
	}
}

// document maps a column with the JSON of a field. It is null for nil.
func document[R, T any](name string, field func(*R) *T) column[R] {
	return column[R]{
		name: name,
		value: func(r *R) (any, error) {
			b, err := json.Marshal(field(r))
			if err != nil {
				return nil, fmt.Errorf("%w: encode %s: %w", storage.ErrInvalid, name, err)
			}
			if bytes.Equal(b, []byte("null")) {
				return nil, nil
			}
			return string(b), nil
		},
		scan: func(r *R) scanner {
			p := field(r)
			return func(v any) error {
				var none T
				*p = none
				switch v := v.(type) {
				case nil:
					return nil
				case string:
					return json.Unmarshal([]byte(v), p)
				case []byte:
					return json.Unmarshal(v, p)
				}
				return mismatch(v, *p)
			}
		},
	}
}

// object maps a column with a JSON object. It is null for an object without members.
func object[R, T any](name string, field func(*R) *T) column[R] {
	c := document(name, field)
	write := c.value
	c.value = func(r *R) (any, error) {
		v, err := write(r)
		if v == "{}" {
			return nil, err
		}
		return v, err
	}
	return c
}

// raw maps a column with JSON text that is stored unchanged. It is null for nil.
func raw[R any](name string, field func(*R) *json.RawMessage) column[R] {
	return column[R]{
		name: name,
		value: func(r *R) (any, error) {
			if m := *field(r); m != nil {
				return string(m), nil
			}
			return nil, nil
		},
		scan: func(r *R) scanner {
			p := field(r)
			return func(v any) error {
				switch v := v.(type) {
				case nil:
					*p = nil
				case string:
					*p = json.RawMessage(v)
				case []byte:
					*p = bytes.Clone(v)
				default:
					return mismatch(v, *p)
				}
				return nil
			}
		},
	}
}

// derived maps a column that is computed from the record when it is written. It is used in
// queries and never read back.
func derived[R any](name string, value func(*R) any) column[R] {
	return column[R]{
		name:  name,
		value: func(r *R) (any, error) { return value(r), nil },
	}
}
