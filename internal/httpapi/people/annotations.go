package people

import (
	"context"
	"net/http"
	"slices"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
)

// annotations are notes on apps.
type annotations struct{ reviews *review.Service }

func (a annotations) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/annotations", ID: "annotations", Group: "fleet", Summary: "List notes", Member: "annotations",
			Cached: true, Private: true, Reads: storage.TablesOf("Annotations"),
		}, a.list),
		op.New(op.Spec{
			Route: "POST /api/annotations", ID: "annotate", Group: "fleet", Summary: "Add a note to an app", Member: "annotation",
			MaxBody: 128 << 10, Status: http.StatusCreated, Refuses: []int{http.StatusNotFound},
			Example: `{"appId": 1, "body": "Asks for contacts.", "tag": "concern", "visibility": "private"}`,
		}, a.create),
		op.New(op.Spec{
			Route: "PATCH /api/annotations/{id}", ID: "editAnnotation", Group: "fleet", Summary: "Edit a note", Member: "annotation",
			MaxBody: 128 << 10, Refuses: []int{http.StatusNotFound},
			Example: `{"body": "Asks for contacts, and for photos."}`,
		}, a.edit),
		op.New(op.Spec{
			Route: "PUT /api/annotations/{id}", ID: "restoreAnnotation", Group: "fleet", Summary: "Restore a deleted note", Member: "annotation",
			Refuses: []int{http.StatusNotFound, http.StatusGone, http.StatusConflict},
		}, a.restore),
		op.New(op.Spec{
			Route: "DELETE /api/annotations/{id}", ID: "deleteAnnotation", Group: "fleet", Summary: "Delete a note", Member: "annotation",
			Refuses: []int{http.StatusNotFound},
		}, a.delete),
	}
}

type annotationsRequest struct {
	App        storage.AppID `query:"appId" doc:"Notes on this app only." example:"1"`
	Change     string        `query:"changeId" op:"max=60" doc:"Notes on this change only."`
	Visibility string        `query:"visibility" enum:"export,private,all" op:"default=all" doc:"Notes with this visibility only. Defaults to all." example:"export"`
}

func (a annotations) list(ctx context.Context, in annotationsRequest) ([]storage.Annotation, error) {
	var visibility storage.Visibility // all
	if in.Visibility != "all" {
		visibility = storage.Visibility(in.Visibility)
	}
	notes, err := a.reviews.Notes(ctx, in.App, visibility)
	if in.Change != "" {
		notes = slices.DeleteFunc(notes, func(n storage.Annotation) bool { return string(n.Change) != in.Change })
	}
	return notes, err
}

// noteText is the text of a note. The service refuses one that is too long.
type noteText string

func (noteText) Schema() *openapi.Schema { return openapi.TextOf(1, review.MaxText) }

type annotationRequest struct {
	// The ID of the app.
	App    storage.AppID `json:"appId" op:"required"`
	Change storage.Text  `json:"changeId" op:"max=60" doc:"The ID of the change that the note is about, as in the changelog. It must be a change of the app."`
	// The text of the note.
	Body noteText `json:"body" op:"required,also=content"`
	// What the note is about; missing: not set.
	Tag        storage.Tag        `json:"tag" enum:"concern,positive,follow_up,other"`
	Visibility storage.Visibility `json:"visibility" enum:"export,private" op:"default=private" doc:"Defaults to private. Private notes are never part of an audit bundle."`
	// The source.
	Origin storage.Origin `json:"source" enum:"user,imported" op:"default=user"`
	// Who wrote the note, if not the user.
	OriginName storage.Text `json:"sourceName" op:"trim,max=500"`
}

func (a annotations) create(ctx context.Context, in annotationRequest) (storage.Annotation, error) {
	return a.reviews.Annotate(ctx, review.Note{
		App: in.App, Change: in.Change, Body: string(in.Body), Tag: in.Tag, Visibility: in.Visibility, Origin: in.Origin, OriginName: in.OriginName,
	})
}

// noteRequest names a note.
type noteRequest struct {
	ID storage.AnnotationID `path:"id" doc:"The ID of the note." pattern:"^[0-9]+$" op:"min=1"`
}

type noteEditRequest struct {
	noteRequest
	// The text of the note.
	Body op.Optional[noteText] `json:"body" op:"also=content"`
	// What the note is about; null: not set.
	Tag op.Nullable[storage.Tag] `json:"tag" enum:"concern,positive,follow_up,other"`
	// Whether the note may be part of an audit bundle: export or private.
	Visibility op.Optional[storage.Visibility] `json:"visibility" enum:"export,private"`
}

func (in *noteEditRequest) Check() error {
	if in.Body.Sent && storage.Blank(string(in.Body.Value)) {
		return op.BadRequest("body must be a text that is not blank")
	}
	return nil
}

func (a annotations) edit(ctx context.Context, in noteEditRequest) (storage.Annotation, error) {
	return a.reviews.EditNote(ctx, in.ID, review.NoteEdit{
		Body: (*string)(in.Body.Ptr()), Tag: in.Tag.Ptr(), Visibility: in.Visibility.Ptr(),
	})
}

func (a annotations) delete(ctx context.Context, in noteRequest) (storage.Annotation, error) {
	return a.reviews.DeleteNote(ctx, in.ID)
}

func (a annotations) restore(ctx context.Context, in noteRequest) (storage.Annotation, error) {
	return a.reviews.RestoreNote(ctx, in.ID)
}
