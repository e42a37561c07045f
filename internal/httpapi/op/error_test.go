package op_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi/op"
)

func TestBodyOfAnError(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err  op.Error
		want map[string]any
	}{
		"alone":     {op.Error{Message: "Not found"}, map[string]any{"error": "Not found"}},
		"hint":      {op.Error{Message: "Not found", Hint: "The app 5 is not tracked"}, map[string]any{"error": "Not found", "hint": "The app 5 is not tracked"}},
		"members":   {op.Error{Message: "No", Hint: "h", More: map[string]any{"code": "x"}}, map[string]any{"error": "No", "hint": "h", "code": "x"}},
		"dangerous": {op.Error{Message: "No", Hint: "a\x1b[31m\u202eb\n\xff√ü"}, map[string]any{"error": "No", "hint": "a?[31m?b??√ü"}},
		"long":      {op.Error{Message: "No", Hint: strings.Repeat("ü", 1000)}, map[string]any{"error": "No", "hint": strings.Repeat("ü", 200) + "..."}},
		"cut":       {op.Error{Message: "No", Hint: "a" + strings.Repeat("ü", 1000)}, map[string]any{"error": "No", "hint": "a" + strings.Repeat("ü", 199) + "..."}},
	} {
		if diff := cmp.Diff(tt.want, tt.err.Body()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
