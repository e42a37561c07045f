package openapi

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// SchemaPath is where a document has its named schemas.
const SchemaPath = "#/components/schemas/"

// Schema is the shape of a value (JSON Schema, draft 2020-12). The zero Schema is
// any value.
type Schema struct {
	Ref         string `json:"$ref,omitempty"`
	Type        Types  `json:"type,omitempty"`
	Format      string `json:"format,omitempty"`
	Description string `json:"description,omitempty"`
	Examples    []any  `json:"examples,omitempty"`

	Enum    []any  `json:"enum,omitempty"`
	Pattern string `json:"pattern,omitempty"`
	Minimum *int64 `json:"minimum,omitempty"`
	Maximum *int64 `json:"maximum,omitempty"`

	MinLength *int `json:"minLength,omitempty"`
	MaxLength *int `json:"maxLength,omitempty"`
	MinItems  *int `json:"minItems,omitempty"`
	MaxItems  *int `json:"maxItems,omitempty"`

	Items      *Schema            `json:"items,omitempty"`
	Properties map[string]*Schema `json:"properties,omitempty"`
	Required   []string           `json:"required,omitempty"`
	Additional *Schema            `json:"additionalProperties,omitempty"`
	AnyOf      []*Schema          `json:"anyOf,omitempty"`

	// OneOf are the named schemas between which the Discriminator decides.
	OneOf         []*Schema      `json:"oneOf,omitempty"`
	Discriminator *Discriminator `json:"discriminator,omitempty"`

	// Lenient says that a value of another shape is no error: it is as if it had
	// not been sent.
	Lenient bool `json:"x-lenient,omitempty"`

	// Never is the schema that no value fits. It is written as false.
	Never bool `json:"-"`
}

// Discriminator is the member of an object that decides which schema it has, and the
// reference to the schema for each of its values.
type Discriminator struct {
	Member  string            `json:"propertyName"`
	Mapping map[string]string `json:"mapping"`
}

// plainSchema is a Schema that does not write itself.
type plainSchema Schema

// MarshalJSON writes the schema that no value fits as false.
func (s *Schema) MarshalJSON() ([]byte, error) {
	if s.Never {
		return []byte("false"), nil
	}
	return json.Marshal((*plainSchema)(s))
}

// UnmarshalJSON also reads true and false.
func (s *Schema) UnmarshalJSON(text []byte) error {
	switch string(bytes.TrimSpace(text)) {
	case "true":
		*s = Schema{}
		return nil
	case "false":
		*s = Schema{Never: true}
		return nil
	}
	return json.Unmarshal(text, (*plainSchema)(s))
}

// Types are the types that a value may have. One alone is written as a text.
type Types []string

// MarshalJSON writes one type as a text.
func (t Types) MarshalJSON() ([]byte, error) {
	if len(t) == 1 {
		return json.Marshal(t[0])
	}
	return json.Marshal([]string(t))
}

// UnmarshalJSON reads a text or a list.
func (t *Types) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		*t = make(Types, 1)
		return json.Unmarshal(text, &(*t)[0])
	}
	return json.Unmarshal(text, (*[]string)(t))
}

// Any returns the schema of every value.
func Any() *Schema { return &Schema{} }

// Boolean returns the schema of true and false.
func Boolean() *Schema { return &Schema{Type: Types{"boolean"}} }

// Text returns the schema of a text.
func Text() *Schema { return &Schema{Type: Types{"string"}} }

// TextOf returns the schema of a text of so many characters.
func TextOf(least, most int) *Schema {
	return &Schema{Type: Types{"string"}, MinLength: &least, MaxLength: &most}
}

// TextFrom returns the schema of a text of at least so many characters.
func TextFrom(least int) *Schema { return &Schema{Type: Types{"string"}, MinLength: &least} }

// Matching returns the schema of a text that a regular expression matches.
func Matching(pattern string) *Schema { return &Schema{Type: Types{"string"}, Pattern: pattern} }

