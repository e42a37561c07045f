package tracked_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestSyncAbandonsAnApp(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 2)
	asked := b.Pages.Requests()
	b.Crash(t, tracked.SyncRunner, nil)
	b.Clock.Add(time.Second)

	run := fleettest.Resume(t, b.Runs, tracked.SyncRunner)

	if diff := cmp.Diff(tracked.SyncTotals{Attempted: 2, Succeeded: 1, Failed: 1}, tracked.TotalsOf(run)); diff != "" || b.Pages.Requests()-asked != 1 {
		t.Errorf("%d requests; totals (-want +got):\n%s", b.Pages.Requests()-asked, diff)
	}
	a := b.ActivityOn(t, 1)
	if a.Type != "resync" || a.Status != "error" || a.AppName != "App" || string(a.Summary) != "App: "+runner.ErrAbandoned.Error() || !strings.Contains(string(a.Detail), `"runId":"left"`) {
		t.Errorf("the activity is %+v", a)
	}
	if got := b.runLine(t); got != "manual_sync partial 1/2 synced, 0 changes, 1 errors" {
		t.Errorf("the run's line is %q", got)
	}
}

// An app that is not tracked any more has no line.
func TestSyncAbandonsARemovedApp(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 2)
	b.Crash(t, tracked.SyncRunner, nil)
	teststore.Update(t, b.Store, func(tx *storage.Tx) error { _, err := tx.Apps.Delete(1); return err })
	before := len(storagetest.All[storage.Activity](t, b.Store))
	if run := fleettest.Resume(t, b.Runs, tracked.SyncRunner); run.Failed != 1 || run.Completed != 1 {
		t.Errorf("the run is %+v", run)
	}
	if n := len(storagetest.All[storage.Activity](t, b.Store)) - before; n != 1 { // on the run
		t.Errorf("%d lines, want 1", n)
	}
}
