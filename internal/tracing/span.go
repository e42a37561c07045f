package tracing

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/privacylabels/auditor/storage"
)

type tracerKey struct{}

// With returns a context in which [Start] uses a tracer; nil is none.
func With(ctx context.Context, t trace.Tracer) context.Context {
	if t == nil {
		return ctx
	}
	return context.WithValue(ctx, tracerKey{}, t)
}

// Start starts a span with the tracer of the context. Without one, the span does nothing.
func Start(ctx context.Context, name string, kind trace.SpanKind) (context.Context, trace.Span) {
	t, ok := ctx.Value(tracerKey{}).(trace.Tracer)
	if !ok {
		return ctx, noop.Span{}
	}
	return t.Start(ctx, name, trace.WithSpanKind(kind))
}

// End ends a span, which failed unless the error is nil. The text of the error is not in
// the span: it can have the address of a person's app.
func End(span trace.Span, err error) {
	if err != nil {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// Outbound starts the span of a request to another host, and returns what ends it.
func Outbound(ctx context.Context, host string) func(status int, err error) {
	_, span := Start(ctx, "outbound request", trace.SpanKindClient)
	if span.IsRecording() {
		span.SetAttributes(attribute.String("server.address", host))
	}
	return func(status int, err error) {
		switch {
		case err != nil:
			span.SetAttributes(attribute.String("error.type", "network"))
		case span.IsRecording():
			span.SetAttributes(attribute.Int("http.response.status_code", status))
			if status >= 400 {
				span.SetStatus(codes.Error, "")
			}
		}
		End(span, err)
	}
}

// Store returns a store whose transactions have spans, in contexts with a tracer.
func Store(s storage.Store) storage.Store { return traced{s} }

type traced struct{ storage.Store }

func (t traced) Unwrap() storage.Store { return t.Store }

func (t traced) View(ctx context.Context, fn func(*storage.Tx) error) error {
	ctx, span := Start(ctx, "store view", trace.SpanKindInternal)
	err := t.Store.View(ctx, fn)
	End(span, err)
	return err
}

func (t traced) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	ctx, span := Start(ctx, "store update", trace.SpanKindInternal)
	err := t.Store.Update(ctx, fn)
	End(span, err)
	return err
}
