package jsonread_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/jsonread"
)

// sheet is wanted if it has a name.
type sheet struct {
	Name string `json:"name"`
}

func (s sheet) Wanted() bool { return s.Name != "" }

func TestWithin(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]sheet{
		`{"name":"a"}`:                                       {{"a"}},
		`[{"name":"a"},{"name":"b"}]`:                        {{"a"}, {"b"}},
		`{"0":{"name":"a"},"1":[{"name":"b"}]}`:              {{"a"}, {"b"}},
		`{"data":{"data":[{"x":{"name":"a"}}]}}`:             {{"a"}},
		`[[[[{"name":"a"}]]]]`:                               {{"a"}},
		`[[[[[{"name":"too deep"}]]]]]`:                      nil,
		`{"name":"a","more":{"name":"within a wanted one"}}`: {{"a"}},
		`null`: nil, `7`: nil, `"name"`: nil, `[]`: nil, `{}`: nil, `[null,[],{"name":""}]`: nil,
	} {
		var got jsonread.Within[sheet]
		if err := jsonread.Decode([]byte(text), &got); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, []sheet(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	var got jsonread.Within[sheet]
	if err := jsonread.Decode([]byte(`[{"name":"a"`+strings.Repeat(" ", 9)), &got); err == nil {
		t.Error("a value that is cut is read")
	}
}
