package httpapi

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// runFailed is what a client is told of a fault that ended a run.
const runFailed = "The run failed"

// bulk is what a request for a bulk run asks for.
type bulk struct {
	kind   runKind
	order  runner.Order
	stream bool   // to be told how it goes, not only how it ended
	action string // what the audit log calls it
	// may is asked in the transaction that begins the run; nil: it may.
	may func(storage.Tx) error
	// begun is called when it has begun; nil: nothing is.
	begun func()
}

// bulkRequest is what the query of a request for a bulk run says.
type bulkRequest struct{ stream, force bool }

func (in *bulkRequest) decode(r *request) (err error) {
	if in.stream, err = r.boolean("stream", false); err != nil {
		return err
	}
	in.force, err = r.boolean("force", false)
	return err
}

// bulkAnswer is what a run came to.
type bulkAnswer struct {
	Totals     any    `json:"totals"`
	DurationMs int64  `json:"durationMs"`
	Status     string `json:"status"` // as in the last line of a stream
}

// startRun starts a run, or goes on with an open one, and answers when it is
// left, or line by line as it goes on. Who hangs up does not stop it.
func (a *API) startRun(w http.ResponseWriter, r *request, b bulk) error {
	asked := a.stamp()
	s := &runStream{kind: b.kind, clock: a.stamp, asked: asked, cancel: func() {}}
	if b.stream { // before the start, to miss nothing of it
		s.events, s.cancel = a.cfg.Runs.Subscribe(b.order.Runner, eventsAhead)
	}
	if b.may == nil {
		b.may = func(storage.Tx) error { return nil }
	}
	run, err := a.cfg.Runs.StartIf(r.Context(), b.order, b.may)
	if err != nil {
		s.cancel()
		a.noteDetail(r, b.action+".failed", toAnswer(err).message, false)
		return err
	}
	if b.begun != nil {
		b.begun()
	}
	a.noteDetail(r, b.action+".start", fmt.Sprintf("apps=%d stream=%d", run.Total, map[bool]int{true: 1}[b.stream]), true)
	s.watched = a.watch(r, run, b.action, b.kind.told)
	if b.stream {
		return writeOut(w.(*response), r, s)
	}
	left, err := s.wait(r.Context())
	totals := b.kind.totals(left)
	if errors.Is(err, runner.ErrFailed) {
		return &requestError{status: http.StatusInternalServerError, message: runFailed, more: map[string]any{"totals": totals}, cause: err}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", b.order.Runner, err)
	}
	text, err := object(bulkAnswer{totals, int64(a.stamp() - asked), endOf(left)}, b.kind.options(left))
	if err != nil {
		return err
	}
	return writeOut(w.(*response), r, document{"application/json", text})
}

// stamp returns the time as it is kept.
func (a *API) stamp() storage.Time { return storage.TimeOf(a.cfg.Now()) }
