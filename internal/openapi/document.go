package openapi

// Version is the version of OpenAPI that documents are written in.
const Version = "3.1.0"

// Document is an OpenAPI document. Paths are keyed by path and by method in
// lower case.
type Document struct {
	OpenAPI    string                           `json:"openapi"`
	Info       Info                             `json:"info"`
	Servers    []Server                         `json:"servers,omitempty"`
	Tags       []Tag                            `json:"tags,omitempty"`
	Paths      map[string]map[string]*Operation `json:"paths"`
	Components Components                       `json:"components"`
}

// Info says what the document is about.
type Info struct {
	Title       string   `json:"title"`
	Description string   `json:"description,omitempty"`
	Version     string   `json:"version"`
	License     *License `json:"license,omitempty"`
}

// License is the license of an interface.
type License struct {
	Name       string `json:"name"`
	Identifier string `json:"identifier,omitempty"` // of SPDX
}

// Server is where the interface is, from where the document is.
type Server struct {
	URL         string `json:"url"`
	Description string `json:"description,omitempty"`
}

// Tag is a group of operations.
type Tag struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// Components are what operations share.
type Components struct {
	Schemas         map[string]*Schema        `json:"schemas,omitempty"`
	Responses       map[string]*Response      `json:"responses,omitempty"`
	Parameters      map[string]*Parameter     `json:"parameters,omitempty"`
	Headers         map[string]*Header        `json:"headers,omitempty"`
	SecuritySchemes map[string]SecurityScheme `json:"securitySchemes,omitempty"`
}

// SecurityScheme is a way to say who one is.
type SecurityScheme struct {
	Type        string `json:"type"`
	In          string `json:"in,omitempty"`
	Name        string `json:"name,omitempty"`
	Scheme      string `json:"scheme,omitempty"`
	Description string `json:"description,omitempty"`
}

// Operation is a method of a path.
type Operation struct {
	ID          string                `json:"operationId"`
	Summary     string                `json:"summary"`
	Description string                `json:"description,omitempty"`
	Tags        []string              `json:"tags,omitempty"`
	Parameters  []*Parameter          `json:"parameters,omitempty"`
	Body        *RequestBody          `json:"requestBody,omitempty"`
	Responses   map[string]*Response  `json:"responses"`
	Security    []map[string][]string `json:"security,omitempty"`

	RateLimit    *RateLimit `json:"x-rate-limit,omitempty"`
	MaxBodyBytes int64      `json:"x-max-body-bytes"`
	Token        string     `json:"x-admin-token"` // when a token is wanted
	Forms        []Form     `json:"x-forms,omitempty"`
}

// RateLimit is how often a client may call the operations of a bucket.
type RateLimit struct {
	Bucket        string `json:"bucket"`
	Calls         uint64 `json:"calls"`
	WindowSeconds int64  `json:"windowSeconds"`
	RetryAfter    bool   `json:"retryAfter"` // whether a refusal says when to come back
}

// Form is one of the answers of an operation that has several: what is sent
// decides which. A client has a method for each.
type Form struct {
	ID          string            `json:"operationId"`
	Summary     string            `json:"summary"`
	Query       map[string]string `json:"query,omitempty"`    // what to send
	Body        map[string]any    `json:"body,omitempty"`     // what to send
	Required    []string          `json:"required,omitempty"` // parameters that choose it, or members of the body
	Without     []string          `json:"without,omitempty"`  // likewise: what chooses another one
	ContentType string            `json:"contentType"`
	Schema      *Schema           `json:"schema,omitempty"`
}

// Parameter is a parameter of a path, a query or a header.
type Parameter struct {
	Ref         string  `json:"$ref,omitempty"`
	Name        string  `json:"name,omitempty"`
	In          string  `json:"in,omitempty"`
	Description string  `json:"description,omitempty"`
	Required    bool    `json:"required,omitempty"`
	Schema      *Schema `json:"schema,omitempty"`
	Example     any     `json:"example,omitempty"`
}

// RequestBody is what an operation takes, by content type.
type RequestBody struct {
	Description string               `json:"description,omitempty"`
	Required    bool                 `json:"required,omitempty"`
	Content     map[string]MediaType `json:"content"`
}

// MediaType is the shape of a body.
type MediaType struct {
	Schema  *Schema `json:"schema,omitempty"`
	Example any     `json:"example,omitempty"`
}

// Response is an answer, by content type. Without any it has no body.
type Response struct {
	Ref         string               `json:"$ref,omitempty"`
	Description string               `json:"description,omitempty"`
	Headers     map[string]*Header   `json:"headers,omitempty"`
	Content     map[string]MediaType `json:"content,omitempty"`
}

// Header is a header of an answer.
type Header struct {
	Ref         string  `json:"$ref,omitempty"`
	Description string  `json:"description,omitempty"`
	Required    bool    `json:"required,omitempty"`
	Schema      *Schema `json:"schema,omitempty"`
}
