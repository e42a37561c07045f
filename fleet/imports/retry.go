package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// Retried is what became of an item that was tried again.
type Retried struct {
	Item   Item                 `json:"item"`
	Status storage.ImportStatus `json:"status"` // of the item now
	Wait   *Wait                `json:"rateLimited,omitempty"`
}

// Wait says that the store wants to be left alone.
type Wait struct {
	Milliseconds int64 `json:"retryAfterMs"`
}

// Retry tries an item again, now: one that waits to be searched for is, and every
// other one has its app read. When the store throttles, it waits for its turn.
// The error wraps storage.ErrNotFound when there is no such item, or, of a search,
// one of the sentinels of package fleet; it may be [runner.ErrStopping].
func (i *Intake) Retry(ctx context.Context, id storage.ImportItemID) (Retried, error) {
	work, _, done, ok := i.work.Join(ctx)
	if !ok {
		return Retried{}, runner.ErrStopping
	}
	defer done()
	item, err := i.item(work, id)
	if err != nil {
		return Retried{}, err
	}
	var wait time.Duration
	if item.Status == storage.ImportPendingSearch {
		item, wait, err = i.search(work, item)
	} else {
		item, wait, err = i.readAgain(work, item)
	}
	if err != nil {
		return Retried{}, orStopping(ctx, work, err)
	}
	i.nudge()
	r := Retried{Item: itemOf(item), Status: item.Status}
	if wait > 0 {
		r.Wait = &Wait{wait.Milliseconds()}
	}
	return r, nil
}

// orStopping makes an error of work that was called off say so.
func orStopping(caller, work context.Context, err error) error {
	if work.Err() != nil && caller.Err() == nil {
		return runner.ErrStopping
	}
	return err
}

// readAgain reads the app of an item and keeps it.
func (i *Intake) readAgain(ctx context.Context, item storage.ImportItem) (after storage.ImportItem, wait time.Duration, err error) {
	started := i.stamp()
	reading, target, err := i.read(ctx, item)
	if err == nil {
		defer reading.Release()
		err = i.update(ctx, func(tx storage.Tx) (err error) {
			after, _, err = i.imported(tx, item, reading, func(*storage.ImportItem) {})
			return err
		})
		if !errors.Is(err, storage.ErrInvalid) {
			return after, 0, gone(after, err)
		}
		err = &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err}
	}
	if ctx.Err() != nil {
		return item, 0, err
	}
	if wait, throttled := fleet.RetryAfter(err); throttled {
		until, attempts := storage.NullTime(i.stamp().Add(wait)), 0
		if reason, _ := fleet.CutOffBy(err); reason == fleet.CutOffRateLimited {
			attempts = 1
		}
		err = i.update(ctx, func(tx storage.Tx) (err error) {
			after, err = i.throttled(tx, item, until, attempts)
			return err
		})
		return after, wait, gone(after, err)
	}
	if foreign(err) {
		return item, 0, err
	}
	cause := err
	err = i.update(ctx, func(tx storage.Tx) (err error) {
		failed := false
		if after, failed, err = i.failed(tx, item, cause); err != nil || !failed || target.ID == 0 {
			return err
		}
		return i.fleet.RecordFailure(tx, target, started, cause)
	})
	return after, 0, gone(after, err)
}

func (i *Intake) update(ctx context.Context, fn func(storage.Tx) error) error {
	return i.store.Update(ctx, fn)
}

// gone returns an error when an item was removed meanwhile.
func gone(item storage.ImportItem, err error) error {
	if err == nil && item.Query == "" {
		return fmt.Errorf("item: %w", storage.ErrNotFound)
	}
	return err
}

// bundleID is what a query looks like that is a bundle id, and not a name.
var bundleID = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*(\.[A-Za-z0-9_-]+){2,}$`)

// search looks for the app that an item means, by its bundle id where it is one,
// else by name.
func (i *Intake) search(ctx context.Context, item storage.ImportItem) (after storage.ImportItem, wait time.Duration, err error) {
	country := string(item.Country)
	if country == "" {
		if country, err = i.fleet.Country(ctx); err != nil {
			return item, 0, err
		}
	}
	best, wait, err := i.candidate(ctx, country, item)
	if err != nil {
		return item, 0, err
	}
	err = i.update(ctx, func(tx storage.Tx) error {
		now, err := tx.ImportItems().Get(item.ID)
		if after = now; err != nil || moved(item, now) {
			return unlessNotFound(err)
		}
		after, err = i.change(tx, item.ID, wait == 0, func(item *storage.ImportItem) error {
			item.Attempts++
			switch {
			case wait > 0:
				item.NextAttempt = storage.NullTime(i.stamp().Add(wait))
			case best == nil:
				item.Status, item.NextAttempt = storage.ImportUnmatched, 0
			default:
				item.Status, item.NextAttempt, item.AppName = storage.ImportMatched, 0, storage.Text(best.Name)
				item.Developer, item.URL, item.IconURL = storage.Text(best.Developer), storage.Text(best.URL), storage.Text(best.IconURL)
				tracked, err := tracking(tx)(best.ID)
				if item.App = 0; tracked {
					item.App = best.ID
				}
				return err
			}
			return nil
		})
		return err
	})
	return after, wait, gone(after, err)
}

// candidate returns the app that an item most likely means, nil when there is
// none, or for how long the store wants to be left alone.
func (i *Intake) candidate(ctx context.Context, country string, item storage.ImportItem) (best *fleet.Candidate, wait time.Duration, err error) {
	name := cmp.Or(string(item.EditedQuery), item.Query)
	if bundleID.MatchString(name) {
		found, err := i.fleet.SearchBundles(ctx, country, []string{name})
		switch {
		case errors.Is(err, fleet.ErrNotSupported): // then by name
		case err != nil:
			return nil, 0, err
		case found.RetryAfter > 0:
			return nil, found.RetryAfter, nil
		case len(found.Matches) > 0 && found.Matches[0].Match != nil:
			return found.Matches[0].Match, 0, nil
		}
	}
	found, err := i.fleet.Search(ctx, country, []fleet.Query{{Name: name, Developer: string(item.Developer)}})
	if err != nil || found.RetryAfter > 0 {
		return nil, found.RetryAfter, err
	}
	if len(found.Matches) == 0 || len(found.Matches[0].Candidates) == 0 {
		return nil, 0, nil
	}
	return &found.Matches[0].Candidates[0], 0, nil
}
