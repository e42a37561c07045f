package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/internal/openapi"
)

// interfaceVersion is the version of the interface, not of the program.
const interfaceVersion = "1.0.0"

const interfaceSays = `What apps of the App Store declare about privacy and accessibility, and every change of it.

- Moments are whole numbers of milliseconds since 1970 in UTC. Ids of apps are whole numbers, which may be sent as texts as well.
- A body is one JSON object. Members that are not known are ignored, unless the operation says otherwise, and those that are marked x-lenient are ignored as well when their value does not fit.
- Every refusal has a body {"error": "a sentence"}. Switch on the status, not on the sentence.
- A parameter that is sent twice counts once, the first time.
- HEAD is answered wherever GET is, OPTIONS everywhere. An unknown path is 404, and another method than those of a path is 405 with Allow.
- x-rate-limit says how often a client may call the operations of a bucket together, x-max-body-bytes how long a body may be.
- x-admin-token says when an operation wants the admin token: never; exposed, when the service can be reached over the network; configured, also as soon as there is a token; always, so that without a token nobody may.
- x-forms names the answers of an operation that has several, and what chooses each.`

// openAPI answers "GET /api/openapi.json".
func (a *API) openAPI(w http.ResponseWriter, r *request) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	answer, err := a.document()
	if err != nil {
		return err
	}
	return writeEncoded(w.(*response), r, answer)
}

// describe encodes the document of the rows. It is a fault when one has no operation.
func describe(rows []route) (*encoded, error) {
	d := newDescriber()
	operations := make(map[string]operation)
	for _, o := range d.operations() {
		operations[o.route] = o
	}
	paths := make(map[string]map[string]*openapi.Operation)
	tags := make(map[string]bool)
	for _, row := range rows {
		maxBody := row.body
		if maxBody == 0 {
			maxBody = defaultBody
		}
		o, ok := operations[row.method+" "+row.pattern]
		if !ok {
			return nil, fmt.Errorf("httpapi: no operation describes %s %s", row.method, row.pattern)
		}
		if paths[row.pattern] == nil {
			paths[row.pattern] = make(map[string]*openapi.Operation)
		}
		paths[row.pattern][strings.ToLower(row.method)] = d.operation(row, maxBody, o)
		tags[row.group] = true
	}
	document := openapi.Document{
		OpenAPI: openapi.Version,
		Info: openapi.Info{
			Title: "Privacy label auditor", Version: interfaceVersion, Description: interfaceSays, License: &openapi.License{Name: "Apache License 2.0", Identifier: "Apache-2.0"},
		},
		Servers:    []openapi.Server{{URL: "..", Description: "Where this document is from"}},
		Paths:      paths,
		Components: d.components(),
	}
	for _, tag := range groups() {
		if tags[tag.Name] {
			document.Tags = append(document.Tags, tag)
		}
	}
	if err := d.types.Err(); err != nil {
		return nil, err
	}
	return newEncoded(document)
}

// groups are the groups of the table.
func groups() []openapi.Tag {
	return []openapi.Tag{
		{Name: "fleet", Description: "The tracked apps, and what people think of them"},
		{Name: "changelog", Description: "What changed"},
		{Name: "notify", Description: "Who is told of it"},
		{Name: "policy", Description: "The texts of privacy policies"},
		{Name: "ai", Description: "Models that summarise them"},
		{Name: "stats", Description: "Figures of the whole fleet"},
		{Name: "runs", Description: "Work on many apps"},
		{Name: "imports", Description: "Lists of apps to track, and apps of no store"},
		{Name: "devices", Description: "Which app is on which device"},
		{Name: "flags", Description: "What the service shows and does"},
		{Name: "preferences", Description: "What pages remember of their reader"},
		{Name: "admin", Description: "Settings, and emptying the service"},
		{Name: "auth", Description: "The admin session"},
		{Name: "backup", Description: "Backups, and bundles for others"},
		{Name: "ops", Description: "How the service is"},
	}
}

// components are what the operations share.
func (d *describer) components() openapi.Components {
	refusal := func(says string) *openapi.Response {
		return &openapi.Response{Description: says, Content: map[string]openapi.MediaType{"application/json": {Schema: of[errorAnswer](d)}}}
	}
	challenge := func(says string) *openapi.Response {
		r := refusal(says)
		r.Headers = map[string]*openapi.Header{"WWW-Authenticate": {Description: `Bearer error="invalid_token": an admin token was sent, and is wrong`, Schema: openapi.Text()}}
		return r
	}
	retry := refusal("Too many calls, or too many wrong admin tokens from this address")
	retry.Headers = map[string]*openapi.Header{"Retry-After": {Description: "Seconds to wait", Required: true, Schema: openapi.IntegerFrom(1)}}
	limited := refusal("Too many calls, or too many wrong admin tokens from this address")
	limited.Headers = map[string]*openapi.Header{"Retry-After": {Description: "Seconds to wait, after wrong admin tokens", Schema: openapi.IntegerFrom(1)}}
	unavailable := refusal("The service, the store or the web archive cannot do this now")
	unavailable.Headers = map[string]*openapi.Header{"Retry-After": {Description: "Seconds to wait, where that is known", Schema: openapi.IntegerFrom(1)}}
	return openapi.Components{
		Responses: map[string]*openapi.Response{
			"BadRequest":           refusal("The request is not what the operation takes, or its Host is not allowed"),
			"Unauthorized":         challenge("The admin token is missing or wrong"),
			"Forbidden":            challenge("The Origin is not that of the service, a page of another site asks, or no admin token is configured"),
			"TooLarge":             refusal("The body is longer than x-max-body-bytes"),
			"TooManyRequests":      limited,
			"TooManyRequestsRetry": retry,
			"Internal":             refusal("A fault of the service"),
			"Full":                 refusal("The disk of the service has no room for this. Deleting, reading and exporting still work"),
			"Unavailable":          unavailable,
			"NotModified":          {Description: "The client has this answer already"},
		},
		Parameters: map[string]*openapi.Parameter{
			"Origin": {
				Name: "Origin", In: "header", Schema: openapi.Text(),
				Description: "The origin of the service itself. It may be left out with the admin token in its header, or with a session, but not on login and logout",
			},
			"IfNoneMatch": {Name: "If-None-Match", In: "header", Schema: openapi.Text(), Description: "The ETag of the answer that the client has"},
		},
		SecuritySchemes: map[string]openapi.SecurityScheme{
			"adminToken":   {Type: "apiKey", In: "header", Name: tokenHeader, Description: "The admin token"},
			"adminBearer":  {Type: "http", Scheme: "bearer", Description: "The admin token, as the one in its own header"},
			"adminSession": {Type: "apiKey", In: "cookie", Name: sessionCookie, Description: "The admin session that login begins, for eight hours"},
		},
		Schemas: d.types.Schemas,
	}
}

// rawJSON is JSON as it is written in the document: without space of its own.
func rawJSON(text string) json.RawMessage {
	var compact bytes.Buffer
	if json.Compact(&compact, []byte(text)) != nil { // a mistake of ours, which encoding the document finds
		return json.RawMessage(text)
	}
	return compact.Bytes()
}
