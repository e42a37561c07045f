package tracked

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// MaxTracked is the maximum number of apps of one [Service.Track].
const MaxTracked = 100

// TrackRequest names apps to track, or to refresh if they are tracked already. Apps are named
// by URL, ID or name.
type TrackRequest struct {
	URLs    []string
	IDs     []storage.AppID // of tracked apps, which are read from their source, or of the App Store
	Names   []string        // see [AmbiguousError]
	Trigger storage.Trigger // empty: manual for a resync, otherwise import
	Resync  bool            // the request is meant as a refresh; affects only how it is recorded
}

// The outcomes of an address in [Service.Track].
const (
	OutcomeSuccess     = "success"
	OutcomeRateLimited = "rate_limited"
	OutcomeError       = "error"
)

// Result is the outcome of one app of a [TrackRequest].
type Result struct {
	Outcome string
	URL     string  // empty: no app was found
	Query   string  // the ID or name in the request; empty for a URL
	Refresh Refresh // with OutcomeSuccess
	Err     error   // otherwise
}

// fail sets the error that explains why the app was not read.
func (r *Result) fail(err error) {
	r.Outcome, r.Err = OutcomeError, err
	if errors.Is(err, fleet.ErrThrottled) {
		r.Outcome = OutcomeRateLimited
	}
}

// BatchError is why a [TrackRequest] was rejected as a whole. It wraps the errors of its
// parts, at most [MaxTracked], so that errors.Is finds ErrAddress if URLs name no app.
type BatchError struct {
	Reason string
	Parts  []error // the errors of URLs, in the order of the request; nil: it is about no single one
}

func (e *BatchError) Error() string { return e.Reason }

// Unwrap returns the errors of the parts.
func (e *BatchError) Unwrap() []error { return e.Parts }

// Track tracks or refreshes each app in turn, and returns a result for each: those of the
// URLs, then of the IDs, then of the names, each in the order of the request. Once the App
// Store is rate limiting, the remaining apps are not tried. If a URL names no app, the whole
// request is rejected with a [*BatchError] before anything is done; an ID or name that finds
// no app fails alone, and so does a URL at which a [fleet.Scraper] panics.
//
// If the service stops, or the database or the context fails, Track returns the results so
// far with the error, which is [runner.ErrStopping] if the service stops.
func (s *Service) Track(caller context.Context, r TrackRequest) ([]Result, error) {
	all, err := s.resolve(caller, r)
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
	results := make([]Result, len(all))
	var throttled error
	for i, w := range all {
		results[i] = w.result
		if w.result.Err != nil {
			continue
		}
		if background.Closed(stop) {
			results[i].fail(runner.ErrStopping)
			continue
		}
		if throttled != nil {
			results[i].fail(fmt.Errorf("queued behind a throttled request: %w", throttled))
			continue
		}
		refresh, err := s.refreshJoined(ctx, w.target, r.Trigger)
		switch {
		case err == nil:
			results[i].Outcome, results[i].Refresh = OutcomeSuccess, refresh
		case caller.Err() != nil:
			return results[:i], caller.Err()
		case ctx.Err() != nil:
			results[i].fail(runner.ErrStopping)
		case errors.Is(err, fleet.ErrThrottled):
			throttled = err
			results[i].fail(err)
		case isScrapeError(err), errors.Is(err, ErrRemoved):
			results[i].fail(err)
		default:
			return results[:i], err
		}
	}
	return results, nil
}

// wanted is an app that a request names. If there is no target, its result has an error.
type wanted struct {
	target fleet.Target
	result Result
}

// address sets the target to that of an address.
func (w *wanted) address(all *sources, address string) {
	t, err := all.resolve(address)
	if err != nil {
		w.result.fail(err)
		return
	}
	w.target, w.result.URL = t, t.URL
}

