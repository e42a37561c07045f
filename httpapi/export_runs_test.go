package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// EventsAhead is how far a reader may be behind.
const EventsAhead = eventsAhead

// plainRuns are runs whose job says all that is to be said.
type plainRuns struct{}

func (plainRuns) totals(run storage.Run) any          { return run.Totals }
func (plainRuns) progress(told any) any               { return told }
func (plainRuns) told(run storage.Run) string         { return fmt.Sprintf("completed=%d", run.Completed) }
func (plainRuns) options(run storage.Run) any         { return orNil(run.Options) }
func (plainRuns) result(event runner.Event) (sum any) { return orNil(event.Detail) }

func orNil[S ~[]byte](s S) any {
	if s == nil {
		return nil
	}
	return s
}

// NewRunning is New with one more route, POST /api/run, that starts the runner
// "test" with the query as its options, and "stream" and "force" in it.
func NewRunning(cfg Config) (*API, error) {
	return newAPI(cfg, func(a *API) []route {
		handle := func(w http.ResponseWriter, r *request) error {
			b := bulk{kind: plainRuns{}, action: "test.run", order: runner.Order{Runner: "test", Initiator: runner.Manual}}
			_, b.stream = r.query("stream")
			_, b.order.Afresh = r.query("force")
			if options, ok := r.query("options"); ok {
				b.order.Options = []byte(options)
			}
			return a.startRun(w, r, b)
		}
		return append(a.routes(), route{method: "POST", pattern: "/api/run", handle: handle})
	})
}

// Told is the stream of a run of which these events are known when it is left.
func Told(w http.ResponseWriter, begun, left storage.Run, events ...runner.Event) error {
	s := &runStream{
		watched: &watched{begun: begun, left: left, done: make(chan struct{})}, kind: plainRuns{},
		clock: func() storage.Time { return 0 }, cancel: func() {},
	}
	close(s.done)
	happened := make(chan runner.Event, len(events))
	for _, event := range events {
		happened <- event
	}
	s.events = happened
	out := &response{ResponseWriter: w}
	out.deadlines.begin(w, httptest.NewRequest(http.MethodPost, "/", http.NoBody), DefaultStallTimeout)
	return s.writeTo(context.Background(), newPieces(out))
}

// Left returns what a run that was begun like this is seen to be left as.
func Left(a *API, begun storage.Run) (storage.Run, error) {
	r := &request{Request: httptest.NewRequest(http.MethodPost, "/", http.NoBody)}
	return a.watch(r, begun, "test.run", plainRuns{}.told).wait(context.Background())
}
