package jsonread

import (
	"bytes"
	stdjson "encoding/json"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Decode decodes a value of a stream. Names of members are case-sensitive, unknown members are
// ignored, and null is the zero value of a field. An integer may be spelled as any whole
// number, see [Whole].
func Decode(value []byte, into any) error {
	err := json.Unmarshal(value, into)
	if err != nil && jsontext.Value(value).IsValid() { // Whole requires that
		if plain := Whole(value); !bytes.Equal(plain, value) {
			err = json.Unmarshal(plain, into)
		}
	}
	return explain(err)
}

// Object returns the members of a text that must be one JSON object, which is nested at most
// depth deep. Of several members with the same name, the last one counts. The error is
// [ErrTruncated] for an empty text, [ErrUTF8], [ErrTooDeep], [ErrType] or [ErrSyntax].
func Object(text []byte, depth int) (map[string]stdjson.RawMessage, error) {
	text = bytes.Trim(text, space)
	var all map[string]stdjson.RawMessage
	switch {
	case len(text) == 0:
		return nil, ErrTruncated
	case !utf8.Valid(text):
		return nil, ErrUTF8
	case tooDeep(text, depth):
		return nil, ErrTooDeep
	case text[0] != '{' && stdjson.Valid(text):
		return nil, ErrType
	case stdjson.Unmarshal(text, &all) != nil:
		return nil, ErrSyntax
	}
	return all, nil
}
