package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/openapi"
)

// Request is a request for an operation, without its method.
type Request struct {
	What    string // what is wrong; empty for a valid request
	Lenient bool   // the service must ignore what is wrong
	Path    string
	Query   map[string]string
	Body    string
}

// Good returns a valid request made of the examples in the document.
func (c *Contract) Good(pattern string, o *openapi.Operation) Request {
	r := Request{Path: pattern, Query: make(map[string]string)}
	for _, p := range o.Parameters {
		switch {
		case p.In == "path":
			r.Path = strings.ReplaceAll(r.Path, "{"+p.Name+"}", fmt.Sprint(p.Example))
		case p.In == "query" && p.Example != nil:
			r.Query[p.Name] = fmt.Sprint(p.Example)
		}
	}
	if o.Body != nil {
		text, err := json.Marshal(o.Body.Content["application/json"].Example)
		if err != nil { // it was read from JSON
			return r
		}
		r.Body = string(text)
	}
	return r
}

// Bad returns requests that are each wrong in one way: a wrong type, a value out of
// range, something missing.
func (c *Contract) Bad(pattern string, o *openapi.Operation) []Request {
	good := c.Good(pattern, o)
	var all []Request
	for _, p := range o.Parameters {
		if p.In != "query" {
			continue
		}
		if p.Required {
			without := maps.Clone(good.Query)
			delete(without, p.Name)
			all = append(all, Request{What: "without " + p.Name, Path: good.Path, Query: without, Body: good.Body})
		}
		for _, s := range c.spoil(p.Schema, true) {
			query := maps.Clone(good.Query)
			query[p.Name] = strings.Trim(s.text, `"`)
			all = append(all, Request{What: p.Name + " " + s.what, Lenient: s.lenient, Path: good.Path, Query: query, Body: good.Body})
		}
	}
	if o.Body == nil {
		return all
	}
	for _, text := range []string{"{", "null", "[]", `"text"`, "{} {}", "\xff", strings.Repeat("[", 10_000)} {
		all = append(all, Request{What: fmt.Sprintf("body %.10q", text), Path: good.Path, Query: good.Query, Body: text})
	}
	for _, s := range c.spoilIn(o.Body.Content["application/json"].Schema, good.Body) {
		all = append(all, Request{What: s.what, Lenient: s.lenient, Path: good.Path, Query: good.Query, Body: s.text})
	}
	return all
}

// spoiled is JSON with one fault.
type spoiled struct {
	what, text string
	lenient    bool
}

// spoilIn returns copies of an object, each with one member wrong or missing.
func (c *Contract) spoilIn(s *openapi.Schema, good string) []spoiled {
	s = c.resolve(s)
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(good), &members) != nil || members == nil {
		members = make(map[string]json.RawMessage)
	}
	with := func(name, text string) string {
		changed := maps.Clone(members)
		changed[name] = json.RawMessage(text)
		if text == "" {
			delete(changed, name)
		}
		object, err := json.Marshal(changed)
		if err != nil {
			return "{"
		}
		return string(object)
	}
	var all []spoiled
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		member := c.resolve(s.Properties[name])
		if slices.Contains(s.Required, name) {
			all = append(all, spoiled{"without " + name, with(name, ""), s.Lenient})
		}
		for _, bad := range c.spoil(member, false) {
			all = append(all, spoiled{name + " " + bad.what, with(name, bad.text), s.Lenient || bad.lenient})
		}
		if len(member.Properties) > 0 && members[name] != nil {
			for _, bad := range c.spoilIn(member, string(members[name])) {
				all = append(all, spoiled{name + ": " + bad.what, with(name, bad.text), s.Lenient || member.Lenient || bad.lenient})
			}
		}
	}
	return all
}

// spoil returns values that do not fit a schema.
func (c *Contract) spoil(s *openapi.Schema, inQuery bool) []spoiled {
	s = c.resolve(s)
	var all []spoiled
	add := func(what, text string) { all = append(all, spoiled{what, text, s.Lenient}) }
	switch {
	case len(s.Type) == 0 && s.AnyOf == nil:
		return nil
	case s.AnyOf != nil || !slices.Contains(s.Type, "string") && !inQuery:
		add("of a wrong type", c.wrongType(s))
	case !inQuery:
		add("of a wrong type", "[1]")
	case slices.Contains(s.Type, "integer"):
		add("no number", `"abc"`)
	}
	if s.Minimum != nil {
		add("too small", fmt.Sprint(*s.Minimum-1))
	}
	if s.Maximum != nil && *s.Maximum < 1<<53-1 {
		add("too large", fmt.Sprint(*s.Maximum+1))
	}
	if s.Enum != nil {
		add("unknown", `"no such value"`)
	}
	if s.Pattern != "" {
		add("of a wrong form", `"!"`)
	}
	if s.MinLength != nil && *s.MinLength > 0 && !inQuery {
		add("empty", `""`)
	}
	if s.MaxLength != nil && *s.MaxLength < 10_000 {
		add("too long", `"`+strings.Repeat("x", *s.MaxLength+1)+`"`)
	}
	if s.MinItems != nil && *s.MinItems > 0 {
		add("empty", "[]")
	}
	if s.Items != nil && !inQuery {
		for _, bad := range c.spoil(s.Items, false) {
			all = append(all, spoiled{"with an element " + bad.what, "[" + bad.text + "]", s.Lenient || bad.lenient})
		}
	}
	return all
}

// wrongType returns a value of a type that a schema does not have.
func (c *Contract) wrongType(s *openapi.Schema) string {
	if slices.Contains(s.Type, "object") || slices.Contains(s.Type, "boolean") || s.AnyOf != nil {
		return "[7]"
	}
	return `{"a": 7}`
}

// resolve follows a reference.
func (c *Contract) resolve(s *openapi.Schema) *openapi.Schema {
	if name := s.Named(); name != "" {
		return c.Document.Components.Schemas[name]
	}
	return s
}
