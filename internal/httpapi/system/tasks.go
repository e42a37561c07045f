package system

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/storage"
)

// tasks are the user's onboarding tasks.
type tasks struct{ Config }

func (t tasks) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{ // not cached: which task is in progress depends on the time
			Route: "GET /api/user-tasks", ID: "userTasks", Group: "preferences", Summary: "List the user's tasks",
		}, t.list),
		op.WithRequest(op.Spec{
			Route: "POST /api/user-tasks", ID: "changeUserTask", Group: "preferences", Summary: "Change a user task",
			Limit: op.Every(time.Minute, 60, "user-tasks.write"), MaxBody: 4 << 10, Example: `{"action": "clear_all"}`,
		}, t.change),
	}
}

func (t tasks) list(ctx context.Context) (preferences.TaskList, error) {
	now := storage.TimeOf(t.Now())
	return storage.View(ctx, t.Store, func(tx *storage.Tx) (preferences.TaskList, error) { return preferences.Tasks(tx, now) })
}

type taskRequest struct {
	// What to do with the task.
	Action  preferences.TaskAction `json:"action" op:"required" enum:"start,dismiss,reset,opt_in,visit,clear_all"`
	ID      string                 `json:"id" op:"loose" doc:"The ID of the task. Ignored with clear_all."`
	Missing string                 `json:"missingPrerequisite" op:"loose" doc:"With start: the prerequisite that the user skips."`
}

func (in *taskRequest) Check() error {
	switch {
	case in.Action == preferences.TaskClear:
		in.ID = ""
	case !preferences.KnownTask(in.ID):
		return &op.Error{
			Status: http.StatusBadRequest, Message: "Unknown task", Hint: fmt.Sprintf("No task has the id %.80q: GET /api/user-tasks lists all", in.ID),
		}
	}
	if in.Action != preferences.TaskStart || !preferences.Requires(in.ID, in.Missing) {
		in.Missing = ""
	}
	return nil
}

func (t tasks) change(ctx context.Context, r op.Request, in taskRequest) (preferences.TaskList, error) {
	now := storage.TimeOf(t.Now())
	err := t.Store.Update(ctx, func(tx *storage.Tx) error { return preferences.ChangeTask(tx, now, in.Action, in.ID) })
	if err != nil {
		return preferences.TaskList{}, err
	}
	if in.Missing != "" {
		r.Note("task_gate_bypassed", "task="+in.ID+" missing="+in.Missing, true)
	}
	return t.list(ctx)
}
