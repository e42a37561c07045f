package system

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/storage"
)

// Config is what the operations work on. Fields are required unless noted otherwise.
type Config struct {
	Store   storage.Store
	Fleet   *fleet.Service
	Runs    runner.Engine
	Process *Process
	Now     func() time.Time
	Random  io.Reader
	Logger  *slog.Logger

	Health     Checker // nil: the records cannot be checked
	DataDir    string  // empty: none
	AdminToken string  // empty: none
	Security   Security

	// Undeliverable returns why a webhook can never be called, empty if it may be.
	Undeliverable func(address string) string

	// Secure reports whether a request came over TLS.
	Secure func(*http.Request) bool
	// IsLocal reports whether a Host header names this machine. ok is false
	// if the header names no host.
	IsLocal func(host string) (local, ok bool)
}

// New returns the operations.
func New(cfg Config) op.Package {
	var (
		flags      = flags{cfg.Store, cfg.Now}
		probe      = &probe{store: cfg.Store, dir: cfg.DataDir, now: cfg.Now, logger: cfg.Logger}
		database   = &database{store: cfg.Store, now: cfg.Now, logger: cfg.Logger, checking: make(chan struct{}, 1)}
		disk       = disk{database, cfg.DataDir}
		faults     = faults{cfg.Process, cfg.Store, cfg.AdminToken}
		deployment = deployment{cfg, probe, database}
	)
	return op.Package{
		Operations: slices.Concat(
			flags.operations(),
			focus{cfg.Store}.operations(),
			prefs{cfg.Store, cfg.Now}.operations(),
			locales{cfg.Secure}.operations(),
			dashboard{cfg.Store, cfg.Now, cfg.Random}.operations(),
			tasks{cfg.Store, cfg.Now}.operations(),
			serviceSettings{cfg}.operations(),
			desktopSettings{cfg.Store, cfg.Now}.operations(),
			probe.operations(),
			deployment.operations(),
			support{deployment}.operations(),
			desktop{cfg, database}.operations(),
			bundle{deployment, disk, faults, flags}.operations(),
			database.operations(),
			disk.operations(),
			faults.operations(),
			checks{cfg.Health}.operations(),
			runtime{cfg.Process}.operations(),
		),
		Types: types(),
	}
}

// view returns the result of a function that reads in a transaction.
func view[T any](ctx context.Context, store storage.Store, read func(*storage.Tx) (T, error)) (value T, err error) {
	err = store.View(ctx, func(tx *storage.Tx) (err error) {
		value, err = read(tx)
		return err
	})
	return value, err
}

// update returns the result of a function that writes in a transaction.
func update[T any](ctx context.Context, store storage.Store, change func(*storage.Tx) (T, error)) (value T, err error) {
	err = store.Update(ctx, func(tx *storage.Tx) (err error) {
		value, err = change(tx)
		return err
	})
	return value, err
}
