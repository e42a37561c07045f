package jsonread

import (
	"bytes"
	"cmp"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// Rows reads a list of lists and yields the fields of each inner list as texts: a string
// as its value, null as "", anything else as it is written. It skips elements that are
// not lists, and those longer than limit bytes. The slice is valid until yield returns;
// Rows stops if yield returns false.
func Rows(text []byte, limit int, yield func(fields []string) bool) error {
	outer, inner := jsontext.NewDecoder(bytes.NewBuffer(text), forgiving), new(jsontext.Decoder)
	if token, err := outer.ReadToken(); err != nil || token.Kind() != '[' {
		return fmt.Errorf("read rows: not a list: %w", cmp.Or(err, io.ErrUnexpectedEOF))
	}
	var fields []string
	for {
		switch outer.PeekKind() {
		case '[':
			row, err := outer.ReadValue()
			if err != nil {
				return fmt.Errorf("read rows: %w", err)
			}
			if len(row) > limit {
				continue
			}
			inner.Reset(bytes.NewBuffer(row), forgiving)
			if fields, err = appendFields(fields[:0], inner); err != nil {
				return fmt.Errorf("read rows: %w", err)
			}
			if !yield(fields) {
				return nil
			}
		case ']':
			return nil
		default:
			if err := outer.SkipValue(); err != nil {
				return fmt.Errorf("read rows: %w", err)
			}
		}
	}
}

func appendFields(fields []string, d *jsontext.Decoder) ([]string, error) {
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	for d.PeekKind() != ']' {
		value, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		field := string(value)
		switch value.Kind() {
		case 'n':
			field = ""
		case '"':
			unquoted, _ := jsontext.AppendUnquote(nil, value) // its error is of invalid UTF-8, which it replaces
			field = string(unquoted)
		}
		fields = append(fields, field)
	}
	return fields, nil
}
