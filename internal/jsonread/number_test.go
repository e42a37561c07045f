package jsonread_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/jsonread"
)

func TestWhole(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1": "1", "1.0": "1", "1e0": "1", "10e-1": "1", "1E+2": "100", "1e2": "100", "-5.00": "-5", "0.0": "0", "-0.0": "0",
		"0e5": "0", "1200e-2": "12", "0.5e1": "5", "9007199254740991.0": "9007199254740991", "9.007199254740991e15": "9007199254740991",
		"9007199254740992.0": "9007199254740992.0", "1e16": "1e16", "1e999999999": "1e999999999", "1e-999999999": "1e-999999999",
		"1.5": "1.5", "15e-1": "15e-1", "1.0000000000000000001": "1.0000000000000000001", "0.1": "0.1",
		`{"a":[1.0,{"b":2e1}],"1.0":"1.0","\"1.0":3.0}`: `{"a":[1,{"b":20}],"1.0":"1.0","\"1.0":3}`,
		"true": "true", `""`: `""`, "[]": "[]", "null": "null",
	} {
		if got := string(jsonread.Whole([]byte(text))); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// What is no JSON is an error, and not made valid by another spelling.
func TestDecodeInvalidJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", `"`, `"a`, `"a\`, `{"a":1.0,"b`, "-", "1.", "-.5e1", "1e", "[1.0", "1.0 1.0", `{"a":1.0,"a":1.0}`} {
		var any any
		if err := jsonread.Decode([]byte(text), &any); err == nil {
			t.Errorf("%q is %v", text, any)
		}
		var number int
		if err := jsonread.Decode([]byte(text), &number); err == nil {
			t.Errorf("%q is the number %d", text, number)
		}
	}
}
