package httpapi

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/storage"
)

// annotationsRequest is GET /api/annotations.
type annotationsRequest struct {
	app        storage.AppID // zero: every app
	visibility storage.Visibility
}

func (in *annotationsRequest) decode(r *request) (err error) {
	if in.app, _, err = r.appQuery("appId"); err != nil {
		return err
	}
	switch visibility, sent := r.query("visibility"); {
	case !sent, visibility == "all":
	case visibility == string(storage.VisibilityExport), visibility == string(storage.VisibilityPrivate):
		in.visibility = storage.Visibility(visibility)
	default:
		return badRequest("visibility must be export, private or all")
	}
	return nil
}

// appQuery returns an app of the query, and whether one was sent. Zero is an app
// that none can be.
func (r *request) appQuery(name string) (id storage.AppID, sent bool, err error) {
	text, sent := r.query(name)
	if !sent {
		return 0, false, nil
	}
	id, err = storage.ParseAppID(text)
	switch {
	case err != nil:
		return 0, true, badRequest("%s must be a number of 1 to 20 digits", name)
	case id == 0:
		id = math.MaxInt64
	}
	return id, true, nil
}

type annotationsAnswer struct {
	Annotations []storage.Annotation `json:"annotations"`
}

// annotations answers "GET /api/annotations".
func (a *API) annotations(ctx context.Context, in annotationsRequest) (annotationsAnswer, error) {
	notes, err := a.cfg.Reviews.Notes(ctx, in.app, in.visibility)
	return annotationsAnswer{notes}, err
}

// annotationRequest is POST /api/annotations.
type annotationRequest struct{ note review.Note }

// maxOriginName is how many bytes the name of a note's author has at most.
const maxOriginName = 500

func (in *annotationRequest) decode(r *request) error {
	var body struct {
		AppID      *storage.AppID `json:"appId"`
		Body       *string        `json:"body"`
		Content    *string        `json:"content"` // another name of body
		Tag        *string        `json:"tag"`
		Visibility *string        `json:"visibility"`
		Source     *string        `json:"source"`
		SourceName *string        `json:"sourceName"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	if body.Body == nil {
		body.Body = body.Content
	}
	if body.AppID == nil {
		return badRequest("appId is missing")
	}
	if body.Body == nil || strings.TrimSpace(*body.Body) == "" {
		return badRequest("body is missing or blank")
	}
	in.note = review.Note{
		App: *body.AppID, Body: *body.Body, Visibility: storage.VisibilityPrivate, Origin: storage.OriginUser,
	}
	if body.Tag != nil {
		if in.note.Tag = storage.Tag(*body.Tag); !isTag(*body.Tag) {
			return errTag
		}
	}
	if body.Visibility != nil {
		if in.note.Visibility = storage.Visibility(*body.Visibility); !isVisibility(*body.Visibility) {
			return errVisibility
		}
	}
	if body.Source != nil {
		in.note.Origin = storage.Origin(*body.Source)
		if in.note.Origin != storage.OriginUser && in.note.Origin != storage.OriginImported {
			return badRequest("source must be user or imported")
		}
	}
	if body.SourceName != nil {
		in.note.OriginName = storage.Text(strings.TrimSpace(*body.SourceName))
		if len(in.note.OriginName) > maxOriginName {
			return badRequest("sourceName is longer than %d bytes", maxOriginName)
		}
	}
	return nil
}

// What is wrong with a note.
var (
	errTag        = badRequest("tag must be concern, positive, follow_up, other or null")
	errVisibility = badRequest("visibility must be export or private")
)

func isTag(text string) bool { return text != "" && storage.Tag(text).Known() }

func isVisibility(text string) bool {
	return text == string(storage.VisibilityExport) || text == string(storage.VisibilityPrivate)
}

type annotationAnswer struct {
	Annotation storage.Annotation `json:"annotation"`
}

// created is an answer with status 201.
type created[T any] struct{ answer T }

func (created[T]) status() int { return http.StatusCreated }

func (c created[T]) MarshalJSON() ([]byte, error) {
	_, text, err := encode(c.answer)
	return text, err
}

// annotate answers "POST /api/annotations".
func (a *API) annotate(ctx context.Context, in annotationRequest) (created[annotationAnswer], error) {
	note, err := a.cfg.Reviews.Annotate(ctx, in.note)
	return created[annotationAnswer]{annotationAnswer{note}}, err
}

// noteRequest names a note.
type noteRequest struct{ id storage.AnnotationID }

func (in *noteRequest) decode(r *request) error {
	id, err := strconv.ParseInt(r.param("id"), 10, 64)
	if err != nil || id <= 0 {
		return storage.ErrNotFound // no note has it
	}
	in.id = storage.AnnotationID(id)
	return nil
}

// noteEditRequest is PATCH /api/annotations/{id}.
type noteEditRequest struct {
	noteRequest
	edit review.NoteEdit
}

func (in *noteEditRequest) decode(r *request) error {
	if err := in.noteRequest.decode(r); err != nil {
		return err
	}
	var body struct {
		Body       json.RawMessage `json:"body"`
		Content    json.RawMessage `json:"content"` // another name of body
		Tag        json.RawMessage `json:"tag"`
		Visibility json.RawMessage `json:"visibility"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	if body.Body == nil {
		body.Body = body.Content
	}
	if body.Body != nil {
		text, ok := jsonString(body.Body)
		if !ok || strings.TrimSpace(text) == "" {
			return badRequest("body must be a text that is not blank")
		}
		in.edit.Body = &text
	}
	if body.Tag != nil {
		text, ok := jsonString(body.Tag)
		if ok && !isTag(text) || !ok && string(body.Tag) != "null" {
			return errTag
		}
		in.edit.Tag = (*storage.Tag)(&text)
	}
	if body.Visibility != nil {
		text, _ := jsonString(body.Visibility)
		if !isVisibility(text) {
			return errVisibility
		}
		in.edit.Visibility = (*storage.Visibility)(&text)
	}
	return nil
}

// editAnnotation answers "PATCH /api/annotations/{id}".
func (a *API) editAnnotation(ctx context.Context, in noteEditRequest) (annotationAnswer, error) {
	note, err := a.cfg.Reviews.EditNote(ctx, in.id, in.edit)
	return annotationAnswer{note}, err
}

// deleteAnnotation answers "DELETE /api/annotations/{id}".
func (a *API) deleteAnnotation(ctx context.Context, in noteRequest) (annotationAnswer, error) {
	note, err := a.cfg.Reviews.DeleteNote(ctx, in.id)
	return annotationAnswer{note}, err
}

// restoreAnnotation answers "PUT /api/annotations/{id}".
func (a *API) restoreAnnotation(ctx context.Context, in noteRequest) (annotationAnswer, error) {
	note, err := a.cfg.Reviews.RestoreNote(ctx, in.id)
	return annotationAnswer{note}, err
}
