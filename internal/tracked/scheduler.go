package tracked

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// RunSchedule runs scheduled work once per tick until the context ends or the service
// stops. It resumes interrupted runs when requests to the App Store are possible again,
// and refreshes all apps at the interval of the settings. The first tick comes after a
// random delay of up to a tenth of the interval, so that processes that start together do
// not run together. The runs belong to the engine, which must have [Service.SyncJob].
//
// After three scheduled syncs in a row that fail, the next one is delayed: by 15
// minutes, then by an hour, then by six hours each time. Errors are logged.
func (s *Service) RunSchedule(ctx context.Context, runs *runner.Engine, tick time.Duration) {
	sched := scheduler{Service: s, runs: runs}
	s.work.Loop(ctx, background.Loop{First: background.Jitter(s.random, tick/10), Step: func(ctx context.Context) time.Duration {
		sched.runOnce(ctx)
		return tick
	}})
}

// errNotNow means that no work is due.
var errNotNow = errors.New("not due")

// failureDelays returns the delay of a scheduled sync after the third failure in a row,
// the fourth, and each further one.
func failureDelays() []time.Duration {
	return []time.Duration{15 * time.Minute, time.Hour, 6 * time.Hour}
}

// toleratedFailures is the number of failures in a row without a delay.
const toleratedFailures = 2

// scheduler starts scheduled work. It belongs to one goroutine.
type scheduler struct {
	*Service
	runs *runner.Engine

	last     string // the scheduled sync whose end has not been observed; empty: none
	failures int    // in a row
	until    storage.Time
}

// runOnce starts the work that is due now.
func (s *scheduler) runOnce(ctx context.Context) {
	for _, step := range []func(context.Context) error{s.resumeInterrupted, s.checkLastSync, s.startDue, s.forgetRemoved} {
		if err := step(ctx); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "scheduled work failed", "error", err)
		}
	}
}

// start starts a run if may returns nil, both before and within the transaction that starts
// it. Its errors include those for which quiet reports true.
func (s *scheduler) start(ctx context.Context, o runner.StartOptions, may func(*storage.Tx) error) (storage.Run, error) {
	if err := s.store.View(ctx, may); err != nil { // most calls end here, without a write
		return storage.Run{}, err
	}
	o.If = may
	return s.runs.Start(ctx, o)
}

// quiet reports whether an error of start is expected, because another process was first or
// nothing is due.
func quiet(err error) bool {
	expected := []error{errNotNow, runner.ErrBusy, runner.ErrStopping, runner.ErrUnknown, storage.ErrNotFound}
	return slices.ContainsFunc(expected, func(known error) bool { return errors.Is(err, known) })
}

