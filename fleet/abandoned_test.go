package fleet_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// crash leaves a run of apps 1 and 2 whose first item ended two processes.
func (b *bench) crash(t *testing.T, runnerName string, kept json.RawMessage) {
	t.Helper()
	err := b.store.Update(t.Context(), func(tx storage.Tx) error {
		run := storage.Run{ID: "left", Runner: runnerName, Status: storage.RunRunning, Initiator: runner.Manual, StartedAt: 1, Total: 2}
		if err := tx.Runs().Put(run); err != nil {
			return err
		}
		return tx.RunItems().Put(
			storage.RunItem{Run: "left", Subject: "1", Crashes: 2, Detail: kept}, storage.RunItem{Run: "left", Seq: 1, Subject: "2"})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// resume resumes the run that was left.
func resume(t *testing.T, runs *runner.Engine, name string) storage.Run {
	t.Helper()
	run, err := runs.Start(t.Context(), runner.Order{Runner: name, Initiator: runner.Resume})
	if err == nil {
		run, err = runs.Wait(t.Context(), run.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// onApp returns the newest line of the activity log on an app.
func (b *bench) onApp(t *testing.T, app storage.AppID) storage.Activity {
	t.Helper()
	for _, a := range all(t, b.store, storage.Tx.Activities) {
		if a.App == app {
			return a
		}
	}
	t.Fatalf("no line on app %d", app)
	return storage.Activity{}
}

const ended = "the process ended twice while working on this app; skipped"

func TestSyncAbandonsAnApp(t *testing.T) {
	t.Parallel()
	b := tracked(t, 2)
	asked := b.pages.requests()
	b.crash(t, fleet.SyncRunner, nil)
	b.clock.Add(time.Second)

	run := resume(t, b.runs, fleet.SyncRunner)

	if diff := cmp.Diff(fleet.SyncTotals{Attempted: 2, Succeeded: 1, Failed: 1}, fleet.TotalsOf(run)); diff != "" || b.pages.requests()-asked != 1 {
		t.Errorf("%d requests; totals (-want +got):\n%s", b.pages.requests()-asked, diff)
	}
	a := b.onApp(t, 1)
	if a.Type != "resync" || a.Status != "error" || a.AppName != "App" || string(a.Summary) != "App: "+ended || !strings.Contains(string(a.Detail), `"runId":"left"`) {
		t.Errorf("the activity is %+v", a)
	}
	if got := b.runLine(t); got != "manual_sync partial 1/2 synced, 0 changes, 1 errors" {
		t.Errorf("the run's line is %q", got)
	}
}

// An app that is not tracked any more has no line.
func TestSyncAbandonsARemovedApp(t *testing.T) {
	t.Parallel()
	b := tracked(t, 2)
	b.crash(t, fleet.SyncRunner, nil)
	if err := b.store.Update(t.Context(), func(tx storage.Tx) error { _, err := tx.Apps().Delete(1); return err }); err != nil {
		t.Fatal(err)
	}
	before := len(all(t, b.store, storage.Tx.Activities))
	if run := resume(t, b.runs, fleet.SyncRunner); run.Failed != 1 || run.Completed != 1 {
		t.Errorf("the run is %+v", run)
	}
	if n := len(all(t, b.store, storage.Tx.Activities)) - before; n != 1 { // on the run
		t.Errorf("%d lines, want 1", n)
	}
}

// Of an app that is abandoned in the midst of its past, what was imported counts.
func TestHistoryAbandonsAnApp(t *testing.T) {
	t.Parallel()
	p := newPast(t, 2)
	first := p.app(t, 1).FirstSeen
	kept, err := json.Marshal(map[string]any{
		"began": date("2021-08-01"), "firstSeen": first,
		"decided": []fleet.TargetOutcome{{TargetDate: date("2021-02-01"), Outcome: fleet.HistoryImported}},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.crash(t, fleet.HistoryRunner, kept)

	run := resume(t, p.runs, fleet.HistoryRunner)

	got := fleet.HistoryTotalsOf(run)
	if run.Failed != 1 || run.Completed != 1 || got.Imported != 1 || got.AppsWithImports != 1 || got.AppsAttempted != 2 {
		t.Errorf("the run is %+v, totals %+v", run, got)
	}
	a := p.onApp(t, 1)
	if a.Type != "wayback_import" || a.Status != "partial" || string(a.Summary) != p.app(t, 1).Name+": "+ended ||
		!strings.Contains(string(a.Detail), "The process ended twice while working on this app") {
		t.Errorf("the activity is %+v: %s", a, a.Detail)
	}
}

// While an item waits for the end of a rate limit, the store knows.
func TestHistoryWaitIsMarked(t *testing.T) {
	bubble(t, 1, func(t *testing.T, p *past) {
		p.archive.fail(&fleet.ArchiveError{Cause: fleet.ErrArchiveThrottled, Status: 429}, "captures 1")
		run := p.begin(t)
		waiting := func() bool {
			for _, item := range all(t, p.store, storage.Tx.RunItems) {
				return item.Waiting
			}
			return false
		}
		synctest.Wait()
		if !waiting() {
			t.Error("the item is not marked as waiting")
		}
		if got, err := p.runs.Wait(t.Context(), run.ID); err != nil || got.Status == storage.RunRunning {
			t.Errorf("the run is %+v, %v", got, err)
		}
		if waiting() {
			t.Error("the item is still marked as waiting")
		}
	})
}
