package jsonread

import (
	"bytes"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// Strings returns the strings in a text, names of members included, up to the first
// syntax error. It holds one string at a time.
func Strings(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		d := jsontext.NewDecoder(bytes.NewBufferString(text), forgiving)
		for {
			token, err := d.ReadToken()
			if err != nil || token.Kind() == '"' && !yield(token.String()) {
				return
			}
		}
	}
}
