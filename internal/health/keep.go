package health

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

const (
	// Period is how often the records are checked by themselves.
	Period = 24 * time.Hour
	// lookEvery is how often it is looked whether a check is due, because the
	// settings may change and another process may have done it.
	lookEvery = time.Hour
	// settleIn is how long a service that has just begun is left alone.
	settleIn = time.Minute
)

// Keep checks the records once in each [Period], unless the settings say not to,
// until the context ends or the checker stops. Of several processes on one store
// one does it. What goes wrong is logged.
func (c *Checker) Keep(ctx context.Context) {
	ctx, stop, done, ok := c.work.Join(ctx)
	if !ok {
		return
	}
	defer done()
	wait := settleIn + c.jitter(settleIn)
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
		next, err := c.runOnce(ctx)
		if err != nil && ctx.Err() == nil {
			c.log.ErrorContext(ctx, "the health check failed", "error", err)
		}
		wait = next + c.jitter(settleIn)
	}
}

// jitter returns a random part of a duration, so that processes that start
// together do not look together.
func (c *Checker) jitter(most time.Duration) time.Duration {
	var random [8]byte
	if _, err := io.ReadFull(c.random, random[:]); err != nil {
		return most // not a moment to fail at
	}
	return time.Duration(binary.LittleEndian.Uint64(random[:]) % uint64(most))
}

// runOnce checks the records if that is due, and returns when to look again.
func (c *Checker) runOnce(ctx context.Context) (next time.Duration, err error) {
	due := func(tx storage.Tx) error {
		wait, err := c.due(tx)
		next = min(wait, lookEvery)
		if err == nil && wait > 0 {
			return errNotDue
		}
		return err
	}
	err = c.store.View(ctx, due) // mostly, and without a trace
	if err == nil {
		next = lookEvery
		_, err = c.check(ctx, Scheduled, due)
	}
	if errors.Is(err, errNotDue) || notMine(err) {
		err = nil
	}
	if next <= 0 {
		next = lookEvery
	}
	return next, err
}

// due returns how long it is until a check is due: zero when it is.
func (c *Checker) due(tx storage.Tx) (time.Duration, error) {
	on, err := settings.Flag(tx, settings.HealthCheckEnabled)
	if err != nil || !on {
		return lookEvery, err
	}
	text, err := settings.Text(tx, lastReport)
	if err != nil {
		return lookEvery, err
	}
	var last Report
	if json.Unmarshal([]byte(text), &last) != nil {
		return 0, nil // there was none yet
	}
	now := c.stamp()
	if last.StartedAt > now { // the clock was put back
		return 0, nil
	}
	return max(last.StartedAt.Add(Period).Sub(now), 0), nil
}
