package runs

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/storage"
)

// runFailed is what a client reads of a fault that ended a run.
const runFailed = "The run failed"

// Kind is what answers say of the runs of one runner beside what they say of every
// run.
type Kind interface {
	// Options returns the options of the run, which are encoded as an object, or nil.
	Options(storage.Run) any
	// Progress returns what the job reported of an item, which is encoded as an object.
	Progress(report any) any
	// Result returns the result of an item, which is encoded as an object, or nil.
	Result(runner.Event) any
	// Detail returns the counts, for the audit log.
	Detail(storage.Run) string
}

// Bulk starts bulk runs for requests.
type Bulk struct{ services.Set }

// Start is a request for a bulk run.
type Start struct {
	Kind    Kind
	Options runner.StartOptions
	Stream  bool   // answer with a line for each event of the run
	Async   bool   // else answer as soon as the run has begun
	Action  string // the prefix of the actions in the audit log

	// Started is called after the start; nil: nothing is.
	Started func()
}

// bulkAnswer is the answer when a run has stopped.
type bulkAnswer struct {
	Totals     any   `json:"totals"`
	DurationMs int64 `json:"durationMs"` // how long it took, in milliseconds
	// How the run ended: done, cancelled, error, or paused, which is resumed later.
	Status string `json:"status"`
}

// Run starts a run, or resumes one that is open, and returns the answer: a stream, its ID,
// or, when the run has stopped, an object. The run continues if the client
// disconnects.
func (b Bulk) Run(ctx context.Context, r op.Request, start Start) (any, error) {
	requested := b.now()
	s := &runStream{kind: start.Kind, now: b.now, requested: requested, cancel: func() {}}
	if start.Stream { // before the start, so that no event is missed
		s.events, s.cancel = b.Runs.Subscribe(start.Options.Runner, MaxPending)
	}
	run, err := b.Runs.Start(ctx, start.Options)
	if err != nil {
		s.cancel()
		r.Note(start.Action+".failed", r.Explain(err).Message, false)
		return nil, err
	}
	if start.Started != nil {
		start.Started()
	}
	r.Note(start.Action+".start", fmt.Sprintf("apps=%d stream=%d", run.Total, map[bool]int{true: 1}[start.Stream]), true)
	s.watched = watch(r, b.Runs, run, start.Action, start.Kind.Detail)
	if start.Stream {
		return s, nil
	}
	if start.Async {
		return accepted(r, run), nil
	}
	left, err := s.wait(ctx)
	totals := totalsOf(left)
	if errors.Is(err, runner.ErrFailed) {
		return nil, &op.Error{Status: http.StatusInternalServerError, Message: runFailed, More: map[string]any{"totals": totals}, Cause: err}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", start.Options.Runner, err)
	}
	text, err := op.Join(bulkAnswer{totals, int64(b.now() - requested), outcome(left)}, start.Kind.Options(left))
	return op.Document{ContentType: "application/json", Body: text}, err
}

func (b Bulk) now() storage.Time { return storage.TimeOf(b.Now()) }
