package policy

import (
	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// Abandon implements [runner.Abandoner]. It stores in the analysis why there is no text or,
// if the text was saved, why there is no summary.
func (j policyJob) Abandon(tx *storage.Tx, item runner.Item) (runner.Abandoned, error) {
	id, err := storage.ParseAppID(item.Subject)
	if err != nil {
		return runner.Abandoned{}, err
	}
	app, before, err := policyOf(tx, id)
	if skipped(err) {
		return runner.Abandoned{}, nil
	}
	if err != nil {
		return runner.Abandoned{}, err
	}
	now := j.stamp()
	step := storage.PolicyStep{Phase: "fetching", At: now, MS: new(int64), Error: Explain(runner.ErrAbandoned)}
	var state storage.PolicyAnalysis
	if item.Checkpoint != nil {
		m := made{task: task{app: app, before: before}, err: runner.ErrAbandoned, started: now, ended: now}
		step.Phase = "summarising"
		m.log = []storage.PolicyStep{step}
		if state, err = j.saveSummary(tx, m, before.Log); err == nil {
			err = j.recordSummary(tx, m, state, "bulk-app")
		}
	} else {
		a := attempt{app: app, before: before, started: now, ended: now, failed: &fetch.Error{Cause: runner.ErrAbandoned}}
		a.log = []storage.PolicyStep{step}
		var fetched FetchResult
		if fetched, err = j.save(tx, a); err == nil {
			state = fetched.Analysis
			err = j.recordFetch(tx, a, fetched, "bulk-app")
		}
	}
	return runner.Abandoned{App: id, Detail: activity.Detail(Result{Status: string(state.Status), Error: string(state.Error)})}, err
}
