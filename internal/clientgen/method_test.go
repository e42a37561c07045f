package clientgen_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/clientgen"
	"github.com/privacylabels/auditor/internal/openapi"
)

// written returns the methods that are written of an operation.
func written(t *testing.T, path, verb string, o *openapi.Operation) string {
	t.Helper()
	o.Tags = []string{"things"}
	document, err := json.Marshal(openapi.Document{
		Tags: []openapi.Tag{{Name: "things"}}, Paths: map[string]map[string]*openapi.Operation{path: {verb: o}},
	})
	if err != nil {
		t.Fatal(err)
	}
	made, err := clientgen.Generate(document)
	if err != nil {
		t.Fatal(err)
	}
	return string(made["methods.go"])
}

func answering(content string, s *openapi.Schema) map[string]*openapi.Response {
	return map[string]*openapi.Response{"200": {Content: map[string]openapi.MediaType{content: {Schema: s}}}}
}

func TestSignatures(t *testing.T) {
	t.Parallel()
	thing := openapi.Closed(openapi.Members{"appId": openapi.Integer()})
	number := openapi.Matching("^[0-9]{1,20}$")
	for want, tt := range map[string]struct {
		path, verb string
		operation  openapi.Operation
	}{
		"ReadThing(ctx context.Context) (ReadThingAnswer, error)": {"/things", "get", openapi.Operation{Responses: answering("application/json", thing)}},
		"ReadThing(ctx context.Context, id int64, sub string) (ReadThingAnswer, error)": {"/things/{id}/{sub}", "get", openapi.Operation{
			Responses: answering("application/json", thing),
			Parameters: []*openapi.Parameter{
				{Name: "id", In: "path", Required: true, Schema: number}, {Name: "sub", In: "path", Required: true, Schema: openapi.Text()},
			},
		}},
		"ReadThing(ctx context.Context, limit int64, params ReadThingParams) ([]string, error)": {"/things", "get", openapi.Operation{
			Responses: answering("application/json", openapi.List(openapi.Text())),
			Parameters: []*openapi.Parameter{
				{Name: "limit", In: "query", Required: true, Schema: openapi.Integer()}, {Name: "since", In: "query", Schema: openapi.Moment()},
			},
		}},
		"ReadThing(ctx context.Context, body ReadThingBody) error": {"/things", "post", openapi.Operation{
			Responses: map[string]*openapi.Response{"204": {}},
			Body:      &openapi.RequestBody{Content: map[string]openapi.MediaType{"application/json": {Schema: thing}}},
		}},
		"ReadThing(ctx context.Context, body io.Reader) error": {"/things", "post", openapi.Operation{
			Responses: map[string]*openapi.Response{"204": {}}, MaxBodyBytes: 1 << 30,
			Body: &openapi.RequestBody{Content: map[string]openapi.MediaType{"application/json": {Schema: thing}}},
		}},
		"ReadThing(ctx context.Context) iter.Seq2[ReadThingLine, error]": {"/things", "get", openapi.Operation{Responses: answering("application/x-ndjson", thing)}},
		"ReadThing(ctx context.Context) (*File, error)":                  {"/things", "get", openapi.Operation{Responses: answering("text/csv", nil)}},
		"ReadThing(ctx context.Context) (json.RawMessage, error)":        {"/things", "get", openapi.Operation{Responses: answering("application/json", openapi.Any())}},
		"ReadThing(ctx context.Context) (map[string]bool, error)":        {"/things", "get", openapi.Operation{Responses: answering("application/json", openapi.Map(openapi.Boolean()))}},
	} {
		tt.operation.ID, tt.operation.Summary = "readThing", "A thing"
		if got := written(t, tt.path, tt.verb, &tt.operation); !strings.Contains(got, "func (c *Client) "+want+" {") {
			t.Errorf("want %s in\n%s", want, got)
		}
	}
}

func TestFormsAreMethods(t *testing.T) {
	t.Parallel()
	o := &openapi.Operation{
		ID: "things", Summary: "Things", Responses: answering("application/json", openapi.Any()),
		Parameters: []*openapi.Parameter{{Name: "id", In: "query", Schema: openapi.Text()}, {Name: "view", In: "query", Schema: openapi.Text()}},
		Forms: []openapi.Form{
			{ID: "thing", Summary: "A thing", Required: []string{"id"}, Without: []string{"view"}, ContentType: "application/json", Schema: openapi.Text()},
			{ID: "viewed", Summary: "A view", Query: map[string]string{"view": "all"}, ContentType: "application/json", Schema: openapi.Boolean()},
		},
	}
	got := written(t, "/things", "get", o)
	for _, want := range []string{
		"func (c *Client) Thing(ctx context.Context, id string) (string, error) {",
		"func (c *Client) Viewed(ctx context.Context, params ViewedParams) (bool, error) {",
		`call.query("view", "all")`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("want %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "Things(") {
		t.Errorf("the operation is a method beside its forms:\n%s", got)
	}
}

func TestHalfADocument(t *testing.T) {
	t.Parallel()
	if _, err := clientgen.Generate([]byte("{")); err == nil {
		t.Error("no error")
	}
}
