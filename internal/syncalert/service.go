package syncalert

import (
	"context"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// Service notifies users of syncs that fail. It is safe for concurrent use.
type Service struct {
	storage.Env
	work background.Group
}

// New returns a service. It starts nothing.
func New(env storage.Env) *Service { return &Service{Env: env} }

// Run checks the syncs once per tick until the context ends or the service stops. The
// first check is a tick after the start, so that a sync that became due while the program
// was not running can begin first. Errors are logged.
func (s *Service) Run(ctx context.Context, tick time.Duration) {
	s.work.Loop(ctx, background.Loop{First: tick + background.Jitter(s.Random, tick/10), Step: func(ctx context.Context) time.Duration {
		if err := s.Check(ctx); err != nil && ctx.Err() == nil {
			s.Logger.ErrorContext(ctx, "check of the syncs failed", "error", err)
		}
		return tick
	}})
}

// Stop ends [Service.Run]; see [background.Group.Stop].
func (s *Service) Stop(timeout time.Duration) { s.work.Stop(timeout) }

// Check checks the syncs once, and notifies if something has changed. It writes nothing
// otherwise.
func (s *Service) Check(ctx context.Context) error {
	now := storage.TimeOf(s.Now())
	var changed bool
	err := s.Store.View(ctx, func(tx *storage.Tx) error {
		v, err := judge(tx, now)
		changed = v.before != v.after
		return err
	})
	if err == nil && changed {
		err = s.Store.Update(ctx, func(tx *storage.Tx) error {
			v, err := judge(tx, now)
			if err != nil || v.before == v.after { // another process was first
				return err
			}
			if err := settings.PutJSON(tx, settings.SyncAlertState, v.after); err != nil || len(v.news) == 0 {
				return err
			}
			return notify.Post(tx, now, s.Random, notify.Notice{
				AppName: "Refreshing apps", Type: storage.NoticeSyncAlert, Changes: v.news,
			})
		})
	}
	if err != nil {
		return fmt.Errorf("check the syncs: %w", err)
	}
	return nil
}
