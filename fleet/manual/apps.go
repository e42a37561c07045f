package manual

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"time"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
)

// MaxCreated is how many apps may be created at once.
const MaxCreated = 1000

// PolicyReader gets the text behind an address and judges it. It is safe for
// concurrent use. What is wrong with a policy is a [*policy.FetchError].
type PolicyReader interface {
	Read(ctx context.Context, address string) (policy.Source, error)
}

// Config is what [Apps] need. All of it is required.
type Config struct {
	Store    storage.Store
	Policies PolicyReader
	Now      func() time.Time
	Random   io.Reader // what identifiers are made from

	// Check reads an address that is to be kept. Its error says that it is none,
	// or leads where nothing may be asked.
	Check func(address string) (*url.URL, error)
}

// Apps are the apps of no store. They are safe for concurrent use.
type Apps struct {
	store    storage.Store
	policies PolicyReader
	now      func() time.Time
	random   io.Reader
	check    func(string) (*url.URL, error)
}

// New returns the apps of a store. It starts nothing.
func New(c Config) *Apps {
	return &Apps{store: c.Store, policies: c.Policies, now: c.Now, random: c.Random, check: c.Check}
}

func (a *Apps) stamp() storage.Time { return storage.TimeOf(a.now()) }

// List returns all apps, the one changed last first. It is never nil.
func (a *Apps) List(ctx context.Context) ([]storage.ManualApp, error) {
	var all []storage.ManualApp
	err := a.store.View(ctx, func(tx storage.Tx) (err error) {
		all, err = storage.Collect(tx.ManualApps().List(storage.ManualAppQuery{}))
		return err
	})
	if all == nil {
		all = []storage.ManualApp{}
	}
	return all, err
}

// Get returns an app. The error wraps [storage.ErrNotFound] when there is none with
// this id.
func (a *Apps) Get(ctx context.Context, id string) (storage.ManualApp, error) {
	var app storage.ManualApp
	err := a.store.View(ctx, func(tx storage.Tx) (err error) {
		app, err = get(tx, id)
		return err
	})
	return app, err
}

func get(tx storage.Tx, id string) (storage.ManualApp, error) {
	app, err := tx.ManualApps().Get(id)
	if err != nil {
		return app, fmt.Errorf("manual app %.80q: %w", id, err)
	}
	return app, nil
}

// Create adds an app. The error is a [*FieldError], or the store's.
func (a *Apps) Create(ctx context.Context, f Fields) (storage.ManualApp, error) {
	created, err := a.CreateAll(ctx, []Fields{f})
	if err != nil {
		return storage.ManualApp{}, err
	}
	return created[0].App, created[0].Err
}

// Created is what became of one of several apps that were to be created.
type Created struct {
	App storage.ManualApp // zero: it was not
	Err error             // why not, a [*FieldError]; nil: it was
}

// CreateAll adds those of the apps that can be, all in one transaction, and returns
// what became of each. Of more than [MaxCreated] none is. The error is the store's;
// then none was added.
func (a *Apps) CreateAll(ctx context.Context, all []Fields) ([]Created, error) {
	if len(all) > MaxCreated {
		return nil, fmt.Errorf("%w: %d apps at once, at most %d", storage.ErrInvalid, len(all), MaxCreated)
	}
	now := a.stamp()
	result := make([]Created, len(all))
	var apps []storage.ManualApp
	for i, f := range all {
		app, err := a.read(f)
		if err != nil {
			result[i].Err = err
			continue
		}
		if app.ID, err = storage.NewID(now, a.random); err != nil {
			return nil, err
		}
		app.FirstSeen, app.UpdatedAt = now, now
		result[i].App, apps = app, append(apps, app)
	}
	if len(apps) == 0 {
		return result, nil
	}
	err := a.store.Update(ctx, func(tx storage.Tx) error { return tx.ManualApps().Put(apps...) })
	if err != nil {
		return nil, fmt.Errorf("add %d manual apps: %w", len(apps), err)
	}
	return result, nil
}

// Delete removes an app with its events and the versions of its policy. It returns
// what was written down of it, from which [Apps.Restore] brings it back. The error
// wraps [storage.ErrNotFound] when there is none.
func (a *Apps) Delete(ctx context.Context, id string) (storage.ManualApp, error) {
	var gone storage.ManualApp
	err := a.store.Update(ctx, func(tx storage.Tx) (err error) {
		if gone, err = get(tx, id); err == nil {
			_, err = tx.ManualApps().Delete(id)
		}
		return err
	})
	return gone, err
}

// Restore brings an app back under its id, without its events and the versions of
// its policy. Times that cannot be are set right: an app that was never seen is
// from now on, and none was changed before. The error wraps [storage.ErrConflict]
// when there is an app with this id, and is a [*FieldError], one that wraps
// [storage.ErrInvalid], or the store's.
func (a *Apps) Restore(ctx context.Context, app storage.ManualApp) (storage.ManualApp, error) {
	clean, err := a.read(fieldsOf(app))
	if err != nil {
		return storage.ManualApp{}, err
	}
	clean.ID, clean.FirstSeen = app.ID, app.FirstSeen
	if clean.FirstSeen <= 0 {
		clean.FirstSeen = a.stamp()
	}
	clean.UpdatedAt = max(app.UpdatedAt, clean.FirstSeen)
	err = a.store.Update(ctx, func(tx storage.Tx) error {
		there, err := exists(tx, clean.ID)
		if err == nil && there {
			err = fmt.Errorf("manual app %.80q is there: %w", clean.ID, storage.ErrConflict)
		}
		if err != nil {
			return err
		}
		return tx.ManualApps().Put(clean)
	})
	return clean, err
}
