package appstore

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"

	"github.com/privacylabels/auditor/internal/jsondepth"
)

// maxDepth bounds how deep the JSON of a page lies in itself. The store's own
// lies about thirty deep.
const maxDepth = 128

var errDepth = errors.New("JSON lies too deep in itself")

// decode reads JSON of which not every member has the expected form: such a
// member counts as absent.
func decode(text []byte, v any) error {
	if jsondepth.Exceeds(text, maxDepth) {
		return errDepth
	}
	return decodePart(text, v)
}

// decodePart is decode for a part of what was found to be shallow.
func decodePart(text []byte, v any) error {
	err := json.Unmarshal(text, v)
	if wrongForm := new(json.UnmarshalTypeError); errors.As(err, &wrongForm) {
		return nil
	}
	return err
}

// loose is a text that may come as a number, too.
type loose string

// UnmarshalJSON never fails: what is neither text nor number is empty.
func (l *loose) UnmarshalJSON(b []byte) error {
	var s string
	switch {
	case json.Unmarshal(b, &s) == nil:
		*l = loose(s)
	case len(b) > 0 && (b[0] == '-' || b[0] >= '0' && b[0] <= '9'):
		*l = loose(b)
	default:
		*l = ""
	}
	return nil
}

// integer returns the number that l is, and whether it is one without a fraction
// that a float can hold.
func (l loose) integer() (int64, bool) {
	if n, err := strconv.ParseInt(string(l), 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(string(l), 64)
	if err != nil || f != float64(int64(f)) || f > 1<<53 || f < -1<<53 {
		return 0, false
	}
	return int64(f), true
}

// many is a list whose only element may come without one.
type many[T any] []T

// UnmarshalJSON never fails: what is neither a list nor an object is empty.
func (m *many[T]) UnmarshalJSON(b []byte) error {
	*m = nil
	switch b = bytes.TrimSpace(b); {
	case bytes.HasPrefix(b, []byte("[")):
		var list []T
		if decodePart(b, &list) == nil {
			*m = list
		}
	case bytes.HasPrefix(b, []byte("{")):
		var one T
		if decodePart(b, &one) == nil {
			*m = []T{one}
		}
	}
	return nil
}
