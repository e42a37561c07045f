package runner

import "github.com/privacylabels/auditor/storage"

// GivenUp is the Error of a run that was cancelled for a new one, see [Order].
const GivenUp = "given up for a new run"

// Mode names, for the line on a run in the activity log, what became of it.
func Mode(run storage.Run) string {
	switch {
	case Paused(run):
		return "bulk-paused"
	case run.Status == storage.RunCancelled && run.Error == GivenUp:
		return "bulk-force-restart"
	case run.Resumed:
		return "bulk-resumed"
	}
	return "bulk"
}

// ModeResumed is the mode of the line that tells that a run goes on.
const ModeResumed = "bulk-resume-start"

// Paused says whether somebody paused a run.
func Paused(run storage.Run) bool {
	_, cut := CutOff(run)
	return run.Status == storage.RunPaused && !cut
}
