package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// policyRuns go through the policies of all apps.
type policyRuns struct{}

func (policyRuns) totals(run storage.Run) any  { return policy.TotalsOf(run) }
func (policyRuns) options(run storage.Run) any { return policy.ParseAsked(run.Options) }

// progress is a step of the work on a policy.
func (policyRuns) progress(step any) any { return map[string]any{"phase": step} }

func (policyRuns) result(event runner.Event) any {
	if event.Detail == nil {
		return nil
	}
	return event.Detail
}

func (policyRuns) told(run storage.Run) string {
	totals, asked := policy.TotalsOf(run), policy.ParseAsked(run.Options)
	return fmt.Sprintf("phase=%s force=%t succeeded=%d failed=%d throttled=%d skipped=%d", asked.Phase, asked.Force,
		totals.Succeeded, totals.Failed, totals.Throttled, totals.Skipped)
}

// readPolicies answers "POST /api/policy/sync-all".
func (a *API) readPolicies(w http.ResponseWriter, r *request) error {
	var sent struct {
		Phase  json.RawMessage `json:"phase,omitempty"`
		Force  json.RawMessage `json:"force,omitempty"`
		Stream json.RawMessage `json:"stream,omitempty"`
	}
	if err := r.object(&sent); err != nil {
		return err
	}
	var in bulkRequest
	if err := in.decode(r); err != nil {
		return err
	}
	object, err := json.Marshal(sent)
	if err != nil {
		return err
	}
	asked := policy.ParseAsked(object)
	asked.Force = asked.Force || in.force
	// Asked before the start, too, so that it is this that a client hears of when
	// a run is under way as well.
	if err := a.cfg.Store.View(r.Context(), policy.Allowed); err != nil {
		a.noteDetail(r, "policy.sync-all.failed", toAnswer(err).message, false)
		return err
	}
	return a.startRun(w, r, bulk{
		kind: policyRuns{}, action: "policy.sync-all", stream: in.stream || string(sent.Stream) == "true", may: policy.Allowed,
		order: runner.Order{Runner: policy.Runner, Initiator: runner.Manual, Options: asked.JSON()},
	})
}

// policyStatus is the state of the policy runner, flat and, for clients that
// look there, nested.
type policyStatus struct {
	runnerStatus
	State *policyState `json:"state"` // nil when idle
}

type policyState struct {
	runState
	policy.Asked
}

// policiesStatus answers "GET /api/policy/sync-all".
func (a *API) policiesStatus(ctx context.Context, _ nothing) (policyStatus, error) {
	status, state, err := a.runStatus(ctx, policy.Runner)
	answer := policyStatus{runnerStatus: status}
	if err == nil && state != nil {
		answer.State = &policyState{*state, policy.ParseAsked(state.run.Options)}
	}
	return answer, err
}
