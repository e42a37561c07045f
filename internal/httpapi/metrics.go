package httpapi

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/tracing"
)

// Metrics counts requests, and writes all metrics of the service. It must be safe for
// concurrent use.
type Metrics interface {
	// Route returns a function that counts an answer to a request with this method and route
	// pattern. Both are "other" for a request that has no route.
	Route(method, pattern string) func(status int, took time.Duration)
	// Outbound returns a context whose requests to other hosts are counted.
	Outbound(ctx context.Context) context.Context
	// WriteText writes the metrics in the text format of Prometheus.
	WriteText(ctx context.Context, w io.Writer) error
}

// metricsOperations returns the operations that serve the configured metrics.
func (a *API) metricsOperations() []op.Operation {
	return []op.Operation{op.New(op.Spec{
		Route: "GET " + access.MetricsRoute, ID: "metrics", Group: "ops", Summary: "Get the metrics, for Prometheus",
		Access: op.Metrics, Private: true, TokenInAddress: true, Refuses: []int{http.StatusNotFound}, Doc: op.Doc{Answer: op.Answer{Content: "text/plain"}},
	}, func(context.Context, op.None) (op.Large, error) {
		if a.cfg.Metrics == nil {
			return nil, errNoRoute
		}
		return metricsText{a.cfg.Metrics}, nil
	})}
}

// metricsText is the answer with all metrics. It is a large answer, so that waiting for the
// database ends before the first byte is sent.
type metricsText struct{ Metrics }

func (metricsText) SetHeader(h http.Header) {
	h.Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
}

func (t metricsText) WriteAll(ctx context.Context, w io.Writer) error { return t.WriteText(ctx, w) }

// beginSpan starts the span of a request and puts the tracer into its context.
func (a *API) beginSpan(r *request) {
	ctx := tracing.With(r.Context(), a.cfg.Tracer)
	if a.cfg.IncomingTraces {
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
	}
	ctx, r.span = tracing.Start(netguard.Observe(ctx, tracing.Outbound), "request", trace.SpanKindServer)
	r.Request = r.WithContext(ctx)
}

// endSpan ends the span of an answered request. It is named by the pattern of the route, and
// contains nothing of the query, which may contain a token.
func (r *request) endSpan() {
	if r.span.IsRecording() {
		method, scheme, status := r.Method, "http", max(r.out.code, http.StatusOK)
		if !slices.Contains(methods[:], method) {
			method = "_OTHER" // required by the semantic conventions
		}
		if r.secure {
			scheme = "https"
		}
		name := method
		attributes := []attribute.KeyValue{
			attribute.String("http.request.method", method), attribute.Int("http.response.status_code", status),
			attribute.String("url.scheme", scheme), attribute.String("url.path", strings.ToValidUTF8(r.URL.Path[:min(len(r.URL.Path), maxLoggedPath)], "?")),
		}
		if r.row != nil {
			name += " " + r.row.Path
			attributes = append(attributes, attribute.String("http.route", r.row.Path))
		}
		if r.host.host != "" {
			attributes = append(attributes, attribute.String("server.address", r.host.host))
		}
		if status >= http.StatusInternalServerError {
			attributes = append(attributes, attribute.String("error.type", strconv.Itoa(status)))
			r.span.SetStatus(codes.Error, "")
		}
		r.span.SetName(name)
		r.span.SetAttributes(attributes...)
	}
	r.span.End()
}
