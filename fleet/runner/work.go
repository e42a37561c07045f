package runner

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/tracing"
	"github.com/privacylabels/auditor/storage"
)

// settleTimeout limits the time for leaving a run cleanly.
const settleTimeout = 10 * time.Second

// errLeft means that a run was left open, and is resumed by this engine or another one, as
// after a lost lease.
var errLeft = fmt.Errorf("the run was left open: %w", background.ErrLost)

// errCancelled ends the context of an item whose run was cancelled.
var errCancelled = errors.New("the run was cancelled")

// live is a run that this engine works on.
type live struct {
	engine    *Local
	job       guarded
	lease     storage.Lease     // as acquired
	crash     *storage.RunItem  // the item during which the previous owner of the lease crashed; nil: none
	takenOver bool              // the lease was taken from a process that crashed
	abandoned []abandoned       // items abandoned at the start of the run
	nudge     background.Signal // wakes renewLease

	mu    sync.Mutex // guards the next three
	id    string
	fresh bool // a commit renewed the lease since the last step of renewLease
	asked bool // a request to pause or cancel was made since then

	done  chan struct{} // closed when the engine no longer works on the run and has set:
	final storage.Run   // the run as it was left
	err   error         // why it was not started, or did not end cleanly
}

// step is the state of a run between two items.
type step struct {
	run   storage.Run
	item  storage.RunItem // the next item
	title string
	more  bool  // whether there is a next item
	fault error // an error of the job with the next item, which fails the run
}

// next returns the step before the first pending item of a run. If that is started already,
// following is it, and its title is not read again.
func next(tx *storage.Tx, job guarded, run storage.Run, following *started) (s step, err error) {
	s.item, s.more, err = firstPending(tx, run.ID)
	switch {
	case err != nil || !s.more:
	case following != nil && following.at.Key() == s.item.Key():
		s.title = following.title
	default:
		s.title, err = job.Title(tx, s.item.Subject)
	}
	if panicked(err) { // fail the run, but commit the items before this one
		s.fault, err = err, nil
	}
	run.Current = s.title
	s.run = run
	return s, err
}

// run works on items until the run ends or this engine must release it.
func (l *live) run(ctx context.Context, stop <-chan struct{}, at step) (storage.Run, error) {
	ctx, span := tracing.Start(ctx, "run "+l.job.Name(), trace.SpanKindInternal)
	final, err := l.work(ctx, stop, at)
	if span.IsRecording() {
		span.SetAttributes(attribute.String("auditor.run.id", at.run.ID), attribute.String("auditor.run.initiator", at.run.Initiator),
			attribute.String("auditor.run.status", string(final.Status)), attribute.Int("auditor.run.items", at.run.Total))
	}
	if errors.Is(err, ErrStopping) {
		tracing.End(span, nil)
	} else {
		tracing.End(span, err)
	}
	return final, err
}

// work is the part of run that its span covers.
func (l *live) work(ctx context.Context, stop <-chan struct{}, at step) (storage.Run, error) {
	items, abort := context.WithCancelCause(ctx)
	defer abort(nil)
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		l.renewLease(items, at.run.ID, abort)
	}()
	defer func() { <-kept }() // wait for renewLease
	defer abort(nil)

	log := l.engine.log.With("runner", l.job.Name(), "run_id", at.run.ID)
	log.InfoContext(ctx, "run started", "initiator", at.run.Initiator, "items", at.run.Total, "left", Left(at.run))
	began := l.engine.now()
	final, err := l.items(ctx, items, stop, at)
	switch {
	case err == nil:
		log.InfoContext(ctx, "run ended", "status", final.Status, "completed", final.Completed, "failed", final.Failed, "skipped", final.Skipped,
			"left", Left(final), "reason", final.Reason, "duration", l.engine.now().Sub(began).Round(time.Millisecond))
		l.engine.publish(Event{Kind: RunEnded, Run: final})
	case errors.Is(err, errLeft):
		log.InfoContext(ctx, "run left open")
	case errors.Is(err, background.ErrLost):
		log.WarnContext(ctx, "lease lost to another process")
	case errors.Is(err, ErrStopping):
		log.InfoContext(ctx, "run left open")
	default:
		log.ErrorContext(ctx, "run left open after an error", "error", err)
	}
	return final, err
}

// name sets the ID of the run.
func (l *live) name(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.id = id
}

// is reports whether the run has this ID.
func (l *live) is(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.id == id
}

