package system

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// focus is whose apps the user audits, and why.
type focus struct{ store storage.Store }

func (f focus) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{Route: "GET /api/focus", ID: "focus", Group: "flags", Summary: "Get the focus", Cached: true}, f.get),
		op.New(op.Spec{
			Route: "POST /api/focus", ID: "setFocus", Group: "flags", Summary: "Set the focus",
			MaxBody: 4 << 10, Example: `{"audience": "self", "monitor": true}`,
		}, f.set),
	}
}

type focusAnswer struct {
	feature.Focus
	AIConfigured bool `json:"aiConfigured"` // whether a language model is configured
}

func (f focus) get(ctx context.Context) (focusAnswer, error) {
	return storage.View(ctx, f.store, func(tx *storage.Tx) (answer focusAnswer, err error) {
		if answer.Focus, err = feature.FocusOf(tx); err != nil {
			return answer, err
		}
		provider, err := settings.Text(tx, settings.AIProvider)
		answer.AIConfigured = provider != "" && provider != settings.NoAI
		return answer, err
	})
}

type focusRequest struct {
	// For whom the user checks apps: self, loved_one or guardian.
	Audience string `json:"audience" op:"required" enum:"self,loved_one,guardian"`
	// The user wants to hear of changes.
	Monitor op.Truthy `json:"monitor"`
	// The user wants to remove apps.
	Cleanup op.Truthy `json:"cleanup"`
	// The user wants to see little. It excludes monitor and cleanup.
	Minimal op.Truthy `json:"minimal"`
	// The user checks what apps declare about accessibility. Defaults to false.
	Accessibility op.Truthy `json:"accessibility"`
	// The way in which the user works.
	Workflow     op.Optional[string]  `json:"workflow" enum:"self_monitor,self_cleanup,other_handoff,other_monitor,custom"`
	ChildAgeBand op.Nullable[ageBand] `json:"childAgeBand" doc:"Unchanged if missing."`
}

// ageBand is the age of a child. It is validated with the rest of the focus.
type ageBand string

func (ageBand) Schema() *openapi.Schema {
	return openapi.OneOf("under_9", "9_12", "13_15", "16_17", "18_plus", "")
}

func (f focus) set(ctx context.Context, in focusRequest) (feature.Focus, error) {
	wanted := feature.Focus{
		Audience: in.Audience, Workflow: in.Workflow.Value,
		Monitor: bool(in.Monitor), Cleanup: bool(in.Cleanup), Minimal: bool(in.Minimal), Accessibility: bool(in.Accessibility),
	}
	if band := string(in.ChildAgeBand.Value); band != "" {
		wanted.ChildAgeBand = &band
	}
	set, err := storage.Update(ctx, f.store, func(tx *storage.Tx) (feature.Focus, error) {
		if !in.ChildAgeBand.Sent {
			before, err := feature.FocusOf(tx)
			if err != nil {
				return before, err
			}
			wanted.ChildAgeBand = before.ChildAgeBand
		}
		return feature.PutFocus(tx, wanted)
	})
	if errors.Is(err, feature.ErrAgeBand) {
		return set, op.BadRequest("%v", feature.ErrAgeBand)
	}
	return set, err
}
