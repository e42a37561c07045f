package history

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/pace"
)

// How long to wait for an archive that is rate limiting. One that is [Paced] names the
// time.
const (
	defaultWait = 5 * time.Minute
	minWait     = time.Second
	maxWait     = time.Hour
)

// pollInterval is how often a wait checks whether the run is to be paused.
const pollInterval = time.Second

// ask calls the archive, and again after a wait as long as it is rate limiting, if the
// importer waits.
func (i *importer) ask(ctx context.Context, what string, call func(context.Context) error) error {
	for {
		if i.stopped() {
			return runner.ErrStopping
		}
		err := i.guard(ctx, what, call)
		if !i.waits || !errors.Is(err, ErrThrottled) {
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
	if archive, ok := errors.AsType[*ArchiveError](err); ok && archive.RetryAfter > 0 {
		wait = archive.RetryAfter
	}
	return min(max(wait, minWait), maxWait)
}

// wait waits and reports whether it ended early because the run is to be paused.
func (i *importer) wait(ctx context.Context, d time.Duration) (paused bool, err error) {
	until := i.stamp().Add(d)
	i.report(TargetOutcome{Outcome: Waiting, Until: until})
	i.log.InfoContext(ctx, "import of history waits for the web archive", "app_id", i.app.ID, "until", until.Std())
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

// stopped reports whether the service is stopping.
func (i *importer) stopped() bool {
	select {
	case <-i.stop:
		return true
	default:
		return false
	}
}

// guard calls the archive. It turns every error but the context's into an
// [*ArchiveError], also a panic, since a page must not end the process.
func (i *importer) guard(ctx context.Context, what string, call func(context.Context) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			i.log.ErrorContext(ctx, "archive panicked", "call", what, "app_id", i.app.ID, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			err = &ArchiveError{Cause: fleet.ErrLayout, Err: errors.New("the archive panicked")}
		}
	}()
	err = call(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if _, ok := errors.AsType[*ArchiveError](err); err != nil && !ok {
		err = &ArchiveError{Cause: ErrUnavailable, Err: err}
	}
	return err
}
