package runs

import (
	"context"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/storage"
)

// tasks are the bulk runners together.
type tasks struct{ engine runner.Engine }

func (t tasks) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/tasks/active", ID: "activeTasks", Group: "runs", Summary: "Get the state of the three bulk runners", Cached: true,
			Reads: storage.TablesOf("Runs", "RunItems"),
		}, t.active),
	}
}

func (t tasks) active(ctx context.Context) (TasksAnswer, error) {
	return Active(ctx, t.engine)
}
