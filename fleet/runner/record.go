package runner

import (
	"fmt"
	"io"
	"maps"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// Discarded is the Reason of a run that was cancelled because a new one was started
// with [StartOptions.Restart].
const Discarded = "given up for a new run"

// Mode returns the mode under which the activity log records a run.
func Mode(run storage.Run) string {
	switch {
	case run.Status == storage.RunPaused:
		return "bulk-paused"
	case run.Status == storage.RunCancelled && run.Reason == Discarded:
		return "bulk-force-restart"
	case run.Resumed:
		return "bulk-resumed"
	}
	return "bulk"
}

// ModeResumed is the mode of the entry that [RecordResumed] writes.
const ModeResumed = "bulk-resume-start"

// ActivityStatus returns the status under which the activity log records how a run
// ended, was paused or was interrupted.
func ActivityStatus(run storage.Run) string {
	switch {
	case run.Status == storage.RunInterrupted:
		return activity.Partial
	case run.Status == storage.RunPaused, run.Status == storage.RunCancelled:
		return activity.Cancelled
	case run.Status == storage.RunFailed:
		return activity.Failed
	case run.Failed > 0:
		return activity.Partial
	}
	return activity.OK
}

// RecordResumed writes an activity entry of type kind that a run was resumed, with more as
// further members of its detail. Jobs call it in [Resumer.Resumed].
func RecordResumed(tx *storage.Tx, random io.Reader, now storage.Time, kind string, run storage.Run, more map[string]any) error {
	detail := map[string]any{"mode": ModeResumed, "runId": run.ID, "remaining": Left(run), "total": run.Total}
	maps.Copy(detail, more)
	return activity.Record(tx, random, storage.Activity{
		Type: kind, Status: activity.OK, StartedAt: now, EndedAt: storage.NullTime(now),
		Summary: storage.Text(fmt.Sprintf("Resumed after an interruption, %d of %d left", Left(run), run.Total)),
		Detail:  activity.Detail(detail),
	})
}

// maxNameLength is the maximum number of runes of a name in an [AbandonedSummary], so that
// the reason after it is not truncated.
const maxNameLength = 100

// AbandonedSummary returns the summary of the activity entry on an abandoned item.
func AbandonedSummary(name string) storage.Text {
	runes := []rune(name)
	return storage.Text(fmt.Sprintf("%s: %v", string(runes[:min(len(runes), maxNameLength)]), ErrAbandoned))
}
