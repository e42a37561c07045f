package jsonread_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/jsonread"
)

func TestRows(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want [][]string
		ok   bool
	}{
		{`[]`, nil, true},
		{` [ ["a", "\u0062", 7, null, true, [1], {"c":2}], [] ] `, [][]string{{"a", "b", "7", "", "true", "[1]", `{"c":2}`}, {}}, true},
		{`[7, {"a":[]}, "b", null, ["c"]]`, [][]string{{"c"}}, true},
		{`[["longer than the limit is long, and longer, and then some more"],["a"]]`, [][]string{{"a"}}, true},
		{"[[\"\xff\", \"\\ud800\"]]", [][]string{{"\ufffd", "\ufffd"}}, true},
		{`{"a":1}`, nil, false},
		{``, nil, false},
		{`[["a"]`, [][]string{{"a"}}, false},
		{`[["a"],nil]`, [][]string{{"a"}}, false},
	}
	for _, tt := range tests {
		var got [][]string
		err := jsonread.Rows([]byte(tt.text), 60, func(fields []string) bool {
			if len(fields) > 0 && len(fields[0]) > 20 {
				t.Errorf("%s: a long row was read", tt.text)
			}
			got = append(got, append([]string{}, slices.Clone(fields)...))
			return true
		})
		if diff := cmp.Diff(tt.want, got); (err == nil) != tt.ok || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.text, err, diff)
		}
	}
	n := 0
	if err := jsonread.Rows([]byte(`[["a"],["b"],broken`), 60, func([]string) bool { n++; return n < 2 }); err != nil || n != 2 {
		t.Errorf("%d rows, %v, want it to end after two", n, err)
	}
}

func TestStrings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		``: nil, `7`: nil, `"a" "b"`: {"a", "b"}, `{"a":["b",1,{"c":null}],"a":"\u0064"}`: {"a", "b", "c", "a", "d"},
		`["a",b,"c"]`: {"a"}, `["a","b`: {"a"}, "[\"a\",\"b\nc\"]": {"a"}, `["a"]; x = "b"`: {"a"}, `["\ud800"]`: {"\ufffd"},
	} {
		if diff := cmp.Diff(want, slices.Collect(jsonread.Strings(text))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	for range jsonread.Strings(`["a","b"]`) {
		break
	}
}
