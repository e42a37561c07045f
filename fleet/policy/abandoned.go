package policy

import (
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// Abandon implements [runner.Abandoner]. The analysis shows why there is no text, or,
// when the text was saved before, why there is no summary of it.
func (j policyJob) Abandon(tx storage.Tx, item runner.Item) (runner.Abandoned, error) {
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
	if item.Kept != nil {
		m := made{task: task{app: app, before: before}, err: runner.ErrAbandoned, started: now, ended: now}
		step.Phase = "summarising"
		m.log = []storage.PolicyStep{step}
		if state, err = j.keepSummary(tx, m, before.Log); err == nil {
			err = j.tellOfSummary(tx, m, state, "bulk-app")
		}
	} else {
		a := attempt{app: app, before: before, started: now, ended: now, failed: &FetchError{Cause: runner.ErrAbandoned}}
		a.log = []storage.PolicyStep{step}
		var reading Reading
		if reading, err = j.keep(tx, a); err == nil {
			state = reading.Analysis
			err = j.tellOf(tx, a, reading, "bulk-app")
		}
	}
	return runner.Abandoned{App: id, Detail: detail(Result{Status: string(state.Status), Error: string(state.Error)})}, err
}
