package runner

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
)

// longWait is the shortest wait that is marked on an item, because a mark costs two writes. If
// a process has ended during the item before, every wait is marked.
const longWait = 5 * time.Second

// markWaits returns a context whose waits are measured and marked on the item, because the end
// of a process during a wait is not the fault of the item. See package pace.
func (l *live) markWaits(ctx context.Context, s *started) context.Context {
	return pace.Observe(ctx, func(_ context.Context, expected time.Duration, wait func() error) error {
		began := l.engine.now()
		defer func() { s.waited.Add(int64(l.engine.now().Sub(began))) }()
		item := s.at
		if expected < longWait && item.Crashes == 0 {
			return wait()
		}
		if err := s.await(ctx); err != nil {
			return err
		}
		return l.engine.marked(ctx, expected, wait, func(waits bool, until storage.Time) error {
			err := l.mark(ctx, item.Key(), waits, until)
			if waits && !errors.Is(err, background.ErrLost) {
				return nil
			}
			return err
		})
	})
}

// mark records whether an item is waiting, and until when.
func (l *live) mark(ctx context.Context, item storage.RunItemID, waits bool, until storage.Time) error {
	return retry(ctx, l.engine.store, func(tx *storage.Tx) error {
		run, err := l.engine.hold(tx, l.lease, item.Run)
		if err != nil {
			return err
		}
		at, err := tx.RunItems.Get(item)
		if err != nil {
			return err
		}
		return putWaiting(tx, run, at, waits, until)
	})
}

// marked calls wait, and mark before and after it. The wait may have its own deadline; ctx, of
// the mark, has none, so that the mark is always removed.
func (e *Local) marked(ctx context.Context, expected time.Duration, wait func() error, mark func(waits bool, until storage.Time) error) error {
	until := storage.Time(0) // unknown
	if expected > 0 {
		until = e.stamp().Add(expected)
	}
	if err := mark(true, until); err != nil {
		return err
	}
	err := wait()
	if ctx.Err() != nil { // the mark stays; the next start removes it
		return err
	}
	if failed := mark(false, 0); failed != nil {
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
