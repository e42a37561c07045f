package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
)

// interfaceVersion is the version of the interface, not of the program.
const interfaceVersion = "1.0.0"

const interfaceDescription = `What apps in the App Store declare about privacy and accessibility, and every change to it.

- Times are integers, in milliseconds since 1970 (UTC). App IDs are integers, and may be sent as strings.
- A request body is one JSON object. Unknown members are ignored, unless the operation says otherwise. A member marked x-lenient is also ignored when its value is invalid.
- Every error has the body {"error": "a sentence"}, and often a hint: what to do about it, or what was not found. Clients should check the status, not the sentences.
- If a parameter is sent twice, the first value counts.
- HEAD works wherever GET does, OPTIONS everywhere. An unknown path is 404; a method that the path does not have is 405 with Allow.
- x-rate-limit is how often a client may call the operations of a bucket together, x-max-body-bytes the maximum size of a body.
- x-admin-token tells when an operation requires the admin token. never: not at all. exposed: if the service can be reached over the network. configured: also if an admin token is configured. always: in any case, so it is refused while no admin token is configured.
- A service can be configured to require a token for reads as well: a read token, which is sent like the admin token, or the admin token itself. Then only the health checks and the routes of the admin session need no token.
- x-forms names the responses of an operation that has several, and what selects each.`

// New returns the document of operations. An operation without an ID, or a type that
// cannot be described, is an error.
func New(operations []op.Operation, types []op.Types) (*openapi.Document, error) {
	d := newDescriber(types)
	paths := make(map[string]map[string]*openapi.Operation)
	tags := make(map[string]bool)
	for _, o := range operations {
		if o.ID == "" {
			return nil, fmt.Errorf("document: %s has no ID", o.Route)
		}
		if paths[o.Path] == nil {
			paths[o.Path] = make(map[string]*openapi.Operation)
		}
		paths[o.Path][strings.ToLower(o.Method)] = d.operation(o)
		tags[o.Group] = true
	}
	document := &openapi.Document{
		OpenAPI: openapi.Version,
		Info: openapi.Info{
			Title: "Privacy label auditor", Version: interfaceVersion, Description: interfaceDescription, License: &openapi.License{Name: "Apache License 2.0", Identifier: "Apache-2.0"},
		},
		Servers:    []openapi.Server{{URL: "..", Description: "The server that sent this document"}},
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
	describeSchemas(document)
	addExamples(document)
	return document, nil
}

// groups are the tags of the operations, in the order of the document.
func groups() []openapi.Tag {
	return []openapi.Tag{
		{Name: "fleet", Description: "Tracked apps, notes and verdicts"},
		{Name: "changelog", Description: "Recorded changes"},
		{Name: "notify", Description: "Notifications and webhooks"},
		{Name: "policy", Description: "Texts of privacy policies"},
		{Name: "ai", Description: "Language models that summarise policies"},
		{Name: "stats", Description: "Statistics of all apps"},
		{Name: "runs", Description: "Bulk runs"},
		{Name: "imports", Description: "Lists of apps to track, and manual apps"},
		{Name: "devices", Description: "Devices and the apps on them"},
		{Name: "flags", Description: "Feature flags"},
		{Name: "preferences", Description: "Preferences of the user interface"},
		{Name: "admin", Description: "Settings and reset"},
		{Name: "auth", Description: "Admin session"},
		{Name: "backup", Description: "Backups and audit bundles"},
		{Name: "ops", Description: "Health and diagnostics"},
	}
}

// components are what the operations share.
func (d *describer) components() openapi.Components {
	refusal := func(says string) *openapi.Response {
		return &openapi.Response{Description: says, Content: map[string]openapi.MediaType{"application/json": {Schema: op.Of[errorAnswer]()(&d.types)}}}
	}
	retry := func(says, when string, always bool) *openapi.Response {
		r := refusal(says)
		r.Headers = map[string]*openapi.Header{"Retry-After": {Description: "The time to wait in seconds" + when, Required: always, Schema: openapi.IntegerFrom(1)}}
		return r
	}
	challenge := func(says string) *openapi.Response {
		r := refusal(says)
		r.Headers = map[string]*openapi.Header{"WWW-Authenticate": {Description: `Bearer error="invalid_token" if a token was sent but is wrong`, Schema: openapi.Text()}}
		return r
	}
	const tooMany = "Too many calls, or too many wrong admin tokens from this address"
	return openapi.Components{
		Responses: map[string]*openapi.Response{
			"BadRequest":           refusal("The request is invalid, or its Host is not allowed"),
			"Unauthorized":         challenge("The admin token or read token is missing or wrong"),
			"Forbidden":            challenge("The Origin is not that of the service, the request comes from a page of another site, no admin token is configured, or the user may do less than this"),
			"TooLarge":             refusal("The body is longer than x-max-body-bytes"),
			"TooManyRequests":      retry(tooMany, "; only after wrong admin tokens", false),
			"TooManyRequestsRetry": retry(tooMany, "", true),
			"Internal":             refusal("The service failed"),
			"Full":                 refusal("The disk of the service is full. Deleting, reading and exporting still work"),
			"Unavailable":          retry("The service, the App Store or the web archive cannot do this now", ", if known", false),
			"NotModified":          {Description: "The response has not changed"},
		},
		Parameters: map[string]*openapi.Parameter{
			"Origin": {
				Name: "Origin", In: "header", Schema: openapi.Text(),
				Description: "The origin of the service itself. It may be missing if the request has the admin token in its header or an admin session, except for login and logout",
			},
			"IfNoneMatch": {Name: "If-None-Match", In: "header", Schema: openapi.Text(), Description: "The ETag of the response that the client has"},
		},
		Headers: map[string]*openapi.Header{
			"Ignored": header(op.Ignored),
			"ETag":    {Description: "Changes when the response does", Schema: openapi.Text()},
		},
		SecuritySchemes: map[string]openapi.SecurityScheme{
			"adminToken":   {Type: "apiKey", In: "header", Name: access.TokenHeader, Description: "The admin token"},
			"adminBearer":  {Type: "http", Scheme: "bearer", Description: "The admin token as a bearer token, or for reads a read token"},
			"readToken":    {Type: "apiKey", In: "query", Name: "token", Description: "A read token, for clients that cannot send headers"},
			"adminSession": {Type: "apiKey", In: "cookie", Name: access.SessionCookie, Description: "The admin session that login starts; it lasts eight hours"},
		},
		Schemas: d.types.Schemas,
	}
}

// rawJSON returns JSON as the document has it, without insignificant space.
func rawJSON(text string) json.RawMessage {
	var compact bytes.Buffer
	if json.Compact(&compact, []byte(text)) != nil { // a mistake of ours, which encoding the document finds
		return json.RawMessage(text)
	}
	return compact.Bytes()
}
