package system

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// Checker is the interface Health of package httpapi.
type Checker interface {
	Last(ctx context.Context) (report json.RawMessage, err error)
	Check(ctx context.Context) (report json.RawMessage, sound bool, err error)
}

// checks run and report checks of the stored data.
type checks struct{ checker Checker } // nil: not supported

func (c checks) operations() []op.Operation {
	neverChecked := defined("NeverChecked", func() *openapi.Schema {
		return openapi.Closed(openapi.Members{"neverRun": openapi.Boolean()})
	})
	report := op.Of[health.Report]()
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/diagnostics/health", ID: "lastCheck", Group: "ops", Summary: "Get the report of the last data check", Access: op.Sensitive,
			Doc: op.Doc{Answer: op.Answer{Schema: func(r *openapi.Reflector) *openapi.Schema {
				return openapi.AnyOf(report(r), neverChecked(r))
			}}},
		}, c.last),
		op.WithRequest(op.Spec{
			Route: "POST /api/diagnostics/health", ID: "checkHealth", Group: "ops", Summary: "Check the stored data",
			Access: op.Administer, Limit: op.Limit{Bucket: "diagnostics.health.run", Calls: 4, Window: time.Minute},
			Refuses: []int{http.StatusNotImplemented}, Doc: op.Doc{Answer: op.Answer{Schema: report}},
		}, c.check),
	}
}

func (c checks) last(ctx context.Context) (report json.RawMessage, err error) {
	if c.checker != nil {
		report, err = c.checker.Last(ctx)
	}
	if err == nil && report == nil {
		report = json.RawMessage(`{"neverRun":true}`)
	}
	return report, err
}

func (c checks) check(ctx context.Context, r op.Request, _ op.None) (json.RawMessage, error) {
	if c.checker == nil {
		return nil, storage.ErrNotSupported
	}
	report, sound, err := c.checker.Check(ctx)
	r.Note("diagnostics.health.run", "", err == nil && sound)
	return report, err
}
