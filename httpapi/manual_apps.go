package httpapi

import (
	"context"
	"encoding/json"

	"github.com/privacylabels/auditor/fleet/manual"
	"github.com/privacylabels/auditor/storage"
)

type manualAppsAnswer struct {
	Apps    []storage.ManualApp `json:"apps"`
	Sources []manual.Source     `json:"sources"`
}

// manualApps answers "GET /api/manual-apps".
func (a *API) manualApps(ctx context.Context, _ nothing) (manualAppsAnswer, error) {
	apps, err := a.cfg.Manual.List(ctx)
	return manualAppsAnswer{apps, manual.Sources()}, err
}

// manualAppRequest names an app of no store by the path.
type manualAppRequest struct{ id string }

func (in *manualAppRequest) decode(r *request) error {
	in.id = r.param("id")
	if len(in.id) > storage.MaxManualAppID {
		return badRequest("id has more than %d characters", storage.MaxManualAppID)
	}
	return nil
}

type manualAppAnswer struct {
	App storage.ManualApp `json:"app"`
}

// manualApp answers "GET /api/manual-apps/{id}".
func (a *API) manualApp(ctx context.Context, in manualAppRequest) (manualAppAnswer, error) {
	app, err := a.cfg.Manual.Get(ctx, in.id)
	return manualAppAnswer{app}, err
}

// manualFields are the members of a body that say something of an app of no store.
// One that is no text says that there is none.
type manualFields struct {
	Name      json.RawMessage `json:"name"`
	Source    json.RawMessage `json:"source"`
	Developer json.RawMessage `json:"developer"`
	PolicyURL json.RawMessage `json:"privacyPolicyUrl"`
	SourceURL json.RawMessage `json:"sourceUrl"`
	Notes     json.RawMessage `json:"notes"`
}

func (f manualFields) fields() manual.Fields {
	text := func(sent json.RawMessage) string {
		text, _ := jsonString(sent)
		return text
	}
	return manual.Fields{
		Name: text(f.Name), Source: text(f.Source), Developer: text(f.Developer),
		PrivacyPolicyURL: text(f.PolicyURL), SourceURL: text(f.SourceURL), Notes: text(f.Notes),
	}
}

// change leaves alone what was not sent.
func (f manualFields) change() manual.Change {
	sent := func(sent json.RawMessage) *string {
		if sent == nil {
			return nil
		}
		text, _ := jsonString(sent)
		return &text
	}
	return manual.Change{
		Name: sent(f.Name), Source: sent(f.Source), Developer: sent(f.Developer),
		PrivacyPolicyURL: sent(f.PolicyURL), SourceURL: sent(f.SourceURL), Notes: sent(f.Notes),
	}
}

// addManualRequest is POST /api/manual-apps.
type addManualRequest struct{ fields manual.Fields }

func (in *addManualRequest) decode(r *request) error {
	var body manualFields
	err := r.object(&body)
	in.fields = body.fields()
	return err
}

// addManualApp answers "POST /api/manual-apps".
func (a *API) addManualApp(ctx context.Context, in addManualRequest) (created[manualAppAnswer], string, error) {
	app, err := a.cfg.Manual.Create(ctx, in.fields)
	return created[manualAppAnswer]{manualAppAnswer{app}}, app.ID, err
}

// editManualRequest is PUT /api/manual-apps/{id}.
type editManualRequest struct {
	manualAppRequest
	change manual.Change
}

func (in *editManualRequest) decode(r *request) error {
	var body manualFields
	if err := in.manualAppRequest.decode(r); err != nil {
		return err
	}
	err := r.object(&body)
	in.change = body.change()
	return err
}

// editManualApp answers "PUT /api/manual-apps/{id}".
func (a *API) editManualApp(ctx context.Context, in editManualRequest) (manualAppAnswer, string, error) {
	app, err := a.cfg.Manual.Update(ctx, in.id, in.change)
	return manualAppAnswer{app}, in.id, err
}

// deleteManualApp answers "DELETE /api/manual-apps/{id}".
func (a *API) deleteManualApp(ctx context.Context, in manualAppRequest) (successAnswer, string, error) {
	_, err := a.cfg.Manual.Delete(ctx, in.id)
	return successAnswer{true}, in.id, err
}

// restoreManualRequest is POST /api/manual-apps/{id}/restore: the app as it was.
type restoreManualRequest struct{ app storage.ManualApp }

func (in *restoreManualRequest) decode(r *request) error {
	var path manualAppRequest
	if err := path.decode(r); err != nil {
		return err
	}
	text, err := r.bytes()
	if err != nil {
		return err
	}
	var body struct {
		ID        string          `json:"id"`
		FirstSeen json.RawMessage `json:"firstSeen"`
		UpdatedAt json.RawMessage `json:"updatedAt"`
	}
	if err := decodeObject(text, &body); err != nil {
		return err
	}
	if body.ID != path.id {
		return badRequest("id must be that of the path")
	}
	var sent manualFields
	if err := decodeObject(text, &sent); err != nil {
		return err
	}
	f := sent.fields()
	in.app = storage.ManualApp{
		ID: body.ID, Name: f.Name, Source: storage.ManualSource(f.Source), Developer: storage.Text(f.Developer),
		PrivacyPolicyURL: storage.Text(f.PrivacyPolicyURL), SourceURL: storage.Text(f.SourceURL), Notes: storage.Text(f.Notes),
		FirstSeen: asTime(body.FirstSeen), UpdatedAt: asTime(body.UpdatedAt),
	}
	return nil
}

// asTime reads a moment. What is none is zero.
func asTime(sent json.RawMessage) storage.Time {
	ms, ok := asNumber(sent)
	if !ok || ms < 0 || ms > maxExact {
		return 0
	}
	return storage.Time(ms)
}

// restoreManualApp answers "POST /api/manual-apps/{id}/restore".
func (a *API) restoreManualApp(ctx context.Context, in restoreManualRequest) (created[manualAppAnswer], string, error) {
	app, err := a.cfg.Manual.Restore(ctx, in.app)
	return created[manualAppAnswer]{manualAppAnswer{app}}, in.app.ID, err
}
