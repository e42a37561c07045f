package jsonlimit_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/jsonlimit"
)

func TestExceedsDepth(t *testing.T) {
	t.Parallel()
	for text, depth := range map[string]int{
		"": 0, "1": 0, `"[[["`: 0, "[]": 1, `{"a":[]}`: 2, `{"[":"{\"["}`: 1, `["\\",[]]`: 2, `["\"",[]]`: 2, "[[],[],[]]": 2, strings.Repeat("[", 1000): 1000,
	} {
		if jsonlimit.ExceedsDepth([]byte(text), depth) {
			t.Errorf("%.20q lies more than %d deep", text, depth)
		}
		if depth > 0 && !jsonlimit.ExceedsDepth([]byte(text), depth-1) {
			t.Errorf("%.20q does not lie more than %d deep", text, depth-1)
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

// Of valid JSON without doubled members, the depth is that of its decoded value.
func FuzzExceedsDepth(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{"b":"]"}]}`, `["\\\"",[[]]]`, "{}", "[", `"\u0022["`} {
		f.Add([]byte(seed), 2)
	}
	f.Fuzz(func(t *testing.T, text []byte, limit int) {
		exceeds := jsonlimit.ExceedsDepth(text, limit)
		var v any
		if json.Unmarshal(text, &v) != nil || limit < 0 {
			return
		}
		if depth := depthOf(v); depth > limit && !exceeds {
			t.Errorf("%q lies %d deep, which does not exceed %d", text, depth, limit)
		}
	})
}
