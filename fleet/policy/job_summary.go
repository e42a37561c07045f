package policy

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// due says whether a summary is to be made after an attempt that got a text, or
// found the one that is kept fresh.
func (j policyJob) due(ctx context.Context, a attempt, force bool) (due bool, err error) {
	if !a.throttled && a.source.Hash != a.before.Current {
		return true, nil
	}
	err = j.store.View(ctx, func(tx storage.Tx) error {
		t, err := j.taskOf(tx, a.app.ID, force)
		if errors.Is(err, ErrNoText) {
			err = nil // nobody knows what it was
		}
		due = err == nil && t.due
		return err
	})
	return due, err
}

// summarised keeps what an attempt found, so that it need not be found again, and
// makes the summary. The zero attempt is one that was kept before.
func (j policyJob) summarised(ctx context.Context, item runner.Item, id storage.AppID, a attempt) (runner.Result, error) {
	if !a.throttled && a.app.ID != 0 {
		err := item.Keep(ctx, json.RawMessage(`{"fetched":true}`), func(tx storage.Tx) error {
			_, err := j.keep(tx, a)
			return err
		})
		if err != nil {
			return runner.Result{}, err
		}
	}
	var t task
	err := j.store.View(ctx, func(tx storage.Tx) (err error) {
		t, err = j.taskOf(tx, id, true)
		return err
	})
	if errors.Is(err, ErrNoText) {
		return runner.Result{}, ErrNoPolicy // it went, and the app's policy with it
	}
	if err != nil {
		return runner.Result{}, err
	}
	release := func() {}
	if t.by != nil && !t.instant() {
		if ctx, release, err = j.claim(ctx, id, func(storage.Tx) error { return nil }); err != nil {
			return runner.Result{}, err
		}
	}
	m, err := j.carryOut(ctx, t, func(s storage.PolicyStep) { item.Tell(s) })
	if err != nil {
		release()
		return runner.Result{}, lostOr(ctx, err)
	}
	return runner.Result{Write: j.writeSummary(m, a.log), Release: release}, nil
}

// writeSummary keeps what came of a summary, and tells of the first failures.
func (j policyJob) writeSummary(m made, earlier []storage.PolicyStep) func(storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx storage.Tx, run storage.Run) (runner.Outcome, error) {
		state, err := j.keepSummary(tx, m, earlier)
		if skipped(err) { // before anything was written
			return skip(err)(tx, run)
		}
		if err != nil {
			return runner.Outcome{}, err
		}
		outcome := runner.Outcome{Detail: detail(Result{Status: string(state.Status), Error: string(state.Error)})}
		if m.err == nil {
			return outcome, nil
		}
		outcome.State = runner.Failed
		if run.Failed >= maxFailuresTold {
			return outcome, nil // the run's own line counts them
		}
		return outcome, j.tellOfSummary(tx, m, state, "bulk-app")
	}
}
