package document

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
)

// describer makes the document.
type describer struct {
	types openapi.Reflector
}

// operation describes an operation.
func (d *describer) operation(o op.Operation) *openapi.Operation {
	made := &openapi.Operation{
		ID: o.ID, Summary: o.Summary, Tags: []string{o.Group}, MaxBodyBytes: o.BodyLimit(),
		Responses: map[string]*openapi.Response{}, Token: o.Access.Token(),
	}
	if o.Limit.Bucket != "" {
		made.RateLimit = &openapi.RateLimit{
			Bucket: o.Limit.Bucket, Calls: o.Limit.Calls, WindowSeconds: int64(o.Limit.Window.Seconds()), RetryAfter: o.Limit.RetryAfter,
		}
	}
	request := o.Describe(&d.types)
	d.parameters(made, o, request)
	d.body(made, o, request.Body)
	d.answers(made, o, request.Answer)
	d.refusals(made, o)
	made.Description = describe(o, made)
	made.Security = []map[string][]string{{"adminToken": {}}, {"adminBearer": {}}, {"adminSession": {}}}
	if o.TokenInAddress {
		made.Security = append(made.Security, map[string][]string{"readToken": {}})
	}
	if o.Access != op.Develop { // without a configured token none is sent
		made.Security = append([]map[string][]string{{}}, made.Security...)
	}
	return made
}

func (d *describer) parameters(made *openapi.Operation, o op.Operation, request op.Description) {
	for segment := range strings.SplitSeq(o.Path, "/") {
		name, ok := strings.CutPrefix(strings.TrimSuffix(segment, "}"), "{")
		if !ok {
			continue
		}
		p := &openapi.Parameter{Name: name, In: "path", Schema: openapi.Text()}
		if i := slices.IndexFunc(request.Parameters, func(p *openapi.Parameter) bool { return p.In == "path" && p.Name == name }); i >= 0 {
			p = request.Parameters[i]
		}
		if p.Example == nil {
			p.Example = "1"
		}
		p.Required = true
		made.Parameters = append(made.Parameters, p)
	}
	made.Parameters = append(made.Parameters, slices.DeleteFunc(request.Parameters, func(p *openapi.Parameter) bool { return p.In == "path" })...)
	if access.Mutates(o.Method) {
		made.Parameters = append(made.Parameters, &openapi.Parameter{Ref: "#/components/parameters/Origin"})
	}
}

// body describes the body of a request.
func (d *describer) body(made *openapi.Operation, o op.Operation, body *openapi.Schema) {
	switch {
	case o.Doc.File:
		form := openapi.Object(openapi.Members{"file": {Type: openapi.Types{"string"}, Format: "binary", Description: "The file"}}, "file")
		made.Body = &openapi.RequestBody{Required: true, Content: map[string]openapi.MediaType{
			"application/json": {Schema: body, Example: rawJSON(o.Example)}, "multipart/form-data": {Schema: form},
		}}
	case body != nil:
		schema := body
		if schema.Ref == "" {
			schema = d.types.Define(strings.ToUpper(o.ID[:1])+o.ID[1:]+"Body", nil, func() *openapi.Schema { return body })
		}
		media := openapi.MediaType{Schema: schema}
		if o.Example != "" {
			media.Example = rawJSON(o.Example)
		}
		made.Body = &openapi.RequestBody{Required: !o.BodyOptional, Content: map[string]openapi.MediaType{"application/json": media}}
	}
}

// answers describes the answers that are not refusals.
func (d *describer) answers(made *openapi.Operation, o op.Operation, only op.Answer) {
	tagged := o.Cached || o.Doc.Tagged
	if o.Doc.Forms == nil {
		d.addAnswer(made, only, tagged)
	}
	for _, f := range o.Doc.Forms {
		content, schema := d.addAnswer(made, f.Answer, tagged)
		made.Forms = append(made.Forms, openapi.Form{
			ID: f.ID, Summary: f.Summary, Query: f.Query, Body: f.Body, Required: f.Required, Without: f.Without, ContentType: content, Schema: schema,
		})
	}
	if tagged {
		made.Responses["304"] = &openapi.Response{Ref: "#/components/responses/NotModified"}
		made.Parameters = append(made.Parameters, &openapi.Parameter{Ref: "#/components/parameters/IfNoneMatch"})
	}
}

