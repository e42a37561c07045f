package jsonread_test

import (
	"testing"

	"github.com/gowebpki/jcs"

	"github.com/privacylabels/auditor/internal/jsonread"
)

// The reference of canonical forms is another library.
func FuzzCanonical(f *testing.F) {
	for _, value := range []string{
		`{"b":1,"a":[true,null,"é\u20ac\/"]}`, `{"\ud83d\ude00":1,"\ufb33":2,"\u0080":3,"\r":4}`, `[333333333.33333329,1E30,4.50,2e-3,1e-27,-0]`,
		`{"a":1,"a":2}`, `"\ud800"`, `1e400`, `[1e999]`, "\"\xff\"", `{"<":"\u2028&"}`, ` 1 `, `1 2`, ``, `9007199254740993`, `"\u000b\u001f\u007f"`,
		`5e-324`, `1.7976931348623157e308`, `1.7976931348623159e308`, `1e21`, `123456789012345680000`, `0.000001`, `0.0000001`,
	} {
		f.Add([]byte(value))
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		if len(value) > 1<<16 {
			return
		}
		got, err := jsonread.Canonical(value)
		want, refused := jcs.Transform(value)
		if (err == nil) != (refused == nil) {
			t.Fatalf("%q: error %v, want %v; got %q", value, err, refused, got)
		}
		if err == nil && string(got) != string(want) {
			t.Errorf("%q is %q, want %q", value, got, want)
		}
	})
}