// resumeInterrupted resumes interrupted runs, regardless of the schedule.
func (s *scheduler) resumeInterrupted(ctx context.Context) error {
	open, err := s.runs.Open(ctx)
	for _, run := range open {
		if _, cut := runner.Interrupted(run); !cut {
			continue
		}
		order := runner.StartOptions{Runner: run.Runner, Initiator: runner.Resume}
		_, failed := s.start(ctx, order, func(tx *storage.Tx) error { return s.mayResume(tx, run.ID) })
		if failed != nil && !quiet(failed) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// mayResume returns nil if a run is interrupted and can be resumed now.
func (s *scheduler) mayResume(tx *storage.Tx, id string) error {
	run, err := tx.Runs.Get(id)
	if err != nil {
		return err
	}
	reason, cut := runner.Interrupted(run)
	if !cut {
		return errNotNow
	}
	if reason == InterruptRateLimited || reason == InterruptCooldown {
		return s.mayAsk(tx)
	}
	return nil
}

// mayAsk returns nil if requests to the App Store are allowed now.
func (s *scheduler) mayAsk(tx *storage.Tx) error {
	c, err := s.cooldown(tx, CooldownScrape, s.stamp())
	if err == nil && c.Active {
		return errNotNow
	}
	return err
}

// checkLastSync counts the last scheduled sync as a success or failure once it has ended.
func (s *scheduler) checkLastSync(ctx context.Context) error {
	if s.last == "" {
		return nil
	}
	run, err := storage.View(ctx, s.store, func(tx *storage.Tx) (storage.Run, error) { return tx.Runs.Get(s.last) })
	switch {
	case errors.Is(err, storage.ErrNotFound): // it was deleted meanwhile
		s.last = ""
	case err != nil:
		return err
	case run.Status == storage.RunFailed:
		s.last = ""
		s.fail(ctx, run.EndedAt)
	case run.Status != storage.RunRunning:
		s.last, s.failures = "", 0
	}
	return nil
}

// fail counts a failure, and delays the next sync after too many in a row.
func (s *scheduler) fail(ctx context.Context, at storage.Time) {
	s.failures++
	if over := s.failures - toleratedFailures; over > 0 {
		pauses := failureDelays()
		s.until = at.Add(pauses[min(over, len(pauses))-1])
		s.log.WarnContext(ctx, "scheduled syncs paused", "failures", s.failures, "until", s.until.Std())
	}
}

// startDue starts a sync if one is due.
func (s *scheduler) startDue(ctx context.Context) error {
	if s.last != "" || s.stamp() < s.until {
		return nil
	}
	run, err := s.start(ctx, runner.StartOptions{Runner: SyncRunner, Initiator: runner.Scheduled}, s.maySync)
	switch {
	case err == nil:
		s.last = run.ID
	case errors.Is(err, runner.ErrBusy):
		s.failures = 0 // another sync is running
	case quiet(err), ctx.Err() != nil:
	default:
		s.fail(ctx, s.stamp())
		return err
	}
	return nil
}

// maySync returns nil if a sync is due and there are apps to refresh.
func (s *scheduler) maySync(tx *storage.Tx) error {
	status, err := s.syncStatus(tx)
	if err != nil {
		return err
	}
	if !status.Due {
		return errNotNow
	}
	_, tracked, err := storage.FindFirst(tx.Apps.List(storage.AppQuery{Limit: 1}))
	if err == nil && !tracked {
		err = errNotNow
	}
	if err != nil {
		return err
	}
	return s.mayAsk(tx)
}

// SyncStatus is the schedule of syncs, with the times of the last and the next one.
type SyncStatus struct {
	Schedule string           `json:"schedule"`  // when all apps are refreshed: manual (never automatically), daily or weekly
	LastRun  storage.Time     `json:"lastRun"`   // when a sync last ended
	NextRun  storage.NullTime `json:"nextRun"`   // when the next sync is or was due; null: none is scheduled
	Due      bool             `json:"isDue"`     // whether a scheduled sync is due
	Running  bool             `json:"isRunning"` // whether a sync is running
}

// SyncStatus returns the status of scheduled syncs.
func (s *Service) SyncStatus(ctx context.Context) (SyncStatus, error) {
	return storage.View(ctx, s.store, s.syncStatus)
}

func (s *Service) syncStatus(tx *storage.Tx) (status SyncStatus, err error) {
	var every time.Duration
	if status.Schedule, every, err = schedule(tx); err != nil {
		return status, err
	}
	if status.LastRun, err = settings.Time(tx, settings.LastSync); err != nil {
		return status, err
	}
	if every > 0 {
		next, now := status.LastRun.Add(every), s.stamp()
		// Without a previous run the next one is due now. It is also due now if the last
		// run lies in the future, after a clock was corrected or a backup restored.
		if status.LastRun == 0 || status.LastRun > now {
			next = now
		}
		status.NextRun, status.Due = storage.NullTime(next), next <= now
	}
	run, _, err := storage.FindFirst(tx.Runs.List(storage.RunQuery{Runner: SyncRunner, Open: true, Limit: 1}))
	status.Running = run.Status == storage.RunRunning
	return status, err
}

// schedule returns the configured schedule and its interval, zero for none.
func schedule(tx *storage.Tx) (name string, every time.Duration, err error) {
	switch name, err = settings.Text(tx, settings.SyncSchedule); name {
	case settings.Daily:
		return name, 24 * time.Hour, err
	case settings.Weekly:
		return name, 7 * 24 * time.Hour, err
	}
	return settings.Manual, 0, err
}

// noteLastRun stores when a run ended. A run that failed or had no apps does not count,
// so the next one is due at once.
func noteLastRun(tx *storage.Tx, run storage.Run) error {
	ended := run.Status == storage.RunDone || run.Status == storage.RunCancelled
	if !ended || run.Total == 0 {
		return nil
	}
	return settings.PutTime(tx, settings.LastSync, run.UpdatedAt)
}
