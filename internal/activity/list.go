package activity

import (
	"context"

	"github.com/privacylabels/auditor/storage"
)

// List returns the lines that match, and how many would without limit and
// offset.
func List(ctx context.Context, store storage.Store, q storage.ActivityQuery) (lines []storage.Activity, total int, err error) {
	err = store.View(ctx, func(tx *storage.Tx) (err error) {
		all := q
		all.Limit, all.Offset = 0, 0
		if total, err = tx.Activities.Count(all); err != nil {
			return err
		}
		lines, err = storage.Collect(tx.Activities.List(q))
		return err
	})
	return lines, total, err
}
