package health

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

const (
	// Period is the time between two scheduled checks.
	Period = 24 * time.Hour
	// pollInterval is how often a checker polls whether a check is due, because the
	// settings can change and another process can do the check.
	pollInterval = time.Hour
	// retryInterval is how often it polls while another process does one, which may die.
	retryInterval = 2 * time.Second
	// startDelay is the wait after the start of the service, and the most jitter of it.
	startDelay = time.Minute
)

// RunSchedule checks the records once in each [Period], unless that is switched off in
// the settings, until the context ends or the checker stops. Of several processes on one
// database one does it. Errors are logged.
func (c *Checker) RunSchedule(ctx context.Context) {
	jitter := func(most time.Duration) time.Duration { return background.Jitter(c.config.Random, most) }
	c.work.Loop(ctx, background.Loop{First: startDelay + jitter(startDelay), Step: func(ctx context.Context) time.Duration {
		next, err := c.runOnce(ctx)
		if err != nil && ctx.Err() == nil {
			c.config.Logger.ErrorContext(ctx, "health check failed", "error", err)
		}
		return next + jitter(retryInterval)
	}})
}

// runOnce does a check if one is due, and returns the wait before the next poll.
func (c *Checker) runOnce(ctx context.Context) (next time.Duration, err error) {
	due := func(tx *storage.Tx) error {
		wait, err := c.due(tx)
		next = min(wait, pollInterval)
		if err == nil && wait > 0 {
			return errNotDue
		}
		return err
	}
	err = c.config.Store.View(ctx, due) // without a write, since usually none is due
	if err == nil {
		next = pollInterval
		_, err = c.check(ctx, Scheduled, due)
	}
	switch {
	case errors.Is(err, errNotDue):
		err = nil
	case busyElsewhere(err):
		next, err = retryInterval, nil
	}
	if next <= 0 {
		next = pollInterval
	}
	return next, err
}

// due returns how long it is until a check is due, zero if one is.
func (c *Checker) due(tx *storage.Tx) (time.Duration, error) {
	on, err := settings.Flag(tx, settings.HealthCheckEnabled)
	if err != nil || !on {
		return pollInterval, err
	}
	text, err := settings.Text(tx, lastReport)
	if err != nil {
		return pollInterval, err
	}
	var last Report
	if json.Unmarshal([]byte(text), &last) != nil {
		return 0, nil // the first one
	}
	now := c.stamp()
	if last.StartedAt > now { // the clock was set back
		return 0, nil
	}
	return max(last.StartedAt.Add(Period).Sub(now), 0), nil
}
