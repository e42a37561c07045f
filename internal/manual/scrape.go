package manual

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/storage"
)

// Reading is the result of reading an app's policy.
type Reading struct {
	Event   storage.ManualAppEvent
	Version *Version // nil: the policy could not be read
	IsNew   bool     // the version was not stored before
	Err     error    // why the policy could not be read, a [*fetch.Error]; nil: it was
}

// Scrape reads an app's policy, stores its text as a version and records the result, in
// one transaction. A policy that cannot be read is a Reading with an Err. The error is
// [policy.ErrDisabled] or [policy.ErrNoPolicy], wraps [storage.ErrNotFound] when there
// is no such app and [storage.ErrConflict] when the policy's address changed meanwhile,
// or is the context's or the database's.
func (s *Service) Scrape(ctx context.Context, id string) (Reading, error) {
	app, err := storage.View(ctx, s.store, func(tx *storage.Tx) (storage.ManualApp, error) {
		app, err := get(tx, id)
		if err != nil {
			return app, err
		}
		if app.PrivacyPolicyURL == "" {
			return app, policy.ErrNoPolicy
		}
		return app, policy.Allowed(tx)
	})
	if err != nil {
		return Reading{}, err
	}
	source, failed := s.policies.Read(ctx, string(app.PrivacyPolicyURL))
	var known *fetch.Error
	if failed != nil && !errors.As(failed, &known) {
		return Reading{}, failed
	}
	now := s.stamp()
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (reading Reading, err error) {
		current, err := get(tx, id)
		if err != nil {
			return reading, err
		}
		if current.PrivacyPolicyURL != app.PrivacyPolicyURL {
			return reading, fmt.Errorf("manual app %.80q has another policy address now: %w", id, storage.ErrConflict)
		}
		if failed != nil {
			reading.Err = failed
			reading.Event, err = s.note(tx, app.ID, storage.ManualScrape, now, map[string]any{
				"kind": storage.ManualScrape, "policyEvent": policy.Failed, "policyUrl": app.PrivacyPolicyURL, "error": policy.Explain(failed),
			})
		} else {
			reading, err = s.save(tx, app, source, now)
		}
		if err != nil {
			return reading, err
		}
		return reading, s.trim(tx, id)
	})
}

// save saves a text as the current version.
func (s *Service) save(tx *storage.Tx, app storage.ManualApp, source fetch.Source, now storage.Time) (Reading, error) {
	id := storage.ManualPolicyVersionID{App: app.ID, Hash: source.Hash}
	current, _, err := storage.FindFirst(tx.ManualPolicyVersions.List(storage.ManualPolicyVersionQuery{App: app.ID, Limit: 1}))
	if err != nil {
		return Reading{}, err
	}
	what := policy.EventOf(current.ID.Hash, id.Hash)
	if what == policy.Changed && policy.SameText(current.Text, current.Extractor, source) {
		what = policy.Same
	}
	detail := map[string]any{"kind": storage.ManualScrape, "policyEvent": what, "policyUrl": app.PrivacyPolicyURL, "policyVersionId": id}
	last := now
	if what == policy.Changed {
		detail["previousVersionId"] = current.ID
	}
	if current.ID.Hash != id.Hash {
		last = max(last, current.LastFetched+1) // the newest, even if the clock was set back
	}
	v, isNew, err := policy.SaveVersion(tx.ManualPolicyVersions, id, func() storage.ManualPolicyVersion {
		return storage.ManualPolicyVersion{
			ID: id, FirstFetched: now, Text: source.Text, WordCount: source.Words, Title: storage.Text(source.Title),
			ContentType: storage.Text(source.ContentType), Origin: source.Origin, Extractor: source.Extractor,
		}
	}, func(v *storage.ManualPolicyVersion) {
		v.LastFetched, v.PolicyURL, v.FinalURL = max(v.LastFetched, last), app.PrivacyPolicyURL, storage.Text(source.FinalURL)
	})
	if err != nil {
		return Reading{}, err
	}
	event, err := s.note(tx, app.ID, storage.ManualScrape, now, detail)
	return Reading{Event: event, Version: &Version{v, id.App, id.Hash}, IsNew: isNew}, err
}

// Version is a version of an app's policy.
type Version struct {
	storage.ManualPolicyVersion
	App  string         `json:"manualAppId"` // the ID of the manual app
	Hash storage.Digest `json:"contentHash"` // the digest of the text (SHA-256, hexadecimal)
}

// Version returns a version of an app's policy. The error wraps [storage.ErrNotFound]
// when there is none with this ID.
func (s *Service) Version(ctx context.Context, id storage.ManualPolicyVersionID) (Version, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (Version, error) {
		version, err := tx.ManualPolicyVersions.Get(id)
		if err != nil {
			err = fmt.Errorf("version %.200q of a policy: %w", id, err)
		}
		return Version{version, id.App, id.Hash}, err
	})
}
