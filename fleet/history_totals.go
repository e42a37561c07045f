package fleet

import (
	"encoding/json"
	"fmt"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// HistoryTotals counts what an import of every app found.
type HistoryTotals struct {
	AppsAttempted      int `json:"appsAttempted"` // all but those that were removed meanwhile
	AppsWithImports    int `json:"appsWithImports"`
	TargetsAttempted   int `json:"targetsAttempted"` // the sum of the five numbers that follow
	Imported           int `json:"imported"`
	Unchanged          int `json:"unchanged"`
	Skipped            int `json:"skipped"`
	Failed             int `json:"failed"` // targets; apps are counted on the run
	SnapshotsRequested int `json:"snapshotsRequested"`
}

// HistoryTotalsOf returns what a run of [Library.HistoryJob] found so far, in the
// apps that are done.
func HistoryTotalsOf(run storage.Run) HistoryTotals {
	t := historyCountsOf(run).HistoryTotals
	t.AppsAttempted = run.Completed + run.Failed
	return t
}

// historyCounts is what a run keeps of its own.
type historyCounts struct {
	HistoryTotals
	Unavailable int `json:"unavailable,omitempty"` // apps in a row that failed since the archive did
	Told        int `json:"told,omitempty"`        // apps that did not fail and have a line in the activity log
}

func historyCountsOf(run storage.Run) (c historyCounts) {
	if run.Totals != nil {
		_ = json.Unmarshal(run.Totals, &c) // what is not ours counts nothing
	}
	return c
}

// add counts the result of one more app.
func (c *historyCounts) add(r HistoryResult) {
	c.AppsAttempted++
	if r.Imported > 0 {
		c.AppsWithImports++
	}
	c.TargetsAttempted += r.Attempted
	c.Imported += r.Imported
	c.Unchanged += r.Unchanged
	c.Skipped += r.Skipped
	c.Failed += r.Failed
	c.SnapshotsRequested += r.SnapshotsRequested
}

// sentence tells the totals of a run in a few words.
func (t HistoryTotals) sentence(run storage.Run) string {
	s := fmt.Sprintf("%d apps: %s", t.AppsAttempted, countsOf(t.Imported, t.Unchanged, t.Skipped, t.Failed, t.SnapshotsRequested))
	if run.Failed > 0 {
		s += fmt.Sprintf(", %d apps failed", run.Failed)
	}
	if left := runner.Left(run); left > 0 {
		s += fmt.Sprintf(", %d not tried", left)
	}
	return s
}
