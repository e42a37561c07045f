package op_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// fakeRequest is a request with the parameter id in its path.
type fakeRequest struct {
	op.Request
	http    *http.Request
	id      string
	body    string
	ignored []string
}

func (r *fakeRequest) HTTP() *http.Request       { return r.http }
func (r *fakeRequest) Param(string) string       { return r.id }
func (r *fakeRequest) ReadBody() ([]byte, error) { return []byte(r.body), nil }
func (r *fakeRequest) Ignore(name, value string) { r.ignored = append(r.ignored, name+"="+value) }
func (r *fakeRequest) IgnoreMember(path string)  { r.ignored = append(r.ignored, path) }
func (r *fakeRequest) Address() string           { return "http://localhost/" }
func (r *fakeRequest) Explain(err error) *op.Error {
	refusal, _ := errors.AsType[*op.Error](err)
	return refusal
}

func newRequest(id, query, body string) *fakeRequest {
	method := "GET"
	if body != "" {
		method = "POST"
	}
	return &fakeRequest{http: httptest.NewRequest(method, "/?"+query, nil), id: id, body: body}
}

// decode decodes a request into an In.
func decode[In any](t *testing.T, spec op.Spec, r op.Request) (In, error) {
	t.Helper()
	spec.Route = "POST /{id}"
	o := op.New(spec, func(context.Context, In) (op.None, error) { return op.None{}, nil })
	if err := o.Err(); err != nil {
		t.Fatal(err)
	}
	in, err := o.Decode(r)
	if err != nil {
		return *new(In), err
	}
	return in.(In), nil
}

type query struct {
	ID     int                       `path:"id" op:"min=1"`
	App    storage.AppID             `query:"appId"`
	Limit  int                       `query:"limit" op:"min=1,max=200,default=30"`
	Prefix int                       `query:"prefix" op:"min=1,max=9,prefix,loose,default=5"`
	Offset op.Offset                 `query:"offset"`
	View   string                    `query:"view" enum:"grid,list" op:"loose"`
	Types  string                    `query:"type" enum:"added,removed" op:"list,also=types"`
	On     bool                      `query:"on" op:"default=yes"`
	Since  op.Optional[storage.Time] `query:"since"`
	Until  storage.Time              `query:"until" op:"end"`
}

func TestParameters(t *testing.T) {
	t.Parallel()
	base := query{ID: 7, Limit: 30, Prefix: 5, On: true}
	for text, change := range map[string]func(*query){
		"":                         func(*query) {},
		"limit=200&limit=x":        func(q *query) { q.Limit = 200 },
		"lim%69t=2":                func(q *query) { q.Limit = 2 },
		"prefix=+44x":              func(q *query) { q.Prefix = 9 },
		"prefix=x":                 func(*query) {},
		"appId=12":                 func(q *query) { q.App = 12 },
		"appId=0":                  func(q *query) { q.App = op.NoApp },
		"view=grid":                func(q *query) { q.View = "grid" },
		"view=Grid":                func(*query) {},
		"types=removed,x,added":    func(q *query) { q.Types = "added,removed" },
		"type=added&types=removed": func(q *query) { q.Types = "added" },
		"on=off":                   func(q *query) { q.On = false },
		"on":                       func(q *query) { q.On = false },
		"since=1970-01-02":         func(q *query) { q.Since = op.Optional[storage.Time]{Value: 86_400_000, Sent: true} },
		"until=1970-01-01":         func(q *query) { q.Until = 86_399_999 },
	} {
		want := base
		change(&want)
		got, err := decode[query](t, op.Spec{}, newRequest("7", text, ""))
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
	}
}

func TestIgnoredParametersAreNamed(t *testing.T) {
	t.Parallel()
	r := newRequest("7", "view=x&prefix=y&type=added,z", "")
	if _, err := decode[query](t, op.Spec{}, r); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"prefix=y", "view=x", "type=z"}, r.ignored); diff != "" {
		t.Errorf("ignored (-want +got):\n%s", diff)
	}
}

