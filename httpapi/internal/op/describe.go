package op

import (
	"reflect"
	"strconv"

	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// Doc is what the document says of an operation beside what its types say. The
// zero Doc is right for most.
type Doc struct {
	Answer Answer // zero: the handler's answer as JSON
	Forms  []Form // in place of Answer: what is sent decides which
	Also   []Answer
	Faults map[int]Schema // refusals that have more to say than a sentence
	File   bool           // the body is a file, as it is or in a form's field file
	Body   Schema         // in place of that of the request
	BodyAs string         // the name of the body's schema; empty: after the operation
	Tagged bool           // the answer has an entity tag although it is not cached
}

// Schema makes a schema when the document is made.
type Schema func(*openapi.Reflector) *openapi.Schema

// Of returns the schema of a type, as its values are written as JSON.
func Of[T any]() Schema {
	return func(r *openapi.Reflector) *openapi.Schema { return r.Of(reflect.TypeFor[T]()) }
}

// Fixed returns a schema that is known beforehand.
func Fixed(s *openapi.Schema) Schema { return func(*openapi.Reflector) *openapi.Schema { return s } }

// Answer is an answer that is no refusal.
type Answer struct {
	Schema  Schema // nil: none, or no JSON
	Status  int    // zero: 200
	Content string // zero: JSON, or nothing without a schema
	Headers []Header
}

// Header is a header of an answer.
type Header struct {
	Name, Doc string
	Schema    *openapi.Schema // nil: of a text
	Required  bool            // every answer has it
}

// Ignored is the header that names values of the query that had no effect.
var Ignored = Header{Name: "X-Ignored-Parameters", Doc: "Values of the query that were ignored, as name=value with commas between them"}

// FileName is the header that names a file.
var FileName = Header{Name: "Content-Disposition", Doc: "What the file is called"}

// Form is one of several answers.
type Form struct {
	ID, Summary string
	Query       map[string]string // what chooses it: values,
	Body        map[string]any
	Required    []string // what is sent,
	Without     []string // and what is not
	Answer      Answer
}

// Description is what the document says of the request of an operation.
type Description struct {
	Path, Query, Headers []Parameter
	Body                 *openapi.Schema // nil: none is read
	Answer               Answer
}

// Parameter is one of a path, a query or a header.
type Parameter struct {
	Name, Doc string
	Schema    *openapi.Schema
	Example   any // nil: it is left out of examples
	Required  bool
}

// Describe returns what the types of the operation say.
func (o Operation) Describe(r *openapi.Reflector) Description {
	var d Description
	for i := range o.plan.fields {
		f := &o.plan.fields[i]
		switch f.from {
		case fromPath:
			d.Path = append(d.Path, f.parameter(r))
		case fromQuery:
			d.Query = append(d.Query, f.parameter(r))
			if f.also != "" {
				d.Query = append(d.Query, f.alias(r))
			}
		case fromHeader:
			d.Headers = append(d.Headers, f.parameter(r))
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
		d.Answer.Schema, d.Answer.Status = answerSchema(o.out), o.Status
	}
	return d
}

func answerSchema(t reflect.Type) Schema {
	return func(r *openapi.Reflector) *openapi.Schema { return r.Of(t) }
}

// whole returns the schema of the whole body.
func (f *field) whole(r *openapi.Reflector) *openapi.Schema {
	switch body := reflect.Zero(f.typ).Interface().(type) {
	case Described:
		return body.Schema()
	case interface{ inner() reflect.Type }:
		if p, err := newPlan(body.inner()); err == nil {
			return p.schema(r)
		}
	}
	return openapi.Object(nil)
}

// schema returns the schema of an object with the members of the plan. It may have
// others, which count for nothing.
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
			members[f.also] = openapi.Text().Says("Another name of " + f.name)
		}
		if f.required {
			required = append(required, f.name)
		}
	}
	return openapi.Object(members, required...)
}

func (f *field) parameter(r *openapi.Reflector) Parameter {
	one := Parameter{Name: f.name, Doc: f.doc, Schema: f.value.schema(r, true), Required: f.required}
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
func (f *field) alias(r *openapi.Reflector) Parameter {
	one := f.parameter(r)
	one.Name, one.Example = f.also, nil
	if text := "Another name of " + f.name; one.Doc != "" {
		one.Doc = text
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
	if f.doc != "" {
		s = s.Says(f.doc)
	}
	return s
}

// isPlainText reports whether nothing is said of a text but that it is one.
func (d *value) isPlainText() bool {
	_, described := reflect.Zero(d.typ).Interface().(Described)
	return d.typ.Kind() == reflect.String && !described && d.enum == nil && d.pattern == "" && d.most == nil && !d.nullable
}

// Described is a type that has a schema of its own.
type Described interface{ Schema() *openapi.Schema }

// schema returns the schema of a value: as JSON, or as the text of a parameter.
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
		return openapi.AnyOf(openapi.Moment(), openapi.Matching(isoForm.String()))
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

// AppID returns the schema of an id of an app as it is sent: a number or its digits.
func AppID() *openapi.Schema {
	return openapi.AnyOf(openapi.IntegerOf(0, int64(storage.MaxAppID)), AppDigits())
}

// AppDigits returns the schema of an id of an app in a path or a query.
func AppDigits() *openapi.Schema { return openapi.Matching(`^[0-9]{1,20}$`) }

// OrError returns the schema of a refusal that is one of this schema, or one that
// has no other member than error. A schema with error is that of both, because its
// other members may be missing then.
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
			all := openapi.Members{"error": openapi.Text()}
			for member, s := range members(r) {
				all[member] = s
			}
			return openapi.Closed(all, optional...)
		})
	}
}

// PoliciesOff is the schema of the refusal to fetch policies while that is switched
// off.
var PoliciesOff = Refusal("PoliciesOff", func(*openapi.Reflector) openapi.Members {
	return openapi.Members{"code": openapi.OneOf("policy_scrape_disabled")}
})
