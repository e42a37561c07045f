package data

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// manualApps are the operations on manual apps: those that are not in the App Store.
type manualApps struct{ manual *manual.Service }

func (m manualApps) operations() []op.Operation {
	missing := []int{http.StatusNotFound}
	write := op.Limit{Bucket: "manual-apps.write", Calls: 30, Window: time.Minute}
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/manual-apps", ID: "manualApps", Group: "imports", Summary: "List manual apps",
			Limit: op.Limit{Bucket: "manual-apps.list", Calls: 120, Window: time.Minute}, Cached: true, Private: true,
		}, m.list),
		op.WithRequest(op.Spec{
			Route: "POST /api/manual-apps", ID: "addManualApp", Group: "imports", Summary: "Add a manual app",
			Access: op.Administer, Limit: write, MaxBody: 8 << 10, Status: http.StatusCreated, Member: "app",
			Example: `{"name": "Diary", "source": "web_clip", "developer": "Ada", "privacyPolicyUrl": "https://diary.example/privacy"}`,
			Doc:     op.Doc{As: "ManualAppAnswer", Body: op.Fixed(openapi.Object(manualMembers(), "name", "source"))},
		}, m.add),
		op.New(op.Spec{
			Route: "GET /api/manual-apps/{id}", ID: "manualApp", Group: "imports", Summary: "Get a manual app",
			Limit:  op.Limit{Bucket: "manual-apps.read", Calls: 120, Window: time.Minute},
			Cached: true, Private: true, Refuses: missing, Member: "app", Doc: op.Doc{As: "ManualAppAnswer"},
		}, m.get),
		op.WithRequest(op.Spec{
			Route: "PUT /api/manual-apps/{id}", ID: "editManualApp", Group: "imports", Summary: "Change a manual app",
			Access: op.Administer, Limit: write, MaxBody: 8 << 10, Refuses: missing, Member: "app",
			Example: `{"notes": "Only on the tablet.", "developer": null}`,
			Doc:     op.Doc{As: "ManualAppAnswer", Body: op.Fixed(openapi.Object(manualMembers()))},
		}, m.edit),
		op.WithRequest(op.Spec{
			Route: "DELETE /api/manual-apps/{id}", ID: "deleteManualApp", Group: "imports", Summary: "Delete a manual app",
			Access: op.Administer, Limit: write, Refuses: missing,
		}, m.delete),
		op.WithRequest(op.Spec{
			Route: "POST /api/manual-apps/{id}/restore", ID: "restoreManualApp", Group: "imports", Summary: "Restore a deleted manual app",
			Access: op.Administer, Limit: write, MaxBody: 8 << 10, Status: http.StatusCreated, Refuses: []int{http.StatusConflict}, Member: "app",
			Example: `{"id": "2", "name": "Diary", "source": "web_clip", "firstSeen": 1777896000000, "updatedAt": 1777896000000}`,
			Doc:     op.Doc{As: "ManualAppAnswer", Body: restoredManualApp},
		}, m.restore),
		op.WithRequest(op.Spec{
			Route: "POST /api/manual-apps/bulk", ID: "addManualApps", Group: "imports", Summary: "Add several manual apps",
			Access: op.Administer, Limit: op.Limit{Bucket: "manual-apps.bulk", Calls: 10, Window: time.Minute}, MaxBody: 256 << 10,
			Example: `{"apps": [{"name": "Diary", "source": "web_clip"}, {"name": "Beta", "source": "testflight", "developer": "Ada"}]}`,
			Doc: op.Doc{Faults: map[int]op.Schema{http.StatusBadRequest: op.Refusal("NoneAdded", func(r *openapi.Reflector) openapi.Members {
				return openapi.Members{
					"created": openapi.IntegerOf(0, 0), "failed": openapi.Integer(), "results": op.Of[[]manualBulkStatus]()(r),
				}
			})}},
		}, m.addAll),
		op.WithRequest(op.Spec{
			Route: "POST /api/manual-apps/{id}/scrape", ID: "readManualPolicy", Group: "imports", Summary: "Fetch the policy of a manual app",
			Limit: op.Limit{Bucket: "manual-apps.scrape", Calls: 10, Window: time.Minute}, Refuses: []int{http.StatusNotFound},
			Doc: op.Doc{Faults: map[int]op.Schema{http.StatusConflict: op.OrError(op.PoliciesOff)}},
		}, m.scrape),
		op.New(op.Spec{
			Route: "GET /api/manual-apps/{id}/policy-version/{versionId}", ID: "manualPolicyVersion", Group: "imports",
			Summary: "Get a policy version of a manual app",
			Limit:   op.Limit{Bucket: "manual-apps.read", Calls: 120, Window: time.Minute},
			Cached:  true, Private: true, Refuses: []int{http.StatusNotFound}, Member: "version", Doc: op.Doc{As: "ManualVersionAnswer"},
		}, m.version),
	}
}

type manualAppsAnswer struct {
	Apps    []storage.ManualApp `json:"apps"`    // the apps
	Sources []manual.Source     `json:"sources"` // the kinds of manual apps
}

func (m manualApps) list(ctx context.Context) (manualAppsAnswer, error) {
	apps, err := m.manual.List(ctx)
	return manualAppsAnswer{apps, manual.Sources()}, err
}

// manualAppID is the ID of a manual app.
type manualAppID string

