package data

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// dev are operations for developers of clients.
type dev struct{ services.Set }

func (d dev) operations() []op.Operation {
	return []op.Operation{
		op.WithRequest(op.Spec{
			Route: "POST /api/dev/sync-stop", ID: "stopSync", Group: "admin", Summary: "Stop the sync runner",
			Access: op.Develop, Limit: op.Every(10*time.Minute, 10, "dev.sync_stop"), Refuses: []int{http.StatusNotImplemented},
		}, d.stopSync),
		op.WithRequest(op.Spec{
			Route: "POST /api/dev/seed-notification", ID: "seedNotification", Group: "admin", Summary: "Create a notification for testing",
			Access: op.Develop, Limit: op.Every(10*time.Minute, 30, "dev.seed_notification"), MaxBody: 16 << 10,
			Example: `{"appId": 1, "appName": "One", "changes": [{"type": "added", "description": "Collects your location"}]}`,
		}, d.seedNotification),
		op.WithRequest(op.Spec{
			Route: "POST /api/dev/seed-sample-data", ID: "seedSamples", Group: "admin", Summary: "Create sample apps",
			Access: op.Develop, Limit: op.Every(10*time.Minute, 30, "dev.seed_sample_data"),
			Refuses: []int{http.StatusBadGateway, http.StatusGatewayTimeout, http.StatusNotImplemented},
		}, d.seedSamples),
	}
}

// stopSync also succeeds when there is no run to stop.
func (d dev) stopSync(ctx context.Context, r op.Request, _ op.None) (op.OK, error) {
	run, err := d.Runs.Cancel(ctx, tracked.SyncRunner)
	if errors.Is(err, storage.ErrNotFound) {
		run.ID, err = "", nil
	}
	noteSuccess(r, "dev.sync_stop", run.ID, err)
	return op.OK{OK: true}, err
}

type seedNoticeRequest struct {
	// The ID of the app, which need not be tracked.
	App op.Trackable `json:"appId" op:"required" doc:"The ID of the app, which need not be tracked."`
	// The name of the app.
	Name    string        `json:"appName" op:"required,trim"`
	Changes sampleChanges `json:"changes" op:"required" doc:"The changes, at least one. A change without type or description is left out."`
}

// sampleChanges are changes that a client made up.
type sampleChanges []storage.Entry

func (c *sampleChanges) UnmarshalJSON(sent []byte) error {
	var all []json.RawMessage
	if json.Unmarshal(sent, &all) != nil {
		return errors.New("must be a list")
	}
	fit := true
	for _, text := range all {
		var e storage.Entry
		if json.Unmarshal(text, &e) == nil && strings.TrimSpace(string(e.Type)) != "" && strings.TrimSpace(e.Description) != "" {
			*c = append(*c, e)
			continue
		}
		fit = false
	}
	if len(*c) == 0 {
		return errors.New("must have one with a type and a description")
	}
	return op.Part("[]", fit)
}

func (sampleChanges) Schema() *openapi.Schema {
	return openapi.List(openapi.Object(openapi.Members{
		"type": openapi.TextFrom(1).Says("The type"), "description": openapi.TextFrom(1).Says("The change in a sentence"),
	}, "type", "description"))
}

// noticeAnswer is the notification that was made.
type noticeAnswer struct {
	OK      bool          `json:"ok"`      // whether it succeeded
	App     storage.AppID `json:"appId"`   // the ID of the app
	Name    string        `json:"appName"` // the name of the app
	Changes sampleChanges `json:"changes"` // the changes
}

func (d dev) seedNotification(ctx context.Context, r op.Request, in seedNoticeRequest) (noticeAnswer, error) {
	app := storage.App{ID: storage.AppID(in.App), Name: in.Name}
	kind := notify.OfChanges(app, in.Changes)[0].Type
	err := d.Store.Update(ctx, func(tx *storage.Tx) error {
		notice := notify.Notice{App: app.ID, AppName: app.Name, Type: kind, Changes: in.Changes}
		return notify.Post(tx, storage.TimeOf(d.Now()), d.Random, notice)
	})
	noteSuccess(r, "dev.seed_notification", string(kind), err)
	return noticeAnswer{true, app.ID, app.Name, changelog.ShownAll(in.Changes)}, err
}
