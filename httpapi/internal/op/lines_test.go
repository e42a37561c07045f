package op_test

import (
	"testing"

	"github.com/privacylabels/auditor/httpapi/internal/op"
)

func TestJoin(t *testing.T) {
	t.Parallel()
	type empty struct{}
	for want, parts := range map[string][]any{
		"{}\n":                       {nil, empty{}},
		`{"ok":true}` + "\n":         {empty{}, op.OK{OK: true}, nil},
		`{"ok":true,"a":"<"}` + "\n": {op.OK{OK: true}, empty{}, map[string]string{"a": "<"}},
	} {
		if got, err := op.Join(parts...); err != nil || string(got) != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	if _, err := op.Join(func() {}); err == nil {
		t.Error("a function was encoded")
	}
}
