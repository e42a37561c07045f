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
	err = l.job.settling(func(job guarded) error {
		return insist(ctx, func() error {
			return l.engine.store.Update(ctx, func(tx storage.Tx) (err error) {
				final, err = l.leave(tx, job, run.ID, status, reason)
				return err
			})
		})
	})
	return final, err
}

// leave leaves a run, if it was not left before: then the answer was lost, and
// not the commit.
func (l *live) leave(tx storage.Tx, job guarded, id string, status storage.RunStatus, reason string) (storage.Run, error) {
	back, err := givenBack(tx, l.lease)
	if err != nil {
		return storage.Run{}, err
	}
	if back {
		return tx.Runs().Get(id)
	}
	run, err := l.engine.hold(tx, l.lease, id)
	if err != nil {
		return run, err
	}
	switch { // what was asked of the run comes before what befell it
	case status == storage.RunPaused && run.Control == cancelAsked:
		status, reason = storage.RunCancelled, ""
	case status == storage.RunPaused && run.Control == pauseAsked:
		reason = ""
	case status == storage.RunPaused && reason == "":
		return run, errTakenBack
	}
	if run, err = l.engine.settle(tx, job, run, status, reason); err != nil {
		return run, err
	}
	return run, giveBack(tx, l.lease)
}

// endError says that a job did not end a run.
type endError struct{ err error }

func (e *endError) Error() string { return "the job did not end the run: " + e.err.Error() }
func (e *endError) Unwrap() error { return e.err }

// settling calls an update that may settle a run, or abandon items. When all that
// is in the way is that the job does not do its part of that, the update is called
// once more without that part: the run would never come to an end.
func (g guarded) settling(update func(job guarded) error) error {
	for {
		err := update(g)
		var refused *endError
		var unrecorded *abandonError
		switch {
		case errors.As(err, &refused) && g.refused == nil:
			g.log.Error("a job did not end its run, which ends as failed", "runner", g.Name(), "error", refused.err)
			g.refused = refused
		case errors.As(err, &unrecorded) && !g.unrecorded:
			g.log.Error("job did not record an abandoned item", "runner", g.Name(), "error", unrecorded.err)
			g.unrecorded = true
		default:
			return err
		}
	}
}

// settle writes how a run is left: ended, paused, or, with a reason, cut off.
func (e *Engine) settle(tx storage.Tx, job guarded, run storage.Run, status storage.RunStatus, reason string) (storage.Run, error) {
	if job.refused != nil {
		status, reason = storage.RunFailed, job.refused.Error()
	}
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
	if job.refused == nil {
		if err := job.End(tx, run); err != nil {
			return run, &endError{err}
		}
	}
	return run, trim(tx, run.Runner)
}

// dropItems deletes the items of a run, since its row has counted them, except those
// that later runs have to know of.
func dropItems(tx storage.Tx, run string) error {
	var remembered []storage.RunItem
	for {
		var keys []storage.RunItemID
		for item, err := range tx.RunItems().List(storage.RunItemQuery{Run: run, Limit: itemsAtOnce}) {
			if err != nil {
				return err
			}
			keys = append(keys, item.Key())
			if suspect(item) {
				remembered = append(remembered, item)
			}
		}
		if len(keys) == 0 {
			return tx.RunItems().Put(remembered...)
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
