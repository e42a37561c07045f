package client

import (
	"bytes"
	"encoding/json"
)

// Optional is a member of a request that may be left out, sent, or sent as null.
// The zero Optional is left out.
type Optional[T any] struct {
	value T
	state state
}

type state uint8

const (
	absent state = iota
	null
	present
)

// Some returns a member with a value.
func Some[T any](value T) Optional[T] { return Optional[T]{value, present} }

// Null returns a member that is null.
func Null[T any]() Optional[T] { return Optional[T]{state: null} }

// IsZero reports whether the member is omitted.
func (o Optional[T]) IsZero() bool { return o.state == absent }

// MarshalJSON writes the value, or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if o.state != present {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON reads a value or null.
func (o *Optional[T]) UnmarshalJSON(text []byte) error {
	if bytes.Equal(bytes.TrimSpace(text), []byte("null")) {
		*o = Null[T]()
		return nil
	}
	o.state = present
	return json.Unmarshal(text, &o.value)
}
