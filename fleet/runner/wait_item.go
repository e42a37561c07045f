package runner

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// longWait is the shortest wait that is marked on an item, because a mark costs two writes. If
// a process has ended during the item before, every wait is marked.
const longWait = 5 * time.Second

// waits calls wait and marks the item before and after it. The wait may have its own deadline;
// ctx, of the marks, has none, so that the mark is always removed.
func (t *turn) waits(ctx context.Context, expected time.Duration, wait func() error) error {
	until := storage.Time(0) // unknown
	if expected > 0 {
		until = t.engine.stamp().Add(expected)
	}
	if err := t.mark(ctx, true, until); err != nil {
		return err
	}
	err := wait()
	if ctx.Err() != nil { // see [turn.withdrawCrash]
		return err
	}
	if failed := t.mark(ctx, false, 0); failed != nil {
		return failed
	}
	return err
}

func putWaiting(tx *storage.Tx, run storage.Run, item storage.RunItem, waits bool, until storage.Time) error {
	if run.WaitingUntil != until {
		run.WaitingUntil = until
		if err := tx.Runs.Put(run); err != nil {
			return err
		}
	}
	item.Waiting = waits
	return tx.RunItems.Put(item)
}
