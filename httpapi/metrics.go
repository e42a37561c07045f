package httpapi

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/httpapi/internal/access"
	"github.com/privacylabels/auditor/httpapi/internal/op"
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
		Private: true, Refuses: []int{http.StatusNotFound}, Doc: op.Doc{Answer: op.Answer{Content: "text/plain"}},
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

// counted returns a handler whose requests to other hosts are counted.
func (a *API) counted(next handler) handler {
	return func(w http.ResponseWriter, r *request) error {
		r.Request = r.WithContext(a.cfg.Metrics.Outbound(r.Context()))
		return next(w, r)
	}
}
