package policy

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

const (
	compactPause = time.Second // between two batches, so that others can write
	compactRetry = time.Hour
)

// CompactTexts rewrites, in small batches, the texts that an earlier version of the program
// stored in a form that takes more space. It returns when none is left, the context ends or
// the service stops. It does nothing if the store is not a [storage.Compactor].
func (s *Service) CompactTexts(ctx context.Context) {
	store, ok := storage.As[storage.Compactor](s.store)
	if !ok {
		return
	}
	ctx, done := context.WithCancel(ctx)
	defer done()
	s.work.Loop(ctx, background.Loop{First: settle, Step: func(ctx context.Context) time.Duration {
		more, err := store.Compact(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			s.log.WarnContext(ctx, "texts of policies not compacted", "error", err)
			return compactRetry
		case more:
			return compactPause
		}
		done()
		return compactRetry
	}})
}
