package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

type focusAnswer struct {
	feature.Focus
	AIConfigured bool `json:"aiConfigured"`
}

// focus answers "GET /api/focus".
func (a *API) focus(ctx context.Context, _ nothing) (answer focusAnswer, err error) {
	err = a.cfg.Store.View(ctx, func(tx storage.Tx) (err error) {
		if answer.Focus, err = feature.FocusOf(tx); err != nil {
			return err
		}
		provider, err := settings.Text(tx, settings.AIProvider)
		answer.AIConfigured = provider != "" && provider != settings.NoAI
		return err
	})
	return answer, err
}

// focusRequest is POST /api/focus. What it leaves out is off, but for the age
// band, which stays as it is.
type focusRequest struct {
	focus    feature.Focus
	keepBand bool
}

func (in *focusRequest) decode(r *request) error {
	var body struct {
		Audience      json.RawMessage `json:"audience"`
		Monitor       json.RawMessage `json:"monitor"`
		Cleanup       json.RawMessage `json:"cleanup"`
		Minimal       json.RawMessage `json:"minimal"`
		Accessibility json.RawMessage `json:"accessibility"`
		Workflow      json.RawMessage `json:"workflow"`
		ChildAgeBand  json.RawMessage `json:"childAgeBand"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	in.focus = feature.Focus{
		Monitor: truthy(body.Monitor), Cleanup: truthy(body.Cleanup),
		Minimal: truthy(body.Minimal), Accessibility: truthy(body.Accessibility),
	}
	var ok bool
	if in.focus.Audience, ok = jsonString(body.Audience); !ok || in.focus.Audience == "" {
		return badRequest("%v", feature.ErrAudience)
	}
	if body.Workflow != nil {
		if in.focus.Workflow, ok = jsonString(body.Workflow); !ok || in.focus.Workflow == "" {
			return badRequest("%v", feature.ErrWorkflow)
		}
	}
	in.keepBand = body.ChildAgeBand == nil
	if !in.keepBand && !slices.Contains([]string{"null", `""`}, string(body.ChildAgeBand)) {
		band, ok := jsonString(body.ChildAgeBand)
		if !ok {
			return badRequest("%v", feature.ErrAgeBand)
		}
		in.focus.ChildAgeBand = &band
	}
	return nil
}

// truthy says whether a value counts as true, the way that pages which send it
// judge by: all but false, null, zero and an empty text. What is absent does not.
func truthy(sent json.RawMessage) bool {
	switch text := strings.TrimSpace(string(sent)); text {
	case "", "false", "null", `""`:
		return false
	default:
		n, err := strconv.ParseFloat(text, 64)
		return err != nil || n != 0
	}
}

// setFocus answers "POST /api/focus".
func (a *API) setFocus(ctx context.Context, in focusRequest) (focus feature.Focus, err error) {
	err = a.cfg.Store.Update(ctx, func(tx storage.Tx) error {
		wanted := in.focus
		if in.keepBand {
			before, err := feature.FocusOf(tx)
			if err != nil {
				return err
			}
			wanted.ChildAgeBand = before.ChildAgeBand
		}
		focus, err = feature.PutFocus(tx, wanted)
		return err
	})
	for _, wrong := range []error{feature.ErrAudience, feature.ErrWorkflow, feature.ErrAgeBand} {
		if errors.Is(err, wrong) {
			return focus, badRequest("%v", wrong)
		}
	}
	return focus, err
}
