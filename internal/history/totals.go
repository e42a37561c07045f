package history

import (
	"encoding/json"
	"fmt"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// Totals counts what a run of [Service.Job] has done.
type Totals struct {
	AppsAttempted      int `json:"appsAttempted"`      // the number of apps, without those that were removed during the run
	AppsWithImports    int `json:"appsWithImports"`    // number of apps for which a past state was imported
	TargetsAttempted   int `json:"targetsAttempted"`   // the number of targets: the sum of the five numbers that follow
	Imported           int `json:"imported"`           // the number of past states that were imported
	Unchanged          int `json:"unchanged"`          // the number of targets without a change
	Skipped            int `json:"skipped"`            // the number of targets that were skipped
	Failed             int `json:"failed"`             // the number of targets that failed. The run counts failed apps separately
	SnapshotsRequested int `json:"snapshotsRequested"` // number of pages that the archive was asked to save
	Pages              int `json:"pages"`              // pages that were requested from the archive
}

// TotalsOf returns the totals of a run so far.
func TotalsOf(run storage.Run) Totals {
	t := countsOf(run).Totals
	t.AppsAttempted = run.Completed + run.Failed
	return t
}

// counts is what the job stores in the totals of a run.
type counts struct {
	Totals
	Unavailable int `json:"unavailable,omitempty"` // apps in a row that failed because the archive was unavailable
	Told        int `json:"told,omitempty"`        // apps that did not fail and have an activity entry
}

// countsOf returns the counts of a run, zero when its totals cannot be read.
func countsOf(run storage.Run) (c counts) {
	if run.Totals != nil {
		_ = json.Unmarshal(run.Totals, &c)
	}
	return c
}

// add counts the result of one more app.
func (c *counts) add(r Result) {
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
	c.Pages += r.Pages
}

func (t Totals) summary(run storage.Run) string {
	r := Result{Imported: t.Imported, Unchanged: t.Unchanged, Skipped: t.Skipped, Failed: t.Failed, SnapshotsRequested: t.SnapshotsRequested}
	s := fmt.Sprintf("%d apps: %s", t.AppsAttempted, r.summary())
	if run.Failed > 0 {
		s += fmt.Sprintf(", %d apps failed", run.Failed)
	}
	if left := runner.Left(run); left > 0 {
		s += fmt.Sprintf(", %d not tried", left)
	}
	return s
}
