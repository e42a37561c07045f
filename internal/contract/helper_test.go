package contract_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/openapi"
)

// small is a document of two operations: one reads a note, which holds notes, and
// one writes it.
func small() openapi.Document {
	note := &openapi.Schema{Ref: openapi.SchemaPath + "Note"}
	answered := func(s *openapi.Schema) map[string]openapi.MediaType {
		return map[string]openapi.MediaType{"application/json": {Schema: s}}
	}
	refused := answered(&openapi.Schema{Ref: openapi.SchemaPath + "Error"})
	return openapi.Document{
		OpenAPI: openapi.Version, Info: openapi.Info{Title: "Notes", Version: "1.0.0"},
		Paths: map[string]map[string]*openapi.Operation{
			"/api/notes/{id}": {"get": {
				ID: "note", Summary: "A note", Token: "never", MaxBodyBytes: 100,
				Parameters: []*openapi.Parameter{
					{Name: "id", In: "path", Required: true, Schema: openapi.Matching("^[0-9]+$"), Example: "1"},
					{Name: "full", In: "query", Schema: openapi.IntegerOf(0, 5), Example: 1},
				},
				Responses: map[string]*openapi.Response{
					"200": {Description: "OK", Content: answered(note)},
					"400": {Ref: "#/components/responses/BadRequest"},
				},
			}},
			"/api/notes": {"post": {
				ID: "annotate", Summary: "Write a note", Token: "never", MaxBodyBytes: 100,
				RateLimit: &openapi.RateLimit{Bucket: "notes", Calls: 10, WindowSeconds: 60, RetryAfter: true},
				Body: &openapi.RequestBody{Required: true, Content: map[string]openapi.MediaType{"application/json": {
					Schema: &openapi.Schema{Ref: openapi.SchemaPath + "NoteBody"}, Example: map[string]any{"text": "x", "tag": "other"},
				}}},
				Responses: map[string]*openapi.Response{
					"201": {Description: "Created", Content: answered(note)},
					"204": {Description: "Nothing to write"},
					"400": {Ref: "#/components/responses/BadRequest"},
					"429": {Description: "Too many", Content: refused, Headers: map[string]*openapi.Header{"Retry-After": {Required: true, Schema: openapi.Integer()}}},
				},
			}},
		},
		Components: openapi.Components{
			Schemas: map[string]*openapi.Schema{
				"Note": openapi.Closed(openapi.Members{"id": openapi.Integer(), "text": openapi.Text(), "older": openapi.List(note)}, "older"),
				"NoteBody": openapi.Object(openapi.Members{
					"text": openapi.TextOf(1, 10), "tag": openapi.Loose(openapi.OneOf("other", "concern")), "by": openapi.OrNull(openapi.Text()),
				}, "text"),
				"Error": openapi.Closed(openapi.Members{"error": openapi.Text()}),
			},
			Responses: map[string]*openapi.Response{"BadRequest": {Description: "Wrong", Content: refused}},
		},
	}
}

func newContract(t *testing.T) *contract.Contract {
	t.Helper()
	c, err := contract.New(encoded(t, small()))
	if err != nil {
		t.Fatal(err)
	}
	return c
}
