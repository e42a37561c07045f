package streams_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/internal/streams"
)

func TestWriter(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out bytes.Buffer
	w := streams.Writer(ctx, &out)
	for _, text := range []string{"before", " and after"} {
		if n, err := io.WriteString(w, text); n != len(text) || err != nil {
			t.Errorf("Write(%q) = %d, %v", text, n, err)
		}
		cancel()
	}
	if got := out.String(); got != "before and after" {
		t.Errorf("%q was written", got)
	}
}

// A write that waits for a reader ends soon after the context, and later ones at once.
func TestWriterWithoutReader(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		in, out := io.Pipe()
		defer in.Close()
		stopped := errors.New("stopped")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Hour, func() { cancel(stopped) })
		w, begun := streams.Writer(ctx, out), time.Now()
		if _, err := io.WriteString(w, "first"); !errors.Is(err, stopped) {
			t.Errorf("the first write: %v, want %v", err, stopped)
		}
		if took := time.Since(begun); took < time.Hour || took > time.Hour+5*time.Second {
			t.Errorf("the first write took %s", took)
		}
		begun = time.Now()
		if _, err := io.WriteString(w, "second"); !errors.Is(err, stopped) || time.Since(begun) > 0 {
			t.Errorf("the second write: %v after %s", err, time.Since(begun))
		}
	})
}
