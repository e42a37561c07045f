package runs

import (
	"reflect"

	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/tracked"
)

// types are the types of answers that do not describe themselves.
func types() op.Types {
	return op.Types{
		Names: map[reflect.Type]string{
			reflect.TypeFor[policy.Totals]():  "PolicyTotals",
			reflect.TypeFor[history.Result](): "HistoryResult",
			reflect.TypeFor[history.Totals](): "HistoryTotals",
			reflect.TypeFor[history.Plan]():   "HistoryPlan",
		},
		Members: func(r *openapi.Reflector) map[openapi.Member]*openapi.Schema {
			syncs, histories, policies := op.Of[tracked.SyncTotals]()(r), op.Of[history.Totals]()(r), op.Of[policy.Totals]()(r)
			records(r, syncs, histories, policies)
			return map[openapi.Member]*openapi.Schema{
				{Of: reflect.TypeFor[historyStatus](), Name: "totals"}: openapi.OrNull(histories),
				{Of: reflect.TypeFor[historyState](), Name: "totals"}:  histories,
				{Of: reflect.TypeFor[policyStatus](), Name: "totals"}:  openapi.OrNull(policies),
				{Of: reflect.TypeFor[policyState](), Name: "totals"}:   policies,
				{Of: reflect.TypeFor[TasksAnswer](), Name: "wayback"}:  withTotals[RunnerStatus](r, "HistoryRunnerStatus", openapi.OrNull(histories)),
				{Of: reflect.TypeFor[TasksAnswer](), Name: "sync"}:     withTotals[RunnerStatus](r, "SyncRunnerStatus", openapi.OrNull(syncs)),
				{Of: reflect.TypeFor[TasksAnswer](), Name: "policy"}:   withTotals[RunnerStatus](r, "PolicyRunnerStatus", openapi.OrNull(policies)),
			}
		},
	}
}

// withTotals returns the schema of a struct with the totals of one runner.
func withTotals[T any](r *openapi.Reflector, name string, totals *openapi.Schema) *openapi.Schema {
	return r.Define(name, nil, func() *openapi.Schema {
		s := r.Object(reflect.TypeFor[T]())
		s.Properties["totals"] = totals
		return s
	})
}

// records defines the schema of a run, whose runner decides which totals it has.
func records(r *openapi.Reflector, syncs, histories, policies *openapi.Schema) {
	r.Define("RunRecord", reflect.TypeFor[runRecord](), func() *openapi.Schema {
		of := func(runner, name string, totals *openapi.Schema) openapi.Variant {
			one := withTotals[runRecord](r, name, totals)
			r.Schemas[name].Properties["runner"] = openapi.OneOf(runner)
			return openapi.Variant{Value: runner, Schema: one}
		}
		return openapi.Variants("runner",
			of(tracked.SyncRunner, "SyncRunRecord", syncs),
			of(history.Runner, "HistoryRunRecord", histories),
			of(policy.Runner, "PolicyRunRecord", policies),
			of(imports.Runner, "ImportRunRecord", openapi.AnyOf(openapi.Object(nil), &openapi.Schema{Type: openapi.Types{"null"}})),
		)
	})
}

// bulkSchema returns the schema of the answer when a run has stopped.
func bulkSchema[Totals any](name string, options ...reflect.Type) op.Schema {
	return func(r *openapi.Reflector) *openapi.Schema {
		return r.Define(name, nil, func() *openapi.Schema {
			s := op.Joined(append(options, reflect.TypeFor[bulkAnswer]())...)(r)
			s.Properties["totals"] = op.Of[Totals]()(r)
			return s
		})
	}
}

// failedRun is the schema of the refusal after a run that failed.
var failedRun = op.Refusal("RunFailed", func(*openapi.Reflector) openapi.Members { return openapi.Members{"totals": openapi.Any()} })
