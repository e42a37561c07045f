package document

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/privacylabels/auditor/internal/openapi"
)

// wordsFile describes what no tag and no comment describes.
//
//go:embed words.txt
var wordsFile string

// words returns the descriptions of wordsFile by schema, by schema and member, or by package,
// type and field.
var words = sync.OnceValue(func() map[string]string {
	all := make(map[string]string)
	for line := range strings.Lines(wordsFile) {
		if name, text, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			all[name] = text
		}
	}
	return all
})

// describeSchemas describes the named schemas, and the members that wordsFile has words for.
func describeSchemas(d *openapi.Document) {
	used := uses(d)
	for name, s := range d.Components.Schemas {
		describeMembers(name, s)
		s.Description = cmp.Or(words()[name], s.Description, used[name])
	}
	for _, methods := range d.Paths {
		for _, o := range methods {
			each(o, func(m openapi.MediaType) { describeMembers("", m.Schema) })
			for _, f := range o.Forms {
				describeMembers("", f.Schema)
			}
		}
	}
}

// uses describes schemas by the operation whose body or answer they are.
func uses(d *openapi.Document) map[string]string {
	used := make(map[string]string)
	add := func(s *openapi.Schema, text string) {
		if name := s.Named(); name != "" && used[name] < text { // the same in each run
			used[name] = text
		}
	}
	for _, methods := range d.Paths {
		for _, o := range methods {
			if o.Body != nil {
				for _, m := range o.Body.Content {
					add(m.Schema, "The body of `"+o.ID+"`: "+o.Summary)
				}
			}
			for _, res := range o.Responses {
				for _, m := range res.Content {
					if m.Schema == nil {
						continue
					}
					text := "An answer of `" + o.ID + "`: " + o.Summary
					add(m.Schema, text)
					for _, s := range m.Schema.AnyOf {
						add(s, text)
					}
				}
			}
		}
	}
	return used
}

// each calls a function for each body and answer of an operation.
func each(o *openapi.Operation, f func(openapi.MediaType)) {
	if o.Body != nil {
		for _, m := range o.Body.Content {
			f(m)
		}
	}
	for _, res := range o.Responses {
		for _, m := range res.Content {
			f(m)
		}
	}
}

// describeMembers describes the members of a schema, and those of the schemas in it.
func describeMembers(owner string, s *openapi.Schema) {
	if s == nil || s.Ref != "" {
		return
	}
	for name, member := range s.Properties {
		if member.Never {
			continue
		}
		describeMembers("", member)
		text := words()[owner+"."+name]
		if text == "" && !vague(member) {
			text = member.Description
		}
		if text != "" && isMoment(member) {
			text = strings.TrimSuffix(strings.TrimSuffix(text, inMilliseconds), ".") + inMilliseconds
		}
		if text != "" {
			s.Properties[name] = member.Says(text)
		}
	}
	describeMembers("", s.Items)
	describeMembers("", s.Additional)
	for _, of := range s.AnyOf {
		describeMembers("", of)
	}
}

// inMilliseconds ends the description of a time.
const inMilliseconds = ". In milliseconds since 1970 (UTC)"

// vague reports whether a schema is described by nothing but its type.
func vague(s *openapi.Schema) bool {
	return s.Description == "" || s.Description == openapi.Moment().Description
}

// isMoment reports whether the values of a schema are times.
func isMoment(s *openapi.Schema) bool {
	return s.Format == openapi.Moment().Format || slices.ContainsFunc(s.AnyOf, isMoment)
}
