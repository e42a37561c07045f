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

// ScopeSetting is the setting that holds the [Scope] as JSON.
const ScopeSetting = "deviceScope"

// The modes of a scope.
const (
	ScopeAll    = "all"    // all apps
	ScopeSubset = "subset" // the apps on some devices
)

// scopeVersion is the version of the JSON form of a scope.
const scopeVersion = 1

// ErrScope means that a scope is invalid.
var ErrScope = errors.New("the mode of a scope must be all or subset")

// Scope is the selection of devices whose apps a user wants to see. It is remembered for
// pages only: the API filters a list by the parameters of the request.
type Scope struct {
	Version    int      `json:"v"`                 // the version of the form
	Mode       string   `json:"mode"`              // whether all apps are shown or a subset
	Devices    []string `json:"deviceIds"`         // the IDs of the devices
	Unattached bool     `json:"includeUnattached"` // whether apps on no device are shown as well
}

// everything is the scope if none is set.
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

// fit limits a scope to existing devices, in their order. A subset of none or all of
// them becomes all.
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

// StoredScope returns the scope, which is all when none is set or the stored one is
// invalid.
func StoredScope(tx *storage.Tx) (Scope, error) {
	text, err := settings.Text(tx, ScopeSetting)
	if err != nil || text == "" {
		return everything(), err
	}
	var s Scope
	if json.Unmarshal([]byte(text), &s) != nil {
		return everything(), nil
	}
	devices, err := storage.Collect(tx.Devices.List(storage.DeviceQuery{}))
	return s.fit(devices), err
}

// moveScope replaces a device in the scope by another.
func moveScope(tx *storage.Tx, from, into string) error {
	s, err := StoredScope(tx)
	if err != nil || !slices.Contains(s.Devices, from) {
		return err
	}
	s.Devices = append(slices.DeleteFunc(s.Devices, func(id string) bool { return id == from || id == into }), into)
	return settings.PutJSON(tx, ScopeSetting, s)
}

// Scoped is the scope with the devices to choose from.
type Scoped struct {
	Scope   Scope     `json:"scope"`   // the device scope
	Devices []Summary `json:"devices"` // the devices
}

// Scope returns the scope.
func (s *Service) Scope(ctx context.Context) (Scoped, error) {
	return storage.View(ctx, s.Store, scopeOf)
}

func scopeOf(tx *storage.Tx) (scoped Scoped, err error) {
	if scoped.Scope, err = StoredScope(tx); err != nil {
		return scoped, err
	}
	scoped.Devices, err = summaries(tx)
	return scoped, err
}

// SetScope sets the scope, and returns the effective one, without devices that do not
// exist. The error wraps [ErrScope].
func (s *Service) SetScope(ctx context.Context, scope Scope) (Scoped, error) {
	if err := scope.Validate(); err != nil {
		return Scoped{}, err
	}
	return storage.Update(ctx, s.Store, func(tx *storage.Tx) (Scoped, error) {
		devices, err := storage.Collect(tx.Devices.List(storage.DeviceQuery{}))
		if err != nil {
			return Scoped{}, err
		}
		if err := settings.PutJSON(tx, ScopeSetting, scope.fit(devices)); err != nil {
			return Scoped{}, err
		}
		return scopeOf(tx)
	})
}

// ResetScope clears the scope, and returns the default one: all.
func (s *Service) ResetScope(ctx context.Context) (Scoped, error) {
	return storage.Update(ctx, s.Store, func(tx *storage.Tx) (Scoped, error) {
		if _, err := tx.Settings.Delete(ScopeSetting); err != nil {
			return Scoped{}, err
		}
		return scopeOf(tx)
	})
}
