package health

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/lease"
	"github.com/privacylabels/auditor/internal/lifecycle"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// ErrStopping says that the service is about to end and begins nothing new.
var ErrStopping = errors.New("shutting down")

// errNotDue says that no check is due.
var errNotDue = errors.New("no check is due")

// lastReport is the setting that remembers the last report.
const lastReport = settings.HealthCheckLast

const (
	// patience is how long a check may take.
	patience = 4 * time.Minute
	// leaseTime is how long a process that is gone is waited for. It is longer
	// than a check, so that nothing has to renew the lease.
	leaseTime = 5 * time.Minute
	leaseName = "health"
)

// Config is what a [Checker] needs.
type Config struct {
	Store  storage.Store    // required
	Now    func() time.Time // required
	Random io.Reader        // required, safe for concurrent use: what identifiers are made from
	Logger *slog.Logger     // nil: silent
	Dir    string           // a folder whose disk must have room; empty: none
	Mend   []Mend           // what is mended beside what the check knows itself

	// Process tells what the process is like. Nil: that is measured.
	Process func() Runtime
}

// Mend is something that a service mends by itself, without asking.
type Mend struct {
	Kind string // in the report
	// Do mends, some of it if it is much, and returns how many records that took.
	Do func(context.Context) (affected int, err error)
}

// Checker checks the records. It is safe for concurrent use, and any number of
// them, in as many processes, work on one store: one at a time checks.
type Checker struct {
	store   storage.Store
	now     func() time.Time
	random  io.Reader
	log     *slog.Logger
	dir     string
	mends   []Mend
	process func() Runtime

	work lifecycle.Group
}

// New returns a checker. It starts nothing.
func New(c Config) *Checker {
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Process == nil {
		c.Process = sinceLast(NewMeter(c.Now))
	}
	return &Checker{store: c.Store, now: c.Now, random: c.Random, log: c.Logger, dir: c.Dir, mends: c.Mend, process: c.Process}
}

// sinceLast reads a meter, each time what has been since the time before.
func sinceLast(m *Meter) func() Runtime {
	return func() Runtime {
		defer m.Reset()
		return m.Read()
	}
}

func (c *Checker) stamp() storage.Time { return storage.TimeOf(c.now()) }

// Stop ends [Checker.Keep] and the checks under way, which it cancels after a
// patience, and returns when all has ended. It may be called any number of times.
func (c *Checker) Stop(patience time.Duration) { c.work.Stop(patience) }

// Last returns the last report, nil when there was no check yet.
func (c *Checker) Last(ctx context.Context) (report json.RawMessage, err error) {
	err = c.store.View(ctx, func(tx storage.Tx) error {
		text, err := settings.Text(tx, lastReport)
		report = nil
		if json.Valid([]byte(text)) {
			report = json.RawMessage(text)
		}
		return err
	})
	return report, err
}

// Check checks the records now, whatever the settings say of the daily check, and
// returns its [Report] and whether no fault was found. While another process is at
// it, the report says so. The error is ErrStopping, the context's or the store's.
func (c *Checker) Check(ctx context.Context) (report json.RawMessage, sound bool, err error) {
	ctx, _, done, ok := c.work.Join(ctx)
	if !ok {
		return nil, false, ErrStopping
	}
	defer done()
	found, err := c.check(ctx, Manual, func(storage.Tx) error { return nil })
	if notMine(err) {
		found, err = busy(Manual, c.stamp()), nil
	}
	if err != nil {
		return nil, false, err
	}
	report, err = json.Marshal(found)
	return report, found.Status != activity.Failed, err
}

// check does one check under the lease, if may, asked in the transaction that
// takes it, returns nil.
func (c *Checker) check(ctx context.Context, trigger string, may func(storage.Tx) error) (Report, error) {
	mine, err := c.take(ctx, may)
	if err != nil {
		return Report{}, err
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	report := newReport(trigger, c.stamp())
	c.examine(limited, &report)
	c.mend(limited, &report)
	report.end(c.stamp())

	settle, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if gone := ctx.Err(); gone != nil { // half a check says nothing
		return Report{}, errors.Join(gone, c.settle(settle, mine, nil))
	}
	return report, c.settle(settle, mine, &report)
}

// notMine says that a check is not this one's to do, or no longer.
func notMine(err error) bool { return errors.Is(err, lease.ErrHeld) || errors.Is(err, lease.ErrLost) }

// take takes the lease if may returns nil and nobody has it.
func (c *Checker) take(ctx context.Context, may func(storage.Tx) error) (mine storage.Lease, err error) {
	now := c.stamp()
	owner, err := storage.NewID(now, c.random)
	if err != nil {
		return mine, err
	}
	err = c.store.Update(ctx, func(tx storage.Tx) error {
		if err := may(tx); err != nil {
			return err
		}
		var err error
		mine, err = lease.Take(tx, leaseName, owner, now, leaseTime)
		return err
	})
	return mine, err
}

// settle gives the lease back and writes the report; nil is none.
func (c *Checker) settle(ctx context.Context, mine storage.Lease, report *Report) error {
	var detail []byte
	if report != nil {
		var err error
		if detail, err = json.Marshal(report); err != nil {
			return fmt.Errorf("encode a report: %w", err)
		}
	}
	return c.store.Update(ctx, func(tx storage.Tx) error {
		if err := lease.Release(tx, mine); err != nil || report == nil {
			return err
		}
		if err := settings.PutText(tx, lastReport, string(detail)); err != nil {
			return err
		}
		return activity.Record(tx, c.random, report.line(detail))
	})
}
