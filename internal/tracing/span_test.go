package tracing_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/privacylabels/auditor/internal/tracing"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// recorder is a tracer that records its spans in the order of their ends.
type recorder struct {
	trace.Tracer // for the method that is not exported
	mu           sync.Mutex
	ended        []string
}

func newRecorder() *recorder { return &recorder{Tracer: noop.Tracer{}} }

func (r *recorder) Start(ctx context.Context, name string, options ...trace.SpanStartOption) (context.Context, trace.Span) {
	c := trace.NewSpanStartConfig(options...)
	s := &span{Span: noop.Span{}, tracer: r, text: c.SpanKind().String() + " " + name}
	return trace.ContextWithSpan(ctx, s), s
}

type span struct {
	trace.Span
	tracer *recorder
	text   string
}

func (s *span) IsRecording() bool { return true }

func (s *span) SetAttributes(all ...attribute.KeyValue) {
	for _, a := range all {
		s.text += " " + string(a.Key) + "=" + a.Value.String()
	}
}

func (s *span) SetStatus(code codes.Code, text string) { s.text += " " + code.String() + text }

func (s *span) End(...trace.SpanEndOption) {
	s.tracer.mu.Lock()
	defer s.tracer.mu.Unlock()
	s.tracer.ended = append(s.tracer.ended, s.text)
}

func TestSpans(t *testing.T) {
	t.Parallel()
	r := newRecorder()
	ctx := tracing.With(t.Context(), r)
	store := tracing.Store(memory.New())
	secret := errors.New("secret")
	if err := store.View(ctx, func(*storage.Tx) error { return nil }); err != nil {
		t.Error(err)
	}
	if err := store.Update(ctx, func(*storage.Tx) error { return secret }); !errors.Is(err, secret) {
		t.Error(err)
	}
	tracing.Outbound(ctx, "apps.apple.com")(200, nil)
	tracing.Outbound(ctx, "apps.apple.com")(429, nil)
	tracing.Outbound(ctx, "apps.apple.com")(0, secret)
	want := []string{
		"internal store view", "internal store update Error",
		"client outbound request server.address=apps.apple.com http.response.status_code=200",
		"client outbound request server.address=apps.apple.com http.response.status_code=429 Error",
		"client outbound request server.address=apps.apple.com error.type=network Error",
	}
	if diff := cmp.Diff(want, r.ended); diff != "" {
		t.Errorf("spans (-want +got):\n%s", diff)
	}
	if _, ok := storage.As[storage.Revisioner](store); !ok {
		t.Error("the optional interfaces of the store are hidden")
	}
}

func TestWithoutATracerNothingIsAllocated(t *testing.T) {
	ctx := tracing.With(t.Context(), nil)
	got := testing.AllocsPerRun(100, func() {
		inner, s := tracing.Start(ctx, "x", trace.SpanKindInternal)
		tracing.End(s, nil)
		if inner != ctx || s.IsRecording() {
			t.Error("a span without a tracer")
		}
	})
	if got != 0 {
		t.Errorf("%v allocations", got)
	}
}

func TestParentsAreKept(t *testing.T) {
	t.Parallel()
	r := newRecorder()
	outer, s := tracing.Start(tracing.With(t.Context(), r), "outer", trace.SpanKindServer)
	if trace.SpanFromContext(outer) != s {
		t.Error("the context has not the span")
	}
	_, inner := tracing.Start(outer, "inner", trace.SpanKindInternal)
	tracing.End(inner, nil)
	tracing.End(s, nil)
	if !slices.Equal(r.ended, []string{"internal inner", "server outer"}) {
		t.Errorf("spans %q", r.ended)
	}
}
