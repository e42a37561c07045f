package policy

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// settle is how long after the run that is followed a run over policies begins.
const settle = 2 * time.Second

// errNotDue says that there is nothing to follow.
var errNotDue = errors.New("no run over the policies is due")

// Follow starts a run over the policies by itself after each run of another
// runner, the leader, that completed at least one app, until the context ends or
// the reader stops. The run belongs to the engine, which has [Reader.PolicyJob]
// among its jobs; its initiator is [runner.Automatic].
//
// Whether a run is due is read from the store, so one that a crash came between,
// or that another process was to follow, is made up for: Follow looks when a run
// of the leader ends here, and once in each tick. None is due while fetching is
// switched off, or when no app names a policy.
//
// The run summarises, too, when that is done without a model, or when the settings
// say that a model is to be asked by itself; else it fetches texts only.
func (r *Reader) Follow(ctx context.Context, runs *runner.Engine, leader string, tick time.Duration) {
	ctx, stop, done, ok := r.work.Join(ctx)
	if !ok {
		return
	}
	defer done()
	events, enough := runs.Subscribe(leader, 64)
	defer func() { enough() }()
	timer := time.NewTimer(settle)
	defer timer.Stop()
	for {
		select {
		case event, open := <-events:
			switch {
			case !open: // a run is quicker than this loop: hear of the next events
				events, enough = runs.Subscribe(leader, 64)
				timer.Reset(settle)
			case event.Kind == runner.RunEnded:
				timer.Reset(settle)
			}
		case <-timer.C:
			if r.follow(ctx, runs, leader) {
				timer.Reset(min(tick, retryBusy))
			} else {
				timer.Reset(tick)
			}
		case <-stop:
			return
		case <-ctx.Done():
			return
		}
	}
}

// follow starts a run if one is due. It returns true when another run is in the way.
func (r *Reader) follow(ctx context.Context, runs *runner.Engine, leader string) (busy bool) {
	due := func(tx storage.Tx) error { return due(tx, leader) }
	var phase Phase
	err := r.store.View(ctx, func(tx storage.Tx) (err error) {
		if err := due(tx); err != nil { // mostly, and without a trace
			return err
		}
		phase, err = r.phaseByItself(tx)
		return err
	})
	if err == nil {
		order := runner.Order{Runner: Runner, Initiator: runner.Automatic, Options: Asked{Phase: phase}.JSON()}
		_, err = runs.StartIf(ctx, order, due)
	}
	if errors.Is(err, runner.ErrBusy) {
		return true
	}
	for _, quiet := range []error{errNotDue, ErrDisabled, runner.ErrStopping, runner.ErrUnknown} {
		if errors.Is(err, quiet) {
			return false
		}
	}
	if err != nil && ctx.Err() == nil {
		r.log.ErrorContext(ctx, "a run over the policies could not be started", "error", err)
	}
	return false
}

// phaseByItself returns how far a run goes that nobody asked for: asking a model
// may cost money.
func (r *Reader) phaseByItself(tx storage.Tx) (Phase, error) {
	by, err := r.choice(tx)
	if errors.Is(err, ErrNeedsConfig) {
		return FetchPhase, nil
	}
	if err != nil {
		return "", err
	}
	if _, free := by.(Extractive); free {
		return AllPhases, nil
	}
	on, err := settings.Flag(tx, settings.AISummarizeOnImport)
	if err != nil || !on {
		return FetchPhase, err
	}
	return AllPhases, nil
}

// due returns nil when a run of the leader completed something, and no run over
// the policies began since it ended.
func due(tx storage.Tx, leader string) error {
	if err := Allowed(tx); err != nil {
		return err
	}
	ended, err := lastCompleted(tx, leader)
	if err != nil {
		return err
	}
	if err := noneSince(tx, ended); err != nil {
		return err
	}
	for app, err := range tx.Apps().List(storage.AppQuery{}) {
		if err != nil || strings.TrimSpace(string(app.PrivacyPolicyURL)) != "" {
			return err
		}
	}
	return errNotDue
}

// noneSince returns nil when no run over all policies began since a moment, and none
// is open. While one over some is, the error is [runner.ErrBusy].
func noneSince(tx storage.Tx, at storage.Time) error {
	for run, err := range tx.Runs().List(storage.RunQuery{Runner: Runner}) {
		_, some := ParseAsked(run.Options).some()
		switch {
		case err != nil:
			return err
		case some && run.EndedAt == 0:
			return runner.ErrBusy
		case some:
			continue
		case run.StartedAt >= at || run.EndedAt == 0:
			return errNotDue
		}
		return nil
	}
	return nil
}

// lastCompleted returns when the newest run that completed something ended.
func lastCompleted(tx storage.Tx, leader string) (storage.Time, error) {
	for run, err := range tx.Runs().List(storage.RunQuery{Runner: leader}) {
		if err != nil {
			return 0, err
		}
		if run.EndedAt != 0 && run.Completed > 0 {
			return run.EndedAt, nil
		}
	}
	return 0, errNotDue
}
