package jsonread

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

// maxName is the maximum length of a name that [Duplicate] returns whole, in bytes.
const maxName = 64

// Duplicate returns the name of the first member that an object of a valid text, at any depth,
// has twice, and reports whether there is one. A long name is shortened.
func Duplicate(text []byte) (name string, twice bool) {
	_, err := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowInvalidUTF8(true)).ReadValue()
	wrong, ok := errors.AsType[*jsontext.SyntacticError](err)
	if !ok || !errors.Is(err, jsontext.ErrDuplicateName) {
		return "", false
	}
	name = wrong.JSONPointer.LastToken()
	if len(name) > maxName {
		name = name[:maxName] + "..."
	}
	return name, true
}
