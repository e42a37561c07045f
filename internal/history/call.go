package history

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/internal/panics"
)

// How long to wait for an archive that is rate limiting and does not name a time.
const (
	defaultWait = 5 * time.Minute
	minWait     = time.Second
	maxWait     = time.Hour
)

// pollInterval is the interval at which a wait checks whether a pause was requested.
const pollInterval = time.Second

// ask calls the archive. While the archive is rate limiting, ask waits and tries again,
// unless the importer does not wait.
func (i *importer) ask(ctx context.Context, what string, call func(context.Context) error) error {
	for {
		if background.Closed(i.stop) {
			return runner.ErrStopping
		}
		err := i.guard(ctx, what, call)
		if !i.waits || !errors.Is(err, archive.ErrThrottled) {
			return err
		}
		paused, d := false, waitAfter(err)
		failed := pace.Wait(ctx, d, func() (err error) {
			paused, err = i.wait(ctx, d)
			return err
		})
		if failed != nil {
			return failed
		}
		if paused {
			return err
		}
	}
}

func waitAfter(err error) time.Duration {
	wait := defaultWait
	if archive, ok := errors.AsType[*archive.Error](err); ok && archive.RetryAfter > 0 {
		wait = archive.RetryAfter
	}
	return min(max(wait, minWait), maxWait)
}

// wait waits, and reports whether it ended early because a pause was requested.
func (i *importer) wait(ctx context.Context, d time.Duration) (paused bool, err error) {
	until := i.stamp().Add(d)
	i.report(TargetOutcome{Outcome: Waiting, Until: until})
	i.follow(until)
	defer i.follow(0)
	i.log.InfoContext(ctx, "import waiting for the web archive", "app_id", i.app.ID, "until", until.Std())
	timer := time.NewTimer(d)
	defer timer.Stop()
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		select {
		case <-timer.C:
			return false, nil
		case <-ticker.C:
			if paused, err = i.paused(ctx); paused || err != nil {
				return paused, err
			}
		case <-i.stop:
			return false, runner.ErrStopping
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// guard calls the archive. It converts every error except that of the context to an
// [*archive.Error]. It recovers from panics, because the content of a page must not end the
// process.
func (i *importer) guard(ctx context.Context, what string, call func(context.Context) error) (err error) {
	broken := &archive.Error{Cause: fleet.ErrLayout, Err: errors.New("the archive panicked")}
	defer panics.Catch(ctx, i.log, &err, broken, "archive panicked", "call", what, "app_id", i.app.ID)
	err = call(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if _, ok := errors.AsType[*archive.Error](err); err != nil && !ok {
		err = &archive.Error{Cause: archive.ErrUnavailable, Err: err}
	}
	return err
}
