package httpapi

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/storage"
)

// userTasks answers "GET /api/user-tasks". What is under way depends on the hour.
func (a *API) userTasks(ctx context.Context, _ nothing) (list preferences.TaskList, err error) {
	now := storage.TimeOf(a.cfg.Now())
	err = a.cfg.Store.View(ctx, func(tx storage.Tx) (err error) {
		list, err = preferences.Tasks(tx, now)
		return err
	})
	return list, err
}

// taskRequest is the body of POST /api/user-tasks.
type taskRequest struct {
	action  preferences.TaskAction
	id      string
	missing string // the prerequisite that the user does without; empty: none
}

func (in *taskRequest) decode(r *request) error {
	var body struct {
		Action  json.RawMessage `json:"action"`
		ID      json.RawMessage `json:"id"`
		Missing json.RawMessage `json:"missingPrerequisite"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	action, _ := jsonString(body.Action)
	in.action = preferences.TaskAction(action)
	in.id, _ = jsonString(body.ID)
	switch in.action {
	case preferences.TaskClear:
		in.id = ""
		return nil
	case preferences.TaskStart, preferences.TaskDismiss, preferences.TaskReset, preferences.TaskOptIn, preferences.TaskVisit:
	default:
		return badRequest("action must be start, dismiss, reset, opt_in, visit or clear_all")
	}
	if !preferences.KnownTask(in.id) {
		return badRequest("Unknown task")
	}
	missing, _ := jsonString(body.Missing)
	if in.action == preferences.TaskStart && preferences.Requires(in.id, missing) {
		in.missing = missing
	}
	return nil
}

// changeTask answers "POST /api/user-tasks".
func (a *API) changeTask(w http.ResponseWriter, r *request) error {
	in, err := decode[taskRequest](r)
	if err != nil {
		return err
	}
	now := storage.TimeOf(a.cfg.Now())
	err = a.cfg.Store.Update(r.Context(), func(tx storage.Tx) error { return preferences.ChangeTask(tx, now, in.action, in.id) })
	if err != nil {
		return err
	}
	if in.missing != "" {
		a.noteDetail(r, "task_gate_bypassed", "task="+in.id+" missing="+in.missing, true)
	}
	list, err := a.userTasks(r.Context(), nothing{})
	if err != nil {
		return err
	}
	return writeJSON(w, r, list)
}
