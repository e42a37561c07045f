package runner

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/internal/waiting"
	"github.com/privacylabels/auditor/storage"
)

// longWait is from how long on the wait of an item is worth two writes. Of an item
// during which a process ended before, every wait is.
const longWait = 5 * time.Second

// observe returns a context whose waits are marked on the item: a process that ends
// during one was ended from outside. See package waiting.
func (l *live) observe(ctx context.Context, item storage.RunItem) context.Context {
	return waiting.Observe(ctx, func(_ context.Context, expected time.Duration, wait func() error) error {
		if expected < longWait && item.Crashes == 0 {
			return wait()
		}
		// The wait may have a deadline of its own; the mark has none, so that it is
		// never left on an item that works.
		if err := l.mark(ctx, item.Key(), true); errors.Is(err, errLost) {
			return err
		}
		err := wait()
		if ctx.Err() != nil { // the next start removes the mark
			return err
		}
		if failed := l.mark(ctx, item.Key(), false); failed != nil {
			return failed
		}
		return err
	})
}

// mark notes whether an item waits.
func (l *live) mark(ctx context.Context, item storage.RunItemID, waits bool) error {
	return insist(ctx, func() error {
		return l.engine.store.Update(ctx, func(tx storage.Tx) error {
			if _, err := l.engine.hold(tx, l.lease, item.Run); err != nil {
				return err
			}
			at, err := tx.RunItems().Get(item)
			if err != nil {
				return err
			}
			at.Waiting = waits
			return tx.RunItems().Put(at)
		})
	})
}
