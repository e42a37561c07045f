package snapshots

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

const (
	// startDelay is the time from the start of the service to the first check.
	startDelay = 30 * time.Second
	// pollInterval is the time between two checks: the schedule may change, and
	// another process may have made the backup.
	pollInterval = time.Minute
	// retryDelay is the time from a failure, such as a full disk, to the next check.
	retryDelay = 30 * time.Minute
)

// errNotDue reports that no backup is due.
var errNotDue = errors.New("no backup is due")

// Run makes backups on schedule until ctx is done or the service is stopped. A
// failure is logged and retried later. Of several processes on one database, one
// makes the backup. Without a folder Run returns at once.
func (s *Service) Run(ctx context.Context) {
	if s.supported() != nil {
		return
	}
	s.work.Loop(ctx, background.Loop{First: startDelay, Step: func(ctx context.Context) time.Duration {
		if err := s.makeDue(ctx); err != nil && ctx.Err() == nil {
			s.logger.ErrorContext(ctx, "scheduled backup failed", "error", err, "retry_after", retryDelay)
			return retryDelay
		}
		return pollInterval
	}})
}

// makeDue makes a backup if one is due and no other process is making it.
func (s *Service) makeDue(ctx context.Context) error {
	plan, err := s.Plan(ctx) // a read is enough to find that none is due
	if err != nil || !plan.due(s.timestamp()) {
		return err
	}
	_, err = s.make(ctx, scheduled, func(plan Plan, now storage.Time) error {
		if !plan.due(now) {
			return errNotDue
		}
		return nil
	})
	if errors.Is(err, errNotDue) || errors.Is(err, background.ErrHeld) {
		return nil
	}
	return err
}