// items works on the items of the queue. Commits use the context of the engine, ctx; work on
// items uses one that ends when the run is cancelled or its lease is lost.
func (l *live) items(ctx, items context.Context, stop <-chan struct{}, at step) (storage.Run, error) {
	work := l.pipeline(items, stop, at.run)
	defer work.discard()
	finish := func(status storage.RunStatus, reason string) (storage.Run, error) {
		work.discard()
		return l.finish(ctx, at.run, status, reason)
	}
	leave := func() (storage.Run, error) {
		work.discard()
		return at.run, l.leaveOpen(ctx, at.run.ID)
	}
	fail := func(fault error) (storage.Run, error) {
		l.engine.log.ErrorContext(ctx, "run failed", "runner", l.job.Name(), "run_id", at.run.ID, "subject", at.item.Subject, "error", fault)
		return finish(storage.RunFailed, fault.Error())
	}
	for {
		switch {
		case at.fault != nil:
			return fail(at.fault)
		case !at.more:
			return finish(storage.RunDone, "")
		case at.run.Control == cancelAsked:
			return finish(storage.RunCancelled, "")
		case at.run.Control == pauseAsked:
			final, err := finish(storage.RunPaused, "")
			if !errors.Is(err, errPauseWithdrawn) {
				return final, err
			}
			at.run.Control = ""
			continue
		case background.Stopped(ctx, stop):
			return leave()
		}
		s := work.take(at)
		l.begin(s, at)
		then, interrupt, err := l.end(ctx, s, work.following())
		work.adapt(s)
		lost := errors.Is(err, background.ErrLost) || errors.Is(context.Cause(items), background.ErrLost)
		switch {
		case err == nil && interrupt != "":
			return finish(storage.RunInterrupted, interrupt)
		case err == nil:
			l.engine.publish(Event{Kind: ItemDone, Run: then.run, Item: s.item, State: then.outcome.State, Entries: then.outcome.Entries, Detail: then.outcome.Detail})
			at = then.step
		case lost:
			return at.run, background.ErrLost
		case errors.Is(context.Cause(items), errCancelled):
			return finish(storage.RunCancelled, "")
		case ctx.Err() != nil, errors.Is(err, ErrStopping) && background.Stopped(ctx, stop):
			return leave()
		case errors.Is(err, storage.ErrUnavailable): // the run is resumed as soon as the database answers
			l.engine.log.ErrorContext(ctx, "item not done", "runner", l.job.Name(), "run_id", at.run.ID, "subject", at.item.Subject, "error", err)
			final, _ := leave()
			return final, errLeft
		default:
			return fail(err)
		}
	}
}

// end waits for the result of an item and commits it. If the result interrupts the run, end
// returns the reason and commits nothing.
func (l *live) end(ctx context.Context, s, following *started) (then after, interrupt string, err error) {
	<-s.done
	defer func() { s.release(then.outcome.State, err) }()
	if s.err != nil {
		return after{}, "", s.err
	}
	if s.result.Interrupt != "" {
		return after{}, s.result.Interrupt, nil
	}
	then, err = l.commit(ctx, s.at, s.result, following)
	return then, "", err
}

// renewLease renews the lease during long items, and checks for requests to the run. It
// ends with the context, which it cancels when the run is cancelled or the lease is
// lost.
func (l *live) renewLease(ctx context.Context, id string, abort context.CancelCauseFunc) {
	every := l.engine.lease / 4
	l.renewed() // begin has just taken the lease
	background.Loop{First: every, Wake: l.nudge, Step: func(ctx context.Context) time.Duration {
		l.mu.Lock()
		skip := l.fresh && !l.asked
		l.fresh, l.asked = false, false
		l.mu.Unlock()
		if skip {
			return every
		}
		control, err := l.renew(ctx, id)
		switch {
		case errors.Is(err, background.ErrLost):
			abort(background.ErrLost)
		case err == nil && control == cancelAsked:
			abort(errCancelled)
		case err != nil && ctx.Err() == nil:
			l.engine.log.WarnContext(ctx, "lease not renewed", "runner", l.job.Name(), "error", err)
		}
		return every
	}}.Run(ctx, nil)
}

// renew extends the lease, and returns the pending request to the run.
func (l *live) renew(ctx context.Context, id string) (control string, err error) {
	return storage.Update(ctx, l.engine.store, func(tx *storage.Tx) (string, error) {
		run, err := l.engine.hold(tx, l.lease, id)
		return run.Control, err
	})
}

// leaveOpen releases the lease and leaves the run open. It returns ErrStopping.
func (l *live) leaveOpen(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
	defer cancel()
	err := retry(ctx, l.engine.store, func(tx *storage.Tx) error {
		if back, err := released(tx, l.lease); err != nil || back {
			return err
		}
		if _, err := l.engine.hold(tx, l.lease, id); err != nil {
			return err
		}
		return background.Release(tx, l.lease)
	})
	if err != nil { // the lease will expire
		l.engine.log.WarnContext(ctx, "lease not released", "runner", l.job.Name(), "error", err)
	}
	return ErrStopping
}
