package notify

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// poll is the result of a poll for due messages. The next one can be skipped until the
// database has a new revision or something is due. After the zero poll none is skipped.
type poll struct {
	revision uint64
	due      storage.Time
}

// due returns the IDs of the endpoints for which a message or a summary is due.
func (o *Outbox) due(ctx context.Context, last *poll) (ids []string, err error) {
	now := o.stamp()
	var revision uint64
	if revisions, ok := storage.As[storage.Revisioner](o.config.Store); ok {
		// Read before the View, so that it is not newer than the state that the View reads.
		if revision, err = revisions.Revision(ctx); err != nil {
			return nil, fmt.Errorf("read the revision of the database: %w", err)
		}
		if last.due != 0 && last.due > now && last.revision == revision {
			return nil, nil
		}
	}
	due := never
	err = o.config.Store.View(ctx, func(tx *storage.Tx) error {
		ids, due = nil, never
		all, err := endpoints(tx)
		if err != nil {
			return err
		}
		for _, e := range all {
			next, err := e.due(tx, now)
			if err != nil {
				return err
			}
			if due = min(due, next); next <= now {
				ids = append(ids, e.id)
			}
		}
		return nil
	})
	*last = poll{revision, due}
	if err != nil {
		*last = poll{}
	}
	return ids, err
}

// due returns when a message or a summary for the endpoint is due.
func (e endpoint) due(tx *storage.Tx, now storage.Time) (storage.Time, error) {
	summary, _, err := e.summaryDue(tx, now)
	if err != nil {
		return never, err
	}
	message, first, err := e.next(tx, now)
	if err != nil {
		return never, err
	}
	if first.ID != "" && e.disabled() != "" { // due at once, to be given up
		return now, nil
	}
	return min(summary, message), nil
}

// next returns the next message for the endpoint, and when it is due. In quiet hours that is
// when they end, also for a message that is sent again or waits behind one. Those of a
// destination delay all of its messages. Those of the settings delay what they would have
// delayed if it had been found now, so that other messages overtake.
func (e endpoint) next(tx *storage.Tx, now storage.Time) (due storage.Time, first storage.Delivery, err error) {
	due, first, err = headDue(tx, e.id)
	if err != nil || due > now {
		return due, first, err
	}
	if e.quiet != (quietHours{}) {
		return max(due, storage.Time(e.quiet.until(now))), first, nil
	}
	hours, err := quietHoursOf(tx)
	if err != nil {
		return never, first, err
	}
	end := storage.Time(hours.until(now))
	if end == 0 || !hours.delay(first) {
		return due, first, nil
	}
	q := queueOf(e.id)
	q.Limit = atOnce
	for d, err := range tx.Deliveries.List(q) {
		if err != nil {
			return never, first, err
		}
		if !hours.delay(d) {
			return min(end, max(d.QueuedAt, storage.Time(d.NextAttempt))), d, nil
		}
	}
	return end, first, nil
}
