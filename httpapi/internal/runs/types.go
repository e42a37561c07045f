package runs

import (
	"reflect"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/history"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/openapi"
)

// types are the types of answers that do not describe themselves.
func types() op.Types {
	return op.Types{
		Names: map[reflect.Type]string{
			reflect.TypeFor[policy.Totals]():  "PolicyTotals",
			reflect.TypeFor[history.Result](): "HistoryResult",
			reflect.TypeFor[history.Totals](): "HistoryTotals",
		},
		Members: func(r *openapi.Reflector) map[openapi.Member]*openapi.Schema {
			totals := openapi.AnyOf(op.Of[fleet.SyncTotals]()(r), op.Of[history.Totals]()(r), op.Of[policy.Totals]()(r), &openapi.Schema{Type: openapi.Types{"null"}})
			return map[openapi.Member]*openapi.Schema{
				{Of: reflect.TypeFor[RunnerStatus](), Name: "totals"}: totals,
				{Of: reflect.TypeFor[runState](), Name: "totals"}:     totals,
				{Of: reflect.TypeFor[runRecord](), Name: "totals"}:    openapi.AnyOf(totals, openapi.Object(nil)), // an import has its own
				{Of: reflect.TypeFor[bulkAnswer](), Name: "totals"}:   totals,
				{Of: reflect.TypeFor[summaryLine](), Name: "totals"}:  totals,
			}
		},
	}
}

// failedRun returns the schema of the refusal after a run that failed.
func failedRun(r *openapi.Reflector) *openapi.Schema {
	return op.Refusal("RunFailed", func(*openapi.Reflector) openapi.Members { return openapi.Members{"totals": openapi.Any()} })(r)
}
