package audit

import (
	"context"

	"github.com/privacylabels/auditor/storage"
)

// List returns lines, newest first, and the number of all that match, whatever the limit
// and offset. Lines that were added a moment ago may not be written yet.
func List(ctx context.Context, store storage.Store, q storage.AuditQuery) (lines []storage.Audit, total int, err error) {
	err = store.View(ctx, func(tx *storage.Tx) (err error) {
		all := q
		all.Limit, all.Offset = 0, 0
		if total, err = tx.Audits.Count(all); err != nil {
			return err
		}
		lines, err = storage.Collect(tx.Audits.List(q))
		return err
	})
	return lines, total, err
}
