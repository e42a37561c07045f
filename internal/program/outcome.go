package program

import (
	"context"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// outcome prints how the run ended or was left open, and returns the exit code.
func (f *follower) outcome(ctx context.Context) (code int, err error) {
	reason, interrupted := runner.Interrupted(f.run)
	switch {
	case interrupted:
		why, err := f.interruption(ctx, reason)
		if err != nil {
			return exitFault, err
		}
		f.print(fmt.Sprintf("interrupted, %s: %s; %s", f.result(), why, f.resumable()))
		return exitInterrupted, nil
	case f.run.Status == storage.RunPaused:
		f.print("paused, " + f.result() + "; this command resumes it")
		return exitOpen, nil
	case f.run.Status == storage.RunCancelled:
		f.print("cancelled, " + f.result())
		return exitCancelled, nil
	case f.run.Status == storage.RunFailed:
		f.print("failed, " + f.result() + ": " + f.run.Error)
		return exitFault, nil
	case f.run.Total == 0:
		f.print("done, nothing to do")
	default:
		f.print("done, " + f.result())
	}
	if f.run.Failed > 0 {
		return exitPartial, nil
	}
	return exitDone, nil
}

// result describes what the run has done so far.
func (f *follower) result() string {
	p := f.progress()
	s := fmt.Sprintf("%d of %d apps", p.done(), p.total())
	if f.run.Failed > 0 {
		s += fmt.Sprintf(", %d failed", f.run.Failed)
	}
	if f.run.Skipped > 0 {
		s += fmt.Sprintf(", %d skipped", f.run.Skipped)
	}
	if counts := countsOf(f.run); len(counts) > 0 {
		s += ", " + counts.String()
	}
	return s + " in " + clock(p.Elapsed)
}

// resumable describes how an open run is resumed.
func (f *follower) resumable() string {
	return fmt.Sprintf("this command or the service resumes the other %d", runner.Left(f.run))
}

// interruption describes why a run was interrupted and, if known, when it can be resumed.
func (f *follower) interruption(ctx context.Context, reason string) (string, error) {
	if reason != tracked.InterruptRateLimited && reason != tracked.InterruptCooldown {
		return words(reason), nil
	}
	cooldowns, err := f.auditor.Client().Cooldowns(ctx)
	if err != nil || !cooldowns.Scrape.Active {
		return "the App Store was rate limiting", err
	}
	until := cooldowns.Scrape.ResumeAt
	return fmt.Sprintf("the App Store is rate limiting; retry after %s, in %s",
		until.Std().Local().Format(time.DateTime), clock(until.Std().Sub(cooldowns.ServerNow.Std()))), nil
}
