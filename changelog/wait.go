package changelog

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// The polling intervals of [Reader.Follow]. A revision is quick to read; a store without
// revisions is polled by reading its commits.
const (
	revisionInterval = 200 * time.Millisecond
	logInterval      = time.Second
)

// awaitCommit waits until the database may have a commit after a revision. It returns early
// with the error of ctx.
func (r *Reader) awaitCommit(ctx context.Context, since uint64) error {
	_, revised := storage.As[storage.Revisioner](r.store)
	interval := logInterval
	if revised {
		interval = revisionInterval
	}
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
		if !revised {
			return nil
		}
		if now, err := r.revision(ctx); err != nil || now != since {
			return err
		}
	}
}
