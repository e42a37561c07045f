package manual

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
)

// Reading is what came of reading an app's policy.
type Reading struct {
	Event   storage.ManualAppEvent
	Version *Version // nil: there was no policy to be had
	IsNew   bool     // the version was never seen before
	Err     error    // why there was none, a [*policy.FetchError]; nil: there was
}

// Scrape reads an app's policy, keeps its text as a version and notes how it went,
// in one transaction. A policy that cannot be had is a Reading. The error is
// [policy.ErrDisabled] or [policy.ErrNoPolicy], wraps [storage.ErrNotFound] for an
// app that there is not and [storage.ErrConflict] when its policy was moved
// meanwhile, or is the context's or the store's.
func (a *Apps) Scrape(ctx context.Context, id string) (Reading, error) {
	var app storage.ManualApp
	err := a.store.View(ctx, func(tx storage.Tx) (err error) {
		if app, err = get(tx, id); err != nil {
			return err
		}
		if app.PrivacyPolicyURL == "" {
			return policy.ErrNoPolicy
		}
		return policy.Allowed(tx)
	})
	if err != nil {
		return Reading{}, err
	}
	source, failed := a.policies.Read(ctx, string(app.PrivacyPolicyURL))
	var known *policy.FetchError
	if failed != nil && !errors.As(failed, &known) {
		return Reading{}, failed
	}
	now := a.stamp()
	var reading Reading
	err = a.store.Update(ctx, func(tx storage.Tx) error {
		current, err := get(tx, id)
		if err != nil {
			return err
		}
		if current.PrivacyPolicyURL != app.PrivacyPolicyURL {
			return fmt.Errorf("manual app %.80q has another policy by now: %w", id, storage.ErrConflict)
		}
		if failed != nil {
			reading, err = a.noteFailure(tx, app, failed, now)
		} else {
			reading, err = a.keep(tx, app, source, now)
		}
		if err != nil {
			return err
		}
		return a.trim(tx, id)
	})
	return reading, err
}

func (a *Apps) noteFailure(tx storage.Tx, app storage.ManualApp, failed error, now storage.Time) (Reading, error) {
	event, err := a.note(tx, app.ID, storage.ManualScrape, now, map[string]any{
		"kind": storage.ManualScrape, "policyEvent": policy.Failed, "policyUrl": app.PrivacyPolicyURL, "error": policy.Explain(failed),
	})
	return Reading{Event: event, Err: failed}, err
}

// keep keeps a text, which is the current one from now on.
func (a *Apps) keep(tx storage.Tx, app storage.ManualApp, source policy.Source, now storage.Time) (Reading, error) {
	id := storage.ManualPolicyVersionID{App: app.ID, Hash: source.Hash}
	current, err := storage.First(tx.ManualPolicyVersions().List(storage.ManualPolicyVersionQuery{App: app.ID, Limit: 1}))
	first := errors.Is(err, storage.ErrNotFound)
	if err != nil && !first {
		return Reading{}, err
	}
	v, err := tx.ManualPolicyVersions().Get(id)
	isNew := errors.Is(err, storage.ErrNotFound)
	if err != nil && !isNew {
		return Reading{}, err
	}
	if isNew { // the text of one that is there stays as it is, and so does what is known of it
		v = storage.ManualPolicyVersion{
			ID: id, FirstFetched: now, Text: source.Text, WordCount: source.Words, Title: storage.Text(source.Title),
			ContentType: storage.Text(source.ContentType), Origin: source.Origin, Extractor: source.Extractor,
		}
	}
	detail := map[string]any{
		"kind": storage.ManualScrape, "policyEvent": policy.Changed, "policyUrl": app.PrivacyPolicyURL, "policyVersionId": id,
	}
	v.LastFetched = max(v.LastFetched, now)
	switch {
	case first:
		detail["policyEvent"] = policy.First
	case current.ID == id:
		detail["policyEvent"] = policy.Same
	default:
		detail["previousVersionId"] = current.ID
		v.LastFetched = max(v.LastFetched, current.LastFetched+1) // whatever the clock says
	}
	v.PolicyURL, v.FinalURL = app.PrivacyPolicyURL, storage.Text(source.FinalURL)
	if err := tx.ManualPolicyVersions().Put(v); err != nil {
		return Reading{}, err
	}
	event, err := a.note(tx, app.ID, storage.ManualScrape, now, detail)
	return Reading{Event: event, Version: &Version{v, id.App, id.Hash}, IsNew: isNew}, err
}

// Version is a text of an app's policy.
type Version struct {
	storage.ManualPolicyVersion
	App  string         `json:"manualAppId"`
	Hash storage.Digest `json:"contentHash"`
}

// Version returns a text of an app's policy. The error wraps [storage.ErrNotFound]
// when there is none with this id.
func (a *Apps) Version(ctx context.Context, id storage.ManualPolicyVersionID) (Version, error) {
	version := Version{App: id.App, Hash: id.Hash}
	err := a.store.View(ctx, func(tx storage.Tx) (err error) {
		if version.ManualPolicyVersion, err = tx.ManualPolicyVersions().Get(id); err != nil {
			return fmt.Errorf("version %.200q of a policy: %w", id, err)
		}
		return nil
	})
	return version, err
}
