package history

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/keylock"
	"github.com/privacylabels/auditor/storage"
)

// recordTimeout limits the time to write the activity entry of an import after its context
// has ended.
const recordTimeout = 10 * time.Second

// errRemoved means that the app was removed since the import began.
var errRemoved = errors.New("the app was removed during the import")

// Config is what a [Service] needs.
type Config struct {
	storage.Env

	Archive archive.Archive // nil: imports fail with fleet.ErrNotSupported
}

// Service imports and removes the archived past of apps. It is safe for concurrent use.
type Service struct {
	store   storage.Store
	archive archive.Archive
	now     func() time.Time
	random  io.Reader
	log     *slog.Logger

	importing keylock.Locks // by app, held during the import of an app
	underWay  underWay
	plans     plans
	work      background.Group
}

// New returns a service over a store. It starts nothing. It passes a [archive.PaceMemory] in the
// store to an archive that is [archive.Paced].
func New(c Config) *Service {
	c.Env = c.Env.WithLogger()
	if paced, ok := c.Archive.(archive.Paced); ok {
		paced.Remember(paceMemory{c.Store, c.Logger})
	}
	return &Service{store: c.Store, archive: c.Archive, now: c.Now, random: c.Random, log: c.Logger}
}

// Stop ends imports at the next point where no work is lost, or cancels them after the
// timeout. It returns when all have ended, and may be called more than once.
func (s *Service) Stop(timeout time.Duration) { s.work.Stop(timeout) }

func (s *Service) stamp() storage.Time { return storage.TimeOf(s.now()) }

// Import imports the past of an app from the web archive. With months between 1 and
// [MaxMonths] it reads a page for each step of that many months; otherwise it is a survey,
// see the package documentation. It stores each page as soon as it is read. Imports of one
// app wait for each other, but not for one that waits for the archive; a refresh does not
// wait for them.
//
// The error wraps [fleet.ErrNotSupported] if there is no archive, [storage.ErrNotFound] if
// the app is not or no longer tracked, [fleet.ErrNoURL] or [runner.ErrStopping]. It is an
// [*archive.Error] if the archive is rate limiting or unreachable. Otherwise it is that of
// the context or the database. The result counts what was imported before the error.
func (s *Service) Import(ctx context.Context, id storage.AppID, months int) (Result, error) {
	result := resultOf(id, nil)
	err := s.alone(ctx, id, months, func(work context.Context, im *importer) error {
		im.save = func(ctx context.Context, _ progress, write func(*storage.Tx) error) error {
			if write == nil {
				return nil
			}
			return s.store.Update(ctx, write)
		}
		err := im.run(work)
		if result = im.result(); errors.Is(err, errRemoved) {
			return err
		}
		err = stopping(ctx, err)
		if _, ofArchive := errors.AsType[*archive.Error](err); ofArchive {
			s.log.WarnContext(ctx, "history not imported", "app_id", id, "error", err)
		}

		// The import is recorded even if the context has ended.
		recording, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
		defer cancel()
		recorded := s.store.Update(recording, func(tx *storage.Tx) error {
			return s.recordImport(tx, importRecord{result: result, began: im.Began, err: err})
		})
		return errors.Join(err, recorded)
	})
	return result, err
}

// SetOtherURLs stores further addresses of the page of an app, which imports ask the archive
// for, in place of the stored ones. The error is an [*AddressError] or wraps
// [storage.ErrNotFound], or is that of the database.
func (s *Service) SetOtherURLs(ctx context.Context, id storage.AppID, urls []string) error {
	err := s.store.Update(ctx, func(tx *storage.Tx) error { return setOtherURLs(tx, id, urls) })
	if errors.Is(err, errRemoved) {
		return storage.Missing(storage.App{}, id)
	}
	return err
}

// alone calls do with an importer of an app, while no other import of the app runs. The error
// is as in [Service.Import].
func (s *Service) alone(ctx context.Context, id storage.AppID, months int, do func(context.Context, *importer) error) error {
	if s.archive == nil {
		return fmt.Errorf("import of history: %w", fleet.ErrNotSupported)
	}
	work, stop, done, ok := s.work.Join(ctx)
	if !ok {
		return runner.ErrStopping
	}
	defer done()
	unlock, err := s.lock(work, id)
	if err != nil {
		return stopping(ctx, err)
	}
	defer unlock()
	app, err := s.withURL(work, id)
	if err != nil {
		return stopping(ctx, err)
	}
	err = do(work, s.importer(app, monthsOf(months), stop))
	if errors.Is(err, errRemoved) {
		return storage.Missing(storage.App{}, id)
	}
	return stopping(ctx, err)
}

// lock waits for the end of another import of an app. While that waits for an archive that
// is rate limiting, which may take long, lock fails with [archive.ErrThrottled] instead.
func (s *Service) lock(ctx context.Context, id storage.AppID) (unlock func(), err error) {
	for {
		unlock, released := s.importing.TryLock(id)
		if unlock != nil {
			return unlock, nil
		}
		other, _, changed := s.underWay.get(id)
		if wait := other.Waiting.Sub(s.stamp()); other.Waiting != 0 && wait > 0 {
			return nil, &archive.Error{Cause: archive.ErrThrottled, RetryAfter: wait}
		}
		select {
		case <-released:
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// stopping replaces the error of a cancellation by Stop with runner.ErrStopping.
func stopping(caller context.Context, err error) error {
	if errors.Is(err, context.Canceled) && caller.Err() == nil {
		return runner.ErrStopping
	}
	return err
}

// withURL returns an app, or an error if its history cannot be imported.
func (s *Service) withURL(ctx context.Context, id storage.AppID) (storage.App, error) {
	app, err := storage.View(ctx, s.store, func(tx *storage.Tx) (storage.App, error) { return tx.Apps.Get(id) })
	if err == nil && !s.has(app.Source) {
		err = fmt.Errorf("history of app %d of source %q: %w", id, app.Source, fleet.ErrNotSupported)
	}
	if err == nil && strings.TrimSpace(app.URL) == "" {
		err = fmt.Errorf("app %d: %w", id, fleet.ErrNoURL)
	}
	return app, err
}
