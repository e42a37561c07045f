package jsonread_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/jsonread"
)

// checked has a list and a value of which it matters what was there.
type checked struct {
	Texts  jsonread.List[string]    `json:"texts"`
	Things jsonread.List[inner]     `json:"things"`
	Thing  jsonread.Optional[inner] `json:"thing"`
}

func TestDecodeLenient_damaged(t *testing.T) {
	t.Parallel()
	type (
		texts  = jsonread.List[string]
		things = jsonread.List[inner]
		thing  = jsonread.Optional[inner]
	)
	tests := []struct {
		text string
		want checked
	}{
		{`{}`, checked{}},
		{`{"texts":null,"things":null,"thing":null}`, checked{}},
		{`{"texts":[],"things":[],"thing":{}}`, checked{texts{Present: true}, things{Present: true}, thing{Value: new(inner)}}},
		{`{"texts":["a","b"],"things":[{"A":"a"},{}],"thing":{"A":"b"}}`, checked{
			texts{Elements: []string{"a", "b"}, Present: true}, things{Elements: []inner{{"a"}, {}}, Present: true}, thing{Value: &inner{"b"}}}},
		{`{"texts":["a",null,7,[],"b"],"things":[null,{"A":"a"},"x"],"thing":[]}`, checked{
			texts{Elements: []string{"a", "b"}, Present: true, Damaged: true},
			things{Elements: []inner{{"a"}}, Present: true, Damaged: true}, thing{Damaged: true}}},
		{`{"texts":"a","things":{"A":"a"},"thing":"x"}`, checked{texts{Damaged: true}, things{Damaged: true}, thing{Damaged: true}}},
		{`{"texts":7,"things":false,"thing":7}`, checked{texts{Damaged: true}, things{Damaged: true}, thing{Damaged: true}}},
		{`{"texts":["a"],"texts":["b"],"thing":7,"thing":{"A":"b"}}`, checked{Texts: texts{Elements: []string{"b"}, Present: true}, Thing: thing{Value: &inner{"b"}}}},
	}
	for _, tt := range tests {
		var got checked
		err := new(jsonread.Budget).DecodeLenient([]byte(tt.text), &got)
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.text, err, diff)
		}
	}
}

// TestList_errors: a list is charged like any other, and one that ends early or is
// no JSON is an error.
func TestList_errors(t *testing.T) {
	t.Parallel()
	large := `{"things":[` + strings.Repeat("{},", 1<<20) + `{}]}`
	if err := new(jsonread.Budget).DecodeLenient([]byte(large), new(checked)); !errors.Is(err, jsonread.ErrTooLarge) {
		t.Errorf("a large list: %v, want %v", err, jsonread.ErrTooLarge)
	}
	for _, text := range []string{`{"texts":[`, `{"texts":["a"`, `{"texts":["a",`, `{"texts":[null`, `{"texts":[nil]}`, `{"texts":["a" "b"]}`, `{"thing":`, `{"thing":{`, `{"texts":}`} {
		if err := new(jsonread.Budget).DecodeLenient([]byte(text), new(checked)); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}
