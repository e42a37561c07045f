package clientgen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/openapi"
)

// header begins every generated file.
const header = "// Code generated from the OpenAPI document. DO NOT EDIT.\n\npackage client\n\n"

// Generate returns the files of the client by name: one with methods, one with the bodies
// that they send, and one with the types of answers.
func Generate(document []byte) (map[string][]byte, error) {
	g := generator{made: make(map[string]bool)}
	if err := json.Unmarshal(document, &g.document); err != nil {
		return nil, fmt.Errorf("read a document: %w", err)
	}
	var methods, bodies, types strings.Builder
	for _, tag := range g.document.Tags {
		of, err := g.methods(tag.Name)
		if err != nil {
			return nil, err
		}
		sent, answered := g.types()
		methods.WriteString(of)
		bodies.WriteString(sent)
		types.WriteString(answered)
	}
	files := make(map[string][]byte)
	for name, text := range map[string]string{"methods.go": methods.String(), "bodies.go": bodies.String(), "types.go": types.String()} {
		var err error
		if files[name], err = format.Source([]byte(header + imports(text) + text)); err != nil {
			return nil, fmt.Errorf("write %s: %w", name, err)
		}
	}
	return files, nil
}

// imports returns the imports of a file.
func imports(text string) string {
	var needed []string
	for name, path := range map[string]string{
		"context.": "context", "json.": "encoding/json", "io.": "io", "iter.": "iter", "http.": "net/http", "strconv.": "strconv", "url.": "net/url",
	} {
		if strings.Contains(text, " "+name) || strings.Contains(text, "]"+name) || strings.Contains(text, "["+name) || strings.Contains(text, "("+name) || strings.Contains(text, "*"+name) {
			needed = append(needed, "\t\""+path+"\"\n")
		}
	}
	if needed == nil {
		return ""
	}
	slices.Sort(needed)
	return "import (\n" + strings.Join(needed, "") + ")\n\n"
}

// generator writes the client group by group. A type goes to the first group that
// needs it.
type generator struct {
	document openapi.Document
	made     map[string]bool // types that are written, or wait to be
	waiting  []declaration
	use      string // what the requested types are for; completes "is"
	sending  bool   // whether it is a part of a request
}

// declaration is a type to write.
type declaration struct {
	name, use string
	sent      bool // a part of a request
	schema    *openapi.Schema
}

// want adds a type to those to write, once.
func (g *generator) want(name string, schema *openapi.Schema) string {
	if !g.made[name] {
		g.made[name] = true
		g.waiting = append(g.waiting, declaration{name, g.use, g.sending, schema})
	}
	return name
}

// types writes the wanted types and the types that they need.
func (g *generator) types() (sent, answered string) {
	var in, out bytes.Buffer
	for len(g.waiting) > 0 {
		d := g.waiting[0]
		g.waiting = g.waiting[1:]
		b := &out
		if d.sent {
			b = &in
		}
		fmt.Fprintf(b, "// %s is %s.", d.name, d.use)
		if says := d.schema.Description; says != "" && !strings.HasPrefix(says, "The body of `") {
			fmt.Fprintf(b, " %s.", strings.TrimSuffix(says, "."))
		}
		fmt.Fprintf(b, "\ntype %s ", d.name)
		g.use, g.sending = "a part of ["+d.name+"]", d.sent
		g.declare(b, d)
		b.WriteString("\n\n")
	}
	return in.String(), out.String()
}

func (g *generator) declare(b *bytes.Buffer, d declaration) {
	d.schema = g.document.Flat(d.schema)
	if d.schema.Properties == nil {
		b.WriteString(g.typeOf(d.schema, d.name+"Value"))
		return
	}
	b.WriteString("struct {\n")
	for _, name := range slices.Sorted(maps.Keys(d.schema.Properties)) {
		member := d.schema.Properties[name]
		kind, tag := g.typeOf(member, d.name+goName(name)), name
		if !slices.Contains(d.schema.Required, name) {
			kind, tag = optional(kind, d.sent, nullable(member)), name+",omitzero"
		}
		fmt.Fprintf(b, "\t%s %s `json:%q`%s\n", goName(name), kind, tag, g.comment(member))
	}
	b.WriteString("}")
}

