package imports

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// Retried is the result of [Service.Retry].
type Retried struct {
	Item   Item                 `json:"item"`   // the item
	Status storage.ImportStatus `json:"status"` // the new status of the item
	// What could not be done because the App Store is rate limiting; missing: everything was done.
	Wait *Wait `json:"rateLimited,omitempty"`
}

// Wait is the remaining cooldown.
type Wait struct {
	Milliseconds int64 `json:"retryAfterMs"` // how long to wait before the next attempt, in milliseconds
}

// Retry tries an item again, now: it searches for an item that waits to be searched for,
// and reads the app of any other, which fails if the item has no URL. When the App Store
// is rate limiting, the item is queued. The error wraps storage.ErrNotFound when there is
// no such item or, for a search, one of the sentinels of package fleet; it may be
// [runner.ErrStopping].
func (s *Service) Retry(ctx context.Context, id storage.ImportItemID) (Retried, error) {
	work, _, done, ok := s.work.Join(ctx)
	if !ok {
		return Retried{}, runner.ErrStopping
	}
	defer done()
	item, err := s.item(work, id)
	if err != nil {
		return Retried{}, err
	}
	var wait time.Duration
	if item.Status == storage.ImportPendingSearch {
		item, wait, err = s.search(work, item)
	} else {
		item, wait, err = s.readAgain(work, item)
	}
	if err != nil {
		return Retried{}, orStopping(ctx, work, err)
	}
	s.queued.Send()
	r := Retried{Item: itemOf(item), Status: item.Status}
	if wait > 0 {
		r.Wait = &Wait{wait.Milliseconds()}
	}
	return r, nil
}

// orStopping turns the error of cancelled work into runner.ErrStopping.
func orStopping(caller, work context.Context, err error) error {
	if work.Err() != nil && caller.Err() == nil {
		return runner.ErrStopping
	}
	return err
}

// readAgain reads the app of an item and stores it.
func (s *Service) readAgain(ctx context.Context, item storage.ImportItem) (after storage.ImportItem, wait time.Duration, err error) {
	started := s.stamp()
	reading, target, err := s.read(ctx, item)
	if err == nil {
		defer reading.Release()
		after, err = storage.Update(ctx, s.store, func(tx *storage.Tx) (storage.ImportItem, error) {
			_, after, _, err := s.imported(tx, item, reading, func(*storage.ImportItem) {})
			return after, err
		})
		if !errors.Is(err, storage.ErrInvalid) {
			return after, 0, gone(item, after, err)
		}
		err = &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err, Source: target.Source}
	}
	if ctx.Err() != nil {
		return item, 0, err
	}
	if wait, throttled := tracked.RetryAfter(err); throttled {
		until, attempts := storage.NullTime(s.stamp().Add(wait)), 0
		if reason, _ := tracked.InterruptReason(err); reason == tracked.InterruptRateLimited {
			attempts = 1
		}
		after, err = storage.Update(ctx, s.store, func(tx *storage.Tx) (storage.ImportItem, error) {
			return s.throttled(tx, item, target.Source, until, attempts)
		})
		return after, wait, gone(item, after, err)
	}
	if unrelated(err) {
		return item, 0, err
	}
	cause := err
	after, err = storage.Update(ctx, s.store, func(tx *storage.Tx) (storage.ImportItem, error) {
		after, failed, err := s.failed(tx, item, cause)
		if err != nil || !failed || target.ID == 0 {
			return after, err
		}
		_, err = s.fleet.RecordFailure(tx, target, started, cause, true)
		return after, err
	})
	return after, 0, gone(item, after, err)
}

// gone returns an error when an item was removed meanwhile.
func gone(item, after storage.ImportItem, err error) error {
	if err == nil && after.Query == "" {
		return storage.Missing(item, storage.Key(item))
	}
	return err
}

// bundleID matches queries that are bundle IDs and not names.
var bundleID = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*(\.[A-Za-z0-9_-]+){2,}$`)

// search searches for the app of an item, by bundle ID if the query is one, otherwise by
// name.
func (s *Service) search(ctx context.Context, item storage.ImportItem) (after storage.ImportItem, wait time.Duration, err error) {
	country := string(item.Country)
	if country == "" {
		if country, err = s.fleet.Country(ctx); err != nil {
			return item, 0, err
		}
	}
	best, wait, err := s.candidate(ctx, country, item)
	if err != nil {
		return item, 0, err
	}
	after, err = storage.Update(ctx, s.store, func(tx *storage.Tx) (storage.ImportItem, error) {
		now, _, err := storage.Find(tx.ImportItems, item.ID)
		if err != nil || moved(item, now) {
			return now, err
		}
		return s.change(tx, item.ID, wait == 0, func(item *storage.ImportItem) error {
			item.Attempts++
			switch {
			case wait > 0:
				item.NextAttempt = storage.NullTime(s.stamp().Add(wait))
			case best == nil:
				item.Status, item.NextAttempt = storage.ImportUnmatched, 0
			default:
				item.Status, item.NextAttempt, item.Error = storage.ImportMatched, 0, ""
				item.AppName = storage.Text(best.Name)
				item.Developer, item.URL, item.IconURL = storage.Text(best.Developer), storage.Text(best.URL), storage.Text(best.IconURL)
				tracked, err := tracking(tx)(best.ID)
				if item.App = 0; tracked {
					item.App = best.ID
				}
				return err
			}
			return nil
		})
	})
	return after, wait, gone(item, after, err)
}

// candidate returns the most likely app of an item, nil when there is none, or the
// remaining cooldown.
func (s *Service) candidate(ctx context.Context, country string, item storage.ImportItem) (best *tracked.Candidate, wait time.Duration, err error) {
	name := cmp.Or(string(item.EditedQuery), item.Query)
	if bundleID.MatchString(name) {
		found, err := s.fleet.SearchBundles(ctx, country, []string{name})
		switch {
		case errors.Is(err, fleet.ErrNotSupported): // then search by name
		case err != nil:
			return nil, 0, err
		case found.RetryAfter > 0:
			return nil, found.RetryAfter, nil
		case len(found.Matches) > 0 && found.Matches[0].Match != nil:
			return found.Matches[0].Match, 0, nil
		}
	}
	if best, wait, err = s.named(ctx, name); best != nil || wait > 0 || err != nil {
		return best, wait, err
	}
	found, err := s.fleet.Search(ctx, country, []tracked.Query{{Name: name, Developer: string(item.Developer)}})
	if err != nil || found.RetryAfter > 0 {
		return nil, found.RetryAfter, err
	}
	if len(found.Matches) == 0 || len(found.Matches[0].Candidates) == 0 {
		return nil, 0, nil
	}
	return &found.Matches[0].Candidates[0], 0, nil
}

// named returns the app that a text names in one of the further sources, such as the name of a
// package, nil when there is none, or the remaining cooldown.
func (s *Service) named(ctx context.Context, text string) (*tracked.Candidate, time.Duration, error) {
	target, err := s.fleet.Resolve(ctx, text, "")
	if err != nil || target.Source == "" {
		return nil, 0, nil
	}
	p, err := s.fleet.Preview(ctx, text)
	if wait, throttled := tracked.RetryAfter(err); throttled {
		return nil, wait, nil
	}
	if errors.Is(err, fleet.ErrNotListed) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	return &tracked.Candidate{ID: target.ID, AppSource: p.AppSource, Name: p.Name, Developer: p.Developer, URL: p.URL, IconURL: p.IconURL}, 0, nil
}
