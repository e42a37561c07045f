package runner

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"log/slog"

	"github.com/privacylabels/auditor/internal/panics"
	"github.com/privacylabels/auditor/storage"
)

// guarded wraps a job and turns its panics into errors, which end the run and not the
// process. The engine calls jobs only through it.
type guarded struct {
	Job
	log *slog.Logger

	// refused is the error of an earlier call of End. If it is set, End is not called again,
	// and the run fails with this error.
	refused error

	// unrecorded means that an earlier call of Abandon failed: abandoned items are counted,
	// but the job does not record them.
	unrecorded bool
}

// panicError is a panic in a job.
type panicError struct{ doing string }

func (p *panicError) Error() string { return "the job panicked: " + p.doing }

func panicked(err error) bool {
	var p *panicError
	return errors.As(err, &p)
}

// call calls the job and recovers from panics.
func (g guarded) call(doing string, job func() error) error {
	_, err := get(g, doing, func() (struct{}, error) { return struct{}{}, job() })
	return err
}

// get is [guarded.call] for a function with a result.
func get[T any](g guarded, doing string, job func() (T, error)) (value T, err error) {
	defer panics.Catch(context.Background(), g.log, &err, &panicError{doing}, "job panicked", "runner", g.Name(), "doing", doing)
	return job()
}

// each calls do with each subject of [Selector.Select] or [Job.Queue], until an error.
func (g guarded) each(tx *storage.Tx, options json.RawMessage, do func(subject string) error) error {
	return g.call("listing the queue", func() error {
		subjects := g.Queue
		if s, ok := g.Job.(Selector); ok {
			subjects = func(tx *storage.Tx) iter.Seq2[string, error] { return s.Select(tx, options) }
		}
		for subject, err := range subjects(tx) {
			if err != nil {
				return err
			}
			if err := do(subject); err != nil {
				return err
			}
		}
		return nil
	})
}

// Title is [Job.Title].
func (g guarded) Title(tx *storage.Tx, subject string) (string, error) {
	return get(g, "reading the title of "+subject, func() (string, error) { return g.Job.Title(tx, subject) })
}

// Do is [Job.Do]. The functions of the result are guarded, too.
func (g guarded) Do(ctx context.Context, item Item) (Result, error) {
	r, err := get(g, "working on "+item.Subject, func() (Result, error) { return g.Job.Do(ctx, item) })
	return g.result(r), err
}

// independent is [Independent.Independent], if the job implements it.
func (g guarded) independent(run storage.Run) bool {
	i, ok := g.Job.(Independent)
	if !ok {
		return false
	}
	yes, err := get(g, "checking whether its items are independent", func() (bool, error) { return i.Independent(run), nil })
	return yes && err == nil
}

// line is [Lined.Line], if the job implements it, otherwise 0.
func (g guarded) line(tx *storage.Tx, subject string) (int, error) {
	l, ok := g.Job.(Lined)
	if !ok {
		return 0, nil
	}
	line, err := get(g, "finding the line of "+subject, func() (int, error) { return l.Line(tx, subject) })
	return min(max(line, 0), maxLines-1), err
}

// End is [Job.End].
func (g guarded) End(tx *storage.Tx, run storage.Run) error {
	return g.call("ending the run", func() error { return g.Job.End(tx, run) })
}

// Abandon is [Abandoner.Abandon], if the job implements it.
func (g guarded) Abandon(tx *storage.Tx, item Item) (Abandoned, error) {
	a, ok := g.Job.(Abandoner)
	if !ok || g.unrecorded {
		return Abandoned{}, nil
	}
	return get(g, "abandoning "+item.Subject, func() (Abandoned, error) { return a.Abandon(tx, item) })
}

// Resumed is [Resumer.Resumed], if the job implements it.
func (g guarded) Resumed(tx *storage.Tx, run storage.Run) error {
	r, ok := g.Job.(Resumer)
	if !ok {
		return nil
	}
	return g.call("recording that the run was resumed", func() error { return r.Resumed(tx, run) })
}

// result returns a result whose functions are guarded.
func (g guarded) result(r Result) Result {
	if write := r.Write; write != nil {
		r.Write = func(tx *storage.Tx, run storage.Run) (Outcome, error) {
			return get(g, "writing a result", func() (Outcome, error) { return write(tx, run) })
		}
	}
	if instead := r.Instead; instead != nil {
		r.Instead = func(cause error) (other Result, ok bool) {
			if g.call("choosing what to write instead", func() error {
				other, ok = instead(cause)
				return nil
			}) != nil {
				return Result{}, false
			}
			return g.result(other), ok
		}
	}
	if release := r.Release; release != nil {
		r.Release = func() {
			_ = g.call("releasing an item", func() error { // the item is done, so the panic is only logged
				release()
				return nil
			})
		}
	}
	return r
}
