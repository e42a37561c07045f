package openapi_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/openapi"
)

func TestSchemasAreWritten(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]*openapi.Schema{
		`{}`:    openapi.Any(),
		`false`: {Never: true},
		`{"type":"integer","format":"int64","minimum":1,"maximum":9}`:                            openapi.IntegerOf(1, 9),
		`{"type":"integer","format":"int64","minimum":0}`:                                        openapi.IntegerFrom(0),
		`{"type":["string","null"]}`:                                                             openapi.OrNull(openapi.Text()),
		`{"type":["string","null"],"enum":["a","b",null]}`:                                       openapi.OrNull(openapi.OneOf("a", "b")),
		`{"anyOf":[{"$ref":"#/components/schemas/A"},{"type":"null"}]}`:                          openapi.OrNull(&openapi.Schema{Ref: openapi.SchemaPath + "A"}),
		`{"type":"array","minItems":1,"maxItems":2,"items":{"type":"boolean"}}`:                  openapi.ListOf(openapi.Boolean(), 1, 2),
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`:                openapi.Object(openapi.Members{"a": openapi.Text()}, "a"),
		`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`:    openapi.Closed(openapi.Members{"a": openapi.Text()}, "a"),
		`{"type":"object","additionalProperties":{"type":"string","minLength":1,"maxLength":2}}`: openapi.Map(openapi.TextOf(1, 2)),
		`{"type":"string","description":"Said","x-lenient":true}`:                                openapi.Loose(openapi.Text()).Says("Said"),
		`{"type":"integer","format":"epoch-ms","description":"Milliseconds since 1970 in UTC"}`:  openapi.Moment(),
		`{"anyOf":[{"type":"string","pattern":"^a"},{"type":"string","minLength":1}]}`:           openapi.AnyOf(openapi.Matching("^a"), openapi.TextFrom(1)),
		`{"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false}`:  openapi.Closed(openapi.Members{"a": openapi.Any()}),
		`{"type":"array","items":{"type":["integer","null"],"format":"int64"}}`:                  openapi.List(openapi.OrNull(openapi.OrNull(openapi.Integer()))),
	} {
		got, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("written %s, want %s", got, want)
		}
		var read openapi.Schema
		if err := json.Unmarshal(got, &read); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, &read); diff != "" {
			t.Errorf("%s is read otherwise (-want +got):\n%s", got, diff)
		}
	}
}

func TestTrueIsAnyValue(t *testing.T) {
	t.Parallel()
	s := openapi.Schema{Never: true}
	if err := json.Unmarshal([]byte(" true "), &s); err != nil || s.Never {
		t.Errorf("read %+v, %v", s, err)
	}
}

// What is read and written is read as the same again.
func FuzzSchema(f *testing.F) {
	for _, text := range []string{`true`, `false`, `{"type":"string","enum":["a",null]}`, `{"type":["object"],"properties":{"a":false}}`, `{"anyOf":[{},true]}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var first, second openapi.Schema
		if json.Unmarshal(text, &first) != nil {
			return
		}
		written, err := json.Marshal(&first)
		if err != nil {
			t.Fatalf("%s is not written: %v", text, err)
		}
		if err := json.Unmarshal(written, &second); err != nil {
			t.Fatalf("%s is not read: %v", written, err)
		}
		again, err := json.Marshal(&second)
		if err != nil || string(again) != string(written) {
			t.Errorf("%s is written as %s, and then as %s, %v", text, written, again, err)
		}
	})
}
