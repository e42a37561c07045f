package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// lastAutoSync is the setting that remembers when a sync last came to its end.
const lastAutoSync = "lastAutoSync"

// SyncStatus says when the apps were last refreshed, and will be by themselves.
type SyncStatus struct {
	Schedule string           `json:"schedule"` // "manual", "daily" or "weekly"
	LastRun  storage.Time     `json:"lastRun"`  // when a sync last came to its end
	NextRun  storage.NullTime `json:"nextRun"`  // when the next one is due, or was; null without a schedule
	Due      bool             `json:"isDue"`
	Running  bool             `json:"isRunning"`
}

// SyncStatus returns how the schedule of syncs stands.
func (l *Library) SyncStatus(ctx context.Context) (s SyncStatus, err error) {
	err = l.store.View(ctx, func(tx storage.Tx) (err error) {
		s, err = l.syncStatus(tx)
		return err
	})
	return s, err
}

func (l *Library) syncStatus(tx storage.Tx) (s SyncStatus, err error) {
	var every time.Duration
	if s.Schedule, every, err = schedule(tx); err != nil {
		return s, err
	}
	if s.LastRun, err = settings.Time(tx, lastAutoSync); err != nil {
		return s, err
	}
	if every > 0 {
		next, now := s.LastRun.Add(every), l.stamp()
		// Without a run the first one is due now, and after a clock that was ahead
		// has been corrected, or a backup of one was restored, the next one is.
		if s.LastRun == 0 || s.LastRun > now {
			next = now
		}
		s.NextRun, s.Due = storage.NullTime(next), next <= now
	}
	run, err := storage.First(tx.Runs().List(storage.RunQuery{Runner: SyncRunner, Open: true, Limit: 1}))
	if errors.Is(err, storage.ErrNotFound) {
		return s, nil
	}
	s.Running = run.Status == storage.RunRunning
	return s, err
}

// schedule returns the schedule that is set and its interval, zero for none.
func schedule(tx storage.Tx) (name string, every time.Duration, err error) {
	switch name, err = settings.Text(tx, settings.SyncSchedule); name {
	case settings.Daily:
		return name, 24 * time.Hour, err
	case settings.Weekly:
		return name, 7 * 24 * time.Hour, err
	}
	return settings.Manual, 0, err
}

// noteLastRun remembers a run that ended, unless it did so with a fault or had
// nothing to do: then the next one is as due as this one was.
func noteLastRun(tx storage.Tx, run storage.Run) error {
	ended := run.Status == storage.RunDone || run.Status == storage.RunCancelled
	if !ended || run.Total == 0 {
		return nil
	}
	return settings.PutTime(tx, lastAutoSync, run.UpdatedAt)
}
