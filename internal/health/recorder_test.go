package health_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/slogtest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/health"
)

// messages returns the recorded lines, oldest first, without times.
func messages(r *health.Recorder) []string {
	logged := []string{}
	for _, l := range r.Lines().Newest(health.KeptLines) {
		logged = append([]string{l.Level + " " + l.Message}, logged...)
	}
	return logged
}

func TestRecorderKeepsWarningsAndErrors(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := health.NewRecorder(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelError}), "correct horse")
	log := slog.New(r)
	ctx := t.Context()
	log.DebugContext(ctx, "debug")
	log.InfoContext(ctx, "info")
	log.WarnContext(ctx, "slow", "took", 3*time.Second, "token", "abc")
	log.ErrorContext(ctx, "failed", "error", fmt.Errorf("get %q: %w", "https://a.example/secret", errors.New("EOF")), "with", "correct horse")
	with := log.With("runner", "sync").WithGroup("item").With("seq", 3)
	with.ErrorContext(ctx, "broke", slog.Group("at", "line", 4, slog.Group("", "column", 5)), slog.Group("password", "x", "hunter2"), "n", secretive{})
	log.WithGroup("").WarnContext(ctx, "plain", "", "no name", "k", nil)
	want := []string{
		"warn slow took=3s token=***",
		`error failed error=get "https://a.example/***": EOF with=***`,
		"error broke runner=sync item.seq=3 item.at.line=4 item.at.column=5 item.password.x=*** item.n=resolved",
		"warn plain k=<nil>",
	}
	if diff := cmp.Diff(want, messages(r)); diff != "" {
		t.Errorf("remembered (-want +got):\n%s", diff)
	}
	if got := strings.Count(out.String(), "\n"); got != 2 || !strings.Contains(out.String(), "a.example/secret") {
		t.Errorf("the log itself has %d lines, want the 2 errors as they are:\n%s", got, out.String())
	}
	if at := r.Lines().Newest(1)[0].At; time.Since(at.Std()) > time.Minute {
		t.Errorf("the newest is of %v", at.Std())
	}
}

// secretive is a value that says what it is when it is asked.
type secretive struct{}

func (secretive) LogValue() slog.Value { return slog.StringValue("resolved") }

func TestRecorderIsBounded(t *testing.T) {
	t.Parallel()
	r := health.NewRecorder(slog.DiscardHandler)
	log := slog.New(r)
	long := strings.Repeat("ü", 10_000)
	log.ErrorContext(t.Context(), long)
	log.ErrorContext(t.Context(), "short", "a", long, "b", long)
	deep := slog.Int("n", 1)
	for range 100 {
		deep = slog.Group("g", deep)
	}
	log.ErrorContext(t.Context(), "deep", deep)
	lines := r.Lines().Newest(3)
	if lines[0].Message != "deep" || lines[0].Truncated {
		t.Errorf("of a deep group is remembered %+v", lines[0])
	}
	for _, l := range lines[1:] {
		text, cut := strings.CutSuffix(l.Message, " (truncated)")
		if !cut || !l.Truncated || len(text) > 4096 || len(text) < 4090 || strings.ContainsRune(text, '\uFFFD') {
			t.Errorf("a line of %d bytes is remembered with %d, truncated is %t", len(long), len(text), l.Truncated)
		}
	}
	for i := range 1000 {
		log.WarnContext(t.Context(), "warning", "i", i)
	}
	if got := messages(r); len(got) != health.KeptLines || got[0] != "warn warning i=800" {
		t.Errorf("%d lines are remembered, from %q", len(got), got[0])
	}
	if n := r.Lines().Capacity(); n != 200 {
		t.Errorf("there is room for %d", n)
	}
}

func TestRecorderInvalidText(t *testing.T) {
	t.Parallel()
	r := health.NewRecorder(slog.DiscardHandler)
	var record slog.Record
	record.Message, record.Level = "a\xff\x00b", slog.LevelError+4
	if err := r.Handle(context.Background(), record); err != nil {
		t.Fatal(err)
	}
	want := health.Line{Level: "error", Message: "a\uFFFD\x00b"}
	if diff := cmp.Diff([]health.Line{want}, r.Lines().Newest(5)); diff != "" {
		t.Errorf("remembered (-want +got):\n%s", diff)
	}
	if text, err := json.Marshal(want); err != nil || string(text) != `{"at":0,"level":"error","message":"a`+"\uFFFD"+`\u0000b","truncated":false}` {
		t.Errorf("on the wire: %s, %v", text, err)
	}
}

// The recorder behaves like any handler.
func TestRecorderIsAHandler(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	err := slogtest.TestHandler(health.NewRecorder(slog.NewJSONHandler(&out, nil)), func() []map[string]any {
		var all []map[string]any
		for line := range strings.Lines(out.String()) {
			var m map[string]any
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatal(err)
			}
			all = append(all, m)
		}
		return all
	})
	if err != nil {
		t.Error(err)
	}
}

func TestRecorderConcurrent(t *testing.T) {
	t.Parallel()
	r := health.NewRecorder(slog.DiscardHandler)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			log := slog.New(r).With("i", i)
			for n := range 100 {
				log.With("n", n).WarnContext(t.Context(), "logged")
			}
		})
	}
	all.Wait()
	seen := map[string]bool{}
	for _, m := range messages(r) {
		seen[m] = true
	}
	if len(seen) != 200 {
		t.Errorf("%d different lines are remembered", len(seen))
	}
}
