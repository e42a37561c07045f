package httpapi

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi/system"
)

// Health checks the records. It is safe for concurrent use.
type Health interface {
	// Last returns the last report, a JSON object, or nil if there is none.
	Last(ctx context.Context) (report json.RawMessage, err error)
	// Check checks the records now. It returns the report, and whether the records are
	// sound.
	Check(ctx context.Context) (report json.RawMessage, sound bool, err error)
}

// newProcess makes the logger of the configuration retain warnings and errors for the
// diagnostics, unless it already does.
func newProcess(cfg *Config) *system.Process {
	recorder, ok := cfg.Logger.Handler().(*health.Recorder)
	if !ok {
		recorder = health.NewRecorder(cfg.Logger.Handler(), cfg.AdminToken)
		cfg.Logger = slog.New(recorder)
	}
	return system.NewProcess(cfg.Store, cfg.Now, recorder.Lines())
}

// measure logs an answered request and counts it. Requests that wait for a bulk run, and
// those without a route, are in the metrics, but not in the statistics of the process.
func (a *API) measure(r *request, began time.Time) {
	a.logAccess(r, began)
	if r.span != nil {
		r.endSpan()
	}
	status, took := max(r.out.code, http.StatusOK), a.cfg.Now().Sub(began)
	answered := a.unrouted
	if r.row != nil {
		answered = r.row.answered
		if r.row.Group != "runs" {
			a.process.Answered(r.Method, r.row.Path, status, took)
		}
	}
	if answered != nil {
		answered(status, took)
	}
}

// logAccess logs a request with the pattern of its route and not with its path, which may
// name an app.
func (a *API) logAccess(r *request, began time.Time) {
	if !a.cfg.Logger.Enabled(r.Context(), slog.LevelDebug) {
		return
	}
	route := ""
	if r.row != nil {
		route = r.row.Path
	}
	a.cfg.Logger.DebugContext(r.Context(), "request", "method", r.Method, "route", route, "status", max(r.out.code, http.StatusOK),
		"bytes", r.out.bytes, "duration", a.cfg.Now().Sub(began), "client", a.actor(r).IP)
}
