package httpapi

import (
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/openapi"
)

// operation says of a route what the table does not: what it takes, and what it
// answers. Whoever adds a route adds one, in the file of its group; a test sends
// its examples, and what spoils them, and every answer of every test must fit.
//
// What is sent is described as it is taken: a member that is ignored when it has
// another shape is openapi.Loose.
type operation struct {
	route string // method and pattern, as in the table
	id    string // also what a client calls it

	path    []parameter // of the pattern; else any text
	query   []parameter
	headers []parameter
	body    *openapi.Schema // nil: none is looked at
	partial bool            // the body may be left out
	file    bool            // the body is a file, as it is or in a form's field file
	example string          // a body, as JSON

	answer  answer
	forms   []form // in place of answer: what is sent decides which
	also    []answer
	refuses map[int]*openapi.Schema // beside what every route refuses with; nil: an Error
	kept    bool                    // has an entity tag
}

// parameter is one of a query, or a header. It may be left out unless it is must.
type parameter struct {
	name    string
	schema  *openapi.Schema
	says    string
	example any // what to try; nil: it is left out
	must    bool
}

// answer is an answer that is no refusal.
type answer struct {
	schema  *openapi.Schema // nil: none, or no JSON
	status  int             // zero: 200
	content string          // zero: JSON, or nothing without a schema
	headers []parameter
}

// form is one of several answers.
type form struct {
	id, summary string
	query       map[string]string
	body        map[string]any
	required    []string
	without     []string
	answer      answer
}

// describer makes the document.
type describer struct {
	types openapi.Reflector
}

// of returns the schema of what is written as JSON of a type.
func of[T any](d *describer) *openapi.Schema { return d.types.Of(reflect.TypeFor[T]()) }

// fault returns the schema of an error that has more to say than a sentence.
func (d *describer) fault(name string, more openapi.Members, optional ...string) *openapi.Schema {
	return d.types.Define(name, nil, func() *openapi.Schema {
		members := openapi.Members{"error": openapi.Text()}
		maps.Copy(members, more)
		return openapi.Closed(members, optional...)
	})
}

// operation makes the document's operation of a row.
func (d *describer) operation(row route, maxBody int64, o operation) *openapi.Operation {
	made := &openapi.Operation{
		ID: o.id, Summary: row.summary, Tags: []string{row.group}, MaxBodyBytes: maxBody,
		Responses: map[string]*openapi.Response{}, Token: tokenWanted(row),
	}
	if row.limit.bucket != "" {
		made.RateLimit = &openapi.RateLimit{
			Bucket: row.limit.bucket, Calls: row.limit.calls, WindowSeconds: int64(row.limit.window.Seconds()), RetryAfter: row.limit.retryAfter,
		}
	}
	d.parameters(made, row, o)
	d.takes(made, o)
	d.answers(made, o)
	d.refusals(made, row, o)
	made.Security = []map[string][]string{{"adminToken": {}}, {"adminBearer": {}}, {"adminSession": {}}}
	if row.token != configured { // without a token there is nothing to show
		made.Security = append([]map[string][]string{{}}, made.Security...)
	}
	return made
}

// tokenWanted says when a row wants the admin token.
func tokenWanted(row route) string {
	switch {
	case row.token == configured:
		return "always"
	case row.token == required:
		return "configured"
	case strings.HasPrefix(row.pattern, sessionRoutes):
		return "never"
	case gated(row.method, row.pattern):
		return "exposed"
	}
	return "never"
}

func (d *describer) parameters(made *openapi.Operation, row route, o operation) {
	for segment := range strings.SplitSeq(row.pattern, "/") {
		name, is := strings.CutPrefix(strings.TrimSuffix(segment, "}"), "{")
		if !is {
			continue
		}
		p := parameter{name: name, schema: openapi.Text()}
		if i := slices.IndexFunc(o.path, func(p parameter) bool { return p.name == name }); i >= 0 {
			p = o.path[i]
		}
		if p.example == nil {
			p.example = "1"
		}
		made.Parameters = append(made.Parameters, &openapi.Parameter{
			Name: name, In: "path", Description: p.says, Required: true, Schema: p.schema, Example: p.example,
		})
	}
	for _, in := range []struct {
		where string
		of    []parameter
	}{{"query", o.query}, {"header", o.headers}} {
		for _, p := range in.of {
			made.Parameters = append(made.Parameters, &openapi.Parameter{
				Name: p.name, In: in.where, Description: p.says, Required: p.must, Schema: p.schema, Example: p.example,
			})
		}
	}
	if mutates(row.method) {
		made.Parameters = append(made.Parameters, &openapi.Parameter{Ref: "#/components/parameters/Origin"})
	}
}

// takes describes the body.
func (d *describer) takes(made *openapi.Operation, o operation) {
	switch {
	case o.file:
		form := openapi.Object(openapi.Members{"file": {Type: openapi.Types{"string"}, Format: "binary"}}, "file")
		made.Body = &openapi.RequestBody{Required: true, Content: map[string]openapi.MediaType{
			"application/json": {Schema: o.body, Example: rawJSON(o.example)}, "multipart/form-data": {Schema: form},
		}}
	case o.body != nil:
		schema := o.body
		if schema.Ref == "" {
			schema = d.types.Define(exported(o.id)+"Body", nil, func() *openapi.Schema { return o.body })
		}
		media := openapi.MediaType{Schema: schema}
		if o.example != "" {
			media.Example = rawJSON(o.example)
		}
		made.Body = &openapi.RequestBody{Required: !o.partial, Content: map[string]openapi.MediaType{"application/json": media}}
	}
}

