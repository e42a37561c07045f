package auditor

import (
	"errors"

	"go.opentelemetry.io/otel/trace"

	"github.com/privacylabels/auditor/internal/health"
)

// WithTracerProvider sets what makes spans, in the interface of OpenTelemetry: of each
// request to the handler, named by the pattern of its route; of each bulk run and its items;
// of requests to other hosts; and of transactions. Spans have no query, no header and no
// text of an error. Default: none, at no cost.
func WithTracerProvider(p trace.TracerProvider) Option {
	return func(c *config) error {
		if p == nil {
			return errors.New("auditor: WithTracerProvider: the provider is nil")
		}
		c.tracer = p.Tracer("github.com/privacylabels/auditor", trace.WithInstrumentationVersion(health.Version()))
		return nil
	}
}

// WithIncomingTraces sets whether the span of a request is a child of the span that its
// traceparent header names. Any client can send that header, and so decide what is sampled:
// use it behind a proxy that sets or removes the header. A span that the context of the
// request has already is its parent in any case. Default: false.
func WithIncomingTraces(trusted bool) Option {
	return func(c *config) error {
		c.incomingTraces = trusted
		return nil
	}
}
