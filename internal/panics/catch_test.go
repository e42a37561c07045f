package panics_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/panics"
)

var (
	errCaught = errors.New("the parser panicked")
	errOwn    = errors.New("no such page")
)

func parse(ctx context.Context, log *slog.Logger, page string) (n int, err error) {
	defer panics.Catch(ctx, log, &err, errCaught, "parser panicked", "app_id", 7)
	switch page {
	case "":
		return 0, errOwn
	case "hostile":
		var none []int
		return none[len(page)], nil
	}
	return len(page), nil
}

func TestCatch(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]struct {
		n   int
		err error
		log string
	}{
		"":        {0, errOwn, ""},
		"page":    {4, nil, ""},
		"hostile": {0, errCaught, `msg="parser panicked" app_id=7 panic="runtime error: index out of range`},
	} {
		var out bytes.Buffer
		n, err := parse(t.Context(), slog.New(slog.NewTextHandler(&out, nil)), page)
		if n != want.n || !errors.Is(err, want.err) {
			t.Errorf("%q: %d, %v, want %d, %v", page, n, err, want.n, want.err)
		}
		if got := out.String(); !strings.Contains(got, want.log) || (got == "") != (want.log == "") {
			t.Errorf("%q: the log is %q, want %q in it", page, got, want.log)
		}
		if want.log != "" && !strings.Contains(out.String(), "panics_test.parse") {
			t.Errorf("%q: the log lacks the stack: %s", page, out.String())
		}
	}
}