// optional returns the type of a member that may be missing. If null has a meaning
// of its own, it can be sent.
func optional(kind string, sent, null bool) string {
	switch {
	case sent && null && kind != "json.RawMessage":
		return "Optional[" + strings.TrimPrefix(kind, "*") + "]"
	case nilable(kind):
		return kind
	}
	return "*" + kind
}

// nullable reports whether null fits a schema that does not accept everything.
func nullable(s *openapi.Schema) bool {
	return slices.Contains(s.Type, "null") || slices.ContainsFunc(s.AnyOf, nullable)
}

// comment returns what the Go type of a member does not express.
func (g *generator) comment(s *openapi.Schema) string {
	if len(alternatives(s.AnyOf)) > 1 {
		return " // " + g.names(s.AnyOf)
	}
	return comment(s)
}

// names returns the types of a schema as text.
func (g *generator) names(of []*openapi.Schema) string {
	var names []string
	for _, s := range alternatives(of) {
		name := "an object"
		if s.Named() != "" || len(s.Properties) == 0 {
			name = g.typeOf(s, name)
		}
		names = append(names, name)
	}
	return strings.Join(names, " or ")
}

// alternatives returns the schemas that are not null. A number that may also be
// sent as a string counts as one.
func alternatives(of []*openapi.Schema) []*openapi.Schema {
	real := slices.DeleteFunc(slices.Clone(of), func(s *openapi.Schema) bool { return slices.Equal(s.Type, openapi.Types{"null"}) })
	if len(real) == 2 && slices.Equal(real[0].Type, openapi.Types{"integer"}) && slices.Equal(real[1].Type, openapi.Types{"string"}) {
		return real[:1]
	}
	return real
}

func comment(s *openapi.Schema) string {
	says := s.Description
	if s.Enum != nil {
		words, _ := json.Marshal(s.Enum)
		says = strings.Trim(strings.ReplaceAll(string(words), ",", ", ")+" "+says, "[]")
		says = strings.ReplaceAll(strings.ReplaceAll(says, "]", ":"), "\"", "")
		says = strings.TrimSuffix(strings.TrimSpace(says), ":")
	}
	if says == "" || s.Format == "epoch-ms" {
		return ""
	}
	return " // " + says
}

// nilable reports whether nil can stand for the absence of a type's value.
func nilable(kind string) bool {
	return strings.HasPrefix(kind, "*") || strings.HasPrefix(kind, "[]") || strings.HasPrefix(kind, "map[") || kind == "json.RawMessage"
}

// typeOf returns the Go type of a schema. A schema without a name is named by the hint.
func (g *generator) typeOf(s *openapi.Schema, hint string) string {
	if name := s.Named(); name != "" {
		return g.want(name, g.document.Components.Schemas[name])
	}
	if s.AnyOf != nil {
		return g.choice(s.AnyOf, hint)
	}
	kinds := slices.DeleteFunc(slices.Clone(s.Type), func(kind string) bool { return kind == "null" })
	if len(kinds) != 1 {
		return "json.RawMessage"
	}
	kind := g.plain(kinds[0], s, hint)
	if len(kinds) < len(s.Type) && !nilable(kind) {
		kind = "*" + kind
	}
	return kind
}

// plain returns the Go type of a single JSON type.
func (g *generator) plain(kind string, s *openapi.Schema, hint string) string {
	switch kind {
	case "boolean":
		return "bool"
	case "number":
		return "float64"
	case "integer":
		if s.Format == "epoch-ms" {
			return "Time"
		}
		return "int64"
	case "array":
		return "[]" + g.typeOf(s.Items, hint+"Item")
	case "object":
		switch {
		case len(s.Properties) > 0:
			return g.want(hint, s)
		case s.Additional != nil && !s.Additional.Never:
			return "map[string]" + g.typeOf(s.Additional, hint+"Value")
		}
		return "json.RawMessage"
	}
	return "string"
}

// choice returns the Go type of several alternatives: JSON, unless there is only one.
func (g *generator) choice(of []*openapi.Schema, hint string) string {
	real := alternatives(of)
	if len(real) != 1 {
		return "json.RawMessage"
	}
	kind := g.typeOf(real[0], hint)
	if slices.ContainsFunc(of, nullable) && !nilable(kind) {
		kind = "*" + kind
	}
	return kind
}
