package op

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"

	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// Doc describes an operation in the OpenAPI document as far as its types do not. The zero Doc
// suffices for most operations.
type Doc struct {
	Answer Answer         // zero: the handler's answer as JSON
	As     string         // the name of the schema of an answer with a [Spec.Member]; empty: the member's and "Answer"
	Forms  []Form         // replaces Answer if the parameters of the request select the form of the answer
	Faults map[int]Schema // refusals with members beside error, by status
	File   bool           // the body is a file, either directly or in the field file of a form
	Body   Schema         // replaces the schema of the request's body
	BodyAs string         // the name of the body's schema; empty: derived from the operation
	Tagged bool           // the answer has an entity tag although it is not cached
}

// Schema returns a schema when the document is built.
type Schema func(*openapi.Reflector) *openapi.Schema

// Of returns the schema of the JSON form of a type.
func Of[T any]() Schema {
	return func(r *openapi.Reflector) *openapi.Schema { return r.Of(reflect.TypeFor[T]()) }
}

// Fixed returns a [Schema] that always returns s.
func Fixed(s *openapi.Schema) Schema { return func(*openapi.Reflector) *openapi.Schema { return s } }

// Answer is a successful answer.
type Answer struct {
	Schema  Schema // nil: no body, or not JSON
	Status  int    // zero: 200
	Content string // content type; empty: JSON, or none without a schema
	Headers []Header
}

// Header is a header of an answer.
type Header struct {
	Name, Doc string
	Schema    *openapi.Schema // nil: a string
	Required  bool            // whether every answer has it
}

// Ignored is the header that lists what of a request had no effect. Every answer may have it.
var Ignored = Header{Name: "X-Ignored-Parameters", Doc: describeIgnored}

// FileName is the header that names a file.
var FileName = Header{Name: "Content-Disposition", Doc: "The name of the file"}

// Form is one of several answers.
type Form struct {
	ID, Summary string
	Query       map[string]string // it is selected by parameters with these values,
	Body        map[string]any
	Required    []string // the presence of these parameters,
	Without     []string // and the absence of these
	Answer      Answer
}

// Description describes the request of an operation in the document.
type Description struct {
	Parameters []*openapi.Parameter // in the path, then in the query, then in headers
	Body       *openapi.Schema      // nil: no body is read
	Answer     Answer
}

// Describe returns the description that follows from the types of the operation.
func (o Operation) Describe(r *openapi.Reflector) Description {
	var d Description
	for i := range o.plan.fields {
		f := &o.plan.fields[i]
		switch f.from {
		case fromPath, fromQuery, fromHeader:
			d.Parameters = append(d.Parameters, f.parameter(r))
			if f.also != "" {
				d.Parameters = append(d.Parameters, f.alias(r))
			}
		case fromBody:
			d.Body = f.whole(r)
		}
	}
	switch {
	case o.Doc.Body != nil:
		d.Body = o.Doc.Body(r)
	case o.plan.object:
		d.Body = o.plan.schema(r)
	}
	if o.Doc.BodyAs != "" {
		body := d.Body
		d.Body = r.Define(o.Doc.BodyAs, nil, func() *openapi.Schema { return body })
	}
	if d.Answer = o.Doc.Answer; o.Doc.Forms == nil && d.Answer.Schema == nil && d.Answer.Content == "" && d.Answer.Status == 0 {
		d.Answer.Schema, d.Answer.Status = o.answerSchema, o.Status
	}
	return d
}

// answerSchema returns the schema of what the handler returns, or of an object with it.
func (o Operation) answerSchema(r *openapi.Reflector) *openapi.Schema {
	s := r.Of(o.out)
	if o.Member == "" {
		return s
	}
	name := cmp.Or(o.Doc.As, title(o.Member)+"Answer")
	return r.Define(name, nil, func() *openapi.Schema { return openapi.Closed(openapi.Members{o.Member: s}) })
}

// whole returns the schema of the whole body.
func (f *field) whole(r *openapi.Reflector) *openapi.Schema {
	switch body := reflect.Zero(f.typ).Interface().(type) {
	case Described:
		return body.Schema()
	case interface{ inner() reflect.Type }:
		if p, err := planOf(body.inner()); err == nil {
			return p.schema(r)
		}
	}
	return openapi.Object(nil)
}

// schema returns the schema of an object with the members of the plan. Additional members are
// allowed and ignored.
func (p *plan) schema(r *openapi.Reflector) *openapi.Schema {
	members := make(openapi.Members)
	var required []string
	for i := range p.fields {
		f := &p.fields[i]
		if f.from != fromMember {
			continue
		}
		members[f.name] = f.schema(r)
		if f.also != "" {
			members[f.also] = openapi.Text().Says("An alias of " + f.name)
		}
		if f.required {
			required = append(required, f.name)
		}
	}
	return openapi.Object(members, required...)
}

func (f *field) parameter(r *openapi.Reflector) *openapi.Parameter {
	one := &openapi.Parameter{Name: f.name, In: sources[f.from], Description: f.doc, Schema: f.value.schema(r, true), Required: f.required}
	if f.value.loose {
		one.Schema = openapi.Loose(one.Schema)
	}
	if f.example != "" {
		one.Example = f.example
		if n, err := strconv.ParseInt(f.example, 10, 64); err == nil && one.Schema.Type != nil && one.Schema.Type[0] == "integer" {
			one.Example = n
		}
	}
	return one
}

