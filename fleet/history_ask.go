package fleet

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
)

// The time for which an archive that throttles is left alone.
const (
	shortestArchiveWait = time.Minute
	longestArchiveWait  = 10 * time.Minute
)

// ask calls the archive, and again after a while when it throttles, as often as
// there are waits.
func (i *importer) ask(ctx context.Context, what string, call func(context.Context) error) error {
	for {
		if i.stopped() {
			return runner.ErrStopping
		}
		err := i.guard(ctx, what, call)
		if i.waits == 0 || !errors.Is(err, ErrArchiveThrottled) {
			return err
		}
		i.waits--
		if err := i.wait(ctx, archiveWait(err)); err != nil {
			return err
		}
	}
}

// archiveWait returns how long to leave alone an archive that throttled.
func archiveWait(err error) time.Duration {
	wait := time.Duration(0)
	var archive *ArchiveError
	if errors.As(err, &archive) {
		wait = archive.RetryAfter
	}
	return min(max(wait, shortestArchiveWait), longestArchiveWait)
}

func (i *importer) wait(ctx context.Context, d time.Duration) error {
	i.tell(TargetOutcome{Outcome: HistoryWaiting, Until: i.stamp().Add(d)})
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-i.stop:
		return runner.ErrStopping
	case <-ctx.Done():
		return ctx.Err()
	}
}

// stopped says whether the import should end here.
func (i *importer) stopped() bool {
	select {
	case <-i.stop:
		return true
	default:
		return false
	}
}

// guard calls the archive. Whatever goes wrong in there is an [*ArchiveError],
// unless the context has ended: a panic, too, since what a page says must not
// end the process.
func (i *importer) guard(ctx context.Context, what string, call func(context.Context) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			i.log.ErrorContext(ctx, "the archive panicked", "call", what, "app_id", i.app.ID, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			err = &ArchiveError{Cause: ErrLayout, Err: errors.New("the archive panicked")}
		}
	}()
	err = call(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var known *ArchiveError
	if err != nil && !errors.As(err, &known) {
		err = &ArchiveError{Cause: ErrArchiveUnavailable, Err: err}
	}
	return err
}
