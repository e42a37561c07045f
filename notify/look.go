package notify

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// sight is what a look at the store came to. It need not look again until the
// store's next revision, or until something is due. The zero sight is none.
type sight struct {
	revision uint64
	due      storage.Time
}

// look returns the endpoints that there is something to do for now.
func (o *Outbox) look(ctx context.Context, seen *sight) (endpoints []string, err error) {
	now := o.stamp()
	var revision uint64
	if revisions, ok := storage.As[storage.Revisioner](o.store); ok {
		// Read before the View, so that it is never newer than what is seen.
		if revision, err = revisions.Revision(ctx); err != nil {
			return nil, fmt.Errorf("ask for the store's revision: %w", err)
		}
		if seen.due != 0 && seen.due > now && seen.revision == revision {
			return nil, nil
		}
	}
	due := never
	err = o.store.View(ctx, func(tx storage.Tx) error {
		endpoints, due = nil, never
		all, err := o.webhooks(tx)
		if err != nil {
			return err
		}
		for _, w := range all {
			next, err := w.due(tx, now)
			if err != nil {
				return err
			}
			if due = min(due, next); next <= now {
				endpoints = append(endpoints, w.endpoint)
			}
		}
		return nil
	})
	*seen = sight{revision, due}
	if err != nil {
		*seen = sight{}
	}
	return endpoints, err
}

// due returns when there is something to do for the webhook.
func (w webhook) due(tx storage.Tx, now storage.Time) (storage.Time, error) {
	summary, _, err := w.summaryDue(tx, now)
	if err != nil {
		return never, err
	}
	message, d, err := headDue(tx, w.endpoint)
	if d.ID != "" && w.why() != "" { // to be given up
		return now, err
	}
	return min(summary, message), err
}
