package feature

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// The errors of an invalid override.
var (
	ErrUnknown = errors.New("no such feature flag")
	ErrValue   = errors.New("a feature flag is on, off or collapsed")
)

// overridesOf returns all overrides, also of unknown flags.
func overridesOf(tx *storage.Tx) (map[string]Value, error) {
	var all map[string]Value
	for o, err := range tx.FlagOverrides.List(storage.FlagOverrideQuery{}) {
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = make(map[string]Value)
		}
		all[o.Flag] = Value(o.Value)
	}
	return all, nil
}

// SetOverride sets the value of a flag, which takes precedence over the focus and other
// flags. The error wraps [ErrUnknown] or [ErrValue].
func SetOverride(tx *storage.Tx, now storage.Time, key string, v Value) error {
	if !Known(key) {
		return fmt.Errorf("%w: %q", ErrUnknown, key)
	}
	if !v.valid() {
		return fmt.Errorf("%w: %s is not %q", ErrValue, key, v)
	}
	return tx.FlagOverrides.Put(storage.FlagOverride{Flag: key, Value: string(v), UpdatedAt: now})
}

// ClearOverrides deletes the overrides of flags. The error wraps [ErrUnknown] if one of
// the flags is unknown.
func ClearOverrides(tx *storage.Tx, keys ...string) error {
	for _, key := range keys {
		if !Known(key) {
			return fmt.Errorf("%w: %q", ErrUnknown, key)
		}
	}
	_, err := tx.FlagOverrides.Delete(keys...)
	return err
}

// ClearAll deletes the overrides of all flags, or of those below a surface, and returns
// how many there were. Overrides of unknown flags, which another version of the service may
// know, stay.
func ClearAll(tx *storage.Tx, surface string) (int, error) {
	below := prefix
	if surface != "" {
		below += surface + "."
	}
	overrides, err := overridesOf(tx)
	if err != nil {
		return 0, err
	}
	var keys []string
	for key := range overrides {
		if Known(key) && strings.HasPrefix(key, below) {
			keys = append(keys, key)
		}
	}
	return tx.FlagOverrides.Delete(keys...)
}

// Replace clears all overrides as [ClearAll] does, and sets others. The error wraps
// [ErrUnknown] or [ErrValue].
func Replace(tx *storage.Tx, now storage.Time, overrides map[string]Value) error {
	if _, err := ClearAll(tx, ""); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(overrides)) {
		if err := SetOverride(tx, now, key, overrides[key]); err != nil {
			return err
		}
	}
	return nil
}
