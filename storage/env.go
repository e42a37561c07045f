package storage

import (
	"errors"
	"io"
	"log/slog"
	"time"
)

// Env is what every service works with.
type Env struct {
	Store  Store            // required
	Now    func() time.Time // the clock; required
	Random io.Reader        // the source of identifiers and secrets, safe for concurrent use; required
	Logger *slog.Logger     // nil: discard
}

// WithLogger returns the environment with a logger that discards, if it has none.
func (e Env) WithLogger() Env {
	if e.Logger == nil {
		e.Logger = slog.New(slog.DiscardHandler)
	}
	return e
}

// Check returns an error for each field that is missing. Only the logger may be.
func (e Env) Check() error {
	var missing []error
	if e.Store == nil {
		missing = append(missing, errors.New("no Store"))
	}
	if e.Now == nil {
		missing = append(missing, errors.New("no Now"))
	}
	if e.Random == nil {
		missing = append(missing, errors.New("no Random"))
	}
	return errors.Join(missing...)
}