// resolve returns the apps of a request, in the order of their results.
func (s *Service) resolve(ctx context.Context, r TrackRequest) ([]wanted, error) {
	n := len(r.URLs) + len(r.IDs) + len(r.Names)
	if n == 0 {
		return nil, &BatchError{Reason: "no app to track: the TrackRequest has no URLs, IDs or Names"}
	}
	if n > MaxTracked {
		return nil, &BatchError{Reason: fmt.Sprintf("at most %d apps at once", MaxTracked)}
	}
	all := make([]wanted, 0, n)
	var refused BatchError
	for _, u := range r.URLs {
		w := wanted{result: Result{URL: u}}
		w.address(&s.sources, u)
		if errors.Is(w.result.Err, fleet.ErrAddress) {
			if refused.Parts == nil {
				refused.Reason = fmt.Sprintf("%.200q is %s", u, &fleet.ScrapeError{Cause: fleet.ErrAddress, Source: s.sources.byHost[netguard.HostOf(u)].name})
				if scrape, ok := errors.AsType[*fleet.ScrapeError](w.result.Err); ok && scrape.Err != nil && scrape.Source == "" {
					refused.Reason += ": " + scrape.Err.Error() // what else it is the address of
				}
			}
			refused.Parts = append(refused.Parts, w.result.Err)
		}
		all = append(all, w)
	}
	if refused.Parts != nil {
		return nil, &refused
	}
	country, err := s.Country(ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range r.IDs {
		w, err := s.byID(ctx, country, id)
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	for _, name := range r.Names {
		w, err := s.byName(ctx, country, name)
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	var targets []*fleet.Target
	for i := range all {
		if all[i].result.Err == nil {
			targets = append(targets, &all[i].target)
		}
	}
	return all, s.located(ctx, targets...)
}

// byID returns the tracked app with an ID or, if there is none, the app with that ID in the
// App Store. The error is that of the database.
func (s *Service) byID(ctx context.Context, country string, id storage.AppID) (w wanted, err error) {
	w.result.Query = id.String()
	if id <= 0 || id > storage.MaxAppID {
		w.result.fail(fmt.Errorf("%w: %d is not an ID", fleet.ErrAddress, id))
		return w, nil
	}
	var app storage.AppOrigin
	var own storage.Identifier
	err = s.store.View(ctx, func(tx *storage.Tx) (err error) {
		if app, err = tx.AppOrigin(id); err != nil {
			return err
		}
		own, _, err = storage.Find(tx.Identifiers, id) // there is none if the ID is that of the source
		return err
	})
	switch {
	case errors.Is(err, storage.ErrNotFound):
		w.address(&s.sources, fmt.Sprintf("https://apps.apple.com/%s/app/id%d", country, id))
		return w, nil
	case err != nil:
		return w, err
	case app.URL == "":
		w.result.fail(fleet.ErrNoURL)
		return w, nil
	}
	// As in a sync, the source is that of the app: its host may belong to another one by now.
	if w.target, err = storedTarget(app); err != nil {
		return w, err
	}
	w.target.Identifier, w.result.URL = own.Identifier, app.URL
	if source, err := s.sources.named(w.target.Source); err == nil && w.target.Country == "" {
		if t, err := source.Resolve(app.URL); err == nil { // otherwise the refresh fails, and records it
			w.target.Country = t.Country
		}
	}
	return w, nil
}

// byName returns the app that a name identifies. The error is that of the database or the
// context, or [runner.ErrStopping].
func (s *Service) byName(ctx context.Context, country, name string) (w wanted, err error) {
	w.result.Query = name
	found, err := s.Search(ctx, country, []Query{{Name: name}})
	switch {
	case isScrapeError(err), errors.Is(err, fleet.ErrNotSupported):
		w.result.fail(err)
	case err != nil:
		return w, err
	case found.RetryAfter > 0:
		w.result.fail(&fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: found.RetryAfter})
	case len(found.Matches) == 0:
		w.result.fail(&AmbiguousError{Name: name})
	default:
		one, err := found.Matches[0].Choice()
		if err != nil {
			w.result.fail(err)
			return w, nil
		}
		w.address(&s.sources, one.URL)
	}
	return w, nil
}
