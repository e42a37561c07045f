package system

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/storage"
)

// dashboard is the layout of the dashboard.
type dashboard struct{ Config }

func (d dashboard) operations() []op.Operation {
	const route = "/api/dashboard/layout"
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET " + route, ID: "dashboard", Group: "preferences", Summary: "Get the dashboard layout", Cached: true,
		}, d.get),
		op.WithRequest(op.Spec{
			Route: "PUT " + route, ID: "setDashboard", Group: "preferences", Summary: "Set the dashboard layout",
			Limit: op.Every(time.Minute, 60, "dashboard.layout.save"), MaxBody: 8 << 10, Example: `{"layout": {"order": [], "hidden": []}}`,
		}, d.set),
		op.NewPlain(op.Spec{
			Route: "DELETE " + route, ID: "resetDashboard", Group: "preferences", Summary: "Reset the dashboard layout",
			Limit: op.Every(time.Minute, 20, "dashboard.layout.reset"),
		}, d.reset),
		op.New(op.Spec{
			Route: "POST " + route + "/preset", ID: "chooseDashboard", Group: "preferences", Summary: "Choose a dashboard preset",
			Limit: op.Every(time.Minute, 30, "dashboard.layout.preset"), MaxBody: 1 << 10, Example: `{"preset": "` + preferences.Presets()[0] + `"}`,
		}, d.choose),
	}
}

type layoutAnswer struct {
	Layout        preferences.Layout `json:"layout"`        // the order of the cards, and the hidden ones
	MatchedPreset storage.Text       `json:"matchedPreset"` // the preset that the layout equals; null: none
}

func layoutAnswerOf(l preferences.Layout) layoutAnswer {
	return layoutAnswer{l, storage.Text(l.Name())}
}

func (d dashboard) get(ctx context.Context) (layoutAnswer, error) {
	l, err := storage.View(ctx, d.Store, preferences.Dashboard)
	return layoutAnswerOf(l), err
}

type layoutRequest struct {
	Layout sentLayout `json:"layout" op:"required"` // the order of the cards, and the hidden ones
}

type sentLayout struct {
	Order  op.Fitting[string] `json:"order" op:"loose"`  // the keys of all cards, in order
	Hidden op.Fitting[string] `json:"hidden" op:"loose"` // the keys of the hidden cards
}

func (d dashboard) set(ctx context.Context, r op.Request, in layoutRequest) (layoutAnswer, error) {
	answer, err := d.put(ctx, preferences.Layout{Order: in.Layout.Order, Hidden: in.Layout.Hidden})
	if err != nil {
		return answer, err
	}
	for name, part := range map[string]struct{ sent, set []string }{
		"layout.order[]": {in.Layout.Order, answer.Layout.Order}, "layout.hidden[]": {in.Layout.Hidden, answer.Layout.Hidden},
	} {
		if slices.ContainsFunc(part.sent, func(card string) bool { return !slices.Contains(part.set, card) }) {
			r.IgnoreMember(name)
		}
	}
	return answer, nil
}

func (d dashboard) put(ctx context.Context, wanted preferences.Layout) (layoutAnswer, error) {
	now := storage.TimeOf(d.Now())
	l, err := storage.Update(ctx, d.Store, func(tx *storage.Tx) (preferences.Layout, error) {
		return preferences.PutDashboard(tx, now, d.Random, wanted)
	})
	return layoutAnswerOf(l), err
}

func (d dashboard) reset(ctx context.Context) (layoutAnswer, error) {
	preset, _ := preferences.Preset(preferences.DefaultPreset)
	return d.put(ctx, preset)
}

type presetRequest struct {
	Preset presetName `json:"preset" op:"required"` // the name of the preset
}

type presetName string

func (presetName) Schema() *openapi.Schema { return openapi.OneOf(preferences.Presets()...) }

func (d dashboard) choose(ctx context.Context, in presetRequest) (layoutAnswer, error) {
	wanted, ok := preferences.Preset(string(in.Preset))
	if !ok {
		return layoutAnswer{}, op.BadRequest("preset must be one of %s", strings.Join(preferences.Presets(), ", "))
	}
	return d.put(ctx, wanted)
}
