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

	"github.com/privacylabels/auditor/httpapi/internal/access"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/tracing"
)

// Metrics counts requests, and shows all that was counted. It is safe for concurrent use.
type Metrics interface {
	// Route returns what counts an answer to a request of a route, which its pattern names.
	Route(method, pattern string) func(status int, took time.Duration)
	// Outbound returns a context whose requests to other hosts are counted.
	Outbound(ctx context.Context) context.Context
	// WriteText writes the metrics in the text format of Prometheus.
	WriteText(ctx context.Context, w io.Writer) error
}

// metricsOperations serve the metrics of the configuration.
func (a *API) metricsOperations() []op.Operation {
	return []op.Operation{op.New(op.Spec{
		Route: "GET " + access.MetricsRoute, ID: "metrics", Group: "ops", Summary: "Get the metrics, for Prometheus",
		Private: true, TokenInAddress: true, Refuses: []int{http.StatusNotFound}, Doc: op.Doc{Answer: op.Answer{Content: "text/plain"}},
	}, func(context.Context, op.None) (op.Large, error) {
		if a.cfg.Metrics == nil {
			return nil, errNoRoute
		}
		return metricsText{a.cfg.Metrics}, nil
	})}
}

// metricsText is the answer with all metrics. It may wait for the database, so it is
// complete before its first byte is sent.
type metricsText struct{ Metrics }

func (metricsText) SetHeader(h http.Header) {
	h.Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
}

func (t metricsText) WriteAll(ctx context.Context, w io.Writer) error { return t.WriteText(ctx, w) }

// beginSpan starts the span of a request, whose context then has the tracer.
func (a *API) beginSpan(r *request) {
	ctx := tracing.With(r.Context(), a.cfg.Tracer)
	if a.cfg.IncomingTraces {
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
	}
	ctx, r.span = tracing.Start(netguard.Observe(ctx, tracing.Outbound), "request", trace.SpanKindServer)
	r.Request = r.WithContext(ctx)
}

// endSpan ends the span of a request that was answered. It is named by the pattern of the
// route, and has nothing of the query: that can have a token.
func (r *request) endSpan() {
	if r.span.IsRecording() {
		method, scheme, status := r.Method, "http", max(r.out.code, http.StatusOK)
		if !slices.Contains(methods[:], method) {
			method = "_OTHER" // as the conventions have it
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

// counted returns a handler whose requests to other hosts are counted.
func (a *API) counted(next handler) handler {
	return func(w http.ResponseWriter, r *request) error {
		r.Request = r.WithContext(a.cfg.Metrics.Outbound(r.Context()))
		return next(w, r)
	}
}
