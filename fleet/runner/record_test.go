package runner_test

import (
	"testing"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

func TestMode(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		run  storage.Run
		want string
	}{
		{storage.Run{Status: storage.RunDone}, "bulk"},
		{storage.Run{Status: storage.RunFailed, Error: "fault"}, "bulk"},
		{storage.Run{Status: storage.RunCancelled}, "bulk"},
		{storage.Run{Status: storage.RunInterrupted, Reason: "rateLimited"}, "bulk"},
		{storage.Run{Status: storage.RunDone, Resumed: true}, "bulk-resumed"},
		{storage.Run{Status: storage.RunInterrupted, Reason: "rateLimited", Resumed: true}, "bulk-resumed"},
		{storage.Run{Status: storage.RunPaused}, "bulk-paused"},
		{storage.Run{Status: storage.RunPaused, Resumed: true}, "bulk-paused"},
		{storage.Run{Status: storage.RunCancelled, Reason: runner.Discarded}, "bulk-force-restart"},
	} {
		if got := runner.Mode(tt.run); got != tt.want {
			t.Errorf("%+v is %q, want %q", tt.run, got, tt.want)
		}
	}
}
