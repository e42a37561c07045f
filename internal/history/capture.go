package history

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

const (
	captureSettle = 5 * time.Second // before the first round
	captureLease  = 30 * time.Second

	// captureTimeout includes the wait for the pace of the archive.
	captureTimeout = 90 * time.Second

	// captureRetry is the delay after the first failure. It doubles with each further one, up to
	// the last of captureAttempts about a day after the change. A later capture proves little.
	captureRetry    = 45 * time.Minute
	captureAttempts = 6

	maxCaptures = 100 // in a round
)

// errNotWanted means that no capture of a change is wanted any more.
var errNotWanted = errors.New("no capture is wanted")

// KeepCaptures asks the web archive to capture the page of each app whose refresh showed a change,
// while the setting archiveChanges is on, and stores the address of the capture with the snapshot.
// It looks for changes once per tick, until the context ends or the service stops. Refreshes do not
// wait for it. A capture that fails is tried again for about a day. Without an archive it does
// nothing.
func (s *Service) KeepCaptures(ctx context.Context, tick time.Duration) {
	if s.archive == nil {
		return
	}
	s.work.Loop(ctx, background.Loop{First: captureSettle, Interrupt: context.Canceled, Step: func(ctx context.Context) time.Duration {
		if err := s.captureAll(ctx); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "captures of changes not made", "error", err)
		}
		return tick
	}})
}

// captureAll makes the captures that are due, until the archive refuses one. The error is that
// of the database.
func (s *Service) captureAll(ctx context.Context) error {
	due, err := s.capturesDue(ctx)
	for _, task := range due {
		if err != nil || ctx.Err() != nil {
			break
		}
		var refused bool
		if refused, err = s.captureOne(ctx, task); refused {
			break
		}
	}
	return err
}

// capturesDue returns the tasks that are due, the oldest first.
func (s *Service) capturesDue(ctx context.Context) ([]storage.Task, error) {
	now := s.stamp()
	due, err := storage.View(ctx, s.store, func(tx *storage.Tx) (due []storage.Task, _ error) {
		for task, err := range tx.Tasks.List(storage.TaskQuery{Kind: timeline.CaptureKind}) {
			if err != nil {
				return nil, err
			}
			if task.Due <= now && !background.Held(task, now) {
				due = append(due, task)
			}
		}
		return due, nil
	})
	order.Sort(due, func(a, b storage.Task) int { return int(a.Due - b.Due) })
	return due[:min(len(due), maxCaptures)], err
}

// captureOne makes one capture, and reports whether the archive refused it.
func (s *Service) captureOne(ctx context.Context, task storage.Task) (refused bool, err error) {
	id, err := storage.ParseSnapshotID(task.Subject)
	if err != nil {
		return false, err
	}
	began := s.stamp()
	var app storage.App
	env := storage.Env{Store: s.store, Now: s.now, Random: s.random, Logger: s.log}
	held, taken, err := background.Take(ctx, env, storage.Key(task), captureLease, func(tx *storage.Tx) (err error) {
		app, err = s.wantsCapture(tx, id)
		return err
	})
	switch {
	case errors.Is(err, errNotWanted):
		return false, s.store.Update(ctx, func(tx *storage.Tx) error {
			_, err := tx.Tasks.Delete(storage.Key(task))
			return err
		})
	case errors.Is(err, background.ErrHeld):
		return false, nil
	case err != nil:
		return false, err
	}

	asking, cancel := context.WithTimeout(held, captureTimeout)
	defer cancel()
	im := s.importer(app, 0, nil)
	var url string
	failure := im.guard(asking, "save", func(ctx context.Context) (err error) {
		url, err = s.archive.Save(ctx, im.target())
		return err
	})
	writing, end := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer end()
	switch {
	case failure == nil:
		err = taken.End(writing, func(tx *storage.Tx) error { return s.recordCapture(tx, app, id, began, url) })
	case ctx.Err() != nil: // the service stops
		err = taken.Postpone(writing, s.stamp())
	case taken.Attempts() >= captureAttempts:
		err = taken.End(writing, func(tx *storage.Tx) error { return s.recordNoCapture(tx, app, began, failure) })
	default:
		delay := captureRetry << (taken.Attempts() - 1)
		if errors.Is(failure, archive.ErrThrottled) {
			delay = max(waitAfter(failure), min(delay, time.Hour))
		}
		s.log.InfoContext(ctx, "capture of a change postponed", "app_id", app.ID, "error", failure)
		err = taken.Postpone(writing, s.stamp().Add(delay))
		refused = errors.Is(failure, archive.ErrThrottled) || errors.Is(failure, archive.ErrUnavailable) || errors.Is(failure, context.DeadlineExceeded)
	}
	if errors.Is(err, background.ErrLost) {
		err = nil
	}
	return refused, err
}

// wantsCapture returns the app of a snapshot whose page is to be captured. The error is
// errNotWanted if it is not.
func (s *Service) wantsCapture(tx *storage.Tx, id storage.SnapshotID) (storage.App, error) {
	on, err := settings.Flag(tx, settings.ArchiveChanges)
	if err != nil {
		return storage.App{}, err
	}
	snapshot, found, err := storage.Find(tx.Snapshots, id)
	if err != nil {
		return storage.App{}, err
	}
	if !on || !found || snapshot.ArchiveURL != "" {
		return storage.App{}, errNotWanted
	}
	app, found, err := storage.Find(tx.Apps, id.App)
	if err == nil && (!found || app.URL == "" || !s.has(app.Source)) {
		err = errNotWanted
	}
	return app, err
}

// recordCapture stores the address of the capture that the archive was asked for.
func (s *Service) recordCapture(tx *storage.Tx, app storage.App, id storage.SnapshotID, began storage.Time, url string) error {
	snapshot, found, err := storage.Find(tx.Snapshots, id)
	if err != nil || !found {
		return err
	}
	snapshot.ArchiveURL = storage.Text(url)
	if err := tx.Snapshots.Put(snapshot); err != nil {
		return err
	}
	return s.recordAsked(tx, app, began, activity.OK, "The web archive was asked to capture the page of "+app.Name, map[string]any{"saveNowUrl": url})
}

func (s *Service) recordNoCapture(tx *storage.Tx, app storage.App, began storage.Time, failure error) error {
	return s.recordAsked(tx, app, began, activity.Failed, fmt.Sprintf("The web archive did not capture the page of %s in %d attempts", app.Name, captureAttempts),
		map[string]any{"errorMessage": failure.Error()})
}

func (s *Service) recordAsked(tx *storage.Tx, app storage.App, began storage.Time, status, summary string, members map[string]any) error {
	members["mode"] = "change"
	return activity.Record(tx, s.random, storage.Activity{
		Type: activityType, Status: status, App: app.ID, AppName: storage.Text(app.Name),
		StartedAt: began, EndedAt: storage.NullTime(s.stamp()), Summary: storage.Text(summary), Detail: activity.Detail(members),
	})
}
