package op_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
)

func TestLines(t *testing.T) {
	t.Parallel()
	type step struct {
		Index int `json:"index"`
	}
	type last struct {
		Totals any    `json:"totals"`
		Error  string `json:"error,omitempty"`
	}
	var r openapi.Reflector
	got := op.Lines("Note",
		op.Line{Kind: "app-start", Doc: "A step", Parts: []reflect.Type{reflect.TypeFor[step]()}},
		op.Line{Kind: "end", Doc: "The end", Parts: []reflect.Type{reflect.TypeFor[last]()}, Members: openapi.Members{"totals": openapi.Boolean()}},
	)(&r)
	if got.Named() != "NoteLine" {
		t.Errorf("the lines are called %q", got.Named())
	}
	named := func(name string) *openapi.Schema { return &openapi.Schema{Ref: openapi.SchemaPath + name} }
	kind := func(kind string) (a, b *openapi.Schema) {
		return openapi.OneOf(kind), openapi.OneOf(kind).Says("Same as kind")
	}
	stepKind, stepType := kind("app-start")
	lastKind, lastType := kind("end")
	want := map[string]*openapi.Schema{
		"NoteLine":         openapi.Variants("kind", openapi.Variant{Value: "app-start", Schema: named("NoteAppStartLine")}, openapi.Variant{Value: "end", Schema: named("NoteEndLine")}),
		"NoteAppStartLine": openapi.Closed(openapi.Members{"kind": stepKind, "type": stepType, "index": openapi.Integer()}).Says("A step"),
		"NoteEndLine": openapi.Closed(openapi.Members{
			"kind": lastKind, "type": lastType, "totals": openapi.Boolean(), "error": openapi.Text(),
		}, "error").Says("The end"),
	}
	if diff := cmp.Diff(want, r.Schemas); diff != "" {
		t.Errorf("schemas (-want +got):\n%s", diff)
	}
}

func TestJoin(t *testing.T) {
	t.Parallel()
	type empty struct{}
	for want, parts := range map[string][]any{
		"{}\n":                       {nil, empty{}},
		`{"ok":true}` + "\n":         {empty{}, op.OK{OK: true}, nil},
		`{"ok":true,"a":"<"}` + "\n": {op.OK{OK: true}, empty{}, map[string]string{"a": "<"}},
	} {
		if got, err := op.Join(parts...); err != nil || string(got) != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	if _, err := op.Join(func() {}); err == nil {
		t.Error("a function was encoded")
	}
}
