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

// due returns the endpoints for which a message or a summary is due.
func (o *Outbox) due(ctx context.Context, last *poll) (endpoints []string, err error) {
	now := o.stamp()
	var revision uint64
	if revisions, ok := storage.As[storage.Revisioner](o.store); ok {
		// Read before the View, so that it is not newer than the state that the View reads.
		if revision, err = revisions.Revision(ctx); err != nil {
			return nil, fmt.Errorf("read the revision of the database: %w", err)
		}
		if last.due != 0 && last.due > now && last.revision == revision {
			return nil, nil
		}
	}
	due := never
	err = o.store.View(ctx, func(tx *storage.Tx) error {
		endpoints, due = nil, never
		all, err := o.endpoints(tx)
		if err != nil {
			return err
		}
		for _, e := range all {
			next, err := e.due(tx, now)
			if err != nil {
				return err
			}
			if due = min(due, next); next <= now {
				endpoints = append(endpoints, e.id)
			}
		}
		return nil
	})
	*last = poll{revision, due}
	if err != nil {
		*last = poll{}
	}
	return endpoints, err
}

// due returns when a message or a summary for the endpoint is due.
func (e endpoint) due(tx *storage.Tx, now storage.Time) (storage.Time, error) {
	summary, _, err := e.summaryDue(tx, now)
	if err != nil {
		return never, err
	}
	message, d, err := headDue(tx, e.id)
	if d.ID != "" && e.disabled() != "" { // due at once, to be given up
		return now, err
	}
	// A message that waits for another attempt, or behind one, waits for the end of quiet
	// hours too.
	return min(summary, max(message, storage.Time(e.quiet.until(now)))), err
}
