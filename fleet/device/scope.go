package device

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// ScopeSetting is the setting that the scope is kept as: a [Scope] as JSON.
const ScopeSetting = "deviceScope"

// The modes of a scope.
const (
	ScopeAll    = "all"    // everything
	ScopeSubset = "subset" // what is on some devices
)

// scopeVersion is the version of the form in which a scope is kept and sent.
const scopeVersion = 1

// ErrScope says that a scope is none.
var ErrScope = errors.New("the mode of a scope must be all or subset")

// Scope is which devices a reader wants to see the apps of. Pages remember it; a
// list is narrowed by what its request says, never by this.
type Scope struct {
	Version    int      `json:"v"`
	Mode       string   `json:"mode"`
	Devices    []string `json:"deviceIds"`
	Unattached bool     `json:"includeUnattached"` // the apps on no device too
}

// everything is the scope when none is set.
func everything() Scope {
	return Scope{Version: scopeVersion, Mode: ScopeAll, Devices: []string{}, Unattached: true}
}

// Validate returns an error that wraps [ErrScope], or nil.
func (s Scope) Validate() error {
	if s.Mode != ScopeAll && s.Mode != ScopeSubset {
		return fmt.Errorf("%w, not %.40q", ErrScope, s.Mode)
	}
	return nil
}

// fit makes a scope one of the devices that there are, in their order. A subset
// that names nothing, or everything, is all.
func (s Scope) fit(devices []storage.Device) Scope {
	named := []string{}
	for _, d := range devices {
		if slices.Contains(s.Devices, d.ID) {
			named = append(named, d.ID)
		}
	}
	nothing := len(named) == 0 && !s.Unattached
	if s.Mode != ScopeSubset || nothing || len(named) == len(devices) && s.Unattached {
		return everything()
	}
	return Scope{Version: scopeVersion, Mode: ScopeSubset, Devices: named, Unattached: s.Unattached}
}

// StoredScope returns the scope. It is all when none is set, or what is kept is none.
func StoredScope(tx storage.Tx) (Scope, error) {
	text, err := settings.Text(tx, ScopeSetting)
	if err != nil || text == "" {
		return everything(), err
	}
	var s Scope
	if json.Unmarshal([]byte(text), &s) != nil {
		return everything(), nil
	}
	devices, err := storage.Collect(tx.Devices().List(storage.DeviceQuery{}))
	return s.fit(devices), err
}

// Scoped is the scope, and what there is to choose from.
type Scoped struct {
	Scope   Scope     `json:"scope"`
	Devices []Summary `json:"devices"`
}

// Scope returns the scope.
func (r *Registry) Scope(ctx context.Context) (scoped Scoped, err error) {
	err = r.Store.View(ctx, func(tx storage.Tx) (err error) {
		scoped, err = scopeOf(tx)
		return err
	})
	return scoped, err
}

func scopeOf(tx storage.Tx) (scoped Scoped, err error) {
	if scoped.Scope, err = StoredScope(tx); err != nil {
		return scoped, err
	}
	scoped.Devices, err = summaries(tx)
	return scoped, err
}

// SetScope sets the scope, and returns what it comes to: devices that are not
// there are left out of it. The error wraps [ErrScope].
func (r *Registry) SetScope(ctx context.Context, s Scope) (scoped Scoped, err error) {
	if err := s.Validate(); err != nil {
		return scoped, err
	}
	err = r.Store.Update(ctx, func(tx storage.Tx) error {
		devices, err := storage.Collect(tx.Devices().List(storage.DeviceQuery{}))
		if err != nil {
			return err
		}
		text, err := json.Marshal(s.fit(devices))
		if err != nil {
			return err
		}
		if err := settings.PutText(tx, ScopeSetting, string(text)); err != nil {
			return err
		}
		scoped, err = scopeOf(tx)
		return err
	})
	return scoped, err
}

// ResetScope forgets the scope, and returns what holds then: all.
func (r *Registry) ResetScope(ctx context.Context) (scoped Scoped, err error) {
	err = r.Store.Update(ctx, func(tx storage.Tx) error {
		if _, err := tx.Settings().Delete(ScopeSetting); err != nil {
			return err
		}
		var err error
		scoped, err = scopeOf(tx)
		return err
	})
	return scoped, err
}
