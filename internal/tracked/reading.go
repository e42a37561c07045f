package tracked

import (
	"cmp"
	"context"
	"errors"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Resolve returns the app that an address names. The storefront to ask first is country
// if it is set, else that of the address, else that in which the app is tracked, else that
// of the settings. The error wraps [fleet.ErrAddress], is another [*fleet.ScrapeError] of a scraper that
// failed, or is the database's.
func (s *Service) Resolve(ctx context.Context, url, country string) (fleet.Target, error) {
	t, err := s.sources.resolve(url)
	if err != nil {
		return fleet.Target{}, err
	}
	t.Country = cmp.Or(country, t.Country)
	err = s.located(ctx, &t)
	return t, err
}

// located completes targets by what the database has: the storefront in which an app is
// tracked, or else that of the settings, and the IDs of apps that their source identifies
// otherwise.
func (s *Service) located(ctx context.Context, targets ...*fleet.Target) error {
	return s.store.View(ctx, func(tx *storage.Tx) error {
		chosen, err := settings.Text(tx, settings.AppCountry)
		if err != nil {
			return err
		}
		for _, t := range targets {
			if err := setNumber(tx, t); err != nil {
				return err
			}
			if t.Country != "" {
				continue
			}
			app, err := tx.AppOrigin(t.ID)
			if err != nil && !errors.Is(err, storage.ErrNotFound) {
				return err
			}
			t.Country = cmp.Or(app.Country, chosen)
		}
		return nil
	})
}

// Reading is an observation of an app that is not stored yet, for callers that store it
// together with something else. Others call [Service.Refresh].
type Reading struct {
	fleet       *Service
	observation observation
	release     func()
}

// Read reads an app. Until Release is called, no other call in this process reads the
// same app. The error is as in [Service.Refresh]; then Release must not be called.
func (s *Service) Read(ctx context.Context, t fleet.Target, trigger storage.Trigger) (*Reading, error) {
	seen, release, err := s.observe(ctx, t.ID, func(storage.AppOrigin) (fleet.Target, error) { return t, nil }, trigger)
	if err != nil {
		return nil, err
	}
	return &Reading{fleet: s, observation: seen, release: release}, nil
}

// Name returns the app's name, empty when the source did not return it.
func (r *Reading) Name() string { return deref(r.observation.listing.Name) }

// Keep stores the observation and records it, as part of a transaction. An app that is not
// tracked yet becomes tracked. If another process refreshed the app meanwhile, the state
// that it stored stays, and the result has no changes. An error that wraps
// [storage.ErrInvalid] means that the observation cannot be stored.
func (r *Reading) Keep(tx *storage.Tx) (Refresh, error) {
	found, err := r.fleet.commit(tx, r.observation)
	if errors.Is(err, errOvertaken) { // nothing was written
		err = nil
	}
	return found, err
}

// Release allows other calls to read the app. Call it once.
func (r *Reading) Release() { r.release() }

// RecordFailure stores on the app's row why an import could not read it and, if logged,
// writes an activity entry. If the app becomes delisted by it, RecordFailure returns that
// change.
func (s *Service) RecordFailure(tx *storage.Tx, t fleet.Target, started storage.Time, cause error, logged bool) ([]storage.Entry, error) {
	return s.recordFailed(tx, observation{target: t, trigger: storage.TriggerImport, started: started}, cause, logged)
}

// InterruptReason returns [InterruptRateLimited] or [InterruptCooldown] if err means that a
// run cannot continue now for that reason.
func InterruptReason(err error) (reason string, ok bool) {
	switch {
	case errors.Is(err, errCoolingDown):
		return InterruptCooldown, true
	case errors.Is(err, fleet.ErrThrottled):
		return InterruptRateLimited, true
	}
	return "", false
}

// CheckCooldown returns an error that wraps [fleet.ErrThrottled] while the cooldown of
// requests about apps lasts.
func (s *Service) CheckCooldown(tx *storage.Tx) error {
	return s.cooling(tx, CooldownScrape, s.stamp())
}
