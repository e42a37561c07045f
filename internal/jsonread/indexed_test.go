package jsonread_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/jsonread"
)

// TestDecodeLenient_indexed: an object whose members are named by their places is an array.
func TestDecodeLenient_indexed(t *testing.T) {
	t.Parallel()
	type lists struct {
		Plain  []string                            `json:"plain"`
		List   jsonread.List[inner]                `json:"list"`
		Nested jsonread.List[jsonread.List[inner]] `json:"nested"`
	}
	type things = jsonread.List[inner]
	two := things{Elements: []inner{{"a"}, {"b"}}, Present: true}
	for text, want := range map[string]lists{
		`{"plain":{"0":"a","1":"b"}}`:                               {Plain: []string{"a", "b"}},
		`{"plain":{"10":"b","9":"a"}}`:                              {Plain: []string{"a", "b"}},
		`{"plain":{"0":"a","1":7}}`:                                 {Plain: []string{"a", ""}},
		`{"plain":{}}`:                                              {},
		`{"plain":{"a":"b"}}`:                                       {},
		`{"plain":{"0":"a","x":"b"}}`:                               {},
		`{"plain":{"-1":"a"}}`:                                      {},
		`{"list":{"0":{"A":"a"},"1":{"A":"b"}}}`:                    {List: two},
		`{"list":{"0":{"A":"a"},"1":7}}`:                            {List: things{Elements: []inner{{"a"}}, Present: true, Damaged: true}},
		`{"list":{}}`:                                               {List: things{Damaged: true}},
		`{"list":{"A":"a"}}`:                                        {List: things{Damaged: true}},
		`{"nested":{"0":{"1":{"A":"b"},"0":{"A":"a"}},"1":[null]}}`: {Nested: jsonread.List[things]{Elements: []things{two, {Present: true, Damaged: true}}, Present: true}},
	} {
		var got lists
		err := new(jsonread.Budget).DecodeLenient([]byte(text), &got)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", text, err, diff)
		}
	}
	if err := new(jsonread.Budget).Decode([]byte(`{"plain":{"0":"a"}}`), new(lists)); err == nil {
		t.Error("an object was accepted as an array where types are exact")
	}
}

// TestDecodeLenient_indexedWithinBudget: such an object is charged like an array, and a long
// one is none.
func TestDecodeLenient_indexedWithinBudget(t *testing.T) {
	t.Parallel()
	object := func(n int, value string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"%d":%s`, i, value)
		}
		return "{" + b.String()[1:] + "}"
	}
	var deep []map[string][]inner2
	long := object(1000, `{"a":`+object(1000, `{"B":[]}`)+`}`)
	if err := new(jsonread.Budget).DecodeLenient([]byte(long), &deep); !errors.Is(err, jsonread.ErrTooLarge) {
		t.Errorf("a million values: %v, want %v", err, jsonread.ErrTooLarge)
	}
	var texts []string
	if err := new(jsonread.Budget).DecodeLenient([]byte(object(1<<13, `"a"`)), &texts); err != nil || texts != nil {
		t.Errorf("%d elements, %v; want none of so many", len(texts), err)
	}
}
