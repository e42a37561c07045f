package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// MaxTracked is how many addresses one [Library.Track] takes.
const MaxTracked = 100

// TrackRequest names apps to be tracked, or refreshed when they are already.
type TrackRequest struct {
	URLs    []string
	Trigger storage.Trigger // empty: manual for a resync, else import
	Resync  bool            // meant as a refresh; only how it is recorded depends on it
}

// The outcomes of an address in [Library.Track].
const (
	OutcomeSuccess     = "success"
	OutcomeRateLimited = "rate_limited"
	OutcomeError       = "error"
)

// Result is what became of one address.
type Result struct {
	Outcome string
	URL     string
	Refresh Refresh // with OutcomeSuccess
	Err     error   // otherwise
}

// BatchError says why a [TrackRequest] was refused as a whole.
type BatchError struct{ Reason string }

func (e *BatchError) Error() string { return e.Reason }

// Track tracks or refreshes the app at each address, one after the other, and
// returns a result for each, in their order. Once the store throttles, the
// addresses left are not tried. The request is refused with a [*BatchError]
// before anything is done when an address names no app.
//
// When the library stops, what is left is not tried either. The error is then
// [runner.ErrStopping], or the store's, or the context's, and the results are those
// until then.
func (l *Library) Track(caller context.Context, r TrackRequest) ([]Result, error) {
	targets, err := l.resolve(caller, r.URLs)
	if err != nil {
		return nil, err
	}
	if r.Trigger == "" {
		r.Trigger = storage.TriggerImport
		if r.Resync {
			r.Trigger = storage.TriggerManual
		}
	}
	ctx, stop, done, ok := l.work.Join(caller)
	if !ok {
		return nil, runner.ErrStopping
	}
	defer done()
	results := make([]Result, len(targets))
	var throttled error
	for i, t := range targets {
		results[i].URL = t.URL
		select {
		case <-stop:
			results[i].Outcome, results[i].Err = OutcomeError, runner.ErrStopping
			continue
		default:
		}
		if throttled != nil {
			results[i].Outcome, results[i].Err = OutcomeRateLimited, fmt.Errorf("queued behind a throttled request: %w", throttled)
			continue
		}
		started := l.stamp()
		refresh, err := l.Refresh(ctx, t, r.Trigger)
		var failed *ScrapeError
		switch {
		case err == nil:
			results[i].Outcome, results[i].Refresh = OutcomeSuccess, refresh
		case caller.Err() != nil:
			return results[:i], caller.Err()
		case ctx.Err() != nil:
			results[i].Outcome, results[i].Err = OutcomeError, runner.ErrStopping
		case errors.Is(err, ErrThrottled):
			throttled = err
			results[i].Outcome, results[i].Err = OutcomeRateLimited, err
		case errors.As(err, &failed):
			results[i].Outcome, results[i].Err = OutcomeError, err
			if err := l.recordFailure(ctx, t, started, err); err != nil {
				return results[:i], err
			}
		default:
			return results[:i], err
		}
	}
	return results, nil
}

func (l *Library) resolve(ctx context.Context, urls []string) ([]Target, error) {
	if len(urls) == 0 {
		return nil, &BatchError{"urls must be a list of store addresses"}
	}
	if len(urls) > MaxTracked {
		return nil, &BatchError{fmt.Sprintf("at most %d addresses at once", MaxTracked)}
	}
	targets := make([]Target, len(urls))
	for i, u := range urls {
		t, err := l.scraper.Resolve(u)
		if err != nil {
			return nil, &BatchError{fmt.Sprintf("%.200q is not the store address of an app", u)}
		}
		targets[i] = t
	}
	chosen, err := l.chosenCountry(ctx)
	for i := range targets {
		targets[i].Country = cmp.Or(targets[i].Country, chosen)
	}
	return targets, err
}

// recordFailure tells the activity log of an app that could not be read.
func (l *Library) recordFailure(ctx context.Context, t Target, started storage.Time, cause error) error {
	return l.store.Update(ctx, func(tx storage.Tx) error { return l.tellOfFailure(tx, t, started, cause) })
}

func (l *Library) tellOfFailure(tx storage.Tx, t Target, started storage.Time, cause error) error {
	app, err := tx.Apps().Get(t.ID)
	isNew := errors.Is(err, storage.ErrNotFound)
	if err != nil && !isNew {
		return err
	}
	return activity.Record(tx, l.random, storage.Activity{
		Type: activityType(isNew), Status: activity.Failed, App: app.ID, AppName: storage.Text(app.Name),
		StartedAt: started, EndedAt: storage.NullTime(l.stamp()), Summary: storage.Text("Could not read " + t.URL),
		Detail: detail(map[string]any{"url": t.URL, "errorMessage": Explain(cause), "httpStatus": status(cause)}),
	})
}
