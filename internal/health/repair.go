package health

import (
	"context"

	"github.com/privacylabels/auditor/storage"
)

const (
	// labelBatch is how many labels are deleted in one transaction. For each, the database
	// may have to read all snapshots.
	labelBatch = 16
	// labelBatches is how many such transactions there are in one check.
	labelBatches = 64
)

// OrphanedLabels is the kind of repair that deletes the labels of no app and no snapshot.
const OrphanedLabels = "orphaned_labels"

// repair does all repairs, even if some fail.
func (c *Checker) repair(ctx context.Context, r *Report) {
	c.deleteOrphans(ctx, r)
	for _, repair := range c.config.Repairs {
		n, err := repair.Do(ctx)
		c.repaired(ctx, r, repair.Kind, n, err)
	}
}

// repaired records the result of a repair.
func (c *Checker) repaired(ctx context.Context, r *Report, kind string, affected int, err error) {
	if affected > 0 {
		r.Heals = append(r.Heals, Repaired{kind, affected})
	}
	if err != nil {
		r.SkippedHeals = append(r.SkippedHeals, Left{kind, "failed"})
		c.config.Logger.ErrorContext(ctx, "repair failed", "kind", kind, "error", err)
	}
}

// deleteOrphans deletes orphaned labels in small transactions, so that others do not wait
// long for the database, and leaves the rest to the next check.
func (c *Checker) deleteOrphans(ctx context.Context, r *Report) {
	left := r.Checks.Orphans["labels"]
	if left == 0 {
		return
	}
	deleted := 0
	for range labelBatches {
		n, bulk, err := c.deleteLabels(ctx)
		deleted += n
		if bulk {
			r.SkippedHeals = append(r.SkippedHeals, Left{OrphanedLabels, "bulk-active"})
		}
		if bulk || err != nil || n < labelBatch {
			c.repaired(ctx, r, OrphanedLabels, deleted, err)
			return
		}
	}
	c.repaired(ctx, r, OrphanedLabels, deleted, nil)
	if deleted < left {
		r.SkippedHeals = append(r.SkippedHeals, Left{OrphanedLabels, "more"})
	}
}

// deleteLabels deletes a batch of orphaned labels, unless a bulk run is under way, which
// would have to wait. It lists them in the same transaction, because a refresh can use one
// again at any time.
func (c *Checker) deleteLabels(ctx context.Context) (deleted int, bulk bool, err error) {
	deleted, err = storage.Update(ctx, c.config.Store, func(tx *storage.Tx) (_ int, err error) {
		if bulk, err = bulkActive(tx); err != nil || bulk {
			return 0, err
		}
		return storage.DeleteListed(tx.Labels, storage.LabelQuery{Unused: true, Limit: labelBatch})
	})
	return deleted, bulk, err
}
