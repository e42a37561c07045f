package changelog

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// Moment returns the matching entries that have the same time as a change, starting with
// that change, in the order of a feed and up to the limit of the query. A feed is bounded by
// times, so a page cannot continue between two entries of one time; Moment can.
func (r *Reader) Moment(ctx context.Context, q FeedQuery, first storage.ChangeID) ([]FeedRow, error) {
	q = q.bounded()
	return storage.View(ctx, r.store, func(tx *storage.Tx) ([]FeedRow, error) {
		var found []storage.Change
		at := first.Snapshot.At
		if at <= 0 || at < q.From || q.To != 0 && at > q.To {
			return nil, nil
		}
		for c, err := range tx.Changes.List(storage.ChangeQuery{App: q.App, Of: q.members(), From: at, To: at, Changed: true}) {
			if err != nil {
				return nil, fmt.Errorf("read the changes of one time: %w", err)
			}
			before := c.ID.Snapshot.App < first.Snapshot.App || c.ID.Snapshot.App == first.Snapshot.App && c.ID.Index < first.Index
			if before || !q.match(c.Entry) {
				continue
			}
			if found = append(found, c); len(found) == q.Limit {
				break
			}
		}
		return rowsOf(tx, found)
	})
}

// rowsOf returns the feed rows of changes.
func rowsOf(tx *storage.Tx, changes []storage.Change) ([]FeedRow, error) {
	rows := make([]FeedRow, 0, len(changes))
	apps := rowReader{tx: tx, apps: make(map[storage.AppID]storage.App)}
	var of storage.Snapshot
	for _, c := range changes {
		app, err := apps.app(c.ID.Snapshot.App)
		if err != nil {
			return nil, err
		}
		if of.ID != c.ID.Snapshot {
			if of, err = tx.Snapshots.Get(c.ID.Snapshot); err != nil {
				return nil, fmt.Errorf("read the snapshot of a change: %w", err)
			}
		}
		rows = append(rows, rowOf(app, source(of), trigger(of), c))
	}
	return rows, nil
}
