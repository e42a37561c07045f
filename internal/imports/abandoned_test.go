package imports_test

import (
	"testing"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// An item that ended two processes fails and says why. Its import completes.
func TestJobAbandonsAnItem(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.shop.show(1, "One")
	b.shop.show(2, "Two")
	list := b.begin()
	ids := b.add(list, queued(1), queued(2))
	b.update(func(tx *storage.Tx) error {
		run := storage.Run{ID: "left", Runner: imports.Runner, Status: storage.RunRunning, StartedAt: 1, Total: 2}
		if err := tx.Runs.Put(run); err != nil {
			return err
		}
		return tx.RunItems.Put(
			storage.RunItem{Run: "left", Subject: ids[0].String(), Crashes: 2}, storage.RunItem{Run: "left", Seq: 1, Subject: ids[1].String()})
	})
	run, err := b.runs.Start(t.Context(), runner.StartOptions{Runner: imports.Runner, Initiator: runner.Resume})
	if err == nil {
		run, err = b.runs.Wait(t.Context(), run.ID)
	}
	if err != nil || run.Failed != 1 || run.Completed != 1 {
		t.Fatalf("the run is %+v, %v", run, err)
	}
	b.sound()
	got := b.item(ids[0])
	if got.Status != storage.ImportFailed || got.Error != "the process ended twice while working on this app; skipped" || got.Attempts != 1 {
		t.Errorf("the item is %+v", got)
	}
	if shown, _ := b.list(list); shown.CompletedAt == 0 || shown.Imported != 1 || shown.Errored != 1 {
		t.Errorf("the import is %+v", shown)
	}
	entries := 0
	for _, a := range storagetest.All[storage.Activity](t, b.store) {
		if a.Type != "scrape" || a.Status != "error" {
			continue
		}
		entries++
		if a.AppName != storage.Text(got.Query) || a.Summary != storage.Text(got.Query)+": the process ended twice while working on this app; skipped" {
			t.Errorf("the activity is %+v", a)
		}
	}
	if entries != 1 || len(b.shop.pages()) != 1 {
		t.Errorf("%d lines, %d pages read; want one of each", entries, len(b.shop.pages()))
	}
}
