package health

import (
	"context"

	"github.com/privacylabels/auditor/storage"
)

const (
	// labelBatch is how many labels are deleted in one transaction. For each, the
	// store may have to look at all snapshots.
	labelBatch = 16
	// labelBatches is how many such transactions there are in one check.
	labelBatches = 64
)

// OrphanedLabels is the kind of mending that deletes the labels that no app has
// and no snapshot shows any more.
const OrphanedLabels = "orphaned_labels"

// mend mends what can be mended without asking. Each thing is tried, whatever
// became of the others.
func (c *Checker) mend(ctx context.Context, r *Report) {
	c.mendLabels(ctx, r)
	for _, m := range c.mends {
		n, err := m.Do(ctx)
		c.mended(ctx, r, m.Kind, n, err)
	}
}

// mended notes what became of mending.
func (c *Checker) mended(ctx context.Context, r *Report, kind string, affected int, err error) {
	if affected > 0 {
		r.Heals = append(r.Heals, Mended{kind, affected})
	}
	if err != nil {
		r.SkippedHeals = append(r.SkippedHeals, Left{kind, "failed"})
		c.log.ErrorContext(ctx, "mending failed", "kind", kind, "error", err)
	}
}

// mendLabels deletes labels, some at a time, so that nobody waits long for the
// store. What is left is the next check's.
func (c *Checker) mendLabels(ctx context.Context, r *Report) {
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
			c.mended(ctx, r, OrphanedLabels, deleted, err)
			return
		}
	}
	c.mended(ctx, r, OrphanedLabels, deleted, nil)
	if deleted < left {
		r.SkippedHeals = append(r.SkippedHeals, Left{OrphanedLabels, "more"})
	}
}

// deleteLabels deletes a batch of labels that nothing shows, unless a run is under
// way, which had to wait. Whether nothing shows them is read in the same
// transaction, because a refresh may show one again at any time.
func (c *Checker) deleteLabels(ctx context.Context) (deleted int, bulk bool, err error) {
	err = c.store.Update(ctx, func(tx storage.Tx) error {
		deleted = 0
		var err error
		if bulk, err = bulkActive(tx); err != nil || bulk {
			return err
		}
		var unused []storage.Digest
		for label, err := range tx.Labels().List(storage.LabelQuery{Unused: true, Limit: labelBatch}) {
			if err != nil {
				return err
			}
			unused = append(unused, label.Digest)
		}
		deleted, err = tx.Labels().Delete(unused...)
		return err
	})
	if err != nil {
		deleted = 0
	}
	return deleted, bulk, err
}
