package manual

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/storage"
)

// MaxCreated is the maximum number of apps created at once.
const MaxCreated = 1000

// PolicyReader fetches the text of a policy and checks that it is one. It must be safe
// for concurrent use. If the text is not a policy or cannot be fetched, the error is a
// [*fetch.Error].
type PolicyReader interface {
	Read(ctx context.Context, address string) (fetch.Source, error)
}

// Config is what [Service] needs. Every field is required.
type Config struct {
	storage.Env

	Policies PolicyReader

	// Check parses an address before it is stored. It fails when the address is invalid
	// or leads to a forbidden network.
	Check func(address string) (*url.URL, error)
}

// Service manages the manual apps. It is safe for concurrent use.
type Service struct {
	store    storage.Store
	policies PolicyReader
	now      func() time.Time
	random   io.Reader
	check    func(string) (*url.URL, error)
}

// New returns a service over a database. It starts nothing.
func New(c Config) *Service {
	return &Service{store: c.Store, policies: c.Policies, now: c.Now, random: c.Random, check: c.Check}
}

func (s *Service) stamp() storage.Time { return storage.TimeOf(s.now()) }

// List returns all apps, the last changed first. It is never nil.
func (s *Service) List(ctx context.Context) ([]storage.ManualApp, error) {
	all, err := storage.View(ctx, s.store, func(tx *storage.Tx) ([]storage.ManualApp, error) {
		return storage.Collect(tx.ManualApps.List(storage.ManualAppQuery{}))
	})
	if all == nil {
		all = []storage.ManualApp{}
	}
	return all, err
}

// Get returns an app. The error wraps [storage.ErrNotFound] when there is none with this
// ID.
func (s *Service) Get(ctx context.Context, id string) (storage.ManualApp, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (storage.ManualApp, error) { return get(tx, id) })
}

func get(tx *storage.Tx, id string) (storage.ManualApp, error) {
	app, err := tx.ManualApps.Get(id)
	if err != nil {
		return app, fmt.Errorf("manual app %.80q: %w", id, err)
	}
	return app, nil
}

// Create adds an app. The error is a [*FieldError] or the database's.
func (s *Service) Create(ctx context.Context, f Fields) (storage.ManualApp, error) {
	created, err := s.CreateAll(ctx, []Fields{f})
	if err != nil {
		return storage.ManualApp{}, err
	}
	return created[0].App, created[0].Err
}

// Created is the result of creating one of several apps.
type Created struct {
	App storage.ManualApp // zero if it was not created
	Err error             // why it was not created, a [*FieldError]; else nil
}

// CreateAll adds the valid ones of the apps in one transaction, and returns a result for
// each. It rejects more than [MaxCreated] apps. With an error, none was added.
func (s *Service) CreateAll(ctx context.Context, all []Fields) ([]Created, error) {
	if len(all) > MaxCreated {
		return nil, fmt.Errorf("%w: %d apps, the maximum is %d", storage.ErrInvalid, len(all), MaxCreated)
	}
	now := s.stamp()
	result := make([]Created, len(all))
	var apps []storage.ManualApp
	for i, f := range all {
		app, err := s.read(f)
		if err != nil {
			result[i].Err = err
			continue
		}
		if app.ID, err = storage.NewID(now, s.random); err != nil {
			return nil, err
		}
		app.FirstSeen, app.UpdatedAt = now, now
		result[i].App, apps = app, append(apps, app)
	}
	if len(apps) == 0 {
		return result, nil
	}
	err := s.store.Update(ctx, func(tx *storage.Tx) error { return tx.ManualApps.Put(apps...) })
	if err != nil {
		return nil, fmt.Errorf("add %d manual apps: %w", len(apps), err)
	}
	return result, nil
}

// Delete removes an app with its events and policy versions, and returns it so that
// [Service.Restore] can restore it. The error wraps [storage.ErrNotFound] when there is
// none.
func (s *Service) Delete(ctx context.Context, id string) (storage.ManualApp, error) {
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (storage.ManualApp, error) {
		gone, err := get(tx, id)
		if err == nil {
			_, err = tx.ManualApps.Delete(id)
		}
		return gone, err
	})
}

// Restore restores a deleted app under its ID, without its events and policy versions.
// Missing or impossible times are corrected. The error wraps [storage.ErrConflict] when
// there is an app with this ID; it is a [*FieldError], wraps [storage.ErrInvalid], or is
// the database's.
func (s *Service) Restore(ctx context.Context, app storage.ManualApp) (storage.ManualApp, error) {
	clean, err := s.read(fieldsOf(app))
	if err != nil {
		return storage.ManualApp{}, err
	}
	clean.ID, clean.FirstSeen = app.ID, app.FirstSeen
	if clean.FirstSeen <= 0 {
		clean.FirstSeen = s.stamp()
	}
	clean.UpdatedAt = max(app.UpdatedAt, clean.FirstSeen)
	err = s.store.Update(ctx, func(tx *storage.Tx) error {
		_, there, err := storage.Find(tx.ManualApps, clean.ID)
		if there {
			err = fmt.Errorf("manual app %.80q already exists: %w", clean.ID, storage.ErrConflict)
		}
		if err != nil {
			return err
		}
		return tx.ManualApps.Put(clean)
	})
	return clean, err
}
