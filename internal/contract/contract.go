package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/privacylabels/auditor/internal/openapi"
)

// MaxBody is the length in bytes up to which the content of a body is checked. A
// longer one would take seconds, and more of the same elements prove nothing.
const MaxBody = 4 << 20

// Contract checks answers against an OpenAPI document. It is safe for concurrent use.
type Contract struct {
	Document openapi.Document

	compiler *jsonschema.Compiler
	mu       sync.Mutex // guards compiler and schemas
	schemas  map[string]*jsonschema.Schema
}

// Open reads a document from a file.
func Open(path string) (*Contract, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return New(text)
}

// New reads a document.
func New(text []byte) (*Contract, error) {
	c := &Contract{compiler: jsonschema.NewCompiler(), schemas: make(map[string]*jsonschema.Schema)}
	if err := json.Unmarshal(text, &c.Document); err != nil {
		return nil, fmt.Errorf("read a document: %w", err)
	}
	raw, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c.compiler.DefaultDraft(jsonschema.Draft2020)
	return c, c.compiler.AddResource(resource, raw)
}

// resource is the name of the document for its schemas.
const resource = "document.json"

// Answer is an answer and the request that it answers.
type Answer struct {
	Method, Path string
	Status       int
	Header       http.Header
	Body         []byte
}

// Check returns how an answer does not fit the document, or nil.
func (c *Contract) Check(a Answer) error {
	if err := c.check(a); err != nil {
		return fmt.Errorf("%s %s: status %d: %w", a.Method, a.Path, a.Status, err)
	}
	return nil
}

func (c *Contract) check(a Answer) error {
	pattern, item := c.find(a.Path)
	operation := item[strings.ToLower(strings.Replace(a.Method, http.MethodHead, http.MethodGet, 1))]
	if operation == nil {
		return c.checkRefusal(a, item != nil)
	}
	at := pointer("paths", pattern, strings.ToLower(strings.Replace(a.Method, http.MethodHead, http.MethodGet, 1)), "responses", strconv.Itoa(a.Status))
	response := operation.Responses[strconv.Itoa(a.Status)]
	if response == nil {
		return errors.New("this status is not in the document")
	}
	if name, shared := strings.CutPrefix(response.Ref, "#/components/responses/"); shared {
		response, at = c.Document.Components.Responses[name], pointer("components", "responses", name)
	}
	for name, header := range response.Headers {
		if header.Required && a.Header.Get(name) == "" {
			return fmt.Errorf("no header %s", name)
		}
	}
	return c.checkBody(a, response, at)
}

// checkRefusal checks an answer to a request that is not an operation.
func (c *Contract) checkRefusal(a Answer, known bool) error {
	switch a.Status {
	case http.StatusNoContent:
		if a.Method == http.MethodOptions && known {
			return nil
		}
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusInternalServerError:
		if a.Method == http.MethodHead {
			return nil
		}
		return c.fits(pointer("components", "schemas", "Error"), a.Body)
	}
	return errors.New("there is no such operation in the document")
}

func (c *Contract) checkBody(a Answer, response *openapi.Response, at string) error {
	if len(response.Content) == 0 {
		if len(a.Body) > 0 {
			return fmt.Errorf("a body, where there is none in the document: %.200s", a.Body)
		}
		return nil
	}
	kind, _, err := mime.ParseMediaType(a.Header.Get("Content-Type"))
	if err != nil {
		return fmt.Errorf("Content-Type %q: %w", a.Header.Get("Content-Type"), err)
	}
	media, ok := response.Content[kind]
	switch {
	case !ok:
		return fmt.Errorf("the type %s is not in the document", kind)
	case a.Method == http.MethodHead || media.Schema == nil || len(a.Body) > MaxBody:
		return nil
	}
	at += pointer("content", kind, "schema")[1:]
	if kind != "application/x-ndjson" {
		return c.fits(at, a.Body)
	}
	for line := range bytes.Lines(a.Body) {
		if line[len(line)-1] != '\n' {
			return nil // an incomplete line
		}
		if err := c.fits(at, line); err != nil {
			return err
		}
	}
	return nil
}

// Fits returns how the JSON of a value does not fit a named schema, or nil.
func (c *Contract) Fits(name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return c.fits(pointer("components", "schemas", name), text)
}

// fits checks JSON against the schema at a place in the document.
func (c *Contract) fits(at string, body []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%w in %.200q", err, body)
	}
	schema, err := c.schema(at)
	if err != nil {
		return err
	}
	if err := schema.Validate(value); err != nil {
		return fmt.Errorf("%w\nin %.500s", err, body)
	}
	return nil
}

func (c *Contract) schema(at string) (*jsonschema.Schema, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.schemas[at] == nil {
		compiled, err := c.compiler.Compile(resource + at)
		if err != nil {
			return nil, err
		}
		c.schemas[at] = compiled
	}
	return c.schemas[at], nil
}

// find returns the path in the document that a request is for. The service may be
// mounted below any prefix.
func (c *Contract) find(path string) (string, map[string]*openapi.Operation) {
	if at := strings.Index(path, "/api/"); at > 0 {
		path = path[at:]
	}
	if item := c.Document.Paths[path]; item != nil {
		return path, item
	}
	best := ""
	for pattern := range c.Document.Paths {
		// Of two that match, the one whose parameter comes later wins.
		if matches(pattern, path) && (best == "" || strings.Index(pattern, "{") > strings.Index(best, "{")) {
			best = pattern
		}
	}
	return best, c.Document.Paths[best]
}

func matches(pattern, path string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if want[i] != got[i] && (!strings.HasPrefix(want[i], "{") || got[i] == "") {
			return false
		}
	}
	return true
}

// pointer returns the URL fragment of a place in the document (RFC 6901).
func pointer(parts ...string) string {
	var at strings.Builder
	at.WriteString("#")
	for _, part := range parts {
		at.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(part))
	}
	return at.String()
}

// reads collects a body up to MaxBody.
type reads struct {
	kept bytes.Buffer
	over bool
}

func (r *reads) Write(p []byte) (int, error) {
	if r.over = r.over || r.kept.Len()+len(p) > MaxBody; r.over {
		return len(p), nil
	}
	return r.kept.Write(p)
}

// body returns the collected body, or zeros of that length if it was too long.
func (r *reads) body() []byte {
	if r.over {
		return make([]byte, MaxBody+1)
	}
	return r.kept.Bytes()
}