// addAnswer adds an answer to those of its status, and returns its content type and
// schema.
func (d *describer) addAnswer(made *openapi.Operation, a op.Answer, tagged bool) (content string, schema *openapi.Schema) {
	content = a.Content
	if a.Schema != nil {
		schema = a.Schema(&d.types)
		if content == "" {
			content = "application/json"
		}
	}
	status := strconv.Itoa(max(a.Status, http.StatusOK))
	res := made.Responses[status]
	if res == nil {
		res = &openapi.Response{
			Description: http.StatusText(max(a.Status, http.StatusOK)), Headers: make(map[string]*openapi.Header), Content: make(map[string]openapi.MediaType),
		}
		made.Responses[status] = res
	}
	res.Headers[op.Ignored.Name] = &openapi.Header{Ref: "#/components/headers/Ignored"}
	if tagged {
		res.Headers["ETag"] = &openapi.Header{Ref: "#/components/headers/ETag"}
	}
	for _, h := range a.Headers {
		res.Headers[h.Name] = header(h)
	}
	if content == "" {
		return content, schema
	}
	before, there := res.Content[content]
	switch {
	case !there:
		res.Content[content] = openapi.MediaType{Schema: schema}
	case len(before.Schema.AnyOf) > 0 && before.Schema.Ref == "":
		res.Content[content] = openapi.MediaType{Schema: openapi.AnyOf(append(slices.Clone(before.Schema.AnyOf), schema)...)}
	default:
		res.Content[content] = openapi.MediaType{Schema: openapi.AnyOf(before.Schema, schema)}
	}
	return content, schema
}

// header describes a header of an answer.
func header(h op.Header) *openapi.Header {
	return &openapi.Header{Description: h.Doc, Required: h.Required, Schema: cmp.Or(h.Schema, openapi.Text())}
}

// refusals describes the refusals: those of the guards, and those of the operation.
func (d *describer) refusals(made *openapi.Operation, o op.Operation) {
	add := func(status int, name string) {
		made.Responses[strconv.Itoa(status)] = &openapi.Response{Ref: "#/components/responses/" + name}
	}
	add(http.StatusBadRequest, "BadRequest")
	add(http.StatusRequestEntityTooLarge, "TooLarge")
	add(http.StatusInternalServerError, "Internal")
	add(http.StatusServiceUnavailable, "Unavailable")
	add(http.StatusForbidden, "Forbidden") // at least to the page of another site
	if access.Mutates(o.Method) {
		add(http.StatusInsufficientStorage, "Full")
	}
	if o.Access >= op.Read {
		add(http.StatusUnauthorized, "Unauthorized")
	}
	if o.Limit.Bucket != "" && !o.Limit.RetryAfter {
		add(http.StatusTooManyRequests, "TooManyRequests")
	} else { // without a limit, after wrong tokens
		add(http.StatusTooManyRequests, "TooManyRequestsRetry")
	}
	refuses := make(map[int]*openapi.Schema)
	if strings.Contains(o.Path, "{") { // no route takes a segment that is blank or not text
		refuses[http.StatusNotFound] = nil
	}
	for _, status := range o.Refuses {
		refuses[status] = nil
	}
	for status, schema := range o.Doc.Faults {
		refuses[status] = schema(&d.types)
	}
	for status, schema := range refuses {
		_, guards := made.Responses[strconv.Itoa(status)]
		switch {
		case guards && schema == nil:
			continue
		case guards: // which refuse in the common form
			schema = op.OrError(op.Fixed(schema))(&d.types)
		case schema == nil:
			schema = op.Of[errorAnswer]()(&d.types)
		}
		made.Responses[strconv.Itoa(status)] = &openapi.Response{
			Description: http.StatusText(status), Content: map[string]openapi.MediaType{"application/json": {Schema: schema}},
		}
	}
}
