package jsonread_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/jsonread"
)

// shape has a field of each kind.
type shape struct {
	Name   string                 `json:"name"`
	Flag   *bool                  `json:"flag"`
	Number jsonread.Text          `json:"number"`
	Many   jsonread.Many[inner]   `json:"many"`
	List   []string               `json:"list"`
	Inner  inner                  `json:"inner"`
	Keyed  map[string]inner       `json:"keyed"`
	Raw    jsonread.Value         `json:"raw"`
	Fat    [][64]jsonread.Text    `json:"-"`
	Deep   []map[string][]*inner2 `json:"deep"`
}

type (
	inner  struct{ A string }
	inner2 struct{ B [32]string }
)

func TestDecodeLenient(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       shape
	}{
		{"all", `{"name":"n","flag":true,"number":1.50,"many":[{"A":"1"},{"A":"2"}],"list":["a"],"inner":{"A":"b"},"keyed":{"k":{"A":"c"}},"raw":[1]}`,
			shape{Name: "n", Flag: new(true), Number: "1.50", Many: []inner{{"1"}, {"2"}}, List: []string{"a"}, Inner: inner{"b"},
				Keyed: map[string]inner{"k": {"c"}}, Raw: jsonread.Value("[1]")}},
		{"one of many", `{"many":{"A":"1"},"number":"text"}`, shape{Many: []inner{{"1"}}, Number: "text"}},
		{"wrong types", `{"name":1,"flag":"x","number":[],"many":7,"list":{"a":[]},"inner":[{}],"keyed":"k","deep":1}`, shape{}},
		{"wrong elements", `{"list":["a",1,null,{"b":[]},"c"],"many":[1,{"A":"2"}],"keyed":{"a":1}}`,
			shape{List: []string{"a", "", "", "", "c"}, Many: []inner{{}, {"2"}}, Keyed: map[string]inner{"a": {}}}},
		{"null", `{"name":null,"flag":null,"number":null,"many":null,"inner":null}`, shape{}},
		{"twice", `{"name":"a","name":"b","x":1,"x":2}`, shape{Name: "b"}},
		{"not UTF-8", "{\"name\":\"a\xffb\"}", shape{Name: "a\ufffdb"}},
		{"lone surrogate", `{"name":"\ud800"}`, shape{Name: "\ufffd"}},
		{"large number", `{"number":1e999999999,"name":"n"}`, shape{Number: "1e999999999", Name: "n"}},
		{"long number", `{"number":` + strings.Repeat("1", 65) + `,"name":"n"}`, shape{Name: "n"}},
	}
	for _, tt := range tests {
		var got shape
		err := new(jsonread.Budget).DecodeLenient([]byte(tt.text), &got)
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
}

func TestDecode_errors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		lenient    bool
		want       error // nil: any
	}{
		{"syntax", `{"name":`, true, nil},
		{"nothing", ``, true, nil},
		{"more", `{} {}`, true, jsonread.ErrTrailing},
		{"deep", strings.Repeat(`{"deep":`, 200), true, jsonread.ErrTooDeep},
		{"wrong type", `{"name":1}`, false, nil},
		{"large", `{"many":[` + strings.Repeat("{},", 1<<20) + `{}]}`, true, jsonread.ErrTooLarge},
	}
	for _, tt := range tests {
		var got shape
		b := new(jsonread.Budget)
		decode := b.Decode
		if tt.lenient {
			decode = b.DecodeLenient
		}
		if err := decode([]byte(tt.text), &got); err == nil || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	if err := new(jsonread.Budget).DecodeStrict([]byte(`{"name":"a","other":1}`), new(shape)); err == nil {
		t.Error("a member that should not be there was accepted")
	}
}

// TestBudget_shared: a budget is for all texts together.
func TestBudget_shared(t *testing.T) {
	t.Parallel()
	text := []byte(`{"many":[` + strings.Repeat("{},", 50_000) + `{}]}`)
	b := new(jsonread.Budget)
	var err error
	n := 0
	for ; err == nil && n < 100; n++ {
		err = b.DecodeLenient(text, new(shape))
	}
	if !errors.Is(err, jsonread.ErrTooLarge) || n < 2 {
		t.Errorf("after %d texts: %v, want %v after several", n, err, jsonread.ErrTooLarge)
	}
}

// FuzzDecode: whatever the text, what is decoded stays within the budget.
func TestValues(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]any{
		"":                        nil,
		" \n":                     nil,
		`{"a":[1,"b",null]} true`: {map[string]any{"a": []any{json.Number("1"), "b", nil}}, true},
		"{}{}\n\n3":               {map[string]any{}, map[string]any{}, json.Number("3")},
		"1.0 -0 1.20e+9":          {json.Number("1.0"), json.Number("-0"), json.Number("1.20e+9")},
		"1 x":                     {json.Number("1"), "an error"},
		"[1":                      {"an error"},
		"1]":                      {json.Number("1"), "an error"},
	} {
		var got []any
		for value, err := range new(jsonread.Budget).Values([]byte(text)) {
			if err != nil {
				value = "an error"
			}
			got = append(got, value)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	small := jsonread.Budget{Memory: 2000}
	err := error(nil)
	for _, err = range small.Values([]byte("[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]")) {
	}
	if !errors.Is(err, jsonread.ErrTooLarge) {
		t.Errorf("of 2,000 bytes: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{"many":[{},{}]}`, `{"deep":[{"a":[{},{}]},{"b":[{}]}],"keyed":{"a":{}}}`, `[[[]]]`, `{"raw":"\ud800"}`} {
		f.Add([]byte(seed), true)
		f.Add([]byte(strings.Repeat(seed, 100)), false)
	}
	f.Fuzz(func(t *testing.T, text []byte, lenient bool) {
		b := new(jsonread.Budget)
		decode := b.Decode
		if lenient {
			decode = b.DecodeLenient
		}
		took := cost.Of(func() { _ = decode(text, new(shape)) })
		if took.Bytes > 1<<20+2048*uint64(len(text)) || took.Bytes > 160<<20 {
			t.Errorf("%d bytes allocated for %d bytes of JSON", took.Bytes, len(text))
		}
	})
}
