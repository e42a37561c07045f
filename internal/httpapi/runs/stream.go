package runs

import (
	"context"
	"errors"
	"net/http"
	"reflect"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// MaxPending is how many events of a run are held for a slow client. A client that
// is further behind gets no more of them, and then the last line.
const MaxPending = 1024

// runStream is the answer that follows a run, as NDJSON. Its lines are of the kind
// batch-start; for each app app-start, target as often as the job reports
// progress, and app-done; at last summary.
type runStream struct {
	*watched
	kind      Kind
	now       func() storage.Time
	requested storage.Time
	events    <-chan runner.Event // of all runs of the runner
	cancel    func()              // ends events
}

// SetHeader implements [op.Stream].
func (s *runStream) SetHeader(h http.Header) { op.SetNDJSON(h) }

// Members of lines.
type (
	batchLine struct {
		Total     int          `json:"total"`     // number of apps in the run
		StartedAt storage.Time `json:"startedAt"` // when it began
		Initiator string       `json:"initiator"` // who started the run: user, schedule or another part of the service
		RunID     string       `json:"runId"`     // the ID of the run
	}
	itemLine struct {
		App   storage.AppID `json:"appId"` // the ID of the app
		Name  string        `json:"name"`  // the name
		Index int           `json:"index"` // the position of the app in the run, from 0
		Total int           `json:"total"` // number of apps in the run
	}
	targetLine struct {
		App storage.AppID `json:"appId"` // the ID of the app
	}
	doneLine struct {
		Changes []storage.Entry `json:"changes,omitempty"` // the changes that were found
	}
	summaryLine struct {
		Totals     any        `json:"totals"`
		DurationMs int64      `json:"durationMs"` // how long it took, in milliseconds
		Summary    RunSummary `json:"summary"`    // the summary
		// How the run ended: done, cancelled, error, or paused, which is resumed later.
		Status string `json:"status"`
		Reason string `json:"reason,omitempty"` // why it was interrupted; missing: it was not
		Error  string `json:"error,omitempty"`  // what went wrong, in a sentence
	}
)

// lineParts are what the lines of one runner have beside the members of all runners.
type lineParts struct {
	options                  []reflect.Type // as for [op.Joined]
	progress, result, totals reflect.Type
}

// linesOf returns the schema of the lines of a runner.
func linesOf(name string, of lineParts) op.Schema {
	return func(r *openapi.Reflector) *openapi.Schema {
		return op.Lines(name,
			op.Line{Kind: "batch-start", Doc: "The first line", Parts: append(of.options, reflect.TypeFor[batchLine]())},
			op.Line{Kind: "app-start", Doc: "The work on an app begins", Parts: []reflect.Type{reflect.TypeFor[itemLine]()}},
			op.Line{Kind: "target", Doc: "A step of the work on an app", Parts: []reflect.Type{reflect.TypeFor[targetLine](), of.progress}},
			op.Line{Kind: "app-done", Doc: "The work on an app has ended", Parts: []reflect.Type{reflect.TypeFor[itemLine](), reflect.TypeFor[doneLine](), of.result}},
			op.Line{
				Kind: "summary", Doc: "The last line, which says how the run ended", Parts: append(of.options, reflect.TypeFor[summaryLine]()),
				Members: openapi.Members{"totals": r.Of(of.totals)},
			},
		)(r)
	}
}

// Stream implements [op.Stream]. Its error means that nothing more can be sent; the
// run continues.
func (s *runStream) Stream(ctx context.Context, w op.Writer) error {
	defer s.cancel()
	run := s.started
	batch := batchLine{Total: run.Total, StartedAt: run.StartedAt, Initiator: run.Initiator, RunID: run.ID}
	if err := op.WriteLine(w, "batch-start", batch, s.kind.Options(run)); err != nil {
		return err
	}
	for {
		event, more, err := s.next(ctx)
		if err != nil {
			return err
		}
		if !more {
			return s.end(w)
		}
		if err := s.write(w, event); err != nil {
			return err
		}
	}
}

// next returns the next event; more is false after the last one.
func (s *runStream) next(ctx context.Context) (event runner.Event, more bool, err error) {
	select {
	case event, more = <-s.events:
		if more {
			return event, true, nil
		}
		_, _ = s.wait(ctx) // the client was too slow: only the last line is left
	case <-s.done:
		select {
		case event, more = <-s.events: // all events are in the channel by now
		default:
		}
	case <-ctx.Done():
	}
	return event, more, ctx.Err()
}

// write writes the line of an event.
func (s *runStream) write(w op.Writer, event runner.Event) error {
	if event.Run.ID != s.started.ID {
		return nil
	}
	before := runner.Left(s.started) - runner.Left(event.Run) // items done since the start
	if event.Kind == runner.ItemDone {
		before--
	}
	if before < 0 { // an event from before the run was resumed
		return nil
	}
	id, _ := storage.ParseAppID(event.Item.Subject) // the subjects of all jobs are apps
	item := itemLine{App: id, Name: event.Item.Title, Index: event.Item.Seq, Total: event.Run.Total}
	switch event.Kind {
	case runner.ItemStarted:
		return op.WriteLine(w, "app-start", item)
	case runner.ItemProgress:
		return op.WriteLine(w, "target", targetLine{id}, s.kind.Progress(event.Progress))
	case runner.ItemDone:
		return op.WriteLine(w, "app-done", item, doneLine{changelog.ShownAll(event.Entries)}, s.kind.Result(event))
	}
	return nil
}

// end writes the last line.
func (s *runStream) end(w op.Writer) error {
	if s.err != nil && !errors.Is(s.err, runner.ErrFailed) && !errors.Is(s.err, runner.ErrStopping) {
		return s.err
	}
	last := summaryLine{
		Totals: totalsOf(s.left), DurationMs: int64(s.now() - s.requested), Summary: summaryOf(s.left), Status: outcome(s.left),
	}
	if reason, interrupted := runner.Interrupted(s.left); interrupted {
		last.Reason = reason
	}
	if last.Status == "error" {
		last.Error = runFailed
	}
	return op.WriteLine(w, "summary", last, s.kind.Options(s.left))
}