func TestParametersThatDependOnOthers(t *testing.T) {
	t.Parallel()
	type list struct {
		ID     op.Optional[string] `query:"id"`
		View   string              `query:"view" enum:"grouped" op:"loose,without=id"`
		Limit  op.Optional[int]    `query:"limit" op:"min=1,without=id,without=view"`
		Offset op.Offset           `query:"offset" op:"with=limit"`
		Self   string              `address:""`
	}
	const self = "http://localhost/"
	sent := func(n int) op.Optional[int] { return op.Optional[int]{Value: n, Sent: true} }
	for text, want := range map[string]list{
		"":                      {},
		"id=&view=x&limit=x":    {ID: op.Optional[string]{Sent: true}},
		"limit=x&view=grouped":  {View: "grouped"},
		"view=x&limit=2":        {Limit: sent(2)},
		"offset=x":              {},
		"limit=1&offset=0":      {Limit: sent(1)},
		"view=grouped&offset=x": {View: "grouped"},
	} {
		want.Self = self
		if got, err := decode[list](t, op.Spec{}, newRequest("", text, "")); err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
	}
	type turned struct {
		Offset op.Offset `query:"offset" op:"with=limit"`
		Limit  int       `query:"limit"`
	}
	o := op.New(op.Spec{Route: "GET /"}, func(context.Context, turned) (op.None, error) { return op.None{}, nil })
	if err := o.Err(); err == nil || !strings.Contains(err.Error(), "offset depends on limit") {
		t.Errorf("a parameter that depends on a later one: %v", err)
	}
}

// The request without a query is decoded once.
func TestRequestsWithoutAQuery(t *testing.T) {
	t.Parallel()
	type page struct {
		Limit int    `query:"limit" op:"min=1,default=30"`
		Name  string `query:"name" op:"trim"`
	}
	o := op.New(op.Spec{Route: "GET /"}, func(context.Context, page) (op.None, error) { return op.None{}, nil })
	for _, tt := range []struct {
		query string
		want  page
	}{{"", page{Limit: 30}}, {"limit=5&name=x", page{5, "x"}}, {"", page{Limit: 30}}} {
		if got, err := o.Decode(newRequest("", tt.query, "")); err != nil || got != tt.want {
			t.Errorf("%q: %+v, %v, want %+v", tt.query, got, err, tt.want)
		}
	}
}

type politeRequest struct {
	Name string `json:"name" op:"required"`
}

func (*politeRequest) Refusal(err *op.Error) error {
	return &op.Error{Status: err.Status, Message: "please: " + err.Message}
}

func TestRefusalsOfARequest(t *testing.T) {
	t.Parallel()
	_, err := decode[politeRequest](t, op.Spec{}, newRequest("1", "", "{}"))
	if err == nil || err.Error() != "please: name is missing" {
		t.Error(err)
	}
}

func TestParametersThatAreRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"limit=0":   "limit must be a whole number from 1 to 200",
		"limit=":    "limit must be a whole number from 1 to 200",
		"appId=-1":  "appId must be a number of 1 to 20 digits",
		"offset=1x": "offset must be a whole number from 0",
		"on=maybe":  "on must be 1, true, yes or on, or 0, false, no or off",
		"since=now": "since must be a time in milliseconds since 1970, or an ISO 8601 date or time such as 2026-05-04 or 2026-05-04T12:00:00Z",
	} {
		_, err := decode[query](t, op.Spec{}, newRequest("7", text, ""))
		if refused, ok := errors.AsType[*op.Error](err); !ok || refused.Status != http.StatusBadRequest || refused.Message != want {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for _, id := range []string{"0", "-1", "x", "1.5"} {
		if _, err := decode[query](t, op.Spec{}, newRequest(id, "limit=0", "")); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("path %q: %v, want %v", id, err, storage.ErrNotFound)
		}
	}
}

type inner struct {
	Count op.Number `json:"count" op:"required"`
}

type body struct {
	App   storage.AppID             `json:"appId" op:"required"`
	Name  string                    `json:"name" op:"required,trim,also=title"`
	Level string                    `json:"level" enum:"low,high" op:"loose,default=low"`
	Size  int                       `json:"size" op:"min=0,max=9"`
	Note  op.Optional[string]       `json:"note"`
	Tag   op.Nullable[string]       `json:"tag" enum:"a,b"`
	Apps  op.Fitting[storage.AppID] `json:"apps" op:"max=3"`
	Sure  op.Truthy                 `json:"sure"`
	Inner *inner                    `json:"inner"`
}

