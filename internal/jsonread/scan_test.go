package jsonread_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/jsonread"
)

func TestObject(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		` {"a":[1,{}]} `: nil, `{"a":1,"a":2}`: nil, `{}`: nil,
		"": jsonread.ErrTruncated, " \n": jsonread.ErrTruncated, "{\"a\":\"\xff\"}": jsonread.ErrUTF8, `{"a":[[[]]]}`: jsonread.ErrTooDeep,
		"[[[[": jsonread.ErrTooDeep, `[]`: jsonread.ErrType, `1`: jsonread.ErrType, `null`: jsonread.ErrType, `{"a":1`: jsonread.ErrSyntax,
		`{} {}`: jsonread.ErrSyntax, `[1`: jsonread.ErrSyntax, `x`: jsonread.ErrSyntax,
	} {
		if _, err := jsonread.Object([]byte(text), 3); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
	got, err := jsonread.Object([]byte(`{"a":1,"A":[ 2 ],"a":"x"}`), 3)
	if diff := cmp.Diff(map[string]json.RawMessage{"a": json.RawMessage(`"x"`), "A": json.RawMessage("[ 2 ]")}, got); err != nil || diff != "" {
		t.Errorf("members, %v (-want +got):\n%s", err, diff)
	}
}

func TestDepth(t *testing.T) {
	t.Parallel()
	for text, depth := range map[string]int{
		"1": 0, `"[[["`: 0, "[]": 1, `{"a":[]}`: 2, `{"[":"{\"["}`: 1, `["\\",[]]`: 2, `["\"",[]]`: 2, "[[],[],[]]": 2, strings.Repeat("[", 1000): 1000,
	} {
		if _, err := jsonread.Object([]byte(text), depth); errors.Is(err, jsonread.ErrTooDeep) {
			t.Errorf("%.20q lies more than %d deep", text, depth)
		}
		if _, err := jsonread.Object([]byte(text), depth-1); depth > 0 && !errors.Is(err, jsonread.ErrTooDeep) {
			t.Errorf("%.20q does not lie more than %d deep: %v", text, depth-1, err)
		}
	}
}

// Brackets in a string do not count, wherever in it quotes and backslashes are.
func TestDepthAfterStrings(t *testing.T) {
	t.Parallel()
	lengths := []int{0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 511, 512, 513}
	for _, before := range lengths {
		for _, after := range lengths {
			for _, escape := range []string{"", `\"`, `\\`, `\\\"`, `\n`, `\"\"\"\"\"`} {
				text := []byte(`["` + strings.Repeat("[", before) + escape + strings.Repeat("[", after) + `",[]]`)
				limits := jsonread.Limits{Bytes: len(text), Depth: 2, Values: 10}
				if err := jsonread.Check(text, limits); err != nil {
					t.Errorf("%d and %d brackets with %s between: %v", before, after, escape, err)
				}
				limits.Depth = 1
				if err := jsonread.Check(text, limits); !errors.Is(err, jsonread.ErrTooDeep) {
					t.Errorf("%d and %d brackets with %s between, and a list: %v, want %v", before, after, escape, err, jsonread.ErrTooDeep)
				}
			}
		}
	}
}

// depthOf measures decoded JSON.
func depthOf(v any) int {
	deepest := 0
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			deepest = max(deepest, depthOf(e))
		}
		return deepest + 1
	case map[string]any:
		for _, e := range v {
			deepest = max(deepest, depthOf(e))
		}
		return deepest + 1
	}
	return 0
}

// FuzzScan compares what is found without decoding with what another reader decodes. It holds
// that no text costs more memory than a few times its length.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,{"b":"]"}]}`, `["\\\"",[[]]]`, "{}", "[", `"\u0022["`, `{"a":1.0,"a":[10e-1,{"1.0":-0.5e1}]}`, `{"`, `1e400`, "[1e-999999999,9007199254740992.0]",
	} {
		f.Add([]byte(seed), 2)
	}
	f.Fuzz(func(t *testing.T, text []byte, limit int) {
		limit = max(limit, 0)
		var object map[string]json.RawMessage
		var err, checked error
		took := cost.Of(func() {
			object, err = jsonread.Object(text, limit)
			checked = jsonread.Check(text, jsonread.Limits{Bytes: len(text), Depth: limit, Values: len(text) + 1, Lenient: true})
		})
		if took.Bytes > 1<<16+256*uint64(len(text)) {
			t.Errorf("%d bytes allocated for %d bytes of JSON", took.Bytes, len(text))
		}

		var v any
		if json.Unmarshal(text, &v) != nil {
			if err == nil {
				t.Errorf("%q is an object", text)
			}
			return
		}
		// Members of the same name hide all but the last from v, which may be the deepest.
		if deep := errors.Is(checked, jsonread.ErrTooDeep); depthOf(v) > limit && !deep {
			t.Errorf("%q lies %d deep, which does not exceed %d: %v", text, depthOf(v), limit, checked)
		}
		if utf8.Valid(text) && errors.Is(err, jsonread.ErrTooDeep) != errors.Is(checked, jsonread.ErrTooDeep) {
			t.Errorf("%q: %v and %v", text, err, checked)
		}

		members, isObject := v.(map[string]any)
		if isObject && err == nil && len(members) != len(object) {
			t.Errorf("%q has %d members, want %d", text, len(object), len(members))
		}
		var whole any
		if err := json.Unmarshal(jsonread.Whole(text), &whole); err != nil || !cmp.Equal(v, whole) {
			t.Errorf("%q written with whole numbers is %v, %v", text, whole, err)
		}
	})
}
