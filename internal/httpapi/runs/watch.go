package runs

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// watched is a run that a request started. Watching ends when the run stops, which
// may be long after the request.
type watched struct {
	started storage.Run
	done    chan struct{} // closed when the fields below are set
	left    storage.Run   // as it stopped, or its last known state
	err     error         // of [runner.Engine.Wait]
}

// watch watches a run. When it stops, the audit log gets a line with the action and
// a detail that is made of the run.
func watch(r op.Request, engine *runner.Engine, run storage.Run, action string, detail func(storage.Run) string) *watched {
	w := &watched{started: run, done: make(chan struct{}), left: run}
	ok := r.Background(func(ctx context.Context, note op.NoteFunc) {
		defer close(w.done)
		left, err := engine.WaitSince(ctx, run)
		if w.err = err; left.ID != "" { // else the database could not be read
			w.left = left
		}
		if err == nil || errors.Is(err, runner.ErrFailed) { // else it has not stopped
			note(action+"."+auditOutcome(w.left), detail(w.left), err == nil)
		}
	})
	if !ok {
		w.err = runner.ErrStopping
		close(w.done)
	}
	return w
}

// wait returns the run as it stopped.
func (w *watched) wait(ctx context.Context) (storage.Run, error) {
	select {
	case <-w.done:
		return w.left, w.err
	case <-ctx.Done():
		return w.started, ctx.Err()
	}
}

// auditOutcome returns the outcome of a run as the audit log names it. There, a run
// that was interrupted has succeeded.
func auditOutcome(run storage.Run) string {
	if _, interrupted := runner.Interrupted(run); interrupted {
		return "success"
	}
	switch end := outcome(run); end {
	case "done":
		return "success"
	case "error":
		return "failed"
	default:
		return end
	}
}

// outcome returns how a run stopped, as an answer names it. One that was
// interrupted, or whose process is shutting down, can be resumed like one that a
// user paused.
func outcome(run storage.Run) string {
	switch run.Status {
	case storage.RunDone:
		return "done"
	case storage.RunCancelled:
		return "cancelled"
	case storage.RunFailed:
		return "error"
	}
	return "paused"
}
