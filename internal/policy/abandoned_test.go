package policy_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// An app whose policy ended two processes says so in its analysis, and keeps the
// text and the summary that it had.
func TestRunAbandonsAPolicy(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		kept   json.RawMessage
		status storage.PolicyStatus
	}{
		"while it was read":       {nil, storage.PolicyFetchError},
		"while it was summarised": {json.RawMessage(`{"fetched":true}`), storage.PolicyAnalysisError},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := withTexts(t, 2)
			b.run(t, policy.RunOptions{Phase: policy.AllPhases})
			before := storagetest.All[storage.PolicyAnalysis](t, b.store)[0]
			b.pass(2 * time.Hour)
			asked := b.sites.requests()
			b.update(t, func(tx *storage.Tx) error {
				run := storage.Run{
					ID: "left", Runner: policy.Runner, Status: storage.RunRunning, StartedAt: 1_760_000_001_000, Total: 2,
					Options: policy.RunOptions{Phase: policy.FetchPhase}.JSON(),
				}
				if err := tx.Runs.Put(run); err != nil {
					return err
				}
				return tx.RunItems.Put(
					storage.RunItem{Run: "left", Subject: "1", Crashes: 2, Detail: tt.kept}, storage.RunItem{Run: "left", Seq: 1, Subject: "2"})
			})
			run, err := b.runs.Start(t.Context(), runner.StartOptions{Runner: policy.Runner, Initiator: runner.Resume})
			if err == nil {
				run, err = b.runs.Wait(t.Context(), run.ID)
			}
			if err != nil || run.Failed != 1 || run.Completed != 1 || b.sites.requests()-asked != 1 {
				t.Fatalf("%d requests; the run is %+v, %v", b.sites.requests()-asked, run, err)
			}
			const why = "The process ended twice while working on this app; skipped."
			after := storagetest.All[storage.PolicyAnalysis](t, b.store)[0]
			if after.Status != tt.status || after.Error != why || after.Current != before.Current {
				t.Errorf("the analysis is %+v", after)
			}
			if diff := cmp.Diff(before.Summary, after.Summary); diff != "" || after.Summary == nil {
				t.Errorf("the summary (-want +got):\n%s", diff)
			}
			if last := after.Log[len(after.Log)-1]; last.Error != why {
				t.Errorf("the last step is %+v", last)
			}
			lines := b.lines(t)
			if want := "1 policy_summary error: App 1: " + why; !slices.Contains(lines, want) {
				t.Errorf("the log has %q, and not %q", lines, want)
			}
		})
	}
}
