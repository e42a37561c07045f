package sqldb

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// column is one column of a table and the field of a record behind it.
type column[R any] struct {
	name string
	// value is what to bind: nil, an int64, float64, bool, string or []byte.
	value func(*R) (any, error)
	// scan returns what reads the column into the record. Nil: the column is not read.
	scan func(*R) scanner
}

// scanner is a sql.Scanner. database/sql would convert a number to a named type
// by way of a text.
type scanner func(any) error

func (s scanner) Scan(v any) error { return s(v) }

func mismatch(v, field any) error { return fmt.Errorf("cannot read %T into %T", v, field) }

// text is a column without null: an unknown text is empty.
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

// number is a column without null: a time that is never is 0.
func number[R any, T ~int | ~int64 | ~uint8](name string, field func(*R) *T) column[R] {
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

// reference is a column of the key of another record, null for none, which is 0.
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

// flag is a column of truth, which some databases have as 0 and 1.
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

// optional is a column of a bool, int64 or float64 that is null when it is not known.
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

// digest is a column of 32 bytes, null when nothing is known.
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

// document is a column of JSON text, null for nil, in the encoding of the field.
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

// object is a column of a JSON object, null for one without members.
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

// raw is a column of JSON text as it was given, null for nil.
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

// derived is a column that is computed from the record whenever it is written, for
// queries; it is never read back.
func derived[R any](name string, value func(*R) any) column[R] {
	return column[R]{
		name:  name,
		value: func(r *R) (any, error) { return value(r), nil },
	}
}
