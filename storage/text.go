package storage

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text is a text that may be unknown: empty means unknown and is null in JSON.
type Text string

// MarshalJSON writes the text, or null when it is empty.
func (t Text) MarshalJSON() ([]byte, error) {
	if t == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(t))
}

// invalid returns an error that wraps ErrInvalid and names the record's kind.
func invalid(kind, format string, args ...any) error {
	return fmt.Errorf("%w: %s: %s", ErrInvalid, kind, fmt.Sprintf(format, args...))
}

// checkText refuses what not every database can hold.
func checkText[S ~string](kind string, texts ...S) error {
	for _, s := range texts {
		if !utf8.ValidString(string(s)) || strings.IndexByte(string(s), 0) >= 0 {
			return invalid(kind, "text is not UTF-8 without NUL: %.40q", string(s))
		}
	}
	return nil
}
