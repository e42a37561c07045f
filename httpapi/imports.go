package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/storage"
)

const (
	maxItemText = 2000 // bytes of a text of an item
	maxTotal    = 1_000_000
)

// importsRequest is GET /api/imports.
type importsRequest struct{ id string } // empty: all

func (in *importsRequest) decode(r *request) error {
	in.id, _ = r.query("id")
	return nil
}

// imports answers "GET /api/imports".
func (a *API) imports(ctx context.Context, in importsRequest) (any, error) {
	if in.id != "" {
		return a.cfg.Imports.Show(ctx, in.id)
	}
	return a.cfg.Imports.Lists(ctx)
}

// beginRequest is POST /api/imports.
type beginRequest struct{ start imports.Start }

func (in *beginRequest) decode(r *request) error {
	var body struct {
		Source storage.ImportSource `json:"source"`
		Label  json.RawMessage      `json:"sourceLabel"`
		Total  *int                 `json:"total"`
		Device json.RawMessage      `json:"deviceId"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	label, _ := jsonString(body.Label)
	device, _ := jsonString(body.Device)
	label, device = strings.TrimSpace(label), strings.TrimSpace(device)
	in.start = imports.Start{Source: body.Source, Label: storage.Text(label), Device: storage.Text(device)}
	if body.Total != nil {
		in.start.Total = *body.Total
	}
	switch {
	case !body.Source.Known():
		return badRequest("source must be screenshots, file or manual")
	case in.start.Total < 0 || in.start.Total > maxTotal:
		return badRequest("total must be a whole number from 0 to %d", maxTotal)
	case len(label) > maxItemText || len(device) > maxItemText:
		return badRequest("sourceLabel or deviceId is too long")
	}
	return nil
}

// beginImport answers "POST /api/imports".
func (a *API) beginImport(ctx context.Context, in beginRequest) (imports.List, error) {
	return a.cfg.Imports.Begin(ctx, in.start)
}

type deletedImportAnswer struct {
	Success bool `json:"success"`
	Deleted int  `json:"deletedApps"`
}

// deleteImport answers "DELETE /api/imports".
func (a *API) deleteImport(w http.ResponseWriter, r *request) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	id, _ := r.query("id")
	if id == "" {
		return badRequest("id is missing")
	}
	apps, err := r.boolean("removeApps", false)
	if err != nil {
		return err
	}
	removed, err := a.cfg.Imports.Forget(r.Context(), id, apps)
	if err != nil {
		a.note(r, "imports.delete.failed", false)
		return err
	}
	a.noteDetail(r, "imports.delete.success", fmt.Sprintf("%d apps", removed), true)
	return writeJSON(w, r, deletedImportAnswer{true, removed})
}

// completeRequest is POST /api/imports/complete.
type completeRequest struct{ id string }

func (in *completeRequest) decode(r *request) error {
	var body struct {
		ID json.RawMessage `json:"importId"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	if in.id, _ = jsonString(body.ID); in.id == "" {
		return badRequest("importId is missing")
	}
	return nil
}

// completeImport answers "POST /api/imports/complete".
func (a *API) completeImport(ctx context.Context, in completeRequest) (imports.List, error) {
	return a.cfg.Imports.Complete(ctx, in.id)
}

// importQueue answers "GET /api/imports/queue". Whether it is paused depends on
// the hour.
func (a *API) importQueue(ctx context.Context, _ nothing) (imports.Queue, error) {
	return a.cfg.Imports.Queue(ctx)
}

// workOnImports answers "POST /api/imports/queue".
func (a *API) workOnImports(ctx context.Context, _ nothing) (imports.Worked, error) {
	return a.cfg.Imports.Work(ctx, a.cfg.Runs)
}
