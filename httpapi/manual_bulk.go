package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/privacylabels/auditor/fleet/manual"
	"github.com/privacylabels/auditor/storage"
)

// manualBulkRequest is POST /api/manual-apps/bulk.
type manualBulkRequest struct{ apps []manual.Fields }

func (in *manualBulkRequest) decode(r *request) error {
	var body struct {
		Apps []json.RawMessage `json:"apps"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	switch n := len(body.Apps); {
	case n == 0:
		return badRequest("apps must be a list of 1 to %d apps", manual.MaxCreated)
	case n > manual.MaxCreated:
		return &requestError{status: http.StatusRequestEntityTooLarge, message: fmt.Sprintf("apps has more than %d apps", manual.MaxCreated)}
	}
	in.apps = make([]manual.Fields, len(body.Apps))
	for i, row := range body.Apps {
		var app struct {
			Name      json.RawMessage `json:"name"`
			Source    json.RawMessage `json:"source"`
			Developer json.RawMessage `json:"developer"`
		}
		if unmarshalExact(row, &app) == nil { // one that is no object lacks a name
			in.apps[i] = manualFields{Name: app.Name, Source: app.Source, Developer: app.Developer}.fields()
		}
	}
	return nil
}

type manualBulkAnswer struct {
	Created int                `json:"created"`
	Failed  int                `json:"failed"`
	Results []manualBulkStatus `json:"results"` // of each app, in the order of the request
}

type manualBulkStatus struct {
	Index int                `json:"index"`
	OK    bool               `json:"ok"`
	App   *storage.ManualApp `json:"app,omitempty"`
	Error string             `json:"error,omitempty"`
}

// addManualApps answers "POST /api/manual-apps/bulk".
func (a *API) addManualApps(ctx context.Context, in manualBulkRequest) (manualBulkAnswer, string, error) {
	became, err := a.cfg.Manual.CreateAll(ctx, in.apps)
	answer := manualBulkAnswer{Results: make([]manualBulkStatus, len(became))}
	for i, one := range became {
		status := manualBulkStatus{Index: i, OK: one.Err == nil}
		if status.OK {
			status.App = &one.App
			answer.Created++
		} else {
			status.Error = one.Err.Error()
			answer.Failed++
		}
		answer.Results[i] = status
	}
	if err == nil && answer.Created == 0 {
		err = &requestError{status: http.StatusBadRequest, message: "None of the apps can be added", more: map[string]any{
			"created": 0, "failed": answer.Failed, "results": answer.Results,
		}}
	}
	return answer, fmt.Sprintf("%d of %d", answer.Created, len(in.apps)), err
}