func (manualAppID) Bounds() (least, most int64) { return 1, storage.MaxManualAppID }

// manualAppRequest names a manual app.
type manualAppRequest struct {
	ID manualAppID `path:"id" op:"required" doc:"The ID of the app."`
}

func (m manualApps) get(ctx context.Context, in manualAppRequest) (storage.ManualApp, error) {
	return m.manual.Get(ctx, string(in.ID))
}

// manualFields are the members of a manual app. They fit whatever is sent: the
// service refuses what is wrong with them, and the audit log has a line about it.
type manualFields struct {
	Name      sentText `json:"name"`
	Source    sentText `json:"source"`
	Developer sentText `json:"developer"`
	PolicyURL sentText `json:"privacyPolicyUrl"`
	SourceURL sentText `json:"sourceUrl"`
	Notes     sentText `json:"notes"`
}

// manualMembers describes manualFields.
func manualMembers() openapi.Members {
	text := func(most int) *openapi.Schema {
		return openapi.Loose(openapi.OrNull(openapi.TextOf(0, most))).Says("Null or empty: none. One that is too long is refused")
	}
	address := openapi.Loose(openapi.OrNull(openapi.Text())).Says("Null or empty: none. A text that is no public address is refused")
	return openapi.Members{
		"name": openapi.TextOf(1, manual.MaxName), "source": manualSource(), "developer": text(manual.MaxName),
		"privacyPolicyUrl": address, "sourceUrl": address, "notes": text(manual.MaxNotes),
	}
}

func manualSource() *openapi.Schema {
	return openapi.OneOf(storage.ManualWebClip, storage.ManualTestFlight, storage.ManualOwnBuild, storage.ManualSideloaded)
}

func (m manualApps) add(ctx context.Context, r op.Request, in manualFields) (storage.ManualApp, error) {
	app, err := m.manual.Create(ctx, manual.Fields{
		Name: in.Name.text, Source: in.Source.text, Developer: in.Developer.text,
		PrivacyPolicyURL: in.PolicyURL.text, SourceURL: in.SourceURL.text, Notes: in.Notes.text,
	})
	op.NoteOutcome(r, "manual-apps.create", app.ID, err)
	return app, err
}

type editManualRequest struct {
	manualAppRequest
	manualFields
}

func (m manualApps) edit(ctx context.Context, r op.Request, in editManualRequest) (storage.ManualApp, error) {
	app, err := m.manual.Update(ctx, string(in.ID), manual.Change{
		Name: in.Name.ptr(), Source: in.Source.ptr(), Developer: in.Developer.ptr(),
		PrivacyPolicyURL: in.PolicyURL.ptr(), SourceURL: in.SourceURL.ptr(), Notes: in.Notes.ptr(),
	})
	op.NoteOutcome(r, "manual-apps.update", string(in.ID), err)
	return app, err
}

func (m manualApps) delete(ctx context.Context, r op.Request, in manualAppRequest) (op.Success, error) {
	_, err := m.manual.Delete(ctx, string(in.ID))
	op.NoteOutcome(r, "manual-apps.delete", string(in.ID), err)
	return op.Success{Success: true}, err
}

// restoreManualRequest is a manual app as it was.
type restoreManualRequest struct {
	App manualAppID `path:"id" op:"required" doc:"The ID of the app." example:"2"`
	ID  string      `json:"id"`
	manualFields
	FirstSeen sentTime `json:"firstSeen" op:"loose"`
	UpdatedAt sentTime `json:"updatedAt" op:"loose"`
}

func (in *restoreManualRequest) Check() error {
	if in.ID != string(in.App) {
		return op.BadRequest("id must be that of the path")
	}
	return nil
}

// restoredManualApp describes the body of restoreManualRequest.
func restoredManualApp(*openapi.Reflector) *openapi.Schema {
	members := manualMembers()
	members["id"] = openapi.TextOf(1, storage.MaxManualAppID).Says("As in the path")
	members["firstSeen"] = openapi.Loose(openapi.Moment()).Says("Else now")
	members["updatedAt"] = openapi.Loose(openapi.Moment()).Says("Else firstSeen")
	return openapi.Object(members, "id", "name", "source")
}

func (m manualApps) restore(ctx context.Context, r op.Request, in restoreManualRequest) (storage.ManualApp, error) {
	app, err := m.manual.Restore(ctx, storage.ManualApp{
		ID: in.ID, Name: in.Name.text, Source: storage.ManualSource(in.Source.text), Developer: storage.Text(in.Developer.text),
		PrivacyPolicyURL: storage.Text(in.PolicyURL.text), SourceURL: storage.Text(in.SourceURL.text), Notes: storage.Text(in.Notes.text),
		FirstSeen: storage.Time(in.FirstSeen), UpdatedAt: storage.Time(in.UpdatedAt),
	})
	op.NoteOutcome(r, "manual-apps.restore", in.ID, err)
	return app, err
}

// sentTime is a time in milliseconds, as a number or a string. Null is zero.
type sentTime storage.Time

// UnmarshalJSON refuses a time that no record can have.
func (t *sentTime) UnmarshalJSON(sent []byte) error {
	var ms op.Number
	if err := ms.UnmarshalJSON(sent); err != nil || ms < 0 || ms > op.MaxExact {
		return errors.New("must be a time in milliseconds since 1970")
	}
	*t = sentTime(ms)
	return op.Part("", op.Number(*t) == ms)
}
