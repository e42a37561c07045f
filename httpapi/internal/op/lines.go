package op

import (
	"bytes"
	"maps"
	"net/http"
	"reflect"
	"slices"

	"github.com/privacylabels/auditor/internal/openapi"
)

// NDJSON is the content type of a stream of lines, each a JSON object.
const NDJSON = "application/x-ndjson"

// SetNDJSON sets the header of such a stream.
func SetNDJSON(h http.Header) {
	h["Content-Type"] = []string{NDJSON + "; charset=utf-8"}
	h["Cache-Control"] = []string{"no-store, no-transform"}
}

// WriteLine sends a line of a stream at once: an object of its kind, which the
// members kind and type both name, and the members of the parts.
func WriteLine(w Writer, kind string, parts ...any) error {
	first := struct {
		Kind string `json:"kind"`
		Type string `json:"type"`
	}{kind, kind}
	text, err := Join(append([]any{first}, parts...)...)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	return w.Flush()
}

// Join returns one JSON object, and a line break, with the members of several
// values that are encoded as objects. A nil has no members.
func Join(parts ...any) ([]byte, error) {
	text := []byte{'{'}
	for _, part := range parts {
		if part == nil {
			continue
		}
		object, err := Encode(part)
		if err != nil {
			return nil, err
		}
		members := bytes.TrimSuffix(bytes.TrimPrefix(object, []byte("{")), []byte("}\n"))
		if len(members) > 0 && len(text) > 1 {
			text = append(text, ',')
		}
		text = append(text, members...)
	}
	return append(text, "}\n"...), nil
}

// Joined returns the schema of what [Join] makes of values of these types.
func Joined(parts ...reflect.Type) Schema {
	return func(r *openapi.Reflector) *openapi.Schema {
		s := openapi.Closed(openapi.Members{})
		for _, part := range parts {
			one := r.Object(part)
			maps.Copy(s.Properties, one.Properties)
			s.Required = append(s.Required, one.Required...)
		}
		slices.Sort(s.Required)
		return s
	}
}
