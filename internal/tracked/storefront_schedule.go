package tracked

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet"
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

// storefrontPage is of how many apps it is found out at once what is due.
const storefrontPage = 500

// readDue reads what is due, and reports whether it came to the end.
func (r *storefrontRounds) readDue(ctx context.Context, rounds []settings.StorefrontRound) (complete bool, _ error) {
	now := r.stamp()
	maps.DeleteFunc(r.retry, func(_ storefrontReading, at storage.Time) bool { return at <= now })
	read, failed := 0, 0
	defer func() {
		if read+failed > 0 {
			r.log.InfoContext(ctx, "storefronts read", "read", read, "failed", failed)
		}
	}()
	for one, err := range r.allDue(ctx, rounds) {
		if err != nil {
			return false, err
		}
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
		case errors.Is(err, fleet.ErrThrottled):
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
	return true, nil
}

// allDue yields what is due of all apps, found out for some of them at a time.
func (r *storefrontRounds) allDue(ctx context.Context, rounds []settings.StorefrontRound) iter.Seq2[storefrontReading, error] {
	return func(yield func(storefrontReading, error) bool) {
		for page := (storefrontsDue{}); !page.last; {
			next, err := storage.View(ctx, r.store, func(tx *storage.Tx) (storefrontsDue, error) { return r.due(tx, rounds, page.until) })
			if err != nil {
				yield(storefrontReading{}, err)
				return
			}
			for _, one := range next.due {
				if !yield(one, nil) {
					return
				}
			}
			page = next
		}
	}
}

// storefrontsDue are the storefronts of some apps that are due, by app.
type storefrontsDue struct {
	due   []storefrontReading
	until storage.AppID // the last of these apps
	last  bool          // there are no apps after it
}

// due returns what is due of some apps after one.
func (r *storefrontRounds) due(tx *storage.Tx, rounds []settings.StorefrontRound, after storage.AppID) (storefrontsDue, error) {
	ofTag := make(map[string][]settings.StorefrontRound)
	for _, round := range rounds {
		ofTag[round.Tag] = append(ofTag[round.Tag], round)
	}
	roundsOf := make(map[storage.AppID][]settings.StorefrontRound)
	found := storefrontsDue{last: true}
	for tag := range ofTag {
		page, err := storage.Collect(tx.AppTags.List(storage.AppTagQuery{Tag: tag, After: after, Limit: storefrontPage}))
		if errors.Is(err, storage.ErrNotSupported) {
			return found, nil
		}
		if err != nil {
			return found, err
		}
		for _, tagged := range page {
			roundsOf[tagged.App] = append(roundsOf[tagged.App], ofTag[tag]...)
		}
		if n := len(page); n == storefrontPage && (found.last || page[n-1].App < found.until) { // those after it are the next page's
			found.until, found.last = page[n-1].App, false
		}
	}

	ids := slices.Sorted(maps.Keys(roundsOf))
	if !found.last {
		ids = slices.DeleteFunc(ids, func(id storage.AppID) bool { return id > found.until })
	}
	marks, err := marksOf(tx, ids...)
	if err != nil {
		return found, err
	}
	for _, id := range ids {
		if marks[id].PausedAt != 0 {
			continue
		}
		origin, err := tx.AppOrigin(id)
		if errors.Is(err, storage.ErrNotFound) || err == nil && (origin.Source != "" || origin.URL == "") {
			continue
		}
		if err != nil {
			return found, err
		}
		due, err := r.dueOf(tx, id, roundsOf[id])
		if err != nil {
			return found, err
		}
		found.due = append(found.due, due...)
	}
	return found, nil
}

// dueOf returns the storefronts of an app that are due, by country.
func (r *storefrontRounds) dueOf(tx *storage.Tx, app storage.AppID, rounds []settings.StorefrontRound) ([]storefrontReading, error) {
	now, found := r.stamp(), make(map[string]bool)
	for _, round := range rounds {
		for _, country := range round.Countries {
			if _, waits := r.retry[storefrontReading{app, country}]; waits {
				continue
			}
			newest, _, err := storage.FindFirst(tx.Storefronts.List(storage.StorefrontQuery{App: app, Country: country, Limit: 1}))
			if err != nil {
				return nil, err
			}
			if newest.At == 0 || newest.At > now || now.Sub(newest.At) >= round.Every { // the clock may have been set back
				found[country] = true
			}
		}
	}
	due := make([]storefrontReading, 0, len(found))
	for _, country := range slices.Sorted(maps.Keys(found)) {
		due = append(due, storefrontReading{app, country})
	}
	return due, nil
}
