package health

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// ErrStopping means that the service is shutting down and starts no check.
var ErrStopping = errors.New("shutting down")

// errNotDue means that no check is due.
var errNotDue = errors.New("no check is due")

// lastReport is the setting with the last report.
const lastReport = settings.HealthCheckLast

const (
	// timeout is the timeout of a check, and settleTimeout of writing its report.
	timeout       = 4 * time.Minute
	settleTimeout = 10 * time.Second
	// leaseTime is how long the lease of a process that has died blocks the others.
	leaseTime = 9 * time.Second
	taskKind  = "health"
)

// Config is what a [Checker] needs.
type Config struct {
	storage.Env

	Dir string // a folder whose free disk space is checked; empty: none

	// Repairs are done in each check, after those of the check itself.
	Repairs []Repair

	// Process returns the state of the process. Default: measured since the last call.
	Process func() Runtime

	// Space returns the space on the disk of a folder. Default: [SpaceOf].
	Space func(dir string) (Space, error)
}

// Repair repairs one kind of problem without asking.
type Repair struct {
	Kind string // in the report
	// Do repairs a limited number of records and returns how many it changed.
	Do func(context.Context) (affected int, err error)
}

// Checker checks the records. It is safe for concurrent use. Any number of checkers, in
// any number of processes, can share a database: one at a time checks.
type Checker struct {
	config Config
	work   background.Group
}

// New returns a checker. It starts nothing.
func New(c Config) *Checker {
	c.Env = c.Env.WithLogger()
	if c.Process == nil {
		meter := NewMeter(c.Now)
		c.Process = func() Runtime {
			defer meter.Reset()
			return meter.Read()
		}
	}
	if c.Space == nil {
		c.Space = SpaceOf
	}
	return &Checker{config: c}
}

func (c *Checker) stamp() storage.Time { return storage.TimeOf(c.config.Now()) }

// Stop ends [Checker.RunSchedule] and the checks under way, which it cancels after the
// timeout, and returns when all has ended. It may be called any number of times.
func (c *Checker) Stop(timeout time.Duration) { c.work.Stop(timeout) }

// Last returns the last report, nil before the first check.
func (c *Checker) Last(ctx context.Context) (json.RawMessage, error) {
	return storage.View(ctx, c.config.Store, func(tx *storage.Tx) (json.RawMessage, error) {
		text, err := settings.Text(tx, lastReport)
		if !json.Valid([]byte(text)) {
			return nil, err
		}
		return json.RawMessage(text), err
	})
}

// Check checks the records now, even if the daily check is off, and returns its [Report]
// and whether it found no fault. While another process is checking, the report is one that
// was skipped. The error is ErrStopping, or that of the context or the database.
func (c *Checker) Check(ctx context.Context) (report json.RawMessage, sound bool, err error) {
	ctx, _, done, ok := c.work.Join(ctx)
	if !ok {
		return nil, false, ErrStopping
	}
	defer done()
	found, err := c.check(ctx, Manual, func(*storage.Tx) error { return nil })
	if busyElsewhere(err) {
		found, err = busy(Manual, c.stamp()), nil
	}
	if err != nil {
		return nil, false, err
	}
	report, err = json.Marshal(found)
	return report, found.Status != activity.Failed, err
}

// check does one check under the lease, if may, which is called in the transaction that
// acquires it, returns nil.
func (c *Checker) check(ctx context.Context, trigger string, may func(*storage.Tx) error) (Report, error) {
	held, taken, err := background.Take(ctx, c.config.Env, storage.TaskID{Kind: taskKind}, leaseTime, may)
	if err != nil {
		return Report{}, err
	}
	limited, cancel := context.WithTimeout(held, timeout)
	defer cancel()
	report := newReport(trigger, c.stamp())
	c.inspect(limited, &report)
	c.repair(limited, &report)
	report.end(c.stamp())

	settle, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTimeout)
	defer cancel()
	if gone := ctx.Err(); gone != nil { // an incomplete check is not reported
		return Report{}, errors.Join(gone, c.settle(settle, taken, nil))
	}
	return report, c.settle(settle, taken, &report)
}

// busyElsewhere reports whether another process has the lease.
func busyElsewhere(err error) bool {
	return errors.Is(err, background.ErrHeld) || errors.Is(err, background.ErrLost)
}

// settle ends the task and writes the report, if it is not nil.
func (c *Checker) settle(ctx context.Context, taken *background.Taken, report *Report) error {
	var detail []byte
	if report != nil {
		var err error
		if detail, err = json.Marshal(report); err != nil {
			return fmt.Errorf("encode the health report: %w", err)
		}
	}
	return taken.End(ctx, func(tx *storage.Tx) error {
		if report == nil {
			return nil
		}
		if err := settings.PutText(tx, lastReport, string(detail)); err != nil {
			return err
		}
		return activity.Record(tx, c.config.Random, report.entry(detail))
	})
}
