package feature

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// What can be wrong with an override.
var (
	ErrUnknown = errors.New("no such feature flag")
	ErrValue   = errors.New("a feature flag is on, off or collapsed")
)

// overridesOf returns all overrides, of whatever flags.
func overridesOf(tx storage.Tx) (map[string]Value, error) {
	var all map[string]Value
	for o, err := range tx.FlagOverrides().List(storage.FlagOverrideQuery{}) {
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

// SetOverride gives a flag a value, whatever the focus and other flags say. It
// fails with [ErrUnknown] and [ErrValue].
func SetOverride(tx storage.Tx, now storage.Time, key string, v Value) error {
	if !Known(key) {
		return fmt.Errorf("%w: %q", ErrUnknown, key)
	}
	if !v.valid() {
		return fmt.Errorf("%w: %s is not %q", ErrValue, key, v)
	}
	return tx.FlagOverrides().Put(storage.FlagOverride{Flag: key, Value: string(v), UpdatedAt: now})
}

// ClearOverrides drops the overrides of these flags, if they have one. It fails
// with [ErrUnknown] when there is no such flag.
func ClearOverrides(tx storage.Tx, keys ...string) error {
	for _, key := range keys {
		if !Known(key) {
			return fmt.Errorf("%w: %q", ErrUnknown, key)
		}
	}
	_, err := tx.FlagOverrides().Delete(keys...)
	return err
}

// ClearAll drops the overrides of all flags, or of those below a surface, and
// returns how many there were. Overrides of flags that only another version of
// the service knows stay.
func ClearAll(tx storage.Tx, surface string) (int, error) {
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
	return tx.FlagOverrides().Delete(keys...)
}

// Replace drops all overrides as [ClearAll] does and sets these instead. It
// fails with [ErrUnknown] and [ErrValue].
func Replace(tx storage.Tx, now storage.Time, overrides map[string]Value) error {
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