// Integer returns the schema of a whole number.
func Integer() *Schema { return &Schema{Type: Types{"integer"}, Format: "int64"} }

// IntegerOf returns the schema of a whole number within bounds.
func IntegerOf(least, most int64) *Schema {
	return &Schema{Type: Types{"integer"}, Format: "int64", Minimum: &least, Maximum: &most}
}

// IntegerFrom returns the schema of a whole number that is not less.
func IntegerFrom(least int64) *Schema {
	return &Schema{Type: Types{"integer"}, Format: "int64", Minimum: &least}
}

// Moment returns the schema of a moment.
func Moment() *Schema {
	return &Schema{Type: Types{"integer"}, Format: "epoch-ms", Description: "Milliseconds since 1970 in UTC"}
}

// OneOf returns the schema of a few texts.
func OneOf[S ~string](texts ...S) *Schema {
	s := Text()
	for _, text := range texts {
		s.Enum = append(s.Enum, string(text))
	}
	return s
}

// List returns the schema of a list.
func List(of *Schema) *Schema { return &Schema{Type: Types{"array"}, Items: of} }

// ListOf returns the schema of a list of so many elements.
func ListOf(of *Schema, least, most int) *Schema {
	return &Schema{Type: Types{"array"}, Items: of, MinItems: &least, MaxItems: &most}
}

// Map returns the schema of an object whose members all have one shape.
func Map(of *Schema) *Schema { return &Schema{Type: Types{"object"}, Additional: of} }

// Members are those of an object.
type Members map[string]*Schema

// Object returns the schema of an object that may have the members, must have
// those that are required, and may have others, which count for nothing.
func Object(members Members, required ...string) *Schema {
	slices.Sort(required)
	return &Schema{Type: Types{"object"}, Properties: members, Required: required}
}

// Closed returns the schema of an object that has the members and no others. All
// but the optional ones are required.
func Closed(members Members, optional ...string) *Schema {
	s := &Schema{Type: Types{"object"}, Properties: members, Additional: &Schema{Never: true}}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(optional, name) {
			s.Required = append(s.Required, name)
		}
	}
	return s
}

// AnyOf returns the schema of what one of the schemas fits.
func AnyOf(of ...*Schema) *Schema { return &Schema{AnyOf: of} }

// Variant is one of the schemas of [Variants], a reference, and the value that chooses it.
type Variant struct {
	Value  string
	Schema *Schema
}

// Variants returns the schema of objects whose member decides which of several they are.
func Variants(member string, of ...Variant) *Schema {
	s := &Schema{Discriminator: &Discriminator{Member: member, Mapping: make(map[string]string)}}
	for _, v := range of {
		s.OneOf = append(s.OneOf, v.Schema)
		s.Discriminator.Mapping[v.Value] = v.Schema.Ref
	}
	return s
}

// OrNull returns a schema that null fits, too.
func OrNull(s *Schema) *Schema {
	if len(s.Type) == 0 {
		if s.Ref == "" && len(s.AnyOf) == 0 && len(s.OneOf) == 0 {
			return s // any value
		}
		return AnyOf(s, &Schema{Type: Types{"null"}})
	}
	if slices.Contains(s.Type, "null") {
		return s
	}
	wider := *s
	wider.Type = append(slices.Clone(s.Type), "null")
	if s.Enum != nil {
		wider.Enum = append(slices.Clone(s.Enum), nil)
	}
	return &wider
}

// Loose returns the schema of what counts only if it fits: see [Schema.Lenient].
func Loose(s *Schema) *Schema {
	loose := *s
	loose.Lenient = true
	return &loose
}

// Says returns the schema with a description.
func (s *Schema) Says(description string) *Schema {
	said := *s
	said.Description = description
	return &said
}

// Named returns the name that a reference leads to, empty when the schema is none.
func (s *Schema) Named() string { return strings.TrimPrefix(s.Ref, SchemaPath) }
