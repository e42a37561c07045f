package fleet

import (
	"cmp"
	"context"
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// Resolve tells which app an address names, and which storefront is asked first:
// country when it is not empty, else that of the address, else that of the
// settings. The error wraps [ErrAddress], or is the store's.
func (l *Library) Resolve(ctx context.Context, url, country string) (Target, error) {
	t, err := l.scraper.Resolve(url)
	if err != nil {
		return Target{}, err
	}
	chosen, err := l.chosenCountry(ctx)
	t.Country = cmp.Or(country, t.Country, chosen)
	return t, err
}

// Reading is what was read of an app and is not kept yet. It is for whoever keeps
// it together with something else; see [Library.Refresh] for all others.
type Reading struct {
	library *Library
	seen    sighting
	release func()
}

// Read reads an app. Until Release, nobody else in this process reads the same
// app. The error is as that of [Library.Refresh]; there is nothing to release then.
func (l *Library) Read(ctx context.Context, t Target, trigger storage.Trigger) (*Reading, error) {
	seen, release, err := l.look(ctx, t.ID, func(storage.App) (Target, error) { return t, nil }, trigger)
	if err != nil {
		return nil, err
	}
	return &Reading{library: l, seen: seen, release: release}, nil
}

// Name returns what the app is called, empty when that was not said.
func (r *Reading) Name() string { return said(r.seen.listing.Name) }

// Keep keeps what was read, and tells of it, as part of a transaction. An app
// that is not tracked yet is from now on. Of one that another process read
// meanwhile, what that kept stands, and no change is found. An error that wraps
// [storage.ErrInvalid] says that what was read cannot be kept.
func (r *Reading) Keep(tx storage.Tx) (Refresh, error) {
	found, err := r.library.commit(tx, r.seen)
	if errors.Is(err, errOvertaken) { // before anything was written
		err = nil
	}
	return found, err
}

// Release lets others read the app, once.
func (r *Reading) Release() { r.release() }

// RecordFailure tells the activity log of an app that could not be read.
func (l *Library) RecordFailure(tx storage.Tx, t Target, started storage.Time, cause error) error {
	return l.tellOfFailure(tx, t, started, cause)
}

// CutOffBy returns why a run that asks the store cannot go on for now, if that is
// what an error of asking comes to: [CutOffRateLimited] or [CutOffCooling].
func CutOffBy(err error) (reason string, ok bool) {
	switch {
	case errors.Is(err, errCooling):
		return CutOffCooling, true
	case errors.Is(err, ErrThrottled):
		return CutOffRateLimited, true
	}
	return "", false
}

// MayAsk returns nil when the store may be asked about an app, and an error that
// wraps [ErrThrottled] while it wants to be left alone.
func (l *Library) MayAsk(tx storage.Tx) error { return cooling(tx, CooldownScrape, l.stamp()) }
