package op

import (
	"bytes"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/openapi"
)

// NDJSON is the content type of a stream of lines, each a JSON object.
const NDJSON = "application/x-ndjson"

// SetNDJSON sets the headers of an [NDJSON] stream.
func SetNDJSON(h http.Header) {
	h["Content-Type"] = []string{NDJSON + "; charset=utf-8"}
	h["Cache-Control"] = []string{"no-store, no-transform"}
}

// WriteLine writes and flushes a line of a stream: an object whose members kind and type both
// have the value kind, with the members of the parts added.
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

// Join returns one JSON object with the members of several values that are encoded as
// objects, and a final newline. A nil value has no members.
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

// Line describes the lines of one kind, without the members kind and type.
type Line struct {
	Kind, Doc string
	Parts     []reflect.Type  // as for [Joined]; with tags of encoding/json
	Members   openapi.Members // overrides for members whose schemas do not follow from their types
}

// Lines returns the schema of the lines of a stream, each of one of these kinds. The names of
// the schemas begin with name.
func Lines(name string, lines ...Line) Schema {
	return func(r *openapi.Reflector) *openapi.Schema {
		return r.Define(name+"Line", nil, func() *openapi.Schema {
			var variants []openapi.Variant
			for _, line := range lines {
				variants = append(variants, openapi.Variant{Value: line.Kind, Schema: r.Define(name+title(line.Kind)+"Line", nil, func() *openapi.Schema {
					s := Joined(line.Parts...)(r)
					maps.Copy(s.Properties, line.Members)
					kind := openapi.OneOf(line.Kind)
					s.Properties["kind"], s.Properties["type"] = kind, kind.Says("Same as kind")
					s.Required = append(s.Required, "kind", "type")
					slices.Sort(s.Required)
					return s.Says(line.Doc)
				})})
			}
			return openapi.Variants("kind", variants...)
		})
	}
}

// title converts a kind such as app-done to the form of a schema name, AppDone.
func title(kind string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(kind, "-") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// Joined returns the schema of the result of [Join] for values of these types.
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
