package openapi

import (
	"encoding/json"
	"maps"
	"slices"
)

// Flat returns one object for the [Variants] of a document, for those that do without a
// discriminator: with the members of all of them, of which those are required that all
// require. A member has the description of the first schema that has it. Any other
// schema is returned as it is.
func (d *Document) Flat(s *Schema) *Schema {
	if s.Discriminator == nil {
		return s
	}
	flat := &Schema{
		Type: Types{"object"}, Description: s.Description, Examples: s.Examples, Properties: make(Members), Additional: &Schema{Never: true},
	}
	for i, variant := range s.OneOf {
		one := d.Components.Schemas[variant.Named()]
		for _, name := range slices.Sorted(maps.Keys(one.Properties)) {
			flat.Properties[name] = both(flat.Properties[name], one.Properties[name])
		}
		if i == 0 {
			flat.Required = slices.Clone(one.Required)
		}
		flat.Required = slices.DeleteFunc(flat.Required, func(name string) bool { return !slices.Contains(one.Required, name) })
	}
	return flat
}

// both returns the schema of a member that has either of two schemas.
func both(a, b *Schema) *Schema {
	switch {
	case a == nil:
		return b
	case len(a.Enum) > 0 && len(b.Enum) > 0 && slices.Equal(a.Type, b.Type):
		wider := *a
		wider.Enum = slices.Clone(a.Enum)
		for _, value := range b.Enum {
			if !slices.Contains(wider.Enum, value) {
				wider.Enum = append(wider.Enum, value)
			}
		}
		return &wider
	case same(a, b):
		return a
	}
	of := slices.Clone(forms(a))
	for _, form := range forms(b) {
		if !slices.ContainsFunc(of, func(other *Schema) bool { return same(other, form) }) {
			of = append(of, form)
		}
	}
	return AnyOf(of...).Says(a.Description)
}

// forms returns the alternatives of a schema, itself if it has none.
func forms(s *Schema) []*Schema {
	if len(s.AnyOf) > 0 {
		return s.AnyOf
	}
	return []*Schema{s}
}

// same reports whether two schemas differ at most in what they say.
func same(a, b *Schema) bool {
	first, err := json.Marshal(a.Says(""))
	second, failed := json.Marshal(b.Says(""))
	return err == nil && failed == nil && string(first) == string(second)
}
