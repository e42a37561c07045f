package httpapi

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// watched is a run that a request set going, until it is left. Whoever made the
// request may be gone before that.
type watched struct {
	begun storage.Run
	done  chan struct{} // closed when the rest is set
	left  storage.Run   // as it was left, or last seen
	err   error         // of [runner.Engine.Wait]
}

// watch waits for the end of a run, and tells the audit log of it: under the
// action, with the words of told.
func (a *API) watch(r *request, run storage.Run, action string, told func(storage.Run) string) *watched {
	w := &watched{begun: run, done: make(chan struct{}), left: run}
	line := a.line(r, "", "", false)
	ok := a.watches.Go(func(ctx context.Context, _ <-chan struct{}) {
		defer close(w.done)
		left, err := a.cfg.Runs.Wait(ctx, run.ID)
		if w.err = err; left.ID != "" { // else the store could not be asked
			w.left = left
		}
		if err == nil || errors.Is(err, runner.ErrFailed) { // else it has not ended
			line.Action, line.Detail, line.Success = action+"."+auditEnd(w.left), told(w.left), err == nil
			a.audits.Add(line)
		}
	})
	if !ok { // the API is closed
		w.err = runner.ErrStopping
		close(w.done)
	}
	return w
}

// wait returns the run as it was left.
func (w *watched) wait(ctx context.Context) (storage.Run, error) {
	select {
	case <-w.done:
		return w.left, w.err
	case <-ctx.Done():
		return w.begun, ctx.Err()
	}
}

// auditEnd says how a run was left, as the audit log has it. There one that was
// cut off has done what it could.
func auditEnd(run storage.Run) string {
	if _, cut := runner.CutOff(run); cut {
		return "success"
	}
	switch end := endOf(run); end {
	case "done":
		return "success"
	case "error":
		return "failed"
	default:
		return end
	}
}

// endOf says how a run was left, as the last line of a stream has it. One that
// was cut off, or whose process is about to end, goes on some day like one that
// somebody paused.
func endOf(run storage.Run) string {
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