func (d *describer) answers(made *openapi.Operation, o operation) {
	if o.forms == nil {
		d.addAnswer(made, o.answer, o.kept)
	}
	for _, f := range o.forms {
		d.addAnswer(made, f.answer, o.kept)
		made.Forms = append(made.Forms, openapi.Form{
			ID: f.id, Summary: f.summary, Query: f.query, Body: f.body, Required: f.required, Without: f.without,
			ContentType: f.answer.contentType(), Schema: f.answer.schema,
		})
	}
	for _, a := range o.also {
		d.addAnswer(made, a, false)
	}
	if o.kept {
		made.Responses["304"] = &openapi.Response{Ref: "#/components/responses/NotModified"}
		made.Parameters = append(made.Parameters, &openapi.Parameter{Ref: "#/components/parameters/IfNoneMatch"})
	}
}

func (a answer) contentType() string {
	if a.content == "" && a.schema != nil {
		return "application/json"
	}
	return a.content
}

// addAnswer adds an answer to those of its status.
func (d *describer) addAnswer(made *openapi.Operation, a answer, kept bool) {
	status := a.status
	if status == 0 {
		status = http.StatusOK
	}
	res := made.Responses[strconv.Itoa(status)]
	if res == nil {
		res = &openapi.Response{Description: http.StatusText(status)}
		made.Responses[strconv.Itoa(status)] = res
	}
	for _, h := range a.headers {
		d.addHeader(res, h.name, &openapi.Header{Description: h.says, Required: h.must, Schema: h.schema})
	}
	if kept {
		d.addHeader(res, "ETag", &openapi.Header{Description: "Changes when the answer does", Schema: openapi.Text()})
	}
	content := a.contentType()
	if content == "" {
		return
	}
	if res.Content == nil {
		res.Content = make(map[string]openapi.MediaType)
	}
	before, there := res.Content[content]
	switch {
	case !there:
		res.Content[content] = openapi.MediaType{Schema: a.schema}
	case len(before.Schema.AnyOf) > 0 && before.Schema.Ref == "":
		res.Content[content] = openapi.MediaType{Schema: openapi.AnyOf(append(slices.Clone(before.Schema.AnyOf), a.schema)...)}
	default:
		res.Content[content] = openapi.MediaType{Schema: openapi.AnyOf(before.Schema, a.schema)}
	}
}

func (d *describer) addHeader(res *openapi.Response, name string, h *openapi.Header) {
	if res.Headers == nil {
		res.Headers = make(map[string]*openapi.Header)
	}
	res.Headers[name] = h
}

// refusals adds what a route can refuse with: what the guards before it do, and
// what it says itself.
func (d *describer) refusals(made *openapi.Operation, row route, o operation) {
	add := func(status int, name string) {
		made.Responses[strconv.Itoa(status)] = &openapi.Response{Ref: "#/components/responses/" + name}
	}
	add(http.StatusBadRequest, "BadRequest")
	add(http.StatusRequestEntityTooLarge, "TooLarge")
	add(http.StatusInternalServerError, "Internal")
	add(http.StatusServiceUnavailable, "Unavailable")
	add(http.StatusForbidden, "Forbidden") // at least what a page of another site asks for
	if mutates(row.method) {
		add(http.StatusInsufficientStorage, "Full")
	}
	if row.token != open || gated(row.method, row.pattern) {
		add(http.StatusUnauthorized, "Unauthorized")
	}
	switch {
	case row.limit.bucket != "" && !row.limit.retryAfter:
		add(http.StatusTooManyRequests, "TooManyRequests")
	default: // without a limit, after wrong tokens
		add(http.StatusTooManyRequests, "TooManyRequestsRetry")
	}
	for status, schema := range o.refuses {
		_, guards := made.Responses[strconv.Itoa(status)]
		switch {
		case guards && schema == nil:
			continue
		case guards: // which refuse in the common form
			schema = openapi.AnyOf(schema, of[errorAnswer](d))
		case schema == nil:
			schema = of[errorAnswer](d)
		}
		made.Responses[strconv.Itoa(status)] = &openapi.Response{
			Description: http.StatusText(status), Content: map[string]openapi.MediaType{"application/json": {Schema: schema}},
		}
	}
}

// exported returns a name as Go exports it.
func exported(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// merged returns an object with the members of several types and no others, as
// object writes it. Those that are named may be missing.
func (d *describer) merged(optional []string, parts ...reflect.Type) *openapi.Schema {
	s := openapi.Closed(openapi.Members{})
	for _, part := range parts {
		one := d.types.Object(part)
		maps.Copy(s.Properties, one.Properties)
		s.Required = append(s.Required, one.Required...)
	}
	s.Required = slices.DeleteFunc(s.Required, func(name string) bool { return slices.Contains(optional, name) })
	slices.Sort(s.Required)
	return s
}
