package fleet

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// KeepSchedule starts by itself what is due, once in each tick, until the context
// ends or the library stops: runs that were cut off go on, when the store may be
// asked again, and all apps are refreshed as often as the settings say. The first
// tick comes early, within a tenth of one and at a random moment, so that
// processes that start together do not look together. The runs belong to the
// engine, which has [Library.SyncJob] among its jobs; nobody waits for them.
//
// After three scheduled syncs in a row that end with a fault, the next one waits:
// 15 minutes, then an hour, then six hours each time. What goes wrong is logged.
func (l *Library) KeepSchedule(ctx context.Context, runs *runner.Engine, tick time.Duration) {
	ctx, stop, done, ok := l.work.Join(ctx)
	if !ok {
		return
	}
	defer done()
	s := scheduler{Library: l, runs: runs}
	wait := l.jitter(tick / 10)
	for {
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-stop:
			timer.Stop()
			return
		case <-ctx.Done():
			timer.Stop()
			return
		}
		s.runOnce(ctx)
		wait = tick
	}
}

// jitter returns a random part of a duration.
func (l *Library) jitter(most time.Duration) time.Duration {
	var random [8]byte
	if _, err := io.ReadFull(l.random, random[:]); err != nil {
		return most // not a moment to fail at
	}
	return time.Duration(binary.LittleEndian.Uint64(random[:]) % (uint64(max(most, 0)) + 1))
}

// errNotNow says that something is not due.
var errNotNow = errors.New("not due")

// pauses are how long a scheduled sync waits after the third failure in a row,
// after the fourth, and after each one more.
func pauses() []time.Duration { return []time.Duration{15 * time.Minute, time.Hour, 6 * time.Hour} }

// patientWith is how many failures in a row are no reason to pause yet.
const patientWith = 2

// scheduler starts what is due. It is one goroutine's.
type scheduler struct {
	*Library
	runs *runner.Engine

	last     string // the scheduled sync that is not known to have ended; empty: none
	failures int    // in a row
	until    storage.Time
}

// runOnce starts what is due now.
func (s *scheduler) runOnce(ctx context.Context) {
	for _, step := range []func(context.Context) error{s.goOn, s.judge, s.startDue} {
		if err := step(ctx); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "what is due could not be started", "error", err)
		}
	}
}

// start starts a run if may, asked before and once more in the transaction that
// begins it, returns nil. What is only busy or not due is an error too.
func (s *scheduler) start(ctx context.Context, o runner.Order, may func(storage.Tx) error) (storage.Run, error) {
	if err := s.store.View(ctx, may); err != nil { // mostly, and without a trace
		return storage.Run{}, err
	}
	run, err := s.runs.StartIf(ctx, o, may)
	if err == nil {
		s.log.InfoContext(ctx, "a run is due", "runner", o.Runner, "run_id", run.ID, "left", runner.Left(run))
	}
	return run, err
}

// quiet says whether an error of start is none: somebody else was first, or
// there is nothing to do.
func quiet(err error) bool {
	for _, known := range []error{errNotNow, runner.ErrBusy, runner.ErrStopping, runner.ErrUnknown, storage.ErrNotFound} {
		if errors.Is(err, known) {
			return true
		}
	}
	return false
}

// goOn goes on with runs that were cut off, whatever the schedule.
func (s *scheduler) goOn(ctx context.Context) error {
	open, err := s.runs.Open(ctx)
	for _, run := range open {
		if _, cut := runner.CutOff(run); !cut {
			continue
		}
		order := runner.Order{Runner: run.Runner, Initiator: runner.Resume}
		_, failed := s.start(ctx, order, func(tx storage.Tx) error { return s.mayGoOn(tx, run.ID) })
		if failed != nil && !quiet(failed) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// mayGoOn says whether a run is cut off and nothing keeps it from going on.
func (s *scheduler) mayGoOn(tx storage.Tx, id string) error {
	run, err := tx.Runs().Get(id)
	if err != nil {
		return err
	}
	reason, cut := runner.CutOff(run)
	if !cut {
		return errNotNow
	}
	if reason == CutOffRateLimited || reason == CutOffCooling {
		return s.mayAsk(tx)
	}
	return nil
}

// mayAsk says whether the store may be asked.
func (s *scheduler) mayAsk(tx storage.Tx) error {
	c, err := cooldown(tx, CooldownScrape, s.stamp())
	if err == nil && c.Active {
		return errNotNow
	}
	return err
}

// judge looks how the last scheduled sync ended, if it has.
func (s *scheduler) judge(ctx context.Context) error {
	if s.last == "" {
		return nil
	}
	var run storage.Run
	err := s.store.View(ctx, func(tx storage.Tx) (err error) {
		run, err = tx.Runs().Get(s.last)
		return err
	})
	switch {
	case errors.Is(err, storage.ErrNotFound): // nobody knows any more
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

// fail counts a failure, and pauses when there were too many in a row.
func (s *scheduler) fail(ctx context.Context, at storage.Time) {
	s.failures++
	if over := s.failures - patientWith; over > 0 {
		pauses := pauses()
		s.until = at.Add(pauses[min(over, len(pauses))-1])
		s.log.WarnContext(ctx, "scheduled syncs pause", "failures", s.failures, "until", s.until.Std())
	}
}

// startDue starts a sync if the schedule says so.
func (s *scheduler) startDue(ctx context.Context) error {
	if s.last != "" || s.stamp() < s.until {
		return nil
	}
	run, err := s.start(ctx, runner.Order{Runner: SyncRunner, Initiator: runner.Scheduled}, s.maySync)
	switch {
	case err == nil:
		s.last = run.ID
	case errors.Is(err, runner.ErrBusy):
		s.failures = 0 // somebody has begun one
	case quiet(err), ctx.Err() != nil:
	default:
		s.fail(ctx, s.stamp())
		return err
	}
	return nil
}

// maySync says whether a sync is due and has anything to do.
func (s *scheduler) maySync(tx storage.Tx) error {
	status, err := s.syncStatus(tx)
	if err != nil {
		return err
	}
	if !status.Due {
		return errNotNow
	}
	any, err := exists(tx.Apps().List(storage.AppQuery{Limit: 1}))
	if err != nil {
		return err
	}
	if !any {
		return errNotNow
	}
	return s.mayAsk(tx)
}
