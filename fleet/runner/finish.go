package runner

import (
	"context"
	"errors"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// longestReason is how many bytes of an error are kept with its run.
const longestReason = 500

// errTakenBack says that nobody asks for the pause any more.
var errTakenBack = errors.New("the pause was taken back")

// finish ends a run, or pauses it, and gives the lease back.
func (l *live) finish(ctx context.Context, run storage.Run, status storage.RunStatus, reason string) (final storage.Run, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settlePatience)
	defer cancel()
	err = insist(ctx, func() error {
		return l.engine.store.Update(ctx, func(tx storage.Tx) error {
			back, err := givenBack(tx, l.lease)
			if err != nil {
				return err
			}
			if back { // the answer was lost, not the commit
				final, err = tx.Runs().Get(run.ID)
				return err
			}
			now, err := l.engine.hold(tx, l.lease, run.ID)
			if err != nil {
				return err
			}
			status, reason := status, reason
			switch { // what was asked of the run comes before what befell it
			case status == storage.RunPaused && now.Control == cancelAsked:
				status, reason = storage.RunCancelled, ""
			case status == storage.RunPaused && now.Control == pauseAsked:
				reason = ""
			case status == storage.RunPaused && reason == "":
				return errTakenBack
			}
			if final, err = l.engine.settle(tx, l.job, now, status, reason); err != nil {
				return err
			}
			return giveBack(tx, l.lease)
		})
	})
	return final, err
}

// settle writes how a run is left: ended, or paused.
func (e *Engine) settle(tx storage.Tx, job Job, run storage.Run, status storage.RunStatus, reason string) (storage.Run, error) {
	run.Status, run.Error = status, cut(reason)
	run.Control, run.Current, run.UpdatedAt = "", "", e.stamp()
	if status != storage.RunPaused {
		run.EndedAt = run.UpdatedAt
		if err := dropItems(tx, run.ID); err != nil {
			return run, err
		}
	}
	if err := tx.Runs().Put(run); err != nil {
		return run, err
	}
	if _, cut := CutOff(run); cut || status != storage.RunPaused {
		if err := job.End(tx, run); err != nil {
			return run, &refusal{err}
		}
	}
	return run, trim(tx, run.Runner)
}

// dropItems deletes the items of a run: its row has counted them.
func dropItems(tx storage.Tx, run string) error {
	for {
		var keys []storage.RunItemID
		for item, err := range tx.RunItems().List(storage.RunItemQuery{Run: run, Limit: itemsAtOnce}) {
			if err != nil {
				return err
			}
			keys = append(keys, item.Key())
		}
		if len(keys) == 0 {
			return nil
		}
		if _, err := tx.RunItems().Delete(keys...); err != nil {
			return err
		}
	}
}

// trim deletes the oldest runs of a runner.
func trim(tx storage.Tx, runner string) error {
	var old []string
	kept := 0
	for run, err := range tx.Runs().List(storage.RunQuery{Runner: runner}) {
		if err != nil {
			return err
		}
		if kept++; kept > KeptRuns && run.EndedAt != 0 {
			old = append(old, run.ID)
		}
	}
	_, err := tx.Runs().Delete(old...)
	return err
}

// cut makes a reason fit to be kept.
func cut(reason string) string {
	reason = strings.ReplaceAll(reason, "\x00", "")
	return strings.ToValidUTF8(reason[:min(len(reason), longestReason)], "")
}
