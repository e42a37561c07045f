package httpapi

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// eventsAhead is how many events of a run wait for a reader that is slow. One
// that is further behind is told the end only.
const eventsAhead = 1024

// runKind is what the runs of one runner have of their own on the wire.
type runKind interface {
	// totals returns the runner's own counts.
	totals(storage.Run) any
	// options returns an object of what was asked for, nil when nothing can be.
	options(storage.Run) any
	// progress returns an object of what the job told of an item.
	progress(told any) any
	// result returns an object of how an item ended.
	result(runner.Event) any
	// told returns the counts for the audit log.
	told(storage.Run) string
}

// runStream tells a run line by line, as NDJSON, while it goes on. Each line is
// an object with a member kind: batch-start; of each app app-start, target as
// often as there is something to tell, and app-done; at last summary. Beside
// kind there is type, which is the same.
type runStream struct {
	*watched
	kind   runKind
	clock  func() storage.Time
	asked  storage.Time
	events <-chan runner.Event // of all runs of the runner
	cancel func()              // ends events
}

func (s *runStream) header(h http.Header) {
	h["Content-Type"] = []string{"application/x-ndjson; charset=utf-8"}
	h["Cache-Control"] = []string{"no-store, no-transform"}
}

// line is what all lines begin with.
type line struct {
	Kind string `json:"kind"`
	Type string `json:"type"`
}

// Members of lines.
type (
	batchLine struct {
		Total     int          `json:"total"`
		StartedAt storage.Time `json:"startedAt"`
		Initiator string       `json:"initiator"`
		RunID     string       `json:"runId"`
	}
	itemLine struct {
		App   storage.AppID `json:"appId"`
		Name  string        `json:"name"`
		Index int           `json:"index"` // from 0
		Total int           `json:"total"`
	}
	targetLine struct {
		App storage.AppID `json:"appId"`
	}
	summaryLine struct {
		Totals     any        `json:"totals"`
		DurationMs int64      `json:"durationMs"`
		Summary    runSummary `json:"summary"`
		Status     string     `json:"status"`
		Reason     string     `json:"reason,omitempty"` // why it was cut off
		Error      string     `json:"error,omitempty"`
	}
)

// writeTo tells the run to its end. When it fails nobody reads, and the run
// goes on all the same.
func (s *runStream) writeTo(ctx context.Context, w *pieces) error {
	defer s.cancel()
	run := s.begun
	batch := batchLine{Total: run.Total, StartedAt: run.StartedAt, Initiator: run.Initiator, RunID: run.ID}
	if err := s.send(w, "batch-start", batch, s.kind.options(run)); err != nil {
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
		if err := s.tell(w, event); err != nil {
			return err
		}
	}
}

// next returns what happens next; more is false when that is the end.
func (s *runStream) next(ctx context.Context) (event runner.Event, more bool, err error) {
	select {
	case event, more = <-s.events:
		if more {
			return event, true, nil
		}
		_, _ = s.wait(ctx) // it fell behind: there is only the end to tell
	case <-s.done:
		select {
		case event, more = <-s.events: // all that happened is there by now
		default:
		}
	case <-ctx.Done():
	}
	return event, more, ctx.Err()
}

// tell sends what happened.
func (s *runStream) tell(w *pieces, event runner.Event) error {
	if event.Run.ID != s.begun.ID {
		return nil
	}
	since := runner.Left(s.begun) - runner.Left(event.Run) // so many items were done
	if event.Kind == runner.ItemDone {
		since-- // before this one
	}
	if since < 0 {
		return nil // of who worked on the run until just before it was gone on with
	}
	id, _ := storage.ParseAppID(event.Item.Subject) // what the jobs work on are apps
	item := itemLine{App: id, Name: event.Item.Title, Index: event.Item.Seq, Total: event.Run.Total}
	switch event.Kind {
	case runner.ItemStarted:
		return s.send(w, "app-start", item)
	case runner.ItemProgress:
		return s.send(w, "target", targetLine{id}, s.kind.progress(event.Progress))
	case runner.ItemDone:
		return s.send(w, "app-done", item, s.kind.result(event))
	}
	return nil
}

// end sends the last line.
func (s *runStream) end(w *pieces) error {
	if s.err != nil && !errors.Is(s.err, runner.ErrFailed) && !errors.Is(s.err, runner.ErrStopping) {
		return s.err
	}
	last := summaryLine{
		Totals: s.kind.totals(s.left), DurationMs: int64(s.clock() - s.asked), Summary: summaryOf(s.left), Status: endOf(s.left),
	}
	if reason, cut := runner.CutOff(s.left); cut {
		last.Reason = reason
	}
	if last.Status == "error" {
		last.Error = runFailed
	}
	return s.send(w, "summary", last, s.kind.options(s.left))
}

// send sends a line made of the members of several objects, and does not wait
// for more.
func (s *runStream) send(w *pieces, kind string, parts ...any) error {
	text, err := object(append([]any{line{kind, kind}}, parts...)...)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	return w.Flush()
}

// object encodes an object made of the members of several, on a line of its
// own. A nil has none.
func object(parts ...any) ([]byte, error) {
	text := []byte{'{'}
	for _, part := range parts {
		if part == nil {
			continue
		}
		_, more, err := encode(part)
		if err != nil {
			return nil, err
		}
		members := bytes.TrimSuffix(bytes.TrimPrefix(more, []byte("{")), []byte("}\n"))
		if len(members) > 0 && len(text) > 1 {
			text = append(text, ',')
		}
		text = append(text, members...)
	}
	return append(text, "}\n"...), nil
}