func TestBodies(t *testing.T) {
	t.Parallel()
	base := body{App: 1, Name: "x", Level: "low"}
	for text, change := range map[string]func(*body){
		``:                                 func(*body) {},
		`"LEVEL":"high"`:                   func(*body) {},
		`"level":"high"`:                   func(b *body) { b.Level = "high" },
		`"level":["high"]`:                 func(*body) {},
		`"size":null`:                      func(*body) {},
		`"note":""`:                        func(b *body) { b.Note.Sent = true },
		`"tag":null`:                       func(b *body) { b.Tag.Sent = true },
		`"tag":"b"`:                        func(b *body) { b.Tag = op.Nullable[string]{Value: "b", Sent: true} },
		`"apps":["1",null,{},2]`:           nil,
		`"apps":["1",null,2]`:              func(b *body) { b.Apps = op.Fitting[storage.AppID]{1, 2} },
		`"size":7.0`:                       func(b *body) { b.Size = 7 },
		`"size":70e-1`:                     func(b *body) { b.Size = 7 },
		`"apps":[1.0,2e0]`:                 func(b *body) { b.Apps = op.Fitting[storage.AppID]{1, 2} },
		`"appId":1.0`:                      func(*body) {},
		`"sure":"no"`:                      func(b *body) { b.Sure = true },
		`"sure":0`:                         func(*body) {},
		`"inner":{"count":" 7 ","more":1}`: func(b *body) { b.Inner = &inner{7} },
		`"title":"y"`:                      func(*body) {},
		`"name":null,"title":" y "`:        func(b *body) { b.Name = "y" },
	} {
		sent := `{`
		for _, member := range []string{`"appId":"1"`, `"name":" x "`, text} {
			if name, _, _ := strings.Cut(member, ":"); member != "" && (member == text || !strings.HasPrefix(text, name)) {
				sent += member + `,`
			}
		}
		got, err := decode[body](t, op.Spec{}, newRequest("7", "", sent+`"z":0}`))
		if change == nil {
			if err == nil {
				t.Errorf("%s is taken", text)
			}
			continue
		}
		want := base
		change(&want)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", text, err, diff)
		}
	}
}

func TestBodiesThatAreRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		``:                                   "The body is empty",
		`[]`:                                 "The body must be a JSON object",
		`{`:                                  "The body is not valid JSON",
		"\xff":                               "The body is not UTF-8",
		strings.Repeat(`{"a":`, 600):         "The body is nested too deep",
		`{"name":"x"}`:                       "appId is missing",
		`{"appId":null,"name":"x"}`:          "appId is missing",
		`{"appId":1.5,"name":"x"}`:           "appId must be a number of 1 to 20 digits",
		`{"appId":"1.0","name":"x"}`:         "appId must be a number of 1 to 20 digits",
		`{"appId":1,"name":"x","size":1.5}`:  "size must be a whole number from 0 to 9",
		`{"appId":1,"name":"x","size":1e99}`: "size must be a whole number from 0 to 9",
		`{"appId":1,"name":" "}`:             "name is missing or blank",
		`{"appId":1,"name":"x","title":1}`:   "title must be a text",
		`{"appId":1,"name":"x","appId":1}`:   `The body has two members "appId" in one object`,
		`{"appId":1,"name":"x","no":[{"a":1,"a":2}]}`:  `The body has two members "a" in one object`,
		`{"appId":1,"name":"x","n\u0061me":"y"}`:       `The body has two members "name" in one object`,
		`{"appId":1,"name":"x","size":10}`:             "size must be a whole number from 0 to 9",
		`{"appId":1,"name":"x","note":null}`:           "note must be a text",
		`{"appId":1,"name":"x","tag":"c"}`:             "tag must be a, b or null",
		`{"appId":1,"name":"x","apps":7}`:              "apps must be a list of at most 3 entries",
		`{"appId":1,"name":"x","inner":{}}`:            "inner.count is missing",
		`{"appId":1,"name":"x","inner":[]}`:            "inner must be an object",
		`{"appId":1,"name":"x","inner":{"count":"x"}}`: "inner.count must be a number",
	} {
		_, err := decode[body](t, op.Spec{}, newRequest("7", "", text))
		if refused, ok := errors.AsType[*op.Error](err); !ok || refused.Message != want {
			t.Errorf("%.60s: %v, want %q", text, err, want)
		}
	}
}

