package system

import (
	"context"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// runtime is the metrics of the running process.
type runtime struct{ process *Process }

func (t runtime) operations() []op.Operation {
	const route = "/api/diagnostics/runtime"
	return []op.Operation{
		op.NewPlain(op.Spec{Route: "GET " + route, ID: "runtime", Group: "ops", Summary: "Get runtime metrics", Access: op.Sensitive}, t.get),
		op.NewPlain(op.Spec{
			Route: "DELETE " + route, ID: "clearRuntime", Group: "ops", Summary: "Reset runtime metrics",
			Access: op.Administer, Limit: op.Limit{Bucket: "diagnostics.runtime.clear", Calls: 10, Window: time.Minute},
		}, t.clear),
		op.New(op.Spec{
			Route: "POST " + route, ID: "measureRuntime", Group: "ops", Summary: "Turn the measurement of slow transactions on or off",
			Access: op.Administer, Limit: op.Limit{Bucket: "diagnostics.runtime.config", Calls: 10, Window: time.Minute},
			MaxBody: 4 << 10, Refuses: []int{http.StatusNotImplemented}, Example: `{"profilingEnabled": false}`,
		}, t.measure),
	}
}

type runtimeAnswer struct {
	metrics
	APITimings timingsAnswer `json:"apiTimings"` // how long recent requests took
}

func (t runtime) get(context.Context) (runtimeAnswer, error) {
	return runtimeAnswer{t.process.metrics(health.KeptTransactions), t.process.timingsAnswer()}, nil
}

func (t runtime) clear(ctx context.Context) (runtimeAnswer, error) {
	t.process.reset()
	return t.get(ctx)
}

type measureRequest struct {
	Enabled bool `json:"profilingEnabled" op:"required"` // whether slow transactions are measured
}

func (t runtime) measure(ctx context.Context, in measureRequest) (runtimeAnswer, error) {
	if t.process.store == nil {
		return runtimeAnswer{}, storage.ErrNotSupported
	}
	t.process.store.Measure(in.Enabled)
	return t.get(ctx)
}
