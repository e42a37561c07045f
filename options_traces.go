package auditor

import (
	"go.opentelemetry.io/otel/trace"

	"github.com/privacylabels/auditor/internal/health"
)

// WithTracerProvider sets the OpenTelemetry provider. There is a span for each request to
// the handler, named by the pattern of its route; for each bulk run and its items; for
// requests to other hosts; and for transactions. Spans contain no query strings, headers or
// error texts. Default: none, at no cost.
func WithTracerProvider(p trace.TracerProvider) Option {
	return checked(p != nil, func(c *config) {
		c.api.Tracer = p.Tracer("github.com/privacylabels/auditor", trace.WithInstrumentationVersion(health.Version()))
	}, "WithTracerProvider: the provider is nil")
}

// WithIncomingTraces sets whether the span of a request is a child of the span that its
// traceparent header names. Any client can send that header and so decide what is sampled;
// set it only behind a proxy that sets or removes the header. If the context of the request
// already has a span, that span is the parent in any case. Default: false.
func WithIncomingTraces(trusted bool) Option {
	return set(func(c *config) { c.api.IncomingTraces = trusted })
}
