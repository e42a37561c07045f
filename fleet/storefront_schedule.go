package fleet

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

const (
	// storefrontCheck is how often it is found out which storefronts are due. The setting is read
	// more often, because it may change.
	storefrontCheck = time.Hour

	// storefrontRetry is the delay after a storefront could not be read.
	storefrontRetry = 6 * time.Hour

	storefrontLease = 30 * time.Second
)

// storefrontTask is the task whose owner reads storefronts: one process at a time.
var storefrontTask = storage.TaskID{Kind: "storefronts"}

// RunStorefronts reads the apps with a tag in the storefronts that the setting storefrontSchedule
// names, daily or weekly, until the context ends or the service stops. A storefront is due when its
// newest observation is old enough, so an interrupted round resumes where it stopped, and one that a
// person asked for counts. Apps of other sources than the App Store and paused apps are left out.
func (s *Service) RunStorefronts(ctx context.Context, tick time.Duration) {
	ctx, stop, done, ok := s.work.Join(ctx)
	if !ok {
		return
	}
	defer done()
	rounds := storefrontRounds{Service: s, stop: stop, retry: make(map[storefrontReading]storage.Time)}
	background.Loop{First: background.Jitter(s.random, tick), Step: func(ctx context.Context) time.Duration {
		if err := rounds.runOnce(ctx); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "storefronts not read", "error", err)
		}
		return tick
	}}.Run(ctx, stop)
}

// storefrontReading is an app to read in one storefront.
type storefrontReading struct {
	app     storage.AppID
	country string
}

// storefrontRounds reads what is due. It belongs to one goroutine.
type storefrontRounds struct {
	*Service
	stop <-chan struct{}

	schedule string       // the setting when next was set
	next     storage.Time // when it is found out again what is due
	retry    map[storefrontReading]storage.Time
}

// runOnce reads the storefronts that are due, until the App Store limits requests.
func (r *storefrontRounds) runOnce(ctx context.Context) error {
	schedule, err := storage.View(ctx, r.store, func(tx *storage.Tx) (string, error) { return settings.Text(tx, settings.StorefrontSchedule) })
	if err != nil || schedule == "" || schedule == r.schedule && r.stamp() < r.next {
		return err
	}
	rounds, err := settings.ParseStorefronts(schedule)
	if err != nil { // a restored one that this version cannot read
		r.log.WarnContext(ctx, "schedule of storefronts not read", "error", err)
		r.schedule, r.next = schedule, r.stamp().Add(storefrontCheck)
		return nil
	}

	env := storage.Env{Store: r.store, Now: r.now, Random: r.random, Logger: r.log}
	held, taken, err := background.Take(ctx, env, storefrontTask, storefrontLease, func(*storage.Tx) error { return nil })
	if errors.Is(err, background.ErrHeld) {
		return nil
	}
	if err != nil {
		return err
	}
	complete, err := r.readDue(held, rounds)
	if complete {
		r.schedule, r.next = schedule, r.stamp().Add(storefrontCheck)
	}
	ended := taken.End(context.WithoutCancel(ctx), func(*storage.Tx) error { return nil })
	if errors.Is(ended, background.ErrLost) {
		ended = nil
	}
	return errors.Join(err, ended)
}

// readDue reads what is due, and reports whether it came to the end.
func (r *storefrontRounds) readDue(ctx context.Context, rounds []settings.StorefrontRound) (complete bool, err error) {
	due, err := storage.View(ctx, r.store, func(tx *storage.Tx) ([]storefrontReading, error) { return r.due(tx, rounds) })
	if err != nil {
		return false, err
	}
	read, failed := 0, 0
	for _, one := range due {
		if background.Stopped(ctx, r.stop) {
			return false, nil
		}
		app, err := storage.View(ctx, r.store, func(tx *storage.Tx) (storage.App, error) { return tx.Apps.Get(one.app) })
		if errors.Is(err, storage.ErrNotFound) {
			continue // removed since
		}
		if err != nil {
			return false, err
		}
		switch err := r.readStorefront(ctx, app, one.country); {
		case err == nil:
			read++
			delete(r.retry, one)
		case errors.Is(err, ErrThrottled):
			return false, nil
		case isScrapeError(err):
			failed++
			r.retry[one] = r.stamp().Add(storefrontRetry)
		case ctx.Err() != nil:
			return false, nil
		default:
			return false, err
		}
	}
	if read+failed > 0 {
		r.log.InfoContext(ctx, "storefronts read", "read", read, "failed", failed)
	}
	return true, nil
}

// due returns the storefronts that are due, by app.
func (r *storefrontRounds) due(tx *storage.Tx, rounds []settings.StorefrontRound) ([]storefrontReading, error) {
	now := r.stamp()
	for one, at := range r.retry {
		if at <= now {
			delete(r.retry, one)
		}
	}
	found := make(map[storefrontReading]bool)
	for _, round := range rounds {
		apps, err := storage.Collect(tx.Apps.List(storage.AppQuery{Tag: round.Tag, Order: storage.AppsByID}))
		if errors.Is(err, storage.ErrNotSupported) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		ids := make([]storage.AppID, len(apps))
		for i, app := range apps {
			ids[i] = app.ID
		}
		marks, err := marksOf(tx, ids...)
		if err != nil {
			return nil, err
		}
		for _, app := range apps {
			if app.Source != "" || app.URL == "" || marks[app.ID].PausedAt != 0 {
				continue
			}
			if err := r.dueOf(tx, app.ID, round, now, found); err != nil {
				return nil, err
			}
		}
	}
	due := make([]storefrontReading, 0, len(found))
	for one := range found {
		due = append(due, one)
	}
	slices.SortFunc(due, func(a, b storefrontReading) int {
		return cmp.Or(cmp.Compare(a.app, b.app), cmp.Compare(a.country, b.country))
	})
	return due, nil
}

// dueOf adds the storefronts of an app that are due.
func (r *storefrontRounds) dueOf(tx *storage.Tx, app storage.AppID, round settings.StorefrontRound, now storage.Time, found map[storefrontReading]bool) error {
	for _, country := range round.Countries {
		one := storefrontReading{app, country}
		if _, waits := r.retry[one]; waits {
			continue
		}
		newest, _, err := storage.FindFirst(tx.Storefronts.List(storage.StorefrontQuery{App: app, Country: country, Limit: 1}))
		if err != nil {
			return err
		}
		if newest.At == 0 || newest.At > now || now.Sub(newest.At) >= round.Every { // the clock may have been set back
			found[one] = true
		}
	}
	return nil
}
