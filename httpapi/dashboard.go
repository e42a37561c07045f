package httpapi

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/storage"
)

type layoutAnswer struct {
	Layout        preferences.Layout `json:"layout"`
	MatchedPreset storage.Text       `json:"matchedPreset"`
}

func answerLayout(l preferences.Layout) layoutAnswer { return layoutAnswer{l, storage.Text(l.Name())} }

// layout answers "GET /api/dashboard/layout".
func (a *API) layout(ctx context.Context, _ nothing) (layoutAnswer, error) {
	var l preferences.Layout
	err := a.cfg.Store.View(ctx, func(tx storage.Tx) (err error) {
		l, err = preferences.Dashboard(tx)
		return err
	})
	return answerLayout(l), err
}

// layoutRequest is a layout that is wanted: that of PUT /api/dashboard/layout.
type layoutRequest struct{ wanted preferences.Layout }

func (in *layoutRequest) decode(r *request) error {
	var body struct {
		Layout map[string]json.RawMessage `json:"layout"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	if body.Layout == nil {
		return badRequest("layout must be an object")
	}
	in.wanted.Order, in.wanted.Hidden = jsonStrings(body.Layout["order"]), jsonStrings(body.Layout["hidden"])
	return nil
}

// jsonStrings returns the texts of a JSON array, without what is none.
func jsonStrings(sent json.RawMessage) []string {
	var elements []json.RawMessage
	if json.Unmarshal(sent, &elements) != nil {
		return nil
	}
	var texts []string
	for _, element := range elements {
		if text, ok := jsonString(element); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// setLayout answers "PUT /api/dashboard/layout".
func (a *API) setLayout(ctx context.Context, in layoutRequest) (layoutAnswer, error) {
	var l preferences.Layout
	now := storage.TimeOf(a.cfg.Now())
	err := a.cfg.Store.Update(ctx, func(tx storage.Tx) (err error) {
		l, err = preferences.PutDashboard(tx, now, a.cfg.Random, in.wanted)
		return err
	})
	return answerLayout(l), err
}

// resetLayout answers "DELETE /api/dashboard/layout".
func (a *API) resetLayout(ctx context.Context, _ nothing) (layoutAnswer, error) {
	preset, _ := preferences.Preset(preferences.DefaultPreset)
	return a.setLayout(ctx, layoutRequest{preset})
}

// presetRequest is POST /api/dashboard/layout/preset.
type presetRequest struct{ layoutRequest }

func (in *presetRequest) decode(r *request) error {
	var body struct {
		Preset string `json:"preset"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	var ok bool
	if in.wanted, ok = preferences.Preset(body.Preset); !ok {
		return badRequest("preset must be one of %s", strings.Join(preferences.Presets(), ", "))
	}
	return nil
}

// choosePreset answers "POST /api/dashboard/layout/preset".
func (a *API) choosePreset(ctx context.Context, in presetRequest) (layoutAnswer, error) {
	return a.setLayout(ctx, in.layoutRequest)
}
