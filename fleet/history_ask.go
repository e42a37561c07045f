package fleet

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/waiting"
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
		halted, d := false, archiveWait(err)
		failed := waiting.For(ctx, d, func() (err error) {
			halted, err = i.wait(ctx, d)
			return err
		})
		if failed != nil {
			return failed
		}
		if halted {
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

// haltedEvery is how often it is asked during a wait whether to go on with it.
const haltedEvery = time.Second

// wait waits, unless it is halted, and says whether it was.
func (i *importer) wait(ctx context.Context, d time.Duration) (halted bool, err error) {
	i.tell(TargetOutcome{Outcome: HistoryWaiting, Until: i.stamp().Add(d)})
	timer := time.NewTimer(d)
	defer timer.Stop()
	look := time.NewTicker(haltedEvery)
	defer look.Stop()
	for {
		select {
		case <-timer.C:
			return false, nil
		case <-look.C:
			if halted, err = i.halted(ctx); halted || err != nil {
				return halted, err
			}
		case <-i.stop:
			return false, runner.ErrStopping
		case <-ctx.Done():
			return false, ctx.Err()
		}
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
