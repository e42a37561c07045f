package policies

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/storage"
)

// regeneration fetches and summarizes policies again.
type regeneration struct{ services.Set }

func (g regeneration) operations() []op.Operation {
	return []op.Operation{
		op.WithRequest(op.Spec{
			Route: "POST /api/policy/regenerate", ID: "regenerate", Group: "policy", Summary: "Regenerate policy summaries",
			Limit: op.Every(time.Minute, 10, "policy.regenerate"), MaxBody: 8 << 10, Refuses: []int{http.StatusNotFound},
			Example: `{"appIds": [1], "phase": "all"}`,
			Doc: op.Doc{
				Forms: []op.Form{
					{
						ID: "regenerate", Summary: "Regenerate policy summaries and wait for the result", Without: []string{"wait", "Prefer"},
						Answer: op.Answer{Schema: op.Of[regenerateAnswer]()},
					},
					{
						ID: "followRegenerate", Summary: "Regenerate policy summaries and stream the progress", Body: map[string]any{"stream": true},
						Without: []string{"wait", "Prefer"}, Answer: op.Answer{Content: "application/x-ndjson", Schema: regenerateLine},
					},
					op.LaterForm("startRegenerate", "Regenerate policy summaries without waiting"),
				},
				Faults: map[int]op.Schema{http.StatusConflict: op.OrError(op.PoliciesOff)},
			},
		}, g.regenerate),
	}
}

type regenerateRequest struct {
	op.Waiting
	// The IDs of the apps.
	Apps   regeneratedApps           `json:"appIds"`
	App    *storage.AppID            `json:"appId" doc:"A single app, instead of appIds. If it fails, so does the request."`
	Phase  op.Nullable[policy.Phase] `json:"phase" enum:"fetch,summarise,all" doc:"Which phases to run. Defaults to all."`
	Stream bool                      `json:"stream" doc:"Stream the steps as NDJSON."`
}

// regeneratedApps are the apps of one request.
type regeneratedApps []storage.AppID

func (regeneratedApps) Bounds() (least, most int64) { return 1, 50 }

func (in *regenerateRequest) Check() error {
	if in.Phase.Value == "" {
		in.Phase.Value = policy.AllPhases
	}
	switch {
	case in.App != nil && in.Apps != nil:
		return op.BadRequest("appId and appIds are not sent together")
	case in.App != nil:
		in.Apps = regeneratedApps{*in.App}
	case in.Apps == nil:
		return op.BadRequest("appIds is missing")
	}
	if slices.Contains(in.Apps, 0) {
		return op.BadRequest("appIds: 0 is not the id of an app")
	}
	return nil
}

// regenerated is the outcome of one app.
type regenerated struct {
	App      storage.AppID `json:"appId"`           // the ID of the app
	Analysis *policy.Shown `json:"analysis"`        // the state of the policy; nil: it failed, see error
	Error    string        `json:"error,omitempty"` // what went wrong, in a sentence
}

// regenerateAnswer is the outcome of all apps.
type regenerateAnswer struct {
	Results []regenerated `json:"results"` // the results, in the order of the request
}

func (g regeneration) regenerate(ctx context.Context, r op.Request, in regenerateRequest) (any, error) {
	if err := g.allowed(ctx, in); err != nil {
		r.Note("policy.regenerate.failed", r.Explain(err).Message, false)
		return nil, err
	}
	if in.Stream {
		return &regenerateStream{g, r, in}, nil
	}
	return in.Do(ctx, r, func(ctx context.Context, note op.NoteFunc) (any, error) {
		return g.all(ctx, r, note, in, func(storage.AppID, storage.PolicyStep) {})
	})
}

// allowed returns why the request as a whole is refused.
func (g regeneration) allowed(ctx context.Context, in regenerateRequest) error {
	return g.Store.View(ctx, func(tx *storage.Tx) error {
		if in.Phase.Value != policy.SummarisePhase {
			if err := policy.Allowed(tx); err != nil {
				return err
			}
		}
		if in.App == nil {
			return nil
		}
		app, err := tx.Apps.Get(*in.App)
		if err == nil && strings.TrimSpace(string(app.PrivacyPolicyURL)) == "" {
			err = policy.ErrNoPolicy
		}
		return err
	})
}

