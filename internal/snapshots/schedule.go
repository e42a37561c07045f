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
	// pollInterval is the time from a write to the next check: the schedule may have changed,
	// or another process made the backup.
	pollInterval = time.Minute
	// busyInterval is the time to the next check while another process makes the backup,
	// and may die.
	busyInterval = 5 * time.Second
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
	var retry storage.Time // when to try again after a failure
	s.work.Loop(ctx, background.Loop{First: startDelay, Written: s.config.Store, Poll: pollInterval, Step: func(ctx context.Context) time.Duration {
		now := s.timestamp()
		if left := retry.Sub(now); 0 < left && left <= retryDelay {
			return left
		}
		next, err := s.makeDue(ctx)
		if err != nil && ctx.Err() == nil {
			retry = now.Add(retryDelay)
			s.config.Logger.ErrorContext(ctx, "scheduled backup failed", "error", err, "retry_after", retryDelay)
			return retryDelay
		}
		return next
	}})
}

// makeDue makes a backup if one is due and no other process is making it. It returns the
// time to the next check.
func (s *Service) makeDue(ctx context.Context) (next time.Duration, err error) {
	plan, err := s.Plan(ctx) // a read is enough to find that none is due
	if now := s.timestamp(); err != nil || !plan.due(now) {
		if plan.NextRunAt == 0 {
			return background.Idle, err
		}
		return min(storage.Time(plan.NextRunAt).Sub(now), background.Idle), err
	}
	_, err = s.make(ctx, scheduled, func(plan Plan, now storage.Time) error {
		if !plan.due(now) {
			return errNotDue
		}
		return nil
	})
	switch {
	case errors.Is(err, errNotDue):
		return pollInterval, nil
	case errors.Is(err, background.ErrHeld):
		return busyInterval, nil
	}
	return pollInterval, err
}
