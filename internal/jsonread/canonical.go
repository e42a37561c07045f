package jsonread

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// maxFloat is the largest number in the form of RFC 8785. The library writes it for
// larger ones.
const maxFloat = "1.7976931348623157e+308"

// Canonical returns a copy of a JSON value in the form of RFC 8785. It fails with
// [ErrNumber] for a number that is larger than any float64.
func Canonical(value []byte) ([]byte, error) {
	v := jsontext.Value(bytes.Clone(value))
	if err := v.Canonicalize(); err != nil {
		return nil, explain(err)
	}
	if bytes.Contains(v, []byte(maxFloat)) {
		if err := checkFloats(value); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// checkFloats refuses a valid JSON value with a number that is larger than any float64.
func checkFloats(value []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(value))
	for {
		token, err := d.ReadToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return explain(err)
		}
		if token.Kind() != '0' {
			continue
		}
		if _, err := strconv.ParseFloat(token.String(), 64); err != nil {
			return fmt.Errorf("%w: %.40s", ErrNumber, token.String())
		}
	}
}
