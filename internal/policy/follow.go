package policy

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

const (
	// settle is the delay between a run and the run over policies that follows it.
	settle = 2 * time.Second
	// retryBusy is the delay before a due run is tried again while another run, whose end
	// this process may not observe, is open.
	retryBusy = 5 * time.Minute
)

// errNotDue means that no run is due.
var errNotDue = errors.New("no policy run is due")

// Follow starts a run over the policies after each run of another runner, the leader,
// that completed at least one app. It returns when the context ends or the service stops.
// The engine must have [Service.PolicyJob]; the initiator is [runner.Automatic].
//
// It reads from the database whether a run is due, two seconds after the end of a run and
// once per tick, so that none is missed after a crash or a run of another process. No run
// is due while fetching is disabled, or if no app has a policy URL.
//
// The run also summarizes if that needs no model, or if the settings allow the use of a
// model by automatic runs.
func (s *Service) Follow(ctx context.Context, runs *runner.Engine, leader string, tick time.Duration) {
	ended := background.NewSignal()
	defer runs.OnEnd(leader, func(storage.Run) { ended.Send() })()
	s.work.Loop(ctx, background.Loop{First: settle, Wake: ended, Settle: settle, Step: func(ctx context.Context) time.Duration {
		if s.follow(ctx, runs, leader) {
			return min(tick, retryBusy)
		}
		return tick
	}})
}

// follow starts a run if one is due. It reports true if another open run prevents that.
func (s *Service) follow(ctx context.Context, runs *runner.Engine, leader string) (busy bool) {
	due := func(tx *storage.Tx) error { return due(tx, leader) }
	var phase Phase
	err := s.env.Store.View(ctx, func(tx *storage.Tx) (err error) { // a cheap check, which mostly fails
		if err := due(tx); err != nil {
			return err
		}
		phase, err = s.automaticPhase(tx)
		return err
	})
	if err == nil {
		_, err = runs.Start(ctx, runner.StartOptions{Runner: Runner, Initiator: runner.Automatic, Options: RunOptions{Phase: phase}.JSON(), If: due})
	}
	if errors.Is(err, runner.ErrBusy) {
		return true
	}
	s.logStart(ctx, err, "automatic policy run not started")
	return false
}

// logStart logs the error of a start, unless it is an expected one.
func (s *Service) logStart(ctx context.Context, err error, event string) {
	expected := func(target error) bool { return errors.Is(err, target) }
	if err != nil && ctx.Err() == nil && !slices.ContainsFunc([]error{errNotDue, ErrDisabled, runner.ErrBusy, runner.ErrStopping, runner.ErrUnknown}, expected) {
		s.env.Logger.ErrorContext(ctx, event, "error", err)
	}
}

// automaticPhase returns the phase of an automatic run. It depends on the settings, because
// asking a model may cost money.
func (s *Service) automaticPhase(tx *storage.Tx) (Phase, error) {
	by, err := s.choice(tx)
	if errors.Is(err, summary.ErrNeedsConfig) {
		return FetchPhase, nil
	}
	if err != nil {
		return "", err
	}
	if _, free := by.(summary.Extractive); free {
		return AllPhases, nil
	}
	on, err := settings.Flag(tx, settings.AISummarizeOnImport)
	if err != nil || !on {
		return FetchPhase, err
	}
	return AllPhases, nil
}

// due returns nil if a run of the leader completed at least one app, and no run over the
// policies began after its end.
func due(tx *storage.Tx, leader string) error {
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
	for app, err := range tx.Apps.List(storage.AppQuery{}) {
		if err != nil || hasPolicy(app) {
			return err
		}
	}
	return errNotDue
}

// noneSince returns nil if no run over all policies is open or began after a time. While a
// run over some policies is open, the error is [runner.ErrBusy].
func noneSince(tx *storage.Tx, at storage.Time) error {
	for run, err := range tx.Runs.List(storage.RunQuery{Runner: Runner}) {
		_, some := ParseRunOptions(run.Options).some()
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

// lastCompleted returns when the newest run that completed at least one app ended.
func lastCompleted(tx *storage.Tx, leader string) (storage.Time, error) {
	for run, err := range tx.Runs.List(storage.RunQuery{Runner: leader}) {
		if err != nil {
			return 0, err
		}
		if run.EndedAt != 0 && run.Completed > 0 {
			return run.EndedAt, nil
		}
	}
	return 0, errNotDue
}
