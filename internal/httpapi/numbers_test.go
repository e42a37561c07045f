package httpapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestNumbersOutOfRange: every route refuses a number of the query or the body that is out of
// range, except those whose document says that they are lenient, which name it.
func TestNumbersOutOfRange(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, withToken)
	a.track(1, "One", "LOCATION")
	var lenient []string
	count := 0
	for _, o := range documentedOperations(t, a) {
		base := o.exampleQuery()
		for _, p := range o.numbers() {
			count++
			where := fmt.Sprintf("%s %s %s", o.method, o.path, p.name)
			if p.Lenient {
				lenient = append(lenient, where)
			}
			for _, value := range p.wrong() {
				query := maps.Clone(base)
				if query == nil {
					query = url.Values{}
				}
				query.Set(p.name, value)
				a.clock.Advance(time.Hour) // so that no limit of calls is reached
				got := a.do(o.method, o.address()+"?"+query.Encode(), sameOrigin, header("X-Auditor-Admin-Token", token), body(o.example))
				switch named := strings.Contains(got.Header().Get(ignored), p.name+"="); {
				case p.Lenient && (got.Code != http.StatusOK || !named):
					t.Errorf("%s=%s: %d, named %t; want it named", where, value, got.Code, named)
				case !p.Lenient && got.Code != http.StatusBadRequest:
					t.Errorf("%s=%s: %d %.200s, want 400", where, value, got.Code, got.Body)
				}
			}
		}
	}
	if count < 20 {
		t.Errorf("the document has %d numbers in queries", count)
	}
	want := []string{"GET /api/changelog limit", "GET /api/changelog offset"}
	if diff := cmp.Diff(want, lenient); diff != "" {
		t.Errorf("lenient numbers (-want +got):\n%s", diff)
	}
}

// TestNumbersOfBodiesOutOfRange: the same for the numbers of bodies.
func TestNumbersOfBodiesOutOfRange(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, withToken)
	a.track(1, "One", "LOCATION")
	count := 0
	for _, o := range documentedOperations(t, a) {
		if len(o.members) == 0 {
			continue
		}
		for name, n := range o.members {
			count++
			for _, value := range n.beyond() {
				sent := make(map[string]any)
				if err := json.Unmarshal([]byte(o.example), &sent); err != nil {
					t.Fatalf("%s %s: %v", o.method, o.path, err)
				}
				sent[name] = value
				if json.Valid([]byte(value)) {
					sent[name] = json.RawMessage(value)
				}
				text, err := json.Marshal(sent)
				if err != nil {
					t.Fatal(err)
				}
				a.clock.Advance(time.Hour)
				got := a.do(o.method, o.address(), sameOrigin, header("X-Auditor-Admin-Token", token), body(string(text)))
				if named := strings.Contains(got.Header().Get(ignored), name); got.Code != http.StatusBadRequest && !named {
					t.Errorf("%s %s %s: %s: %d %.200s, want 400, or that it is named", o.method, o.path, name, value, got.Code, got.Body)
				}
			}
		}
	}
	if count < 10 {
		t.Errorf("the document has %d numbers in bodies", count)
	}
}

// documented is an operation as the document describes it.
type documented struct {
	method, path, example string
	parameters            []documentedParameter
	members               map[string]numberSchema // the numbers of the body that have bounds
}

type documentedParameter struct {
	name, in string
	required bool
	example  any
	numberSchema
}

type numberSchema struct {
	Type    any    `json:"type"`
	Least   *int64 `json:"minimum"`
	Most    *int64 `json:"maximum"`
	Lenient bool   `json:"x-lenient"`
}

type bodySchema struct {
	Ref        string `json:"$ref"`
	Properties map[string]numberSchema
}

// wrong returns values that are no numbers within the bounds.
func (n numberSchema) wrong() []string {
	return append(n.beyond(), "", "1.5")
}

// beyond returns values that are beyond the bounds, or no numbers.
func (n numberSchema) beyond() []string {
	all := []string{"x", "9999999999999999999999x"}
	if n.Least != nil {
		all = append(all, fmt.Sprint(*n.Least-1))
	}
	if n.Most != nil {
		all = append(all, fmt.Sprint(*n.Most+1), "99999999999999999999999")
	}
	return all
}

func (o documented) numbers() []documentedParameter {
	return slices.DeleteFunc(slices.Clone(o.parameters), func(p documentedParameter) bool { return p.in != "query" || p.Type != "integer" })
}

func (o documented) exampleQuery() url.Values {
	query := url.Values{}
	for _, p := range o.parameters {
		if p.in == "query" && p.required || p.name == "limit" {
			query.Set(p.name, fmt.Sprint(p.example))
		}
	}
	return query
}

// address returns the path with a value for each parameter.
func (o documented) address() string {
	path := o.path
	for _, p := range o.parameters {
		if p.in == "path" {
			path = strings.ReplaceAll(path, "{"+p.name+"}", "1")
		}
	}
	return path
}

func documentedOperations(t *testing.T, a *fleetAPI) (all []documented) {
	t.Helper()
	var document struct {
		Paths map[string]map[string]struct {
			Parameters []struct {
				Name, In string
				Required bool
				Example  any
				Schema   numberSchema
			}
			RequestBody struct {
				Content map[string]struct {
					Example json.RawMessage
					Schema  bodySchema
				}
			}
		}
		Components struct{ Schemas map[string]bodySchema }
	}
	if err := json.Unmarshal(a.do("GET", "/api/openapi.json").Body.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		for method, sent := range document.Paths[path] {
			content := sent.RequestBody.Content["application/json"]
			o := documented{method: strings.ToUpper(method), path: path, example: string(content.Example), members: make(map[string]numberSchema)}
			if name, ok := strings.CutPrefix(content.Schema.Ref, "#/components/schemas/"); ok {
				content.Schema = document.Components.Schemas[name]
			}
			for name, member := range content.Schema.Properties {
				if strings.Contains(fmt.Sprint(member.Type), "integer") && (member.Least != nil || member.Most != nil) {
					o.members[name] = member
				}
			}
			for _, p := range sent.Parameters {
				o.parameters = append(o.parameters, documentedParameter{p.Name, p.In, p.Required, p.Example, p.Schema})
			}
			all = append(all, o)
		}
	}
	return all
}
