package policy

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// summaryDue reports whether to make a summary after an attempt that got a text or found
// the saved one fresh.
func (j policyJob) summaryDue(ctx context.Context, a attempt, force bool) (due bool, err error) {
	if !a.throttled && a.source.Hash != a.before.Current && !a.same && (!a.doubted || a.counts(a.before)) {
		return a.source.Words >= summary.MinWords, nil
	}
	t, err := storage.View(ctx, j.env.Store, func(tx *storage.Tx) (task, error) { return j.taskOf(tx, a.app.ID, force) })
	if errors.Is(err, ErrNoText) {
		return false, nil // there is only an imported summary
	}
	return err == nil && t.due, err
}

// saved is the checkpoint of an app whose text was saved.
type saved struct {
	Fetched bool            `json:"fetched"`
	Changes []storage.Entry `json:"changes,omitempty"` // the changes that saving the text added
}

// summarized saves the outcome of an attempt, so that a resumed run need not repeat it,
// and makes the summary. The zero attempt means that the outcome was already saved, with
// the checkpoint of the item.
func (j policyJob) summarized(ctx context.Context, item runner.Item, id storage.AppID, a attempt) (runner.Result, error) {
	fetched := saved{Fetched: true}
	if item.Checkpoint != nil {
		_ = json.Unmarshal(item.Checkpoint, &fetched)
	}
	if !a.throttled && a.app.ID != 0 {
		err := item.SaveCheckpointFrom(ctx, func(tx *storage.Tx) (json.RawMessage, error) {
			result, err := j.save(tx, a)
			if err != nil {
				return nil, err
			}
			fetched = saved{true, result.Changes}
			return json.Marshal(fetched)
		})
		if err != nil {
			return runner.Result{}, err
		}
	}
	t, err := storage.View(ctx, j.env.Store, func(tx *storage.Tx) (task, error) { return j.taskOf(tx, id, true) })
	if errors.Is(err, ErrNoText) {
		return runner.Result{}, ErrNoPolicy // removed meanwhile
	}
	if err != nil {
		return runner.Result{}, err
	}
	release := func() {}
	if t.by != nil && !t.instant() {
		if ctx, release, err = j.claim(ctx, id, func(*storage.Tx) error { return nil }); err != nil {
			return runner.Result{}, err
		}
	}
	m, err := j.carryOut(ctx, t, func(s storage.PolicyStep) { item.Report(s) })
	if err != nil {
		release()
		return runner.Result{}, causeOf(ctx, err)
	}
	return runner.Result{Write: j.writeSummary(m, a.log, fetched.Changes), Release: release}, nil
}

// writeSummary returns the function that saves the outcome of a summary.
func (j policyJob) writeSummary(m made, earlier []storage.PolicyStep, changes []storage.Entry) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx *storage.Tx, run storage.Run) (runner.Outcome, error) {
		state, err := j.saveSummary(tx, m, earlier)
		o, err := outcome(tx, run, state, err, m.err != nil, func() error { return j.recordSummary(tx, m, state, "bulk-app") })
		o.Entries = changes
		return o, err
	}
}
