package fleet

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// MaxTracked is the maximum number of addresses of one [Service.Track].
const MaxTracked = 100

// TrackRequest names apps to track, or to refresh if they are tracked already.
type TrackRequest struct {
	URLs    []string
	Trigger storage.Trigger // empty: manual for a resync, otherwise import
	Resync  bool            // intended as a refresh; affects only how it is recorded
}

// The outcomes of an address in [Service.Track].
const (
	OutcomeSuccess     = "success"
	OutcomeRateLimited = "rate_limited"
	OutcomeError       = "error"
)

// Result is the outcome of one address.
type Result struct {
	Outcome string
	URL     string
	Refresh Refresh // with OutcomeSuccess
	Err     error   // otherwise
}

// BatchError is why a [TrackRequest] was rejected as a whole.
type BatchError struct{ Reason string }

func (e *BatchError) Error() string { return e.Reason }

// Track tracks or refreshes the app at each address in turn, and returns a result for
// each in the same order. Once the App Store is rate limiting, the remaining addresses
// are not tried. When an address names no app, the request is rejected with a
// [*BatchError] before anything is done.
//
// When the service stops, the remaining addresses are not tried either. The error is
// then [runner.ErrStopping], the database's or the context's, and the results are those
// so far.
func (s *Service) Track(caller context.Context, r TrackRequest) ([]Result, error) {
	targets, err := s.resolve(caller, r.URLs)
	if err != nil {
		return nil, err
	}
	if r.Trigger == "" {
		r.Trigger = storage.TriggerImport
		if r.Resync {
			r.Trigger = storage.TriggerManual
		}
	}
	ctx, stop, done, ok := s.work.Join(caller)
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
		refresh, err := s.Refresh(ctx, t, r.Trigger)
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
		default:
			return results[:i], err
		}
	}
	return results, nil
}

func (s *Service) resolve(ctx context.Context, urls []string) ([]Target, error) {
	if len(urls) == 0 {
		return nil, &BatchError{"urls must be a list of App Store addresses"}
	}
	if len(urls) > MaxTracked {
		return nil, &BatchError{fmt.Sprintf("at most %d addresses at once", MaxTracked)}
	}
	targets := make([]Target, len(urls))
	for i, u := range urls {
		t, err := s.sources.resolve(u)
		if err != nil {
			return nil, &BatchError{fmt.Sprintf("%.200q is not the App Store address of an app", u)}
		}
		targets[i] = t
	}
	return targets, s.located(ctx, targets)
}
