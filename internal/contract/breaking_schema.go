package contract

import (
	"maps"
	"slices"

	"github.com/privacylabels/auditor/internal/openapi"
)

// schema compares the schemas of a request or an answer. A request may become
// wider and an answer narrower, but not the other way round.
func (b *breaks) schema(at string, before, after *openapi.Schema, sent bool) {
	if before.Ref != "" && before.Ref == after.Ref {
		if slices.Contains(b.under, before.Ref) { // it contains itself
			return
		}
		b.under = append(b.under, before.Ref)
		defer func() { b.under = b.under[:len(b.under)-1] }()
	}
	of := after
	before, after = resolved(b.before, before), resolved(b.after, after)
	if before == nil || after == nil {
		return
	}
	if before.Lenient && !after.Lenient && sent {
		b.find(at, "is refused when it does not fit")
	}
	if !sent && len(before.AnyOf) > 0 && len(after.AnyOf) == 0 && isOneOf(of, before.AnyOf) {
		return // one of several forms is left
	}
	b.alternatives(at, before, after, sent)
	b.types(at, before, after, sent)
	if sent {
		b.bounds(at, before, after)
	}
	b.members(at, before, after, sent)
	if before.Items != nil && after.Items != nil {
		b.schema(at+"[]", before.Items, after.Items, sent)
	}
	if before.Additional != nil && after.Additional != nil && !before.Additional.Never && !after.Additional.Never {
		b.schema(at+"{}", before.Additional, after.Additional, sent)
	}
}

// isOneOf reports whether a schema is one of some by its name.
func isOneOf(s *openapi.Schema, of []*openapi.Schema) bool {
	return s.Ref != "" && slices.ContainsFunc(of, func(other *openapi.Schema) bool { return other.Ref == s.Ref })
}

func resolved(d openapi.Document, s *openapi.Schema) *openapi.Schema {
	if name := s.Named(); name != "" {
		s = d.Components.Schemas[name]
	}
	if s == nil {
		return nil
	}
	return d.Flat(s)
}

func (b *breaks) alternatives(at string, before, after *openapi.Schema, sent bool) {
	from, to := forms(before), forms(after)
	was, is := len(from), len(to)
	switch {
	case was == 0 && is == 0:
		return
	case was == 0 || is == 0:
		b.find(at, "is of another shape")
	case sent && is < was:
		b.find(at, "has fewer forms")
	case !sent && is > was:
		b.find(at, "has more forms")
	}
	if sent {
		for i, form := range from {
			if other := like(form, to, i); other != nil {
				b.schema(at, form, other, sent)
			}
		}
		return
	}
	for i, form := range to {
		if other := like(form, from, i); other != nil {
			b.schema(at, other, form, sent)
		}
	}
}

// forms returns the alternatives of a schema, with those of alternatives in their place.
func forms(s *openapi.Schema) (all []*openapi.Schema) {
	for _, form := range s.AnyOf {
		if len(form.AnyOf) > 0 {
			all = append(all, forms(form)...)
			continue
		}
		all = append(all, form)
	}
	return all
}

// like returns the form that has the name of another one or, if neither has one, its type.
// Without such a form it is the one in its place, nil if there is none.
func like(form *openapi.Schema, of []*openapi.Schema, place int) *openapi.Schema {
	if i := slices.IndexFunc(of, func(other *openapi.Schema) bool { return alike(form, other) }); i >= 0 {
		return of[i]
	}
	if place < len(of) {
		return of[place]
	}
	return nil
}

// alike reports whether two forms have the same name or, without one, the same type.
func alike(a, b *openapi.Schema) bool {
	if a.Ref != "" || b.Ref != "" {
		return a.Ref == b.Ref
	}
	return len(a.Type) > 0 && slices.Equal(a.Type, b.Type) && (a.Items == nil || b.Items == nil || alike(a.Items, b.Items))
}

func (b *breaks) types(at string, before, after *openapi.Schema, sent bool) {
	wide, narrow := after.Type, before.Type // all of narrow must be in wide
	if !sent {
		wide, narrow = narrow, wide
	}
	if len(before.AnyOf) > 0 || len(after.AnyOf) > 0 || len(wide) == 0 { // any type
		return
	}
	if len(narrow) == 0 || slices.ContainsFunc(narrow, func(t string) bool { return !slices.Contains(wide, t) }) {
		b.find(at, "was %v and is %v", []string(before.Type), []string(after.Type))
	}
}

// bounds compares the accepted values.
func (b *breaks) bounds(at string, before, after *openapi.Schema) {
	if after.Enum != nil && (before.Enum == nil || slices.ContainsFunc(before.Enum, func(v any) bool { return !slices.Contains(after.Enum, v) })) {
		b.find(at, "takes fewer values")
	}
	if raised(before.Minimum, after.Minimum) || lowered(before.Maximum, after.Maximum) ||
		raised(before.MinLength, after.MinLength) || lowered(before.MaxLength, after.MaxLength) ||
		raised(before.MinItems, after.MinItems) || lowered(before.MaxItems, after.MaxItems) {
		b.find(at, "has narrower bounds")
	}
	if after.Pattern != "" && after.Pattern != before.Pattern {
		b.find(at, "is of another form")
	}
}

// raised reports whether a lower bound is new or higher.
func raised[N int | int64](before, after *N) bool {
	return after != nil && (before == nil || *after > *before)
}

// lowered reports whether an upper bound is new or lower.
func lowered[N int | int64](before, after *N) bool {
	return after != nil && (before == nil || *after < *before)
}

func (b *breaks) members(at string, before, after *openapi.Schema, sent bool) {
	for _, name := range slices.Sorted(maps.Keys(before.Properties)) {
		is := after.Properties[name]
		if is == nil {
			b.find(at+"."+name, "is gone")
			continue
		}
		b.schema(at+"."+name, before.Properties[name], is, sent)
		if !sent && slices.Contains(before.Required, name) && !slices.Contains(after.Required, name) {
			b.find(at+"."+name, "may be missing")
		}
	}
	if !sent {
		return
	}
	for _, name := range after.Required {
		if !slices.Contains(before.Required, name) {
			b.find(at+"."+name, "must be sent")
		}
	}
}