// all regenerates each distinct app in turn, and reports the steps. The error of an app
// is part of its outcome, unless the app was sent as appId or the service failed.
func (g regeneration) all(ctx context.Context, r op.Request, note op.NoteFunc, in regenerateRequest, report func(storage.AppID, storage.PolicyStep)) (regenerateAnswer, error) {
	answer := regenerateAnswer{Results: make([]regenerated, 0, len(in.Apps))}
	for i, id := range in.Apps {
		if slices.Contains(in.Apps[:i], id) {
			continue
		}
		one := regenerated{App: id}
		analysis, err := g.Policies.Regenerate(ctx, id, in.Phase.Value, func(s storage.PolicyStep) { report(id, s) })
		if ctx.Err() != nil {
			return answer, ctx.Err()
		}
		if err == nil {
			one.Analysis, err = g.Policies.Show(ctx, id)
		}
		if err != nil {
			refusal := r.Explain(err)
			if in.App != nil || refusal.Status >= http.StatusInternalServerError && !errors.Is(err, context.DeadlineExceeded) {
				note("policy.regenerate.failed", fmt.Sprintf("app=%s %s", id, refusal.Message), false)
				return answer, err
			}
			one.Error = refusal.Message
		}
		outcome := "success"
		if err != nil || analysis.Error != "" {
			outcome = "failed"
		}
		note("policy.regenerate."+outcome, fmt.Sprintf("app=%s phase=%s status=%s", id, in.Phase.Value, analysis.Status), outcome == "success")
		answer.Results = append(answer.Results, one)
	}
	return answer, nil
}

// regenerateStream sends each step as a line of NDJSON.
type regenerateStream struct {
	regeneration
	r  op.Request
	in regenerateRequest
}

// The kinds of lines: phase for each step, then done or error.
const (
	phaseLine = "phase"
	doneLine  = "done"
	errorLine = "error"
)

// regeneratePhase is a step of the work on an app.
type regeneratePhase struct {
	App   storage.AppID      `json:"appId"` // the ID of the app
	Phase storage.PolicyStep `json:"phase"` // the phase of the work
}

// regenerateFault is why the work has ended early.
type regenerateFault struct {
	Error string `json:"error"` // what went wrong, in a sentence
}

// regenerateLine returns the schema of a line.
func regenerateLine(r *openapi.Reflector) *openapi.Schema {
	return op.Lines("Regenerate",
		op.Line{Kind: phaseLine, Doc: "A step of the work on an app", Parts: []reflect.Type{reflect.TypeFor[regeneratePhase]()}},
		op.Line{Kind: doneLine, Doc: "The last line, when the work has ended", Parts: []reflect.Type{reflect.TypeFor[regenerateAnswer]()}},
		op.Line{Kind: errorLine, Doc: "The last line, when the work failed", Parts: []reflect.Type{reflect.TypeFor[regenerateFault]()}},
	)(r)
}

func (s *regenerateStream) SetHeader(h http.Header) { op.SetNDJSON(h) }

// Stream works on all apps. A failed write does not stop the work; the end of the
// request does.
func (s *regenerateStream) Stream(ctx context.Context, w op.Writer) error {
	var broken error
	send := func(kind string, line any) {
		if broken == nil {
			broken = op.WriteLine(w, kind, line)
		}
	}
	answer, err := s.all(ctx, s.r, s.r.Note, s.in, func(id storage.AppID, step storage.PolicyStep) {
		send(phaseLine, regeneratePhase{id, step})
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		refusal := s.r.Explain(err)
		if refusal.Status >= http.StatusInternalServerError {
			s.Logger.ErrorContext(ctx, "policy not regenerated", "error", err)
		}
		send(errorLine, regenerateFault{refusal.Message})
	default:
		send(doneLine, answer)
	}
	return broken
}
