package httpapi

import (
	"context"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
)

// slowQueries is the slow transactions that are remembered, newest first.
type slowQueries struct {
	ThresholdMs int64                `json:"thresholdMs"`
	Total       int64                `json:"totalSinceStart"`
	Profiling   bool                 `json:"profilingEnabled"`
	Recent      []health.Transaction `json:"recent"`
}

// metrics is what the process is like.
type metrics struct {
	health.Runtime
	SlowQueries *slowQueries `json:"slowQueries"` // nil: nobody measures them
}

func (o *ops) metrics(queries int) metrics {
	m := metrics{Runtime: o.meter.Read()}
	if o.store != nil {
		m.SlowQueries = &slowQueries{ThresholdMs: health.SlowTransaction.Milliseconds(), Profiling: o.store.Measures()}
		m.SlowQueries.Recent, m.SlowQueries.Total = o.store.Slow(queries)
	}
	return m
}

type runtimeAnswer struct {
	metrics
	APITimings timingsAnswer `json:"apiTimings"`
}

// runtime answers "GET /api/diagnostics/runtime".
func (a *API) runtime(context.Context, nothing) (runtimeAnswer, error) {
	return runtimeAnswer{a.ops.metrics(health.KeptTransactions), a.ops.timings.answer()}, nil
}

// clearRuntime answers "DELETE /api/diagnostics/runtime". What was counted since
// the start stays.
func (a *API) clearRuntime(ctx context.Context, in nothing) (runtimeAnswer, error) {
	a.ops.meter.Reset()
	a.ops.timings.recent.Clear()
	if a.ops.store != nil {
		a.ops.store.Forget()
	}
	return a.runtime(ctx, in)
}

// profilingRequest is POST /api/diagnostics/runtime.
type profilingRequest struct {
	Enabled *bool `json:"profilingEnabled"`
}

func (in *profilingRequest) decode(r *request) error {
	if err := r.object(in); err != nil {
		return err
	}
	if in.Enabled == nil {
		return badRequest("profilingEnabled must be true or false")
	}
	return nil
}

// configureRuntime answers "POST /api/diagnostics/runtime".
func (a *API) configureRuntime(ctx context.Context, in profilingRequest) (runtimeAnswer, error) {
	if a.ops.store == nil {
		return runtimeAnswer{}, storage.ErrNotSupported
	}
	a.ops.store.Measure(*in.Enabled)
	return a.runtime(ctx, nothing{})
}