func TestABodyMayBeLeftOut(t *testing.T) {
	t.Parallel()
	type optional struct {
		Level string `json:"level" op:"default=low"`
	}
	got, err := decode[optional](t, op.Spec{BodyOptional: true}, newRequest("7", "", " \n"))
	if err != nil || got.Level != "low" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestADeferredBodyIsDecodedWhenAsked(t *testing.T) {
	t.Parallel()
	type deferred struct {
		Body op.Body[inner] `body:""`
	}
	got, err := decode[deferred](t, op.Spec{}, newRequest("7", "", `{"count":"x"}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := got.Body.Decode(); err == nil || err.Error() != "count must be a number: must be a number" {
		t.Errorf("decoded: %v", err)
	}
}

func TestDeclarationsThatAreWrong(t *testing.T) {
	t.Parallel()
	none := func(context.Context, struct {
		Apps []string `json:"apps"`
	}) (op.None, error) {
		return op.None{}, nil
	}
	for what, o := range map[string]op.Operation{
		"no method": op.New(op.Spec{Route: "/api/x"}, none),
		"no cache": op.WithRequest(op.Spec{Route: "GET /api/x", Cached: true}, func(context.Context, op.Request, op.None) (op.None, error) {
			return op.None{}, nil
		}),
		"no comparable": op.New(op.Spec{Route: "GET /api/x", Cached: true}, none),
		"no source":     op.New(op.Spec{Route: "GET /x"}, func(context.Context, struct{ X int }) (op.None, error) { return op.None{}, nil }),
		"no option": op.New(op.Spec{Route: "GET /x"}, func(context.Context, struct {
			X int `query:"x" op:"sometimes"`
		}) (op.None, error) {
			return op.None{}, nil
		}),
		"no bound": op.New(op.Spec{Route: "GET /x"}, func(context.Context, struct {
			X int `query:"x" op:"min=one"`
		}) (op.None, error) {
			return op.None{}, nil
		}),
		"no struct": op.New(op.Spec{Route: "GET /x"}, func(context.Context, int) (op.None, error) { return op.None{}, nil }),
	} {
		if o.Err() == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

func TestSchemas(t *testing.T) {
	t.Parallel()
	var r openapi.Reflector
	o := op.New(op.Spec{Route: "POST /{id}"}, func(context.Context, body) (inner, error) { return inner{}, nil })
	got := o.Describe(&r)
	want := openapi.Object(openapi.Members{
		"appId": op.AppID(), "name": openapi.TextFrom(1), "title": openapi.Text().Says("An alias of name"),
		"level": openapi.Loose(openapi.OneOf("low", "high")), "size": openapi.IntegerOf(0, 9), "note": openapi.Text(),
		"tag": openapi.OrNull(openapi.OneOf("a", "b")), "apps": openapi.ListOf(openapi.Loose(op.AppID()), 0, 3),
		"sure": openapi.Loose(openapi.Boolean()), "inner": openapi.Object(openapi.Members{"count": openapi.Integer()}, "count"),
	}, "appId", "name")
	if diff := cmp.Diff(want, got.Body); diff != "" {
		t.Errorf("body (-want +got):\n%s", diff)
	}
	if got := got.Answer.Schema(&r); got.Named() != "Inner" {
		t.Errorf("answer %+v", got)
	}

	o = op.New(op.Spec{Route: "GET /{id}"}, func(context.Context, query) (op.None, error) { return op.None{}, nil })
	names := map[string]*openapi.Schema{}
	for _, p := range o.Describe(&r).Parameters {
		names[p.Name] = p.Schema
	}
	for name, want := range map[string]*openapi.Schema{
		"id": openapi.IntegerFrom(1), "appId": op.AppDigits(), "limit": openapi.IntegerOf(1, 200), "offset": openapi.IntegerFrom(0),
		"view": openapi.Loose(openapi.OneOf("grid", "list")), "on": openapi.OneOf("1", "true", "yes", "on", "0", "false", "no", "off", ""),
	} {
		if !reflect.DeepEqual(names[name], want) {
			t.Errorf("%s: %+v, want %+v", name, names[name], want)
		}
	}
}
