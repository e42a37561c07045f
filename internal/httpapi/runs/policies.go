package runs

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/storage"
)

// policies are runs that fetch, and perhaps summarise, the policies of all apps.
type policies struct{ Bulk }

const policyAction = "policy.sync-all"

func (p policies) operations() []op.Operation {
	parameters := []string{"stream", "force", "wait", "Prefer"}
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/policy/sync-all", ID: "policyRun", Group: "policy", Summary: "Get the state of the policy runner", Cached: true,
		}, p.status),
		op.WithRequest(op.Spec{
			Route: "POST /api/policy/sync-all", ID: "readPolicies", Group: "policy", Summary: "Fetch the policies of all apps",
			Limit: op.Every(time.Minute, 4, policyAction), MaxBody: 2 << 10, Example: `{"phase": "fetch"}`, Refuses: []int{http.StatusNotImplemented},
			Doc: op.Doc{
				Forms: []op.Form{
					{
						ID: "readPolicies", Summary: "Fetch the policies of all apps and wait for the result", Without: parameters,
						Answer: op.Answer{Schema: bulkSchema[policy.Totals]("PolicyRunAnswer", reflect.TypeFor[policy.RunOptions]())},
					},
					{
						ID: "followPolicies", Summary: "Fetch the policies of all apps and stream the progress", Body: map[string]any{"stream": true}, Without: parameters,
						Answer: op.Answer{Content: op.NDJSON, Schema: policyLine},
					},
					{
						ID: "startPolicies", Summary: "Fetch the policies of all apps without waiting", Query: map[string]string{"wait": "0"},
						Without: []string{"stream", "force", "Prefer"}, Answer: acceptedAnswer(),
					},
				},
				Faults: map[int]op.Schema{
					http.StatusConflict:            op.OrError(op.PoliciesOff),
					http.StatusInternalServerError: failedRun,
				},
			},
		}, p.start),
	}
}

// policyStatus is the status of the runner. The state repeats it for clients that
// read it there.
type policyStatus struct {
	RunnerStatus
	State *policyState `json:"state"` // the state of the run; nil: no run is open
}

type policyState struct {
	runState
	policy.RunOptions
}

func (p policies) status(ctx context.Context) (policyStatus, error) {
	status, state, err := readState(ctx, p.Store, policy.Runner)
	answer := policyStatus{RunnerStatus: status}
	if err == nil && state != nil {
		answer.State = &policyState{*state, policy.ParseRunOptions(state.run.Options)}
	}
	return answer, err
}

type startPoliciesRequest struct {
	StreamQuery bool `query:"stream" doc:"Same as in the body."`
	ForceQuery  bool `query:"force" doc:"Same as in the body."`
	// The phase of the work.
	Phase  policy.Phase `json:"phase" enum:"fetch,all" op:"default=fetch"`
	Force  bool         `json:"force" doc:"Also fetch policies that were fetched recently."`
	Stream bool         `json:"stream" doc:"Stream the progress of the run as NDJSON."`
	op.Waiting
}

func (p policies) start(ctx context.Context, r op.Request, in startPoliciesRequest) (any, error) {
	// Allowed is called before the start as well: that policies are switched off is the
	// refusal even while another run is open.
	if err := p.Store.View(ctx, policy.Allowed); err != nil {
		r.Note(policyAction+".failed", r.Explain(err).Message, false)
		return nil, err
	}
	options := policy.RunOptions{Phase: in.Phase, Force: in.Force || in.ForceQuery}
	return p.Run(ctx, r, Start{
		Kind: policyRuns{}, Action: policyAction, Stream: in.Stream || in.StreamQuery, Async: in.Async(r),
		Options: runner.StartOptions{Runner: policy.Runner, Initiator: runner.Manual, Options: options.JSON(), If: policy.Allowed},
	})
}

// policyRuns implements [Kind].
type policyRuns struct{}

func (policyRuns) Options(run storage.Run) any { return policy.ParseRunOptions(run.Options) }

// Progress returns the step of the work on a policy that was reported.
func (policyRuns) Progress(step any) any { return map[string]any{"phase": step} }

func (policyRuns) Result(event runner.Event) any {
	if event.Detail == nil {
		return nil
	}
	return event.Detail
}

func (policyRuns) Detail(run storage.Run) string {
	totals, options := policy.TotalsOf(run), policy.ParseRunOptions(run.Options)
	return fmt.Sprintf("phase=%s force=%t succeeded=%d failed=%d throttled=%d skipped=%d", options.Phase, options.Force,
		totals.Succeeded, totals.Failed, totals.Throttled, totals.Skipped)
}

// policyLine returns the schema of a line.
func policyLine(r *openapi.Reflector) *openapi.Schema {
	return linesOf("Policy", lineParts{
		options: []reflect.Type{reflect.TypeFor[policy.RunOptions]()}, progress: reflect.TypeFor[policyProgress](), result: reflect.TypeFor[policyResult](),
		totals: reflect.TypeFor[policy.Totals](),
	})(r)
}

// policyProgress is what [policyRuns.Progress] returns of a step of the work.
type policyProgress struct {
	Phase storage.PolicyStep `json:"phase"` // the phase of the work
}

// policyResult is what [policyRuns.Result] returns of an app; nothing of an app that the
// run gave up.
type policyResult struct{ *policy.Result }
