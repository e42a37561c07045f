package httpapi

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/httpapi/runs"
	"github.com/privacylabels/auditor/storage"
)

// MaxPending is how many events of a run are held for a slow client.
const MaxPending = runs.MaxPending

// plainRuns are runs whose job reports members of lines.
type plainRuns struct{}

func (plainRuns) Progress(report any) any       { return report }
func (plainRuns) Detail(run storage.Run) string { return fmt.Sprintf("completed=%d", run.Completed) }
func (plainRuns) Options(run storage.Run) any   { return orNil(run.Options) }
func (plainRuns) Result(event runner.Event) any { return orNil(event.Detail) }

func orNil[S ~[]byte](s S) any {
	if s == nil {
		return nil
	}
	return s
}

type runRequest struct {
	Stream  op.Optional[string] `query:"stream"`
	Force   op.Optional[string] `query:"force"`
	Options string              `query:"options"`
}

// NewRunning is New with one more route, POST /api/run, that starts the runner
// "test" with the query as its options, and "stream" and "force" in it.
func NewRunning(cfg Config) (*API, error) {
	return newAPI(cfg, func(a *API, rows []*route) []*route {
		bulk := runs.Bulk{Set: a.cfg.Set}
		start := func(ctx context.Context, r op.Request, in runRequest) (any, error) {
			options := runner.StartOptions{Runner: "test", Initiator: runner.Manual, Restart: in.Force.Sent}
			if in.Options != "" {
				options.Options = []byte(in.Options)
			}
			return bulk.Run(ctx, r, runs.Start{Kind: plainRuns{}, Action: "test.run", Options: options, Stream: in.Stream.Sent})
		}
		o := op.WithRequest(op.Spec{Route: "POST /api/run"}, start)
		return append(rows, &route{Operation: o, handle: a.operate(o)})
	})
}