// alias returns the parameter that is another name of a field.
func (f *field) alias(r *openapi.Reflector) *openapi.Parameter {
	one := f.parameter(r)
	one.Name, one.Example = f.also, nil
	if text := "An alias of " + f.name; one.Description != "" {
		one.Description = text
	} else {
		one.Schema = one.Schema.Says(text)
	}
	return one
}

// schema returns the schema of a member.
func (f *field) schema(r *openapi.Reflector) *openapi.Schema {
	s := f.value.schema(r, false)
	if f.required && f.value.isPlainText() {
		s = openapi.TextFrom(1)
	}
	if f.value.loose {
		s = openapi.Loose(s)
	}
	if doc := cmp.Or(f.doc, r.Comment(f.holder, f.goName)); doc != "" {
		s = s.Says(doc)
	}
	return s
}

// isPlainText reports whether the value is a string without constraints.
func (d *value) isPlainText() bool {
	_, described := reflect.Zero(d.typ).Interface().(Described)
	return d.typ.Kind() == reflect.String && !described && d.enum == nil && d.pattern == "" && d.most == nil && !d.nullable
}

// Described is a type that returns its own schema.
type Described interface{ Schema() *openapi.Schema }

// schema returns the schema of a value, as JSON or as the text of a parameter.
func (d *value) schema(r *openapi.Reflector, parameter bool) *openapi.Schema {
	s := d.plainSchema(r, parameter)
	if d.nullable {
		s = openapi.OrNull(s)
	}
	return s
}

func (d *value) plainSchema(r *openapi.Reflector, parameter bool) *openapi.Schema {
	if own, ok := reflect.Zero(d.typ).Interface().(Described); ok {
		return own.Schema()
	}
	switch {
	case d.typ == appIDType && parameter:
		return AppDigits()
	case d.typ == appIDType:
		return AppID()
	case d.typ == timeType && parameter:
		return openapi.AnyOf(openapi.Moment(), openapi.Matching(isoPattern))
	case d.nested != nil:
		return d.nested.schema(r)
	case d.element != nil:
		return d.listSchema(r)
	case d.list:
		return openapi.Text()
	case d.enum != nil:
		return openapi.OneOf(d.enum...)
	case d.pattern != "":
		return openapi.Matching(d.pattern)
	}
	switch kind := d.typ.Kind(); {
	case kind == reflect.Bool && parameter:
		return openapi.OneOf("1", "true", "yes", "on", "0", "false", "no", "off", "")
	case kind == reflect.String && d.most != nil:
		return openapi.TextOf(int(deref(d.least)), int(*d.most))
	case kind == reflect.String && d.least != nil:
		return openapi.TextFrom(int(*d.least))
	case (kind == reflect.Int || kind == reflect.Int64) && d.most != nil:
		return openapi.IntegerOf(deref(d.least), *d.most)
	case (kind == reflect.Int || kind == reflect.Int64) && d.least != nil:
		return openapi.IntegerFrom(*d.least)
	}
	return r.Of(d.typ)
}

func (d *value) listSchema(r *openapi.Reflector) *openapi.Schema {
	element := d.element.schema(r, false)
	if _, lenient := reflect.Zero(d.typ).Interface().(fitting); lenient {
		element = openapi.Loose(element)
	}
	if d.most != nil {
		return openapi.ListOf(element, int(deref(d.least)), int(*d.most))
	}
	return openapi.List(element)
}

func deref(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// AppID returns the schema of an app's ID in a request: a number, or a string of digits.
func AppID() *openapi.Schema {
	return openapi.AnyOf(openapi.IntegerOf(0, int64(storage.MaxAppID)), AppDigits())
}

// AppDigits returns the schema of an app's ID in a path or a query.
func AppDigits() *openapi.Schema { return openapi.Matching(`^[0-9]{1,20}$`) }

// OrError returns the schema of a refusal that either matches this schema or has the member
// error only. If the schema itself has the member error, it describes both, because its other
// members may be missing.
func OrError(s Schema) Schema {
	return func(r *openapi.Reflector) *openapi.Schema {
		of := s(r)
		named := r.Schemas[of.Named()]
		if named == nil || named.Properties["error"] == nil {
			return openapi.AnyOf(of, &openapi.Schema{Ref: openapi.SchemaPath + "Error"})
		}
		named.Required, named.Properties["error"] = []string{"error"}, openapi.Text()
		return of
	}
}

// Refusal returns the schema of a refusal that has members beside error.
func Refusal(name string, members func(*openapi.Reflector) openapi.Members, optional ...string) Schema {
	return func(r *openapi.Reflector) *openapi.Schema {
		return r.Define(name, nil, func() *openapi.Schema {
			all := openapi.Members{"error": openapi.Text(), "hint": openapi.Text()}
			for member, s := range members(r) {
				all[member] = s
			}
			return openapi.Closed(all, append(slices.Clone(optional), "hint")...)
		})
	}
}

// PoliciesOff is the schema of the refusal to fetch policies while fetching is disabled.
var PoliciesOff = Refusal("PoliciesOff", func(*openapi.Reflector) openapi.Members {
	return openapi.Members{"code": openapi.OneOf("policy_scrape_disabled")}
})
