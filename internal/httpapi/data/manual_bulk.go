package data

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

type manualBulkRequest struct {
	Apps bulkApps `json:"apps" op:"required,toolarge" doc:"The apps. An invalid app is not added, and does not prevent the others from being added."`
}

type bulkApps []bulkApp

func (bulkApps) Bounds() (least, most int64) { return 1, manual.MaxCreated }

// bulkApp is an app to add. Anything but an object is an app without a name, which
// the service refuses.
type bulkApp manual.Fields

func (a *bulkApp) UnmarshalJSON(sent []byte) error {
	var members map[string]json.RawMessage
	if json.Unmarshal(sent, &members) != nil {
		return op.Misfit{""}
	}
	var ignored op.Misfit
	fields := map[string]*string{"name": &a.Name, "source": &a.Source, "developer": &a.Developer}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if field := fields[name]; field == nil || json.Unmarshal(members[name], field) != nil {
			ignored = append(ignored, "."+name)
		}
	}
	if ignored != nil {
		return ignored
	}
	return nil
}

func (bulkApp) Schema() *openapi.Schema {
	return openapi.Object(openapi.Members{
		"name":      openapi.TextOf(1, manual.MaxName).Says("The name"),
		"source":    manualSource().Says("The kind of the app's origin"),
		"developer": openapi.Loose(openapi.OrNull(openapi.TextOf(0, manual.MaxName))).Says("The developer; null or empty: none"),
	}, "name", "source")
}

type manualBulkAnswer struct {
	Created int                `json:"created"` // number created
	Failed  int                `json:"failed"`  // number that failed
	Results []manualBulkStatus `json:"results"` // the outcome of each app, in the order of the request
}

type manualBulkStatus struct {
	Index int                `json:"index"`           // the position in the list, from 0
	OK    bool               `json:"ok"`              // whether it succeeded
	App   *storage.ManualApp `json:"app,omitempty"`   // the app
	Error string             `json:"error,omitempty"` // what went wrong, in a sentence
}

func (m manualApps) addAll(ctx context.Context, r op.Request, in manualBulkRequest) (manualBulkAnswer, error) {
	apps := make([]manual.Fields, len(in.Apps))
	for i, app := range in.Apps {
		apps[i] = manual.Fields(app)
	}
	results, err := m.manual.CreateAll(ctx, apps)
	answer := manualBulkAnswer{Results: make([]manualBulkStatus, len(results))}
	for i, one := range results {
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
		err = &op.Error{Status: http.StatusBadRequest, Message: "None of the apps can be added", More: map[string]any{
			"created": 0, "failed": answer.Failed, "results": answer.Results,
		}}
	}
	op.NoteOutcome(r, "manual-apps.bulk", fmt.Sprintf("%d of %d", answer.Created, len(apps)), err)
	return answer, err
}
