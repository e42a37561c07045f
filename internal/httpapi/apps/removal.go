package apps

import (
	"context"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// marks serves what users set about apps: tags, and whether runs refresh them; and the apps that
// were removed.
type marks struct{ services.Set }

func (m marks) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/apps/removed", ID: "removedApps", Group: "fleet", Summary: "List the removed apps that can be restored",
			Cached: true, Reads: storage.TablesOf("RemovedApps"),
		}, m.removed),
		op.WithRequest(op.Spec{
			Route: "POST /api/apps/{id}/restore", ID: "restoreApp", Group: "fleet", Summary: "Bring a removed app back with all its records",
			Access: op.Administer, Limit: op.Limit{Bucket: "apps.restore", Calls: 60, Window: time.Minute},
			Refuses: []int{http.StatusNotFound, http.StatusConflict},
		}, m.restore),
		op.New(op.Spec{
			Route: "GET /api/apps/{id}/label", ID: "labelAt", Group: "fleet", Summary: "Get the label that an app had at a time, and the one before",
			Cached: true, Reads: storage.TablesOf("Apps", "Snapshots", "Labels"), Refuses: []int{http.StatusNotFound},
		}, m.labelAt),
		op.New(op.Spec{
			Route: "GET /api/tags", ID: "tags", Group: "fleet", Summary: "List the tags of apps",
			Cached: true, Reads: storage.TablesOf("AppTags"),
		}, m.tags),
		op.New(op.Spec{
			Route: "GET /api/apps/{id}/marks", ID: "appMarks", Group: "fleet", Summary: "Get the tags of an app, and whether runs refresh it",
			Cached: true, Reads: storage.TablesOf("Apps", "AppTags", "PausedApps"), Refuses: []int{http.StatusNotFound},
		}, m.of),
		op.New(op.Spec{
			Route: "PUT /api/apps/{id}/marks", ID: "setAppMarks", Group: "fleet", Summary: "Set the tags of an app, and whether runs refresh it",
			Example: `{"tags": ["games"], "paused": false}`,
			Refuses: []int{http.StatusNotFound},
		}, m.set),
	}
}

// removed returns the removed apps, the last removed one first.
func (m marks) removed(ctx context.Context, _ struct{}) (removedApps, error) {
	apps, err := m.Fleet.Removed(ctx)
	return removedApps{apps}, err
}

// removedApps is the list of the apps that can be restored.
type removedApps struct {
	Apps []tracked.Removed `json:"apps"` // the apps, the last removed one first
}

func (m marks) restore(ctx context.Context, r op.Request, in op.AppRequest) (op.Success, error) {
	_, err := m.Fleet.Restore(ctx, in.App)
	op.NoteOutcome(r, "app.restore", "app="+in.App.String(), err)
	return op.Success{Success: true}, err
}

func (m marks) tags(ctx context.Context, _ struct{}) (allTags, error) {
	tags, err := m.Fleet.Tags(ctx)
	return allTags{tags}, err
}

// allTags is the list of the tags.
type allTags struct {
	Tags []tracked.TagCount `json:"tags"` // the tags, in alphabetical order
}

// labelRequest names an app and a time.
type labelRequest struct {
	App storage.AppID             `path:"id" doc:"The ID of the app." example:"1"`
	At  op.Optional[storage.Time] `query:"at" doc:"The label as it was last read at or before this time. Defaults to the newest." example:"2026-07-25"`
}

func (m marks) labelAt(ctx context.Context, in labelRequest) (tracked.LabelAt, error) {
	at := storage.MaxTime
	if in.At.Sent {
		at = in.At.Value
	}
	return m.Fleet.LabelAt(ctx, in.App, at)
}

// appMarks are the marks of an app.
type appMarks struct {
	ID storage.AppID `json:"id"` // the ID of the app
	tracked.Marks
}

func (m marks) of(ctx context.Context, in op.AppRequest) (appMarks, error) {
	apps, err := m.Fleet.Apps(ctx, in.App)
	if err != nil {
		return appMarks{}, err
	}
	if _, tracked := apps[in.App]; !tracked {
		return appMarks{}, storage.Missing(storage.App{}, in.App)
	}
	all, err := m.Fleet.Marks(ctx, in.App)
	shown := all[in.App]
	if shown.Tags == nil {
		shown.Tags = []string{}
	}
	return appMarks{in.App, shown}, err
}

// marksRequest sets the marks of an app. A member that is missing leaves what there is.
type marksRequest struct {
	App    storage.AppID `path:"id" doc:"The ID of the app." example:"1"`
	Tags   *[]string     `json:"tags" doc:"All tags of the app, at most 20 of at most 50 characters. They are stored in lower case."`
	Paused *bool         `json:"paused" doc:"Whether runs leave the app out."`
}

func (m marks) set(ctx context.Context, in marksRequest) (appMarks, error) {
	if in.Tags != nil {
		if _, err := m.Fleet.SetTags(ctx, in.App, *in.Tags); err != nil {
			return appMarks{}, err
		}
	}
	if in.Paused != nil {
		if _, err := m.Fleet.Pause(ctx, *in.Paused, in.App); err != nil {
			return appMarks{}, err
		}
	}
	return m.of(ctx, op.AppRequest{App: in.App})
}
